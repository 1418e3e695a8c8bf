//! The OpenAPI 3.1 document, made of the operations' declarations and of their types' own schemas.

mod examples;
mod french;
mod health;

use std::{collections::BTreeSet, sync::LazyLock};

use axum::{
    Router,
    http::{StatusCode, header},
    routing::get,
};
use bytes::Bytes;
use schemars::{
    Schema, SchemaGenerator,
    generate::{Contract, SchemaSettings},
};
use serde_json::{Map, Value, json};

use crate::api::{Entry, PREFIX, gate::idempotency::LONGEST_KEY, operations};

/// Where definitions that schemas share stand in the document.
const SCHEMAS: &str = "#/components/schemas";

/// What any operation may answer instead of an outcome, whoever asks and whatever for.
const COMMON_REFUSALS: [(StatusCode, &str); 10] = [
    (StatusCode::UNAUTHORIZED, "No valid token, where the bridge asks its callers for one"),
    (StatusCode::FORBIDDEN, "The bridge's policy, or the host, forbids it"),
    (StatusCode::REQUEST_TIMEOUT, "The request body took too long to arrive"),
    (StatusCode::PAYLOAD_TOO_LARGE, "The request body is larger than the bridge takes"),
    (StatusCode::UNSUPPORTED_MEDIA_TYPE, "The request body is not declared as JSON"),
    (
        StatusCode::UNPROCESSABLE_ENTITY,
        "The body is no JSON object, or a field is missing or out of its bounds",
    ),
    (StatusCode::INTERNAL_SERVER_ERROR, "An unexpected failure"),
    (StatusCode::BAD_GATEWAY, "The host could not be reached, or answered something unusable"),
    (StatusCode::SERVICE_UNAVAILABLE, "The bridge serves too many requests: try again after `Retry-After`"),
    (StatusCode::GATEWAY_TIMEOUT, "The request took too long"),
];

/// What some operations may answer besides.
const OWN_REFUSALS: [(StatusCode, &str); 3] = [
    (StatusCode::BAD_REQUEST, "A value that can't be used, such as a blank path with `confirm`"),
    (StatusCode::NOT_FOUND, "What the request names for sure does not exist"),
    (
        StatusCode::CONFLICT,
        "The host put the project into another group than asked; its deletion was asked for",
    ),
];

/// The document as JSON text, made once.
#[must_use]
pub fn text() -> Bytes {
    static TEXT: LazyLock<Bytes> = LazyLock::new(|| Bytes::from(format!("{:#}\n", document())));
    TEXT.clone()
}

/// `GET /openapi.json`
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let json = [(header::CONTENT_TYPE, "application/json")];
    Router::new().route("/openapi.json", get(async move || (json, text())))
}

/// The document that describes every operation of this version.
#[must_use]
pub fn document() -> Value {
    let operations = operations();
    let mut schemas = Schemas::new();
    let mut paths = Map::new();
    for entry in &operations {
        paths.insert(entry.path.to_owned(), json!({ "post": operation(entry, &mut schemas) }));
    }
    paths.extend(health::paths());
    let responses: Map<String, Value> = COMMON_REFUSALS
        .iter()
        .chain(&OWN_REFUSALS)
        .map(|(status, why)| (component(*status), failure(why)))
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Passerelle",
            "version": env!("CARGO_PKG_VERSION"),
            "description": env!("CARGO_PKG_DESCRIPTION"),
            "license": { "name": "MIT", "identifier": "MIT" },
        },
        "servers": [{ "url": "/", "description": "This bridge" }],
        // Callers show a token only where the bridge was given some.
        "security": [{}, { "caller": [] }],
        "tags": tags(&operations),
        "x-words": french::words(),
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
            "parameters": {
                "RequestId": {
                    "name": "x-request-id",
                    "in": "header",
                    "description": "A name for this request: 1 to 128 visible ASCII characters",
                    "schema": { "type": "string" },
                },
                "IdempotencyKey": {
                    "name": "Idempotency-Key",
                    "in": "header",
                    "description": "Names this write: sent again with the same body, it is answered again (and marked \
                        `idempotent-replayed: true`), not done again",
                    "schema": { "type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$" },
                },
            },
            "securitySchemes": { "caller": { "type": "http", "scheme": "bearer" } },
        },
    })
}

/// The schemas of requests and answers, and what they share.
struct Schemas {
    requests: SchemaGenerator,
    answers: SchemaGenerator,
    own: Map<String, Value>,
}

impl Schemas {
    fn new() -> Self {
        let generator = |contract| {
            let settings = SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.contract = contract;
            });
            settings.into_generator()
        };
        Self {
            requests: generator(Contract::Deserialize),
            answers: generator(Contract::Serialize),
            own: Map::from_iter([("Failure".to_owned(), failure_schema())]),
        }
    }

    fn of(&mut self, entry: &Entry) -> [Value; 2] {
        let request = entry.request_schema(&mut self.requests);
        let answer = entry.response_schema(&mut self.answers);
        [
            self.keep(entry, "Request", request, french::label_request),
            self.keep(entry, "Answer", answer, french::label_answer),
        ]
    }

    /// Keeps a schema under a name of its own; answers the reference to it.
    fn keep(&mut self, entry: &Entry, role: &str, mut schema: Schema, label: fn(&mut Value)) -> Value {
        // The name of a Rust type says nothing to a caller.
        schema.remove("title");
        schema.remove("description");
        let name = format!("{}{role}", camel_case(entry.name));
        let mut schema = schema.to_value();
        label(&mut schema);
        self.own.insert(name.clone(), schema);
        json!({ "$ref": format!("{SCHEMAS}/{name}") })
    }

    fn into_components(mut self) -> Map<String, Value> {
        let mut requests = self.requests.take_definitions(true);
        requests.values_mut().for_each(french::label_request);
        let mut answers = self.answers.take_definitions(true);
        answers.values_mut().for_each(french::label_answer);
        self.own.extend(requests);
        self.own.extend(answers);
        self.own
    }
}

fn operation(entry: &Entry, schemas: &mut Schemas) -> Value {
    let [request, answer] = schemas.of(entry);
    let shown = examples::of(entry);
    let requests = shown.iter().map(|example| (example.name.clone(), json!({ "value": example.request })));
    let answers = shown.iter().map(|example| (example.name.clone(), json!({ "value": example.answer })));
    let mut responses = Map::from_iter([(
        "200".to_owned(),
        json!({
            "description": outcomes(entry),
            "headers": { "x-request-id": { "$ref": "#/components/headers/RequestId" } },
            "content": { "application/json": { "schema": answer, "examples": answers.collect::<Map<_, _>>() } },
        }),
    )]);
    let common = COMMON_REFUSALS.iter().map(|(status, _)| status);
    for status in common.chain(entry.refusals) {
        let reference = json!({ "$ref": format!("#/components/responses/{}", component(*status)) });
        responses.insert(status.as_str().to_owned(), reference);
    }
    responses.insert("default".to_owned(), failure("What the host answered, with its own status"));
    json!({
        "operationId": entry.name,
        "tags": [family(entry)],
        "summary": entry.summary,
        "description": entry.description,
        "x-title": entry.title,
        "x-purpose": entry.purpose,
        "x-effect": entry.effect,
        "parameters": parameters(entry),
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": request, "examples": requests.collect::<Map<_, _>>() } },
        },
        "responses": responses,
    })
}

fn parameters(entry: &Entry) -> Vec<Value> {
    let names =
        if entry.effect.writes() { ["RequestId", "IdempotencyKey"].as_slice() } else { &["RequestId"] };
    names.iter().map(|name| json!({ "$ref": format!("#/components/parameters/{name}") })).collect()
}

fn outcomes(entry: &Entry) -> &'static str {
    if entry.answers_status() {
        "What came of it: see `status`"
    } else {
        "Done; `status` only says `preview`"
    }
}

pub(in crate::api) fn failure(description: &str) -> Value {
    json!({
        "description": description,
        "headers": { "x-request-id": { "$ref": "#/components/headers/RequestId" } },
        "content": { "application/json": { "schema": { "$ref": format!("{SCHEMAS}/Failure") } } },
    })
}

fn failure_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "success": { "const": false },
            "detail": { "type": "string", "description": "A French sentence for people" },
            "code": { "type": "string", "description": "A stable word for programs" },
        },
        "required": ["success", "detail", "code"],
    })
}

/// The name of a refusal among the components: its reason, without spaces.
fn component(status: StatusCode) -> String {
    status.canonical_reason().unwrap_or_default().replace(' ', "")
}

fn tags(operations: &[Entry]) -> Vec<Value> {
    let families: BTreeSet<_> = operations.iter().map(family).collect();
    families.iter().map(|family| json!({ "name": family })).collect()
}

/// `issues` for `/api/v1/issues/assistant-close`
fn family(entry: &Entry) -> &'static str {
    let below = entry.path.strip_prefix(PREFIX).unwrap_or(entry.path);
    below.trim_start_matches('/').split('/').next().unwrap_or_default()
}

/// `AssistantCloseIssue` for `assistant_close_issue`
fn camel_case(name: &str) -> String {
    let capitalised = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    capitalised.collect()
}
