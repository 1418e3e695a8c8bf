//! The declared schemas, cut down to what a model needs: clients put the whole list of tools before every conversation.

use rmcp::model::JsonObject;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::api::Entry;

/// The schema of a tool's arguments: all that a model needs to fill them in.
pub(super) fn input(entry: &Entry) -> JsonObject {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    object(compact(entry.request_schema(&mut settings.into_generator()).to_value()))
}

/// The schema of a tool's answer: what came of it, in a word and in a sentence. None is required, since clients hold a failure
/// to it too; the other fields show in the answer itself, and the `OpenAPI` document describes them.
pub(super) fn output(entry: &Entry) -> JsonObject {
    let statuses = entry.statuses();
    if statuses.is_empty() {
        return object(json!({ "type": "object" }));
    }
    let status = json!({ "type": "string", "enum": statuses });
    object(json!({ "type": "object", "properties": { "status": status, "message": { "type": "string" } } }))
}

/// What a model needs to know of an argument. A refusal names the other bounds.
const TOLD: [&str; 11] = [
    "type",
    "description",
    "enum",
    "default",
    "maximum",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "additionalProperties",
];

/// A schema with the keywords of [`TOLD`] alone, without `null` for absent values and without empty defaults.
fn compact(schema: Value) -> Value {
    let Value::Object(mut schema) = schema else { return schema };
    // Only the usual values are offered, although the host may accept others.
    if let Some(choices) = schema.remove("x-choices") {
        schema.insert("enum".to_owned(), choices);
    }
    schema.retain(|key, _| TOLD.contains(&key.as_str()));
    if let Some(kind) = schema.get_mut("type") {
        without_null(kind);
    }
    if let Some(Value::Array(words)) = schema.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    if schema.get("default").is_some_and(is_empty) {
        schema.remove("default");
    }
    if let Some(items) = schema.get_mut("items") {
        *items = compact(items.take());
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.values_mut().for_each(|property| *property = compact(property.take()));
    }
    Value::Object(schema)
}

/// `"string"` for `["string", "null"]`
fn without_null(kind: &mut Value) {
    if let Some([first, Value::String(second)]) = kind.as_array().map(Vec::as_slice)
        && second == "null"
    {
        *kind = first.clone();
    }
}

fn is_empty(default: &Value) -> bool {
    match default {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => number.as_i64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

fn object(schema: Value) -> JsonObject {
    match schema {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    }
}
