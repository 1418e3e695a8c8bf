//! What the document says of the health routes.

use serde_json::{Map, Value, json};

use super::failure;

/// What the `OpenAPI` document says of these routes.
pub(super) fn paths() -> Map<String, Value> {
    let answer = |description: &str| {
        let schema = json!({ "type": "object", "properties": { "status": { "type": "string" } }, "required": ["status"] });
        json!({ "description": description, "content": { "application/json": { "schema": schema } } })
    };
    let unready = failure("The process is stopping");
    let unusable = failure("The host can't be used; the whole reason is for callers with a token");
    Map::from_iter([
        (
            "/health/live".to_owned(),
            json!({ "get": {
            "operationId": "live", "tags": ["health"], "summary": "Say that the process lives", "security": [],
            "responses": { "200": answer("It lives") },
        } }),
        ),
        (
            "/health/ready".to_owned(),
            json!({ "get": {
            "operationId": "ready", "tags": ["health"], "summary": "Say whether the process can take requests; the host is not asked", "security": [],
            "responses": {
                "200": answer("It can"),
                "503": unready,
            },
        } }),
        ),
        (
            "/health/host".to_owned(),
            json!({ "get": {
            "operationId": "host", "tags": ["health"], "summary": "Say whether the host behind the bridge can be used", "security": [{}, { "caller": [] }],
            "responses": {
                "200": answer("It can be used"),
                "503": unusable,
            },
        } }),
        ),
    ])
}
