//! The document in the version of OpenAPI that its reader knows. It is made as 3.1, whose schemas are JSON Schema. 3.0 has
//! other keywords for some of that, and none for the rest.

use schemars::{
    Schema,
    transform::{AddNullable, RemoveRefSiblings, ReplaceConstValue, Transform, transform_subschemas},
};

use super::SCHEMAS;
use crate::api::faces::prelude::*;

/// Schemas by name stand here.
const NAMED: &str = "/components/schemas";

/// A 3.1 document in 3.0. What stands elsewhere than among the named schemas reads the same in both.
pub(super) fn to_3_0(mut document: Value) -> Value {
    if let Some(version) = document.get_mut("openapi") {
        *version = "3.0.3".into();
    }
    if let Some(license) = document.pointer_mut("/info/license").and_then(Value::as_object_mut) {
        license.remove("identifier");
    }
    if let Some(named) = document.pointer_mut(NAMED).and_then(Value::as_object_mut) {
        let mut choices = Choices { named: named.clone(), taken: BTreeSet::new() };
        named.values_mut().for_each(|schema| rewrite(schema, &mut choices));
        let or_null =
            choices.taken.iter().filter_map(|name| Some((or_null(name), admitting_null(named.get(name)?))));
        let or_null: Vec<_> = or_null.collect();
        named.extend(or_null);
    }
    document
}

/// Rewrites a schema and all schemas below it.
fn rewrite(schema: &mut Value, choices: &mut Choices) {
    let Ok(schema) = <&mut Schema>::try_from(schema) else { return };
    choices.transform(schema);
    AddNullable::default().transform(schema);
    ReplaceConstValue::default().transform(schema);
    RemoveRefSiblings::default().transform(schema);
}

/// Rewrites choices between a named schema and `null`. 3.0 has no `null` but `nullable`, which counts beside a `type` alone and holds
/// for no schema that is referred to: so a schema of another name admits `null`, and its type stands beside the reference.
struct Choices {
    /// The schemas by name.
    named: Map<String, Value>,
    /// The names of those that some choice has.
    taken: BTreeSet<String>,
}

impl Transform for Choices {
    fn transform(&mut self, schema: &mut Schema) {
        // 3.0 has no `contains` either.
        schema.remove("contains");
        transform_subschemas(self, schema);
        let Some(Value::Array(choices)) = schema.get("anyOf") else { return };
        let is_null = |choice: &&Value| choice.get("type").is_some_and(|kind| kind == "null");
        let (nulls, others): (Vec<_>, Vec<_>) = choices.iter().partition(is_null);
        let ([_], [one]) = (&nulls[..], &others[..]) else { return };
        let name = one
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|place| place.strip_prefix(SCHEMAS)?.strip_prefix('/'));
        let Some(name) = name.map(str::to_owned) else { return };
        let kind = self.named.get(&name).and_then(|named| named.get("type")).cloned();
        schema.remove("anyOf");
        schema.insert("allOf".to_owned(), json!([{ "$ref": format!("{SCHEMAS}/{}", or_null(&name)) }]));
        schema.insert("nullable".to_owned(), true.into());
        schema.ensure_object().extend(kind.map(|kind| ("type".to_owned(), kind)));
        self.taken.insert(name);
    }
}

/// The name of a schema that admits `null` too.
fn or_null(name: &str) -> String {
    format!("{name}OrNull")
}

/// A schema of 3.0, and `null`.
fn admitting_null(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.push(Value::Null);
    }
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("nullable".to_owned(), true.into());
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_keyword_of_3_1_has_its_counterpart_in_3_0() {
        for (schema, expected) in [
            (
                json!({ "type": ["string", "null"], "default": "" }),
                json!({ "type": "string", "default": "", "nullable": true }),
            ),
            (
                json!({ "type": ["string", "null"], "enum": ["a", null] }),
                json!({ "type": "string", "enum": ["a", null], "nullable": true }),
            ),
            (json!({ "const": false }), json!({ "enum": [false] })),
            (
                json!({ "anyOf": [{ "$ref": "#/components/schemas/A" }, { "type": "null" }], "x-label": "A" }),
                json!({ "allOf": [{ "$ref": "#/components/schemas/AOrNull" }], "nullable": true, "type": "string", "x-label": "A" }),
            ),
            (json!({ "$ref": "#/a" }), json!({ "$ref": "#/a" })),
            (
                json!({ "$ref": "#/a", "x-label": "A" }),
                json!({ "allOf": [{ "$ref": "#/a" }], "x-label": "A" }),
            ),
            (
                json!({ "type": "array", "items": { "type": ["integer", "null"] }, "contains": {} }),
                json!({ "type": "array", "items": { "type": "integer", "nullable": true } }),
            ),
            (
                json!({ "type": "object", "properties": { "type": { "const": 1 } }, "additionalProperties": false }),
                json!({ "type": "object", "properties": { "type": { "enum": [1] } }, "additionalProperties": false }),
            ),
        ] {
            let named = json!({ "A": { "type": "string", "enum": ["a"] }, "Tried": schema });
            let document = to_3_0(json!({ "components": { "schemas": named } }));
            let schemas = &document["components"]["schemas"];
            assert_eq!(schemas["Tried"], expected);
            let or_null = json!({ "type": "string", "enum": ["a", null], "nullable": true });
            assert!(schemas["AOrNull"] == or_null || schemas["AOrNull"].is_null(), "{schemas}");
        }
    }
}
