//! From a request's body to typed fields. The fields of a request come in parts, each decoded from the same JSON object. A part
//! that many operations share is declared once.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserializer,
    de::{DeserializeOwned, Error as _, Visitor, value::Error as NoValue},
    forward_to_deserialize_any,
};
use serde_json::{Map, Value};

use crate::api::wire::{failure::Failure, object::JsonObject};

/// What an operation reads of a request: one to five parts.
pub(in crate::api) trait Parts: Sized + Send {
    /// Decodes every part of the object.
    ///
    /// # Errors
    /// 422, naming the first field that is missing or out of its bounds.
    fn read(object: &JsonObject) -> Result<Self, Failure>;

    /// The names of the fields of every part.
    fn fields() -> Vec<&'static str>;

    /// The schema of an object that holds every part.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
}

macro_rules! parts {
    ($($part:ident),+) => {
        impl<$($part: DeserializeOwned + JsonSchema + Send),+> Parts for ($($part,)+) {
            fn read(object: &JsonObject) -> Result<Self, Failure> {
                Ok(($(object.decode::<$part>()?,)+))
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

/// The names of a struct's fields, as its decoder asks for them.
fn fields_of<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut fields: &'static [&'static str] = &[];
    // This always fails, since there is nothing to decode.
    let _ = T::deserialize(FieldNames(&mut fields));
    fields
}

/// A decoder without data that records which fields it is asked for.
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
