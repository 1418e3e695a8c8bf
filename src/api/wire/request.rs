//! A request's body: parsed once into a value, which whatever reads it later reads too, and from that to typed fields. The fields of a
//! request come in parts, each read from the same JSON object.

use std::{marker::PhantomData, str};

use super::{
    failure::{Failure, Wrong},
    prelude::*,
};
use crate::distinct_json::{Distinct, TWICE};

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
                object: &mut $crate::api::wire::request::JsonObject,
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

/// Most characters of an unknown field's name that an answer quotes.
const LONGEST_SHOWN: usize = 100;
/// How similar a field's name has to be to an unknown one to be listed before the others, from 0 to 1.
const NEAR: f64 = 0.8;

/// A JSON object.
pub(in crate::api) type JsonObject = Map<String, Value>;

/// The object in a body.
///
/// # Errors
/// 422 for a body that is empty, no UTF-8, no JSON or no object, or in which a name is given twice at any depth.
pub(in crate::api) fn parse(body: &[u8]) -> Result<JsonObject, Failure> {
    #[cfg(test)]
    tests::PARSED.set(tests::PARSED.get() + 1);
    parsed(body).map_err(Failure::unprocessable)
}

fn parsed(body: &[u8]) -> Result<JsonObject, Sentence> {
    if body.trim_ascii().is_empty() {
        return Err(gate::EMPTY_BODY);
    }
    // UTF-16 has zero bytes, and is UTF-8 with them where it holds ASCII alone.
    let text = str::from_utf8(body).ok().filter(|text| !text.starts_with('\u{feff}') && !text.contains('\0'));
    let mut parser = serde_json::Deserializer::from_str(text.ok_or(gate::NO_UTF_8)?);
    let no_json = |error: serde_json::Error| gate::body_is_no_json(error.line(), error.column());
    let Distinct(value) = serde_path_to_error::deserialize(&mut parser).map_err(|error| {
        let place: String = error.path().to_string().chars().take(LONGEST_SHOWN).collect();
        if error.inner().to_string().starts_with(TWICE) {
            field::wrong(&place, &field::TWICE)
        } else {
            no_json(error.into_inner())
        }
    })?;
    parser.end().map_err(no_json)?;
    if let Value::Object(fields) = value { Ok(fields) } else { Err(gate::NO_OBJECT) }
}

/// Refuses a field with a name that is not known: a slip in a name must not change what a request means. The refusal lists the
/// operation's `own` fields, the one that is spelt most like the unknown one first.
///
/// # Errors
/// There is such a field.
pub(in crate::api) fn refuse_unknown(
    fields: &JsonObject,
    own: &[&str],
    is_known: impl Fn(&str) -> bool,
) -> Result<(), Wrong> {
    let Some(unknown) = fields.keys().find(|name| !is_known(name)) else { return Ok(()) };
    let shown: String = unknown.chars().take(LONGEST_SHOWN).collect();
    let likeness = |name: &str| strsim::jaro_winkler(&shown.to_lowercase(), name);
    let nearest = own.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    let nearest = nearest.filter(|name| likeness(name) >= NEAR);
    let others = own.iter().filter(|name| Some(*name) != nearest);
    let listed: Vec<_> = nearest.into_iter().chain(others).copied().collect();
    Err(Wrong::from(field::unknown(&listed)).below(&shown))
}

/// Passes on each text of a value, to be read or changed, by the field that it stands in.
pub(in crate::api) fn each_text(field: &str, value: &mut Value, visit: &mut impl FnMut(&str, &mut String)) {
    match value {
        Value::String(text) => visit(field, text),
        Value::Array(items) => items.iter_mut().for_each(|item| each_text(field, item, visit)),
        Value::Object(fields) => fields.iter_mut().for_each(|(field, value)| each_text(field, value, visit)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
pub(in crate::api) mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        /// How many bodies this thread has parsed.
        pub(in crate::api) static PARSED: Cell<usize> = const { Cell::new(0) };
    }

    fn object(json: &str) -> JsonObject {
        parse(json.as_bytes()).unwrap()
    }

    fn refusal(body: &[u8]) -> Failure {
        parse(body).unwrap_err()
    }

    #[test]
    fn a_body_is_one_json_object() {
        for body in ["{}", " {\"a\": [1, {\"b\": null}]}\n"] {
            assert!(parse(body.as_bytes()).is_ok());
        }
        for body in ["[]", "null", "\"x\"", "12"] {
            assert_eq!(refusal(body.as_bytes()), Failure::unprocessable(gate::NO_OBJECT), "{body}");
        }
        for (body, line, column) in [("{", 1, 1), ("{} {}", 1, 4), ("{\"a\":\n}", 2, 1), ("{1: 2}", 1, 2)] {
            let sentence = gate::body_is_no_json(line, column);
            assert_eq!(refusal(body.as_bytes()), Failure::unprocessable(sentence), "{body}");
        }
    }

    #[test]
    fn a_name_given_twice_is_quoted_in_part() {
        let name = "a".repeat(1_000);
        let sentence = field::wrong(&name[..LONGEST_SHOWN], &field::TWICE);
        let refused = refusal(format!(r#"{{"{name}": 1, "{name}": 2}}"#).as_bytes());
        assert_eq!(refused, Failure::unprocessable(sentence));
    }

    #[test]
    fn names_of_the_parser_are_no_json() {
        let body = r#"{"a": {"$serde_json::private::RawValue": "[1, 2]"}}"#;
        let Err(failure) = parse(body.as_bytes()) else { panic!("accepted") };
        assert_eq!(failure, Failure::unprocessable(gate::body_is_no_json(1, 39)));
    }

    #[test]
    fn an_empty_body_is_said_to_be_empty() {
        for body in [&b""[..], b" \r\n"] {
            assert_eq!(refusal(body), Failure::unprocessable(gate::EMPTY_BODY));
        }
    }

    #[test]
    fn a_body_in_another_encoding_is_told_to_be_utf_8() {
        let utf_16 =
            |units: &str, bytes: fn(u16) -> [u8; 2]| units.encode_utf16().flat_map(bytes).collect::<Vec<_>>();
        for body in [
            b"{\n\"title\": \"caf\xe9\"}".to_vec(),
            "\u{feff}{}".into(),
            utf_16("{\"é", u16::to_le_bytes),
            utf_16("{}", u16::to_be_bytes),
            utf_16("\u{feff}{}", u16::to_le_bytes),
            utf_16("\u{feff}{}", u16::to_be_bytes),
        ] {
            assert_eq!(refusal(&body), Failure::unprocessable(gate::NO_UTF_8), "{body:?}");
        }
    }

    #[test]
    fn the_fields_nearest_to_an_unknown_one_is_listed_first_if_it_is_near() {
        let own = ["root_hint", "limit", "query"];
        for (name, listed) in [
            ("qery", ["query", "root_hint", "limit"]),
            ("Limit", ["limit", "root_hint", "query"]),
            ("comment", own),
        ] {
            let refused = object(&format!(r#"{{"limit": 1, "{name}": 2}}"#));
            let wrong = refuse_unknown(&refused, &own, |name| own.contains(&name)).unwrap_err();
            assert_eq!(wrong, Wrong::from(field::unknown(&listed)).below(name));
        }
        assert_eq!(refuse_unknown(&object(r#"{"limit": 1}"#), &own, |name| own.contains(&name)), Ok(()));
    }
}
