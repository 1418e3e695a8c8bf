//! Builds the HTTP client that calls the host from the settings.

use std::{error::Error, iter::successors, time::Duration};

use reqwest::{Certificate, Proxy, redirect::Policy};

use crate::settings::{self, SettingsError, Upstream};

/// How long an idle connection to the host is kept.
const IDLE: Duration = Duration::from_secs(55);
/// How often an HTTP/2 connection with calls under way is sent a ping, to find dead connections.
const PING_EVERY: Duration = Duration::from_secs(15);
/// How long the host may take to answer a ping.
const PONG_WITHIN: Duration = Duration::from_secs(10);

/// An HTTP client for a host, or for the authorization server: time-outs, certificates; no redirections, no retries.
///
/// # Errors
/// A file that can't be read; a proxy, a certificate or a TLS set-up that can't be used.
pub(crate) fn http_client(upstream: &Upstream, has_tls: bool) -> Result<reqwest::Client, SettingsError> {
    let unusable = |error: reqwest::Error| match &upstream.ca_file {
        Some(file) => settings::bad_certificates("upstream.ca_file", file, &root_cause(&error)),
        None => SettingsError(format!("upstream: {}", root_cause(&error))),
    };
    crate::tls::install();
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("passerelle/", env!("CARGO_PKG_VERSION")))
        .timeout(upstream.timeout)
        .connect_timeout(upstream.connect_timeout)
        // Shorter than the idle time-out of hosts, so that a write is seldom sent on a connection that the host is closing.
        .pool_idle_timeout(IDLE)
        .http2_keep_alive_interval(PING_EVERY)
        .http2_keep_alive_timeout(PONG_WITHIN)
        // The module `retry` decides about retries.
        .retry(reqwest::retry::never())
        // Following a redirection would send the token to the host that it names.
        .redirect(Policy::none())
        .no_proxy();
    if !has_tls && upstream.proxy.is_none() {
        // Without TLS the system's certificates are not needed; reading them would take most of the start.
        builder = builder.tls_certs_only([]);
    }
    if let Some(file) = &upstream.ca_file {
        let unread = |error| SettingsError(format!("upstream.ca_file: {error}"));
        let certificates = settings::read_file(file).map_err(unread)?;
        for certificate in Certificate::from_pem_bundle(&certificates).map_err(unusable)? {
            builder = builder.add_root_certificate(certificate);
        }
    }
    if let Some(proxy) = &upstream.proxy {
        builder = builder.proxy(Proxy::all(proxy.0.clone()).map_err(unusable)?);
    }
    builder.build().map_err(unusable)
}

/// The text of the innermost cause; the outer causes repeat the address.
pub(crate) fn root_cause(error: &reqwest::Error) -> String {
    let causes = successors(Some(error as &dyn Error), |&cause| cause.source());
    causes.last().map(ToString::to_string).unwrap_or_default()
}
