//! From a request's body to typed fields. A request's fields come in parts, each read from the same JSON object, so that
//! parts that many operations share are declared once.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{api::wire::failure::Failure, messages};

/// What an operation reads of a request: one to five parts.
pub(in crate::api) trait Parts: Sized + Send {
    /// Reads every part of the object.
    ///
    /// # Errors
    /// 422, naming the first field that is missing or out of its bounds.
    fn read(object: &Value) -> Result<Self, Failure>;

    /// The schema of an object that holds every part.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
}

macro_rules! parts {
    ($($part:ident),+) => {
        impl<$($part: DeserializeOwned + JsonSchema + Send),+> Parts for ($($part,)+) {
            fn read(object: &Value) -> Result<Self, Failure> {
                Ok(($(part::<$part>(object)?,)+))
            }

            fn schema(generator: &mut SchemaGenerator) -> Schema {
                joined([$($part::json_schema(generator)),+])
            }
        }
    };
}

parts!(A);
parts!(A, B);
parts!(A, B, C);
parts!(A, B, C, D);
parts!(A, B, C, D, E);

/// The schema of an object that has the properties of them all.
pub(in crate::api) fn joined<const PARTS: usize>(parts: [Schema; PARTS]) -> Schema {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for mut part in parts {
        if let Some(Value::Object(own)) = part.remove("properties") {
            properties.extend(own);
        }
        if let Some(Value::Array(own)) = part.remove("required") {
            required.extend(own);
        }
    }
    let mut joined = json_schema!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        joined.insert("required".to_owned(), required.into());
    }
    joined
}

/// The JSON object in a body.
///
/// # Errors
/// 422 for a body that is no JSON object.
pub(in crate::api) fn object(body: &[u8]) -> Result<Value, Failure> {
    serde_json::from_slice::<Map<String, Value>>(body).map(Value::Object).map_err(|error| {
        let detail = match error.classify() {
            serde_json::error::Category::Data => messages::gate::body_is_no_object(),
            _ => messages::gate::body_is_no_json(error.line(), error.column()),
        };
        Failure::unprocessable(detail)
    })
}

fn part<T: DeserializeOwned>(object: &Value) -> Result<T, Failure> {
    serde_path_to_error::deserialize(object).map_err(|error| {
        let path = error.path().to_string();
        Failure::unprocessable(sentence(&path, &error.into_inner().to_string()))
    })
}

/// The sentence about a field. The decoder's own words, in English, are only recognised, never shown.
fn sentence(path: &str, fault: &str) -> String {
    if let Some(rest) = fault.strip_prefix("missing field `") {
        let field = rest.split('`').next().unwrap_or_default();
        let full = if path == "." { field.to_owned() } else { format!("{path}.{field}") };
        return messages::field::wrong(&full, messages::field::NEEDED);
    }
    if fault.starts_with("invalid ") {
        return messages::field::wrong(path, messages::field::SHAPE);
    }
    messages::field::wrong(path, fault)
}

/// Whether a request only asks what would be done (`dry_run`).
pub(in crate::api) fn is_dry_run(fields: &Value) -> bool {
    fields.get("dry_run") == Some(&Value::Bool(true))
}
