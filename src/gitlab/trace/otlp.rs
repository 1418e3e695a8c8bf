//! Traces that this process takes part in itself, rather than only handing them on (feature `otlp`).

use http::HeaderValue;
use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

use super::{HEADER, TraceParent};

impl TraceParent {
    /// Makes a span, not yet entered, a part of this trace.
    pub fn adopt(&self, span: &Span) {
        let parent = TraceContextPropagator::new().extract(self);
        if let Err(error) = span.set_parent(parent) {
            tracing::debug!(%error, "a trace was not taken up");
        }
    }
}

/// What the host is told of the span that is under way; none where spans are not exported.
pub(in crate::gitlab) fn current() -> Option<HeaderValue> {
    let mut told = Told(None);
    TraceContextPropagator::new().inject_context(&Span::current().context(), &mut told);
    told.0
}

impl Extractor for TraceParent {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.to_str().ok().filter(|_| key == HEADER.as_str())
    }

    fn keys(&self) -> Vec<&str> {
        vec!["traceparent"]
    }
}

struct Told(Option<HeaderValue>);

impl Injector for Told {
    fn set(&mut self, key: &str, value: String) {
        if key == HEADER.as_str() {
            self.0 = value.try_into().ok();
        }
    }
}
