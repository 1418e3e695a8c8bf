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

/// Some fields of a request, declared with [`fields!`]; several parts are one, too.
pub(in crate::api) trait RequestPart: Sized + Send {
    /// The names of its fields.
    fn names() -> Vec<&'static str>;

    /// Takes its fields out of an object.
    ///
    /// # Errors
    /// What is wrong with the first field that is missing or out of its bounds.
    fn read(object: &mut JsonObject) -> Result<Self, Wrong>;

    /// The schemas of its fields.
    fn properties(generator: &mut SchemaGenerator) -> Vec<Property>;
}

/// A field's name and schema, and whether it is needed.
pub(in crate::api) type Property = (&'static str, Schema, bool);

macro_rules! parts {
    ($($part:ident),+) => {
        impl<$($part: RequestPart),+> RequestPart for ($($part,)+) {
            fn names() -> Vec<&'static str> {
                [$($part::names()),+].concat()
            }

            fn read(object: &mut JsonObject) -> Result<Self, Wrong> {
                Ok(($($part::read(object)?,)+))
            }

            fn properties(generator: &mut SchemaGenerator) -> Vec<Property> {
                [$($part::properties(generator)),+].concat()
            }
        }
    };
}

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
            fn names() -> Vec<&'static str> {
                vec![$(stringify!($field)),*]
            }

            fn read(
                object: &mut $crate::api::wire::json::JsonObject,
            ) -> Result<Self, $crate::api::wire::failure::Wrong> {
                Ok(Self { $($field: $crate::api::wire::request::read_field::<$type>(object, stringify!($field))?,)* })
            }

            fn properties(generator: &mut schemars::SchemaGenerator) -> Vec<$crate::api::wire::request::Property> {
                vec![$($crate::api::wire::request::property::<$type>(
                    generator, stringify!($field), concat!($($doc),+).trim(), serde_json::json!({ $($($extra)*)? }),
                )),*]
            }
        }

        impl schemars::JsonSchema for $part {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($part).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let properties = <Self as $crate::api::wire::request::RequestPart>::properties(generator);
                let mut schema = $crate::api::wire::request::object_schema(properties);
                schema.insert("description".to_owned(), concat!($($about),*).trim().into());
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

/// A field as the schema of an object has it.
pub(in crate::api) fn property<T: Field>(
    generator: &mut SchemaGenerator,
    name: &'static str,
    description: &str,
    extra: Value,
) -> Property {
    let mut schema = T::json_schema(generator);
    schema.insert("description".to_owned(), description.into());
    if let Value::Object(extra) = extra {
        schema.ensure_object().extend(extra);
    }
    // What may not be null may not be absent.
    (name, schema, T::read(Value::Null).is_err())
}

/// The schema of an object, which has these properties and no other.
pub(in crate::api) fn object_schema(properties: Vec<Property>) -> Schema {
    let needed = properties.iter().filter(|(.., is_needed)| *is_needed).map(|(name, ..)| *name);
    let required: Vec<_> = needed.collect();
    let properties = properties.into_iter().map(|(name, schema, _)| (name.to_owned(), schema.to_value()));
    let properties: Map<_, _> = properties.collect();
    let mut schema = json_schema!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema.insert("additionalProperties".to_owned(), false.into());
    schema
}

/// A list of 1 to 100 objects, which have no other fields than these.
pub(in crate::api) struct Rows<T>(PhantomData<T>);

impl<T: RequestPart + JsonSchema> Field for Rows<T> {
    type Value = Vec<T>;

    fn read(json: Value) -> Result<Vec<T>, Wrong> {
        let items = match json {
            Value::Array(items) if (1..=MOST_ITEMS).contains(&items.len()) => items,
            Value::Array(_) => return Err(field::one_to_items(MOST_ITEMS).into()),
            Value::Null => return Err(field::NEEDED.into()),
            _ => return Err(field::SHAPE.into()),
        };
        let own = T::names();
        let row = |item| {
            let Value::Object(mut object) = item else { return Err(field::SHAPE.into()) };
            refuse_unknown(&object, &own, |name| own.contains(&name))?;
            T::read(&mut object)
        };
        let rows = items.into_iter().enumerate();
        rows.map(|(place, item)| row(item).map_err(|wrong| wrong.below(&format!("[{place}]")))).collect()
    }
}

described!([T: RequestPart + JsonSchema] Rows<T>, |generator| {
    let items = generator.subschema_for::<T>();
    json_schema!({ "type": "array", "items": items, "minItems": 1, "maxItems": MOST_ITEMS })
});
