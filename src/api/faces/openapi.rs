//! The OpenAPI 3.1 document, made of the operations' declarations and of their types' own schemas.

mod schemas;
mod version;

use self::{schemas::Schemas, version::to_3_0};
use super::{
    page::{FixedPage, FixedPages},
    prelude::*,
    served_by,
};
use crate::{
    api::{PREFIX, gate::idempotency::LONGEST_KEY},
    messages::words,
};

/// Where the document keeps the definitions that schemas share.
const SCHEMAS: &str = "#/components/schemas";

/// The refusals that every operation may answer.
const COMMON_REFUSALS: [(u16, &str); 10] = [
    (401, "No valid token, where the bridge asks its callers for one"),
    (403, "The bridge's policy, or the host, forbids it"),
    (408, "The request body took too long to arrive"),
    (413, "The request body is larger than the bridge takes"),
    (415, "The request body is not declared as JSON"),
    (422, "The body is no JSON object, or a field is missing or out of its bounds"),
    (500, "An unexpected failure"),
    (502, "The host could not be reached, or answered something unusable"),
    (503, "The bridge serves too many requests: try again after `Retry-After`"),
    (504, "The request took too long"),
];

/// The refusals that only some operations may answer.
const OWN_REFUSALS: [(u16, &str); 3] = [
    (400, "A value that can't be used, such as a blank path with `confirm`"),
    (404, "What the request names for sure does not exist"),
    (409, "The host put the project into another group than asked; its deletion was asked for"),
];

/// The document as JSON text for people and tools that keep it in a file; in 3.0 if `is_older`, else in 3.1.
pub fn text(settings: &Settings, is_older: bool) -> String {
    let served = served_by(&settings.policy);
    format!("{:#}\n", of_version(settings.messages.language.unwrap_or_default(), is_older, &served))
}

/// The document as it is made, in 3.1, or in 3.0 for tools that can't read that.
fn of_version(language: Language, is_older: bool, operations: &[Entry]) -> Value {
    let document = document(language, operations);
    if is_older { to_3_0(document) } else { document }
}

/// `GET /openapi.json`, with `?version=3.0` for tools that read no 3.1: the operations that the reader may call.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/openapi.json", get(answer))
}

async fn answer(State(state): State<Arc<AppState>>, head: Parts) -> Response {
    static PAGES: FixedPages<(Language, bool)> = FixedPages::new();
    let language = head.extensions.get().copied().unwrap_or_default();
    let is_older = head.uri.query().unwrap_or_default().split('&').any(|wish| wish == "version=3.0");
    let make = |served: &[Entry]| {
        FixedPage::new("application/json", of_version(language, is_older, served).to_string())
    };
    PAGES.answer(&state, &head.headers, (language, is_older), make).await
}

/// The document that describes these operations. What programs and models read is English; titles and labels
/// (`x-title`, `x-label` …) are in the language.
pub fn document(language: Language, operations: &[Entry]) -> Value {
    let families: BTreeSet<_> = operations.iter().map(family).collect();
    let mut schemas = Schemas::new(language);
    let path =
        |entry: &Entry| (entry.path.to_owned(), json!({ "post": operation(entry, language, &mut schemas) }));
    let paths: Map<_, _> = operations.iter().map(path).chain(probes()).collect();
    let responses: Map<String, Value> = COMMON_REFUSALS
        .iter()
        .chain(&OWN_REFUSALS)
        .map(|(status, why)| (component(*status), failure(why)))
        .collect();
    // The values of statuses and choices, each with the label that people read.
    let words: Map<_, _> =
        words::values().map(|(word, label)| (word.to_owned(), label.say(language).into())).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Passerelle",
            "version": env!("CARGO_PKG_VERSION"),
            "description": about(),
            "license": { "name": "MIT", "identifier": "MIT" },
        },
        "servers": [{ "url": "/", "description": "This bridge" }],
        // Callers need a token only if the settings name some.
        "security": [{}, { "caller": [] }],
        "tags": families.iter().map(|family| json!({ "name": family })).collect::<Vec<_>>(),
        "x-language": language.tag(),
        "x-words": words,
        "paths": paths,
        "components": {
            "schemas": schemas.into_components(),
            "responses": responses,
            "headers": {
                "RequestId": {
                    "description": "Names this request in the bridge's logs: the caller's own if it sent one, else a new one",
                    "schema": { "type": "string" },
                },
            },
            "securitySchemes": { "caller": { "type": "http", "scheme": "bearer" } },
        },
    })
}

/// What the document says of all operations. The two headers are described here and are not parameters: programs that make tools
/// for models from this document would ask the model to fill them in.
fn about() -> String {
    let what = env!("CARGO_PKG_DESCRIPTION");
    format!(
        "{what}\n\nA request that changes something may carry the header `Idempotency-Key`, 1 to {LONGEST_KEY} visible ASCII \
         characters: sent again with the same body, it is answered again (and marked `idempotent-replayed: true`), not done \
         again. Any request may carry `x-request-id`, 1 to 128 visible ASCII characters, a name for it in the bridge's logs."
    )
}

fn operation(entry: &Entry, language: Language, schemas: &mut Schemas) -> Value {
    let [request, answer] = schemas.of(entry);
    let [requests, answers] = examples(entry);
    let (told, done) = ("What came of it: see `status`", "Done; `status` only says `preview`");
    let outcomes = if entry.answers_status() { told } else { done };
    let mut responses = Map::from_iter([(
        "200".to_owned(),
        json!({
            "description": outcomes,
            "headers": { "x-request-id": { "$ref": "#/components/headers/RequestId" } },
            "content": { "application/json": { "schema": answer, "examples": answers } },
        }),
    )]);
    let common = COMMON_REFUSALS.iter().map(|(status, _)| *status);
    for status in common.chain(entry.refusals.iter().map(|code| code.status().as_u16())) {
        let reference = json!({ "$ref": format!("#/components/responses/{}", component(status)) });
        responses.insert(status.to_string(), reference);
    }
    responses.insert("default".to_owned(), failure("What the host answered, with its own status"));
    json!({
        "operationId": entry.name,
        "tags": [family(entry)],
        "summary": entry.summary(),
        "description": entry.description(),
        "x-title": entry.title.say(language),
        "x-purpose": entry.purpose.say(language),
        "x-effect": entry.effect,
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": request, "examples": requests } },
        },
        "responses": responses,
    })
}

/// What the sandbox's sample answers to each operation's example requests, in their order. A test writes the file: it runs them all
/// against a fresh sample each, and reads the file, so the fallback is never used.
static ANSWERS: LazyLock<HashMap<String, Vec<Value>>> =
    LazyLock::new(|| serde_json::from_str(include_str!("openapi/examples.json")).unwrap_or_default());

/// The example requests of an operation and their answers, each under the answer's status; `done` where it has none.
fn examples(entry: &Entry) -> [Map<String, Value>; 2] {
    let mut examples = [Map::new(), Map::new()];
    for (request, answer) in entry.examples().iter().zip(ANSWERS.get(entry.name).into_iter().flatten()) {
        let name = answer.get("status").and_then(Value::as_str).unwrap_or("done");
        let request: Value = serde_json::from_str(request).unwrap_or_default();
        for (shown, value) in examples.iter_mut().zip([&request, answer]) {
            shown.insert(name.to_owned(), json!({ "value": value }));
        }
    }
    examples
}

fn failure(description: &str) -> Value {
    json!({
        "description": description,
        "headers": { "x-request-id": { "$ref": "#/components/headers/RequestId" } },
        "content": { "application/json": { "schema": { "$ref": format!("{SCHEMAS}/Failure") } } },
    })
}

/// The name of a refusal among the components: its reason, without spaces.
fn component(status: u16) -> String {
    let reason = StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
    reason.unwrap_or_default().replace(' ', "")
}

/// `issues` for `/api/v1/issues/assistant-close`
fn family(entry: &Entry) -> &'static str {
    let below = entry.path.strip_prefix(PREFIX).unwrap_or(entry.path);
    below.trim_start_matches('/').split('/').next().unwrap_or_default()
}

/// Name, what it is for, what 200 says, and what 503 says if it can answer so.
type Probe = (&'static str, &'static str, &'static str, Option<&'static str>);

const PROBES: [Probe; 3] = [
    ("live", "Say that the process lives", "It lives", None),
    ("ready", "Say whether the process can take requests", "It can", Some("It stops, or its store is away")),
    ("host", "Say whether the host can be used", "It can", Some("It can't; callers with a token read why")),
];

/// What the `OpenAPI` document says of these routes.
fn probes() -> Map<String, Value> {
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
