//! `passerelle healthcheck`: asks a running bridge whether it can take requests, or whether its host can be used.

use std::time::Duration;

use http_body_util::{BodyExt, Limited};
use passerelle::settings::Server;
use secrecy::ExposeSecret;

use super::CommandResult;

/// How long the bridge may take to answer.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// Most bytes of its answer that are read.
const LONGEST_ANSWER: usize = 4 << 10;

/// Asks the bridge that these settings describe; fails with its reason unless it answers 200.
pub(crate) async fn healthcheck(server: &Server, host: bool) -> CommandResult {
    let (route, problem) = if host {
        ("/health/host", "the host can't be used")
    } else {
        ("/health/ready", "the bridge is not ready")
    };
    passerelle::tls::install();
    let client = reqwest::Client::builder().no_proxy().timeout(LONGEST_WAIT).build()?;
    let address = address_of(server);
    let mut request = client.get(format!("http://{address}{route}"));
    // Only callers with a token get the whole reason.
    if let Some(token) = server.callers.iter().flat_map(|caller| &caller.tokens).next() {
        request = request.bearer_auth(token.expose_secret());
    }
    let response = request.send().await.map_err(|error| unanswered(&address, &error))?;
    let status = response.status();
    if status.is_success() {
        return Ok(());
    }
    let reason = reason_of(response).await.unwrap_or_default();
    Err(format!("{problem}: it answered {status} {reason}").trim_end().into())
}

/// Why there is no answer, and what to look at.
fn unanswered(address: &str, error: &reqwest::Error) -> String {
    let seen = match error {
        _ if error.is_connect() => "nothing listens there",
        _ if error.is_timeout() => "what listens there does not answer",
        _ => "what listens there speaks no HTTP",
    };
    format!("http://{address}: {seen}; is the bridge running, with the same server.host and server.port?")
}

/// The address of the bridge; the loopback address if it listens on every address.
pub(super) fn address_of(Server { host, port, .. }: &Server) -> String {
    let host = match host.as_str() {
        "0.0.0.0" => "127.0.0.1".to_owned(),
        "::" => "[::1]".to_owned(),
        host if host.contains(':') => format!("[{host}]"),
        host => host.to_owned(),
    };
    format!("{host}:{port}")
}

/// The sentence in an error answer.
async fn reason_of(response: reqwest::Response) -> Option<String> {
    let body = Limited::new(reqwest::Body::from(response), LONGEST_ANSWER).collect().await.ok()?;
    let answer: serde_json::Value = serde_json::from_slice(&body.to_bytes()).ok()?;
    answer.get("detail")?.as_str().map(str::to_owned)
}
