//! Starts the log, and with the feature `otlp` the export of traces.

mod lines;
#[cfg(feature = "otlp")]
mod otlp;

use std::{
    io::{self, IsTerminal, Write},
    panic,
    sync::mpsc,
    thread,
    time::Duration,
};

use passerelle::{
    api::LostLines,
    audit,
    settings::{Log, LogFormat},
};
use tracing::{Level, level_filters::LevelFilter};
use tracing_subscriber::{
    Layer, Registry,
    filter::{FilterExt, Targets, filter_fn},
    fmt::{MakeWriter, writer::MakeWriterExt},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// How long the last lines of the program may take to be written.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Starts the log; what is returned counts the lines that it loses. It goes to standard error, since standard output holds the
/// results of commands.
pub(crate) fn start(log: &Log) -> LostLines {
    let (audited, others, lost) = lines::start();
    let writer = (move || audited.clone()).with_filter(|meta| meta.target() == audit::TARGET);
    let lines = layer(log, writer.or_else(move || others.clone()));
    let subscriber = tracing_subscriber::registry().with(lines);
    // A layer that is `None` would take the span of the request from the lines.
    #[cfg(feature = "otlp")]
    match otlp::layer() {
        Some(spans) => subscriber.with(spans).init(),
        None => subscriber.init(),
    }
    #[cfg(not(feature = "otlp"))]
    subscriber.init();
    panic::set_hook(Box::new(log_panic));
    lost
}

/// Writes the lines that still wait, as far as their reader takes them, and sends the remaining spans.
pub(crate) fn end() {
    #[cfg(feature = "otlp")]
    otlp::end();
    lines::flush();
}

/// The layer that writes lines. There is only one: with two, what a span learns later (such as the person) would be written
/// twice.
fn layer(
    log: &Log,
    writer: impl for<'a> MakeWriter<'a> + Send + Sync + 'static,
) -> Box<dyn Layer<Registry> + Send + Sync> {
    // The MCP SDK logs every message at a lower level. A filter that names `rmcp` overrides this.
    let filter: Targets = format!("rmcp=warn,{}", log.filter).parse().unwrap_or_default();
    // The span of a request, which names the person: no filter removes it, and no span of a library replaces it.
    let spans = filter_fn(|meta| meta.is_span() && *meta.level() == Level::ERROR);
    let spans = spans.with_max_level_hint(LevelFilter::ERROR);
    let filter = filter.and(filter_fn(|meta| !meta.is_span())).or(spans);
    let lines = tracing_subscriber::fmt::layer().with_writer(writer).with_ansi(io::stderr().is_terminal());
    match log.format {
        LogFormat::Text => lines.with_filter(filter).boxed(),
        LogFormat::Json => lines.json().with_span_list(false).with_filter(filter).boxed(),
    }
}

/// Writes a line to standard error beside the log. Gives up if nobody reads it, so that the program can end.
pub(crate) fn say(line: &str) {
    let (done, wait) = mpsc::channel();
    let line = format!("passerelle: {line}\n");
    thread::spawn(move || {
        let _ = io::stderr().write_all(line.as_bytes());
        let _ = done.send(());
    });
    let _ = wait.recv_timeout(LAST_WORDS);
}

/// Logs a panic as a line. The usual hook writes to standard error itself, and would wait for its reader.
fn log_panic(panic: &panic::PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let payload = panic.payload();
    let reason = payload.downcast_ref::<&str>().copied();
    let reason = reason.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or_default();
    tracing::error!(place, reason, "a panic");
}
