//! `GET /llms.txt`: what a model that is given this bridge's address should read first.

use super::prelude::*;
use crate::{
    api::faces::page::{FixedPage, FixedPages},
    messages::tool::{INSTRUCTIONS, WHERE_TO_CALL},
};

fn page(served: &[Entry]) -> FixedPage {
    let operations: String = served.iter().map(line).collect();
    let about = env!("CARGO_PKG_DESCRIPTION");
    let text = format!(
        "# Passerelle\n\n> {about}\n\n{INSTRUCTIONS}\n\n{WHERE_TO_CALL}\n\n## Operations\n\n{operations}"
    );
    FixedPage::new("text/plain; charset=utf-8", text)
}

fn line(entry: &Entry) -> String {
    format!("- [{}](/docs#{}): `POST {}`. {}\n", entry.name, entry.name, entry.path, entry.description())
}

/// `GET /llms.txt`: with the operations that the reader may call.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/llms.txt", get(answer))
}

async fn answer(State(state): State<Arc<AppState>>, asked: HeaderMap) -> Response {
    static PAGES: FixedPages<()> = FixedPages::new();
    PAGES.answer(&state, &asked, (), page).await
}
