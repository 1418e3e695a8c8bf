//! The log lines at the start of the bridge: what it serves, to whom, and under which policy.

use std::{env, sync::Arc};

use passerelle::{
    gitlab::Instance,
    settings::{Policy, Settings, is_loopback},
};

/// A token that expires within this many days causes a warning.
pub(super) const SOON: u64 = 14;

/// Logs a line about what was started, and a warning for each setting that may be a mistake.
pub(super) fn tell(settings: &Settings, address: &str) {
    let host = settings.upstream.base_url.as_ref();
    let shown = host.map(|api| api.as_str().trim_end_matches("/api/v4").to_owned()).unwrap_or_default();
    let (version, policy, callers) = (env!("CARGO_PKG_VERSION"), policy(&settings.policy), callers(settings));
    tracing::info!(version, address, host = shown, %policy, %callers, "serving");
    let is_plain = host.is_some_and(|api| api.scheme() == "http" && !api.host_str().is_some_and(is_loopback));
    if is_plain {
        tracing::warn!("upstream.base_url is http: whoever listens on the way can read the token");
    }
    if let Some(line) = unused_proxy(settings) {
        tracing::warn!("{line}");
    }
}

/// A line about a proxy variable of the environment that the bridge does not use: tokens go only where its own settings say.
pub(super) fn unused_proxy(settings: &Settings) -> Option<String> {
    let upstream = &settings.upstream;
    let api = upstream.base_url.as_ref()?;
    if upstream.proxy.is_some() || api.host_str().is_some_and(is_loopback) {
        return None;
    }
    let own = format!("{}_proxy", api.scheme());
    let names = [own.to_uppercase(), own, "ALL_PROXY".to_owned(), "all_proxy".to_owned()];
    let name = names.into_iter().find(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))?;
    Some(format!("{name} is set and not used: if the host is behind that proxy, set upstream.proxy to it"))
}

/// Warns if the technical token expires soon. Logs nothing if the host does not give its expiry.
pub(super) async fn warn_of_expiry(instance: Arc<Instance>) {
    let Ok(Some(token)) = instance.token(&instance.technical_token()).await else { return };
    if let Some(days) = token.days_left().filter(|days| *days < SOON) {
        tracing::warn!(days, "the technical token expires soon: make a new one");
    }
}

/// What the policy forbids, in words.
fn policy(policy: &Policy) -> String {
    let limits = [
        policy.read_only.then(|| "read-only".to_owned()),
        (!policy.roots.is_empty()).then(|| format!("roots {}", policy.roots.join(", "))),
        (!policy.operations.is_empty()).then(|| format!("{} operations", policy.operations.len())),
    ];
    let limits: Vec<_> = limits.into_iter().flatten().collect();
    if limits.is_empty() { "no limits".to_owned() } else { limits.join("; ") }
}

/// Who may call.
fn callers(settings: &Settings) -> String {
    match settings.server.callers.len() {
        0 if settings.server.open => "anyone".to_owned(),
        0 => "anyone on this machine".to_owned(),
        1 => "the holder of 1 token".to_owned(),
        several => format!("the holders of {several} tokens"),
    }
}
