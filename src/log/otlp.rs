//! Sends spans to an OpenTelemetry collector, as the usual variables say: `OTEL_EXPORTER_OTLP_ENDPOINT` where,
//! `OTEL_SERVICE_NAME` under which name, `OTEL_TRACES_SAMPLER` which of them.

use std::{env, sync::OnceLock};

use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::SpanExporter;
use opentelemetry_sdk::{Resource, trace::SdkTracerProvider};
use tracing::{Subscriber, level_filters::LevelFilter};
use tracing_subscriber::{Layer, filter::Targets, registry::LookupSpan};

static PROVIDER: OnceLock<SdkTracerProvider> = OnceLock::new();

/// The export of spans; `None` if no collector is named.
pub(super) fn layer<S: Subscriber + for<'a> LookupSpan<'a>>() -> Option<impl Layer<S>> {
    let named = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
    named.iter().find_map(env::var_os)?;
    passerelle::tls::install();
    let exporter = SpanExporter::builder().with_http().build();
    let exporter = exporter.inspect_err(|error| super::say(&format!("traces are not exported: {error}")));
    let name = env::var("OTEL_SERVICE_NAME").unwrap_or_else(|_| env!("CARGO_PKG_NAME").to_owned());
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter.ok()?)
        .with_resource(Resource::builder().with_service_name(name).build())
        .build();
    let tracer = PROVIDER.get_or_init(|| provider).tracer(env!("CARGO_PKG_NAME"));
    // Only our own spans, also those that no log line shows. To export the exporter's own spans would never end.
    let ours = Targets::new().with_target(env!("CARGO_PKG_NAME"), LevelFilter::DEBUG);
    Some(tracing_opentelemetry::layer().with_tracer(tracer).with_filter(ours))
}

/// Sends the remaining spans.
pub(super) fn end() {
    if let Some(Err(error)) = PROVIDER.get().map(SdkTracerProvider::shutdown) {
        super::say(&format!("the last traces were not exported: {error}"));
    }
}
