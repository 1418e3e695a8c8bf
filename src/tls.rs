//! The cryptographic provider of TLS.

/// Makes `ring` the provider of the process, since `reqwest` is built without a provider. May be called again.
pub fn install() {
    // Fails only if a provider is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
