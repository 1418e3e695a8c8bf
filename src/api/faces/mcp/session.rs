//! What clients say that they can show, and the sessions in which those of earlier revisions say it again.

use super::prelude::*;

/// The header with the session of a request.
pub(super) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
/// What the sessions of clients that show forms start with.
pub(super) const WITH_FORMS: &str = "forms-";
/// What the sessions of clients that show pages and no forms start with.
pub(super) const WITH_PAGES: &str = "pages-";
/// The extension by which a client says that it shows such pages.
pub(super) const EXTENSION: &str = "io.modelcontextprotocol/ui";
/// The media type of such a page.
pub(super) const MEDIA_TYPE: &str = "text/html;profile=mcp-app";

/// Whether a client shows forms: one that names no kind of question does.
pub(super) fn shows_forms(capabilities: &ClientCapabilities) -> bool {
    capabilities.elicitation.as_ref().is_some_and(|shown| shown.form.is_some() || shown.url.is_none())
}

/// Whether a client shows pages but no forms: one that shows both gets forms.
pub(super) fn shows_pages(capabilities: &ClientCapabilities) -> bool {
    let pages = capabilities.extensions.as_ref().and_then(|extensions| extensions.get(EXTENSION));
    let types = pages.and_then(|pages| pages.get("mimeTypes")?.as_array());
    types.is_some_and(|types| types.iter().any(|kind| kind == MEDIA_TYPE)) && !shows_forms(capabilities)
}

/// What the session of a client that can show this starts with, where this revision was agreed: it is asked over event streams, or on a
/// page.
pub(super) fn start_of_session(
    client: &ClientCapabilities,
    agreed: &ProtocolVersion,
) -> Option<&'static str> {
    let has_streams = (ProtocolVersion::V_2025_06_18..ProtocolVersion::V_2026_07_28).contains(agreed);
    let is_streamed = has_streams && shows_forms(client);
    is_streamed.then_some(WITH_FORMS).or(shows_pages(client).then_some(WITH_PAGES))
}

/// What the session of a request is called.
pub(super) fn session_name(headers: &HeaderMap) -> Option<&str> {
    headers.get(SESSION)?.to_str().ok()
}
