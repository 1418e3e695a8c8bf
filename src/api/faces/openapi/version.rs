//! The document in the version of OpenAPI that its reader knows. It is made as 3.1, whose schemas are JSON Schema. 3.0 has
//! other keywords for some of that, and none for the rest.

use schemars::{
    Schema,
    transform::{AddNullable, RemoveRefSiblings, ReplaceConstValue, Transform, transform_subschemas},
};
use serde_json::Value;

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
        named.values_mut().for_each(rewrite);
    }
    document
}

/// Rewrites a schema and all schemas below it.
fn rewrite(schema: &mut Value) {
    let Ok(schema) = <&mut Schema>::try_from(schema) else { return };
    rewrite_choice(schema);
    AddNullable::default().transform(schema);
    ReplaceConstValue::default().transform(schema);
    RemoveRefSiblings::default().transform(schema);
}

/// 3.0 has no `contains`, and says of a choice between something and `null` that it is `nullable`.
fn rewrite_choice(schema: &mut Schema) {
    schema.remove("contains");
    transform_subschemas(&mut rewrite_choice, schema);
    let Some(Value::Array(choices)) = schema.get_mut("anyOf") else { return };
    let all = choices.len();
    choices.retain(|choice| choice.get("type").is_none_or(|kind| kind != "null"));
    if choices.len() == all {
        return;
    }
    if let Some(choices) = schema.remove("anyOf") {
        schema.insert("allOf".to_owned(), choices);
    }
    schema.insert("nullable".to_owned(), true.into());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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
                json!({ "anyOf": [{ "$ref": "#/a" }, { "type": "null" }], "x-label": "A" }),
                json!({ "allOf": [{ "$ref": "#/a" }], "nullable": true, "x-label": "A" }),
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
            let mut rewritten = schema;
            rewrite(&mut rewritten);
            assert_eq!(rewritten, expected);
        }
    }
}
