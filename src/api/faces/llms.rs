//! `GET /llms.txt`: what a model that is given this bridge's address should read first.

use std::sync::LazyLock;

use axum::{Router, http::header, routing::get};

use crate::{
    api::{Entry, operations},
    messages::tool::{INSTRUCTIONS, WHERE_TO_CALL},
};

/// The page, made once.
static TEXT: LazyLock<String> = LazyLock::new(|| {
    let operations: String = operations().iter().map(line).collect();
    let about = env!("CARGO_PKG_DESCRIPTION");
    format!("# Passerelle\n\n> {about}\n\n{INSTRUCTIONS}\n\n{WHERE_TO_CALL}\n\n## Operations\n\n{operations}")
});

fn line(entry: &Entry) -> String {
    format!("- [{}](/docs#{}): `POST {}`. {}\n", entry.name, entry.name, entry.path, entry.description())
}

/// `GET /llms.txt`
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let text = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Router::new().route("/llms.txt", get(async move || (text, TEXT.as_str())))
}
