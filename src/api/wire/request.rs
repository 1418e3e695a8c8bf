//! From a request's body to typed fields. A request's fields come in parts, each read from the same JSON object, so that
//! parts that many operations share are declared once.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserializer,
    de::{DeserializeOwned, Error as _, Visitor, value::Error as NoValue},
    forward_to_deserialize_any,
};
use serde_json::{Map, Value, error::Category};

use crate::{
    api::wire::{failure::Failure, fault::Fault},
    messages::{field, gate},
};

/// Most characters of an unknown field's name that are said again.
const LONGEST_SHOWN: usize = 100;

/// What an operation reads of a request: one to five parts.
pub(in crate::api) trait Parts: Sized + Send {
    /// Reads every part of the object.
    ///
    /// # Errors
    /// 422, naming the first field that is missing or out of its bounds.
    fn read(object: &Value) -> Result<Self, Failure>;

    /// The names of the fields of every part.
    fn fields() -> Vec<&'static str>;

    /// The schema of an object that holds every part.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
}

macro_rules! parts {
    ($($part:ident),+) => {
        impl<$($part: DeserializeOwned + JsonSchema + Send),+> Parts for ($($part,)+) {
            fn read(object: &Value) -> Result<Self, Failure> {
                Ok(($(decode::<$part>(object)?,)+))
            }

            fn fields() -> Vec<&'static str> {
                [$(fields_of::<$part>()),+].concat()
            }

            fn schema(generator: &mut SchemaGenerator) -> Schema {
                join_schemas([$($part::json_schema(generator)),+])
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
pub(in crate::api) fn join_schemas<const PARTS: usize>(parts: [Schema; PARTS]) -> Schema {
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

/// The same schema for an object that has no other properties.
pub(in crate::api) fn close_schema(mut schema: Schema) -> Schema {
    schema.insert("additionalProperties".to_owned(), false.into());
    schema
}

/// The JSON object in a body.
///
/// # Errors
/// 422 for a body that is no JSON object.
pub(in crate::api) fn parse_object(body: &[u8]) -> Result<Value, Failure> {
    serde_json::from_slice::<Map<String, Value>>(body).map(Value::Object).map_err(|error| {
        Failure::unprocessable(match error.classify() {
            Category::Data => gate::NO_OBJECT.into(),
            _ => gate::body_is_no_json(error.line(), error.column()),
        })
    })
}

/// Refuses a field that is not among the known ones: a slip in a field's name must not change what a write does.
///
/// # Errors
/// 422, naming the field and the known one that is spelt most like it.
pub(in crate::api) fn refuse_unknown(object: &Value, known: &[&str]) -> Result<(), Failure> {
    let mut names = object.as_object().into_iter().flat_map(Map::keys);
    match names.find(|name| !known.contains(&name.as_str())) {
        Some(unknown) => {
            let shown: String = unknown.chars().take(LONGEST_SHOWN).collect();
            Err(wrong(&shown, &Fault(field::unknown(&nearest(&shown, known)))))
        }
        None => Ok(()),
    }
}

/// The known name that is spelt most like this one.
fn nearest(unknown: &str, known: &[&str]) -> String {
    let unknown = unknown.to_lowercase();
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(&unknown, known);
    let best = known.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    best.map_or_else(String::new, |best| (*best).to_owned())
}

fn decode<T: DeserializeOwned>(object: &Value) -> Result<T, Failure> {
    serde_path_to_error::deserialize(object).map_err(|error| {
        let path = error.path().to_string();
        name_fault(&path, &error.into_inner().to_string())
    })
}

/// The failure that a decoder's error stands for. Faults of field types travel in it as they are; the decoder's own words, in
/// English, are only recognised, never shown.
fn name_fault(path: &str, error: &str) -> Failure {
    let mut quoted = error.split('`').skip(1).step_by(2);
    let below = |field: &str| if path == "." { field.to_owned() } else { format!("{path}.{field}") };
    if error.starts_with("missing field `") {
        return wrong(&below(quoted.next().unwrap_or_default()), &field::NEEDED.into());
    }
    if error.starts_with("unknown field `") {
        let (unknown, known) = (quoted.next().unwrap_or_default(), quoted.collect::<Vec<_>>());
        let path = if path.ends_with(unknown) { path.to_owned() } else { below(unknown) };
        return wrong(&path, &Fault(field::unknown(&nearest(unknown, &known))));
    }
    let Ok(fault) = error.parse();
    wrong(path, &fault)
}

fn wrong(path: &str, fault: &Fault) -> Failure {
    Failure::unprocessable(field::wrong(path, &fault.0))
}

/// The names of a struct's fields, as its decoder asks for them.
fn fields_of<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut fields: &'static [&'static str] = &[];
    // An error in any case: there is nothing to decode.
    let _ = T::deserialize(FieldNames(&mut fields));
    fields
}

/// A decoder that holds nothing, and notes which fields it is asked for.
struct FieldNames<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for FieldNames<'_> {
    type Error = NoValue;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NoValue> {
        *self.0 = fields;
        self.deserialize_any(visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NoValue> {
        Err(NoValue::custom("nothing to decode"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
