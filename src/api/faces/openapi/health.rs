//! What the document says of the health routes.

use serde_json::{Map, Value, json};

use super::failure;

/// Name, what it is for, what 200 says, and what 503 says if it can answer so.
type Probe = (&'static str, &'static str, &'static str, Option<&'static str>);

const PROBES: [Probe; 3] = [
    ("live", "Say that the process lives", "It lives", None),
    ("ready", "Say whether the process can take requests", "It can", Some("It stops, or its store is away")),
    ("host", "Say whether the host can be used", "It can", Some("It can't; callers with a token read why")),
];

/// What the `OpenAPI` document says of these routes.
pub(super) fn paths() -> Map<String, Value> {
    let path = |(name, summary, good, bad): Probe| {
        let schema = json!({ "type": "object", "properties": { "status": { "type": "string" } }, "required": ["status"] });
        let content = json!({ "application/json": { "schema": schema } });
        let good = ("200", json!({ "description": good, "content": content }));
        let answers = [good].into_iter().chain(bad.map(|bad| ("503", failure(bad))));
        let responses: Map<_, _> = answers.map(|(status, answer)| (status.to_owned(), answer)).collect();
        let security = if name == "host" { json!([{}, { "caller": [] }]) } else { json!([]) };
        let get = json!({
            "operationId": name, "tags": ["health"], "summary": summary, "security": security, "responses": responses,
        });
        (format!("/health/{name}"), json!({ "get": get }))
    };
    PROBES.into_iter().map(path).collect()
}
