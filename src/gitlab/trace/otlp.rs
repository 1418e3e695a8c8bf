//! Adds this process's own spans to a trace, instead of only passing it on (feature `otlp`).

use http::HeaderValue;
use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

use super::{HEADER, TraceParent};

impl TraceParent {
    /// Makes a span a part of this trace. The span must not have been entered.
    pub fn adopt(&self, span: &Span) {
        let parent = TraceContextPropagator::new().extract(self);
        if let Err(error) = span.set_parent(parent) {
            tracing::debug!(%error, "the span could not join the caller's trace");
        }
    }
}

/// The `traceparent` of the current span; `None` if spans are not exported.
pub(in crate::gitlab) fn current() -> Option<HeaderValue> {
    let mut header = Header(None);
    TraceContextPropagator::new().inject_context(&Span::current().context(), &mut header);
    header.0
}

impl Extractor for TraceParent {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.to_str().ok().filter(|_| key == HEADER.as_str())
    }

    fn keys(&self) -> Vec<&str> {
        vec!["traceparent"]
    }
}

struct Header(Option<HeaderValue>);

impl Injector for Header {
    fn set(&mut self, key: &str, value: String) {
        if key == HEADER.as_str() {
            self.0 = value.try_into().ok();
        }
    }
}
