//! Whether the process lives, whether it can take requests, and whether its host can be used (decisions, Beyond the API routes).

use tokio::sync::Mutex;

use super::prelude::*;
use crate::gitlab;

/// How long one answer of the host is used for further requests.
const FRESH: Duration = Duration::from_secs(1);
/// How long the host may take to answer: less than the time-out of common probes, so that they still receive the reason.
const LONGEST_WAIT: Duration = Duration::from_secs(4);

/// What the host last answered, and when.
type LastAnswer = Option<(Instant, gitlab::Result<()>)>;

/// `GET /health/live`, `GET /health/ready` and `GET /health/host`.
pub fn routes() -> Router<Arc<AppState>> {
    let last: Arc<Mutex<LastAnswer>> = Arc::default();
    let ask = async move |State(state): State<Arc<AppState>>, head: Parts| host(&state, &last, &head).await;
    Router::new()
        .route("/health/live", get(async || answer("live")))
        .route("/health/ready", get(async |State(state): State<Arc<AppState>>| ready(&state).await))
        .route("/health/host", get(ask))
}

fn answer(status: &str) -> Response {
    Json(json!({ "status": status })).into_response()
}

/// Whether this process can take requests. It never asks the host: if it did, an outage of the host would take all replicas out
/// of the balancer, and callers would read the balancer's error page in place of the bridge's answers.
/// A store that is named has to answer, and to have room: without it writes are refused.
async fn ready(state: &AppState) -> Response {
    if state.stop_signal.is_given() {
        return Failure::stopping().into_response();
    }
    let Some(store) = &state.shared.store else { return answer("ready") };
    match store.probe().await {
        Ok(()) => answer("ready"),
        Err(Away::Full) => Failure::new(Code::Store, gate::STORE_FULL).into_response(),
        Err(_) => Failure::new(Code::Store, gate::STORE_AWAY).into_response(),
    }
}

/// Whether the host can be used. A caller with a valid token reads the whole reason, and by its code whether the host refuses the
/// bridge; anyone else a general one.
async fn host(state: &AppState, last: &Arc<Mutex<LastAnswer>>, head: &Parts) -> Response {
    let Err(error) = ask_once_a_second(&state.shared.instance, last).await else { return answer("usable") };
    let mut failure = Failure::host_unavailable();
    if state.is_from_caller(head).await {
        if error.status() == Some(StatusCode::UNAUTHORIZED) {
            failure.code = Code::UpstreamUnauthorized.name().into();
        }
        failure.detail = messages::failure(&Error::Upstream(error));
    }
    failure.into_response()
}

/// Asks the host, at most once a second however many ask at once, and whether or not they wait for its answer.
async fn ask_once_a_second(
    instance: &Arc<gitlab::Instance>,
    last: &Arc<Mutex<LastAnswer>>,
) -> gitlab::Result<()> {
    let mut last = Arc::clone(last).lock_owned().await;
    if let Some((_, answer)) = last.as_ref().filter(|(when, _)| when.elapsed() < FRESH) {
        return answer.clone();
    }
    let instance = Arc::clone(instance);
    let late = || gitlab::Error { call: "GET /version", fault: gitlab::Fault::TimedOut };
    let asking = async move {
        let answer = timeout(LONGEST_WAIT, instance.usable()).await.unwrap_or_else(|_| Err(late()));
        instance.outage.note(&answer.clone().map_err(|error| error.fault));
        *last = Some((Instant::now(), answer.clone()));
        answer.inspect_err(|error| tracing::warn!(%error, "the host can't be used"))
    };
    tokio::spawn(asking.in_current_span()).await.unwrap_or_else(|_| Err(late()))
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use wiremock::{Mock, MockServer, ResponseTemplate, matchers::any};

    use super::*;
    use crate::settings::Settings;

    #[tokio::test]
    async fn who_hangs_up_leaves_the_answer_to_those_who_ask_next() {
        let host = MockServer::builder().start().await;
        let version = ResponseTemplate::new(200).set_body_json(json!({ "version": "18.2.1" }));
        Mock::given(any()).respond_with(version).mount(&host).await;
        let overrides = [("upstream.base_url", &*host.uri()), ("upstream.token", "token")];
        let settings = Settings::load(None, &overrides).unwrap();
        let instance = gitlab::Instance::new(&settings.upstream, &settings.require_host().unwrap(), []);
        let (instance, last) = (Arc::new(instance.unwrap()), Arc::default());
        for _ in 0..20 {
            assert!(ask_once_a_second(&instance, &last).now_or_never().is_none());
        }
        ask_once_a_second(&instance, &last).await.unwrap();
        assert_eq!(host.received_requests().await.unwrap().len(), 1);
    }
}
