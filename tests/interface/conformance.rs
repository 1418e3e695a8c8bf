//! Holds answers to the schemas that the OpenAPI document declares for them.

use std::{collections::HashMap, sync::LazyLock};

use http::StatusCode;
use jsonschema::Validator;
use passerelle::{api::faces::openapi, language::Language};
use serde_json::{Value, json};

/// The schema of a success by path below `/api/v1/`, and of a failure by the empty path.
static SCHEMAS: LazyLock<HashMap<String, Validator>> = LazyLock::new(|| {
    let document = openapi::document(Language::Fr);
    let compiled = |schema: &Value| {
        let whole = json!({ "allOf": [schema], "components": document["components"] });
        jsonschema::draft202012::new(&whole).unwrap()
    };
    let paths = document["paths"].as_object().unwrap().iter().filter_map(|(path, item)| {
        let schema = &item["post"]["responses"]["200"]["content"]["application/json"]["schema"];
        Some((path.strip_prefix("/api/v1/")?.to_owned(), compiled(schema)))
    });
    let failure = compiled(&json!({ "$ref": "#/components/schemas/Failure" }));
    paths.chain([(String::new(), failure)]).collect()
});

/// Fails unless an answer to a path below `/api/v1/` is as declared.
#[track_caller]
pub(crate) fn check(path: &str, status: StatusCode, body: &Value) {
    let role = if status.is_success() { path } else { "" };
    if let Some(schema) = SCHEMAS.get(role) {
        let faults: Vec<_> =
            schema.iter_errors(body).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(faults.is_empty(), "{path} answers against its schema:\n{}\n{body:#}", faults.join("\n"));
    }
}
