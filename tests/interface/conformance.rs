//! Checks answers against the schemas that the OpenAPI document declares for them.

use std::{collections::HashMap, sync::LazyLock};

use boon::{Compiler, SchemaIndex, Schemas};
use http::StatusCode;
use passerelle::{
    api::{self, faces::openapi},
    language::Language,
};
use serde_json::{Value, json};

/// A JSON schema (2020-12), compiled to check values.
pub(crate) struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Schema {
    #[track_caller]
    pub(crate) fn new(schema: &Value) -> Self {
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        compiler.add_resource("schema.json", schema.clone()).unwrap();
        let index = compiler.compile("schema.json", &mut schemas).unwrap();
        Self { schemas, index }
    }

    /// What is wrong with a value; `None` if it fits the schema.
    pub(crate) fn fault(&self, value: &Value) -> Option<String> {
        self.schemas.validate(value, self.index).err().map(|fault| fault.to_string())
    }
}

/// The schema of a success by path below `/api/v1/`, and of a failure by the empty path.
static SCHEMAS: LazyLock<HashMap<String, Schema>> = LazyLock::new(|| {
    let document = openapi::document(Language::Fr, &api::operations());
    let compiled =
        |schema: &Value| Schema::new(&json!({ "allOf": [schema], "components": document["components"] }));
    let paths = document["paths"].as_object().unwrap().iter().filter_map(|(path, item)| {
        let schema = &item["post"]["responses"]["200"]["content"]["application/json"]["schema"];
        Some((path.strip_prefix("/api/v1/")?.to_owned(), compiled(schema)))
    });
    let failure = compiled(&json!({ "$ref": "#/components/schemas/Failure" }));
    paths.chain([(String::new(), failure)]).collect()
});

/// Fails unless an answer to a path below `/api/v1/` fits the declared schema.
#[track_caller]
pub(crate) fn check(path: &str, status: StatusCode, body: &Value) {
    let role = if status.is_success() { path } else { "" };
    if let Some(schema) = SCHEMAS.get(role) {
        let fault = schema.fault(body);
        assert_eq!(fault, None, "{path} answers against its schema:\n{body:#}");
    }
}
