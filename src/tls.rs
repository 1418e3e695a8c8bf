//! The cryptography behind TLS.

/// Makes ring the process's provider, which `reqwest` is built without. Harmless when repeated.
pub fn install() {
    // Fails only where a provider is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
