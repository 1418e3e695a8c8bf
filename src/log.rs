//! Starts the log, and with the feature `otlp` the export of traces.

#[cfg(feature = "otlp")]
mod otlp;

use std::io::IsTerminal;

use passerelle::settings::{Log, LogFormat};
use tracing_subscriber::{Layer, Registry, filter::Targets, layer::SubscriberExt, util::SubscriberInitExt};

/// Starts the log. It goes to standard error, since standard output holds the results of commands.
pub(crate) fn start(log: &Log) {
    let subscriber = tracing_subscriber::registry().with(lines(log));
    #[cfg(feature = "otlp")]
    let subscriber = subscriber.with(otlp::layer());
    subscriber.init();
}

/// Sends the remaining spans.
pub(crate) fn end() {
    #[cfg(feature = "otlp")]
    otlp::end();
}

fn lines(log: &Log) -> impl Layer<Registry> + use<> {
    // The MCP SDK logs every message at a lower level. A filter that names `rmcp` overrides this.
    let filter: Targets = format!("rmcp=warn,{}", log.filter).parse().unwrap_or_default();
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    match log.format {
        LogFormat::Text => lines.with_filter(filter).boxed(),
        LogFormat::Json => lines.json().with_span_list(false).with_filter(filter).boxed(),
    }
}
