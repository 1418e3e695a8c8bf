//! What the document says of the health routes.

use serde_json::{Map, Value, json};

use super::failure;

/// Name, what it is for, whether a token shows more, what 200 says, and what 503 says if it can answer so.
type Probe = (&'static str, &'static str, bool, &'static str, Option<&'static str>);

const PROBES: [Probe; 3] = [
    ("live", "Say that the process lives", false, "It lives", None),
    (
        "ready",
        "Say whether the process can take requests; the host is not asked",
        false,
        "It can",
        Some("The process is stopping"),
    ),
    (
        "host",
        "Say whether the host behind the bridge can be used",
        true,
        "It can be used",
        Some("The host can't be used; the whole reason is for callers with a token"),
    ),
];

/// What the `OpenAPI` document says of these routes.
pub(super) fn paths() -> Map<String, Value> {
    let path = |(name, summary, takes_token, good, bad): Probe| {
        let schema = json!({ "type": "object", "properties": { "status": { "type": "string" } }, "required": ["status"] });
        let content = json!({ "application/json": { "schema": schema } });
        let good = ("200", json!({ "description": good, "content": content }));
        let answers = [good].into_iter().chain(bad.map(|bad| ("503", failure(bad))));
        let responses: Map<_, _> = answers.map(|(status, answer)| (status.to_owned(), answer)).collect();
        let security = if takes_token { json!([{}, { "caller": [] }]) } else { json!([]) };
        let get = json!({
            "operationId": name, "tags": ["health"], "summary": summary, "security": security, "responses": responses,
        });
        (format!("/health/{name}"), json!({ "get": get }))
    };
    PROBES.into_iter().map(path).collect()
}
