//! Adds this process's own spans to a trace, instead of only passing it on (feature `otlp`).

use std::collections::HashMap;

use http::HeaderValue;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

use super::{HEADER, TraceParent};

/// Headers, as the propagator reads and writes them.
type Carrier = HashMap<String, String>;

impl TraceParent {
    /// Makes a span a part of this trace. The span must not have been entered.
    pub fn adopt(&self, span: &Span) {
        let value = self.0.to_str().unwrap_or_default().to_owned();
        let headers = Carrier::from([(HEADER.to_string(), value)]);
        if let Err(error) = span.set_parent(TraceContextPropagator::new().extract(&headers)) {
            tracing::debug!(%error, "the span could not join the caller's trace");
        }
    }
}

/// The `traceparent` of the current span; `None` if spans are not exported.
pub(in crate::gitlab) fn current() -> Option<HeaderValue> {
    let mut headers = Carrier::new();
    TraceContextPropagator::new().inject_context(&Span::current().context(), &mut headers);
    headers.remove(HEADER.as_str())?.try_into().ok()
}
