//! From a request's body to typed fields. The fields of a request come in parts, each read from the same JSON object. A part
//! that many operations share is declared once.

use std::marker::PhantomData;

use super::{
    failure::Wrong,
    json::{JsonObject, refuse_unknown},
    prelude::*,
};

/// Most hints of a bulk call, and issues of a batch.
pub(super) const MOST_ITEMS: usize = 100;

/// The type of a field: it trims, bounds and defaults what is given, so that a request that was read is a valid one.
pub(in crate::api) trait Field: JsonSchema {
    /// What a request that was read holds.
    type Value;

    /// Reads what is given, which is null if the field is absent.
    fn read(json: Value) -> Result<Self::Value, Wrong>;
}

/// Some fields of a request, declared with [`fields!`].
pub(in crate::api) trait RequestPart: JsonSchema + Sized + Send {
    /// The names of its fields.
    const NAMES: &'static [&'static str];

    /// Takes its fields out of an object.
    fn read(object: &mut JsonObject) -> Result<Self, Wrong>;
}

/// What an operation reads of a request: one to four parts.
pub(in crate::api) trait Parts: Sized + Send {
    /// Takes every part out of the object.
    ///
    /// # Errors
    /// What is wrong with the first field that is missing or out of its bounds.
    fn read(object: &mut JsonObject) -> Result<Self, Wrong>;

    /// The names of the fields of every part.
    fn names() -> Vec<&'static str>;

    /// The schema of an object that holds every part.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
}

macro_rules! parts {
    ($($part:ident),+) => {
        impl<$($part: RequestPart),+> Parts for ($($part,)+) {
            fn read(object: &mut JsonObject) -> Result<Self, Wrong> {
                Ok(($($part::read(object)?,)+))
            }

            fn names() -> Vec<&'static str> {
                [$($part::NAMES),+].concat()
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

/// Declares a [`RequestPart`]: its fields, each with a type that is a [`Field`], and what its schema says besides. The comment on a field
/// is the description in its schema.
macro_rules! fields {
    (
        $(#[doc = $about:literal])*
        $vis:vis struct $part:ident {
            $($(#[doc = $doc:literal])+ $field_vis:vis $field:ident: $type:ty $({ $($extra:tt)* })?),* $(,)?
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Debug)]
        $vis struct $part {
            $($(#[doc = $doc])+ $field_vis $field: <$type as $crate::api::wire::request::Field>::Value,)*
        }

        impl $crate::api::wire::request::RequestPart for $part {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];

            fn read(
                object: &mut $crate::api::wire::json::JsonObject,
            ) -> Result<Self, $crate::api::wire::failure::Wrong> {
                Ok(Self { $($field: $crate::api::wire::request::read_field::<$type>(object, stringify!($field))?,)* })
            }
        }

        impl schemars::JsonSchema for $part {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($part).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let mut schema = schemars::json_schema!({
                    "type": "object", "description": concat!($($about),*).trim(), "properties": {}, "additionalProperties": false,
                });
                $($crate::api::wire::request::describe_field::<$type>(
                    (&mut schema, generator),
                    (stringify!($field), concat!($($doc),+).trim()),
                    serde_json::json!({ $($($extra)*)? }),
                );)*
                schema
            }
        }
    };
}

pub(in crate::api) use fields;

/// Gives a type its JSON schema, written where it is used.
macro_rules! described {
    ([$($generics:tt)*] $name:ty, $schema:expr) => {
        impl<$($generics)*> schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let schema: fn(&mut schemars::SchemaGenerator) -> schemars::Schema = $schema;
                schema(generator)
            }
        }
    };
}
pub(in crate::api) use described;

/// Takes a field out of an object.
pub(in crate::api) fn read_field<T: Field>(object: &mut JsonObject, name: &str) -> Result<T::Value, Wrong> {
    T::read(object.remove(name).unwrap_or_default()).map_err(|wrong| wrong.below(name))
}

/// Adds a field to the schema of an object.
pub(in crate::api) fn describe_field<T: Field>(
    (object, generator): (&mut Schema, &mut SchemaGenerator),
    (name, description): (&str, &str),
    extra: Value,
) {
    let mut schema = T::json_schema(generator);
    schema.insert("description".to_owned(), description.into());
    if let Value::Object(extra) = extra {
        schema.ensure_object().extend(extra);
    }
    let object = object.ensure_object();
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        properties.insert(name.to_owned(), schema.into());
    }
    // What may not be null may not be absent.
    if T::read(Value::Null).is_err()
        && let Value::Array(required) = object.entry("required").or_insert_with(|| Vec::<Value>::new().into())
    {
        required.push(name.into());
    }
}

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

/// A list of 1 to 100 objects, which have no other fields than these.
pub(in crate::api) struct Rows<T>(PhantomData<T>);

impl<T: RequestPart> Field for Rows<T> {
    type Value = Vec<T>;

    fn read(json: Value) -> Result<Vec<T>, Wrong> {
        let items = match json {
            Value::Null => return Err(field::NEEDED.into()),
            Value::Array(items) => items,
            _ => return Err(field::SHAPE.into()),
        };
        if !(1..=MOST_ITEMS).contains(&items.len()) {
            return Err(field::one_to_items(MOST_ITEMS).into());
        }
        let row = |(place, item)| read_row(item).map_err(|wrong| wrong.below(&format!("[{place}]")));
        items.into_iter().enumerate().map(row).collect()
    }
}

fn read_row<T: RequestPart>(item: Value) -> Result<T, Wrong> {
    let Value::Object(mut object) = item else { return Err(field::SHAPE.into()) };
    refuse_unknown(&object, T::NAMES, |name| T::NAMES.contains(&name))?;
    T::read(&mut object)
}

described!([T: RequestPart] Rows<T>, |generator| {
    let items = generator.subschema_for::<T>();
    json_schema!({ "type": "array", "items": items, "minItems": 1, "maxItems": MOST_ITEMS })
});
