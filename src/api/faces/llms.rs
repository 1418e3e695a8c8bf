//! `GET /llms.txt`: what a model that is given this bridge's address should read first.

use std::sync::LazyLock;

use axum::{Router, http::HeaderMap, routing::get};

use crate::{
    api::{Entry, faces::page::FixedPage, operations},
    messages::tool::{INSTRUCTIONS, WHERE_TO_CALL},
};

/// The page, made once.
static PAGE: LazyLock<FixedPage> = LazyLock::new(|| {
    let operations: String = operations().iter().map(line).collect();
    let about = env!("CARGO_PKG_DESCRIPTION");
    let text = format!(
        "# Passerelle\n\n> {about}\n\n{INSTRUCTIONS}\n\n{WHERE_TO_CALL}\n\n## Operations\n\n{operations}"
    );
    FixedPage::new("text/plain; charset=utf-8", text)
});

fn line(entry: &Entry) -> String {
    format!("- [{}](/docs#{}): `POST {}`. {}\n", entry.name, entry.name, entry.path, entry.description())
}

/// `GET /llms.txt`
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/llms.txt", get(async |asked: HeaderMap| PAGE.answer(&asked)))
}
