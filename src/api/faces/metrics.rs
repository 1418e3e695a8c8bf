//! `GET /metrics`: what was counted, as Prometheus reads it.

use std::{
    error::Error,
    fmt::{self, Write},
};

use tokio::{
    sync::Mutex,
    task::spawn_blocking,
    time::{Instant, sleep_until},
};

use super::{members, prelude::*};

/// How often the pages are made, at most.
const PERIOD: Duration = Duration::from_secs(1);

/// The format that a scraper may ask for.
const OPEN_METRICS: &str = "application/openmetrics-text";
const OPEN_METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// The format that every scraper reads; browsers show it as text.
const TEXT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// `GET /metrics`
pub fn routes() -> Router<Arc<AppState>> {
    let pages: Arc<Mutex<Option<MetricsPages>>> = Arc::default();
    let read = async move |State(state): State<Arc<AppState>>, headers: HeaderMap| {
        show(&state, &pages, &headers).await
    };
    Router::new().route("/metrics", get(read))
}

/// What readers get, in each format.
#[derive(Clone)]
struct MetricsPages {
    /// When making them began: they hold what was counted until then.
    begun: Instant,
    text: Bytes,
    open_metrics: Bytes,
}

async fn show(state: &Arc<AppState>, pages: &Mutex<Option<MetricsPages>>, headers: &HeaderMap) -> Response {
    let open_metrics = members(headers, &header::ACCEPT).any(|kind| kind.starts_with(OPEN_METRICS));
    let kind = if open_metrics { OPEN_METRICS_TYPE } else { TEXT_TYPE };
    let state = Arc::clone(state);
    match fresh(pages, move || MetricsPages::make(&state)).await {
        Ok(pages) => {
            let page = if open_metrics { &pages.open_metrics } else { &pages.text };
            ([(header::CONTENT_TYPE, kind)], page.clone()).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "the metrics could not be written");
            Failure::internal_error().into_response()
        }
    }
}

/// Pages that were begun after the request came. Requests that come within one period share the pages at its end: no number of
/// readers makes the process do more than that, and no reader gets more than one page in a period.
async fn fresh(
    pages: &Mutex<Option<MetricsPages>>,
    make: impl FnOnce() -> Result<MetricsPages, fmt::Error> + Send + 'static,
) -> Result<MetricsPages, Box<dyn Error + Send + Sync>> {
    let asked = Instant::now();
    let mut held = pages.lock().await;
    if let Some(pages) = &*held {
        if pages.begun >= asked {
            return Ok(pages.clone());
        }
        sleep_until(pages.begun + PERIOD).await;
    }
    // On a thread of its own, so that those that answer requests go on.
    let pages = spawn_blocking(make).await??;
    Ok(held.insert(pages).clone())
}

impl MetricsPages {
    fn make(state: &AppState) -> Result<Self, fmt::Error> {
        let begun = Instant::now();
        let open_metrics = state.metrics_text()?;
        let text = of_open_metrics(&open_metrics)?;
        Ok(Self { begun, text: text.into(), open_metrics: open_metrics.into() })
    }
}

/// The same samples in the text format 0.0.4.
fn of_open_metrics(text: &str) -> Result<String, fmt::Error> {
    let (mut help, mut out) = (None, String::with_capacity(text.len()));
    for line in text.lines().filter(|line| *line != "# EOF" && !line.starts_with("# UNIT ")) {
        // `# HELP NAME …` stands before `# TYPE NAME …`; a counter's samples are called `NAME_total`.
        if let Some(rest) = line.strip_prefix("# HELP ") {
            help = rest.split_once(' ');
            continue;
        }
        let kind = line.strip_prefix("# TYPE ").and_then(|rest| rest.split_once(' '));
        let ending = match kind {
            Some((_, "counter")) => "_total",
            Some((_, "info")) => "_info",
            _ => "",
        };
        if let Some((name, help)) = help.take() {
            writeln!(out, "# HELP {name}{ending} {help}")?;
        }
        match kind {
            Some((name, "info")) => writeln!(out, "# TYPE {name}_info gauge")?,
            Some((name, kind)) => writeln!(out, "# TYPE {name}{ending} {kind}")?,
            None => writeln!(out, "{line}")?,
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use futures_util::future::join_all;

    use super::{of_open_metrics, *};

    #[tokio::test]
    async fn any_number_of_readers_share_one_page_a_period_which_is_made_after_they_came() {
        let (pages, made) = (Mutex::default(), Arc::<AtomicUsize>::default());
        let read = || {
            let made = Arc::clone(&made);
            fresh(&pages, move || {
                made.fetch_add(1, SeqCst);
                Ok(MetricsPages { begun: Instant::now(), text: Bytes::new(), open_metrics: Bytes::new() })
            })
        };
        let first = read().await.unwrap();
        let came = Instant::now();
        let others = join_all((0..100).map(|_| read())).await;
        assert_eq!(made.load(SeqCst), 2);
        for page in others {
            let page = page.unwrap();
            assert!(page.begun >= came && page.begun - first.begun >= PERIOD);
        }
    }

    #[test]
    fn counters_and_infos_are_called_what_their_samples_are_called() {
        let open = "\
# HELP a_calls Calls.
# TYPE a_calls counter
a_calls_total{x=\"1\"} 2
# HELP a_build This program.
# TYPE a_build info
a_build_info{version=\"1\"} 1
# HELP a_seconds Time.
# TYPE a_seconds histogram
# UNIT a_seconds seconds
a_seconds_sum 1.5
# EOF
";
        let text = "\
# HELP a_calls_total Calls.
# TYPE a_calls_total counter
a_calls_total{x=\"1\"} 2
# HELP a_build_info This program.
# TYPE a_build_info gauge
a_build_info{version=\"1\"} 1
# HELP a_seconds Time.
# TYPE a_seconds histogram
a_seconds_sum 1.5
";
        assert_eq!(of_open_metrics(open).unwrap(), text);
    }
}
