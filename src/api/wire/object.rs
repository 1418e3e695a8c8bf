//! The JSON object of a request, kept as the bytes that arrived. Known fields are decoded directly from the bytes, unknown ones
//! are skipped. No tree of values is built: it could take sixty times the memory.

mod digest;

use std::{fmt, hash::BuildHasher, str};

use bytes::Bytes;
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, DeserializeSeed, IgnoredAny, MapAccess, Visitor},
};
use serde_json::{Map, Value, error::Category};

use crate::{
    api::wire::{failure::Failure, fault::Fault},
    messages::{field, gate},
};

/// Most characters of an unknown field's name that an answer quotes.
const LONGEST_SHOWN: usize = 100;

/// A JSON object in UTF-8. Clones share the bytes.
#[derive(Clone)]
pub struct JsonObject(Bytes);

impl JsonObject {
    /// The object in a body.
    ///
    /// # Errors
    /// 422 for a body that is no JSON object.
    pub(in crate::api) fn parse(body: Bytes) -> Result<Self, Failure> {
        let text = str::from_utf8(&body).map_err(|error| not_utf8(&body, error))?;
        match serde_json::from_str::<AnyObject>(text) {
            Ok(_) => Ok(Self(body)),
            Err(error) if error.classify() == Category::Data => Err(Failure::unprocessable(gate::NO_OBJECT)),
            Err(error) => Err(not_json(&error)),
        }
    }

    /// An object from decoded JSON values.
    ///
    /// # Errors
    /// 500, which no object is known to cause.
    pub(in crate::api) fn of(object: &Map<String, Value>) -> Result<Self, Failure> {
        let json = serde_json::to_vec(object).map_err(|_| Failure::unexpected(gate::UNEXPECTED))?;
        Ok(Self(json.into()))
    }

    /// Its bytes.
    pub(in crate::api) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Decodes the fields that a type knows.
    ///
    /// # Errors
    /// 422, naming the first field that is missing, given twice or out of its bounds.
    pub(in crate::api) fn decode<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        let mut json = serde_json::Deserializer::from_slice(&self.0);
        serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let path = error.path().to_string();
            let error = error.into_inner();
            if error.classify() == Category::Data {
                name_fault(&path, &words_of(&error))
            } else {
                not_json(&error)
            }
        })
    }

    /// Refuses a field that is not among the known ones: a slip in a field's name must not change what a write does.
    ///
    /// # Errors
    /// 422, naming the field and the known one that is spelt most like it.
    pub(in crate::api) fn refuse_unknown(&self, known: &[&str]) -> Result<(), Failure> {
        let mut json = serde_json::Deserializer::from_slice(&self.0);
        match json.deserialize_map(FirstUnknown(known)).map_err(|error| not_json(&error))? {
            Some(unknown) => Err(wrong(&unknown, &Fault(field::unknown(&nearest(&unknown, known))))),
            None => Ok(()),
        }
    }

    /// A hash of the object that does not depend on the order of its fields.
    pub(in crate::api) fn digest(&self, hasher: &impl BuildHasher) -> u64 {
        digest::digest(&self.0, hasher)
    }
}

/// Shows no field: fields may hold a caller's text.
impl fmt::Debug for JsonObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JsonObject").field("bytes", &self.0.len()).finish_non_exhaustive()
    }
}

/// Any JSON object; its content is skipped.
struct AnyObject;

impl<'de> Deserialize<'de> for AnyObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FirstUnknown(&[])).map(|_| Self)
    }
}

/// Finds the first name of an object that is not among these, cut to what is shown.
struct FirstUnknown<'a>(&'a [&'a str]);

impl<'de> Visitor<'de> for FirstUnknown<'_> {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Option<String>, A::Error> {
        let mut first = None;
        while let Some(unknown) = fields.next_key_seed(UnknownName(self.0))? {
            first = first.or(unknown);
            fields.next_value::<IgnoredAny>()?;
        }
        Ok(first)
    }
}

struct UnknownName<'a>(&'a [&'a str]);

impl<'de> DeserializeSeed<'de> for UnknownName<'_> {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<String>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for UnknownName<'_> {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Option<String>, E> {
        Ok((!self.0.contains(&name)).then(|| name.chars().take(LONGEST_SHOWN).collect()))
    }
}

/// The known name that is spelt most like this one.
fn nearest(unknown: &str, known: &[&str]) -> String {
    let unknown = unknown.to_lowercase();
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(&unknown, known);
    let best = known.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    best.map_or_else(String::new, |best| (*best).to_owned())
}

fn not_json(error: &serde_json::Error) -> Failure {
    Failure::unprocessable(gate::body_is_no_json(error.line(), error.column()))
}

fn not_utf8(body: &[u8], error: str::Utf8Error) -> Failure {
    let before = body.get(..error.valid_up_to()).unwrap_or_default();
    let lines = before.split(|byte| *byte == b'\n');
    let column = 1 + lines.clone().next_back().unwrap_or_default().len();
    let line = lines.count();
    Failure::unprocessable(gate::body_is_no_json(line, column))
}

/// The decoder's message, without the position that it appends.
fn words_of(error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let words = error.to_string();
    words.strip_suffix(&place).map(str::to_owned).unwrap_or(words)
}

/// The failure that a decoder's error stands for. A fault of a field type stands in it unchanged. The decoder's own English
/// messages are only recognised, never shown.
fn name_fault(path: &str, error: &str) -> Failure {
    let mut quoted = error.split('`').skip(1).step_by(2);
    let below = |field: &str| if path == "." { field.to_owned() } else { format!("{path}.{field}") };
    let whole = |field: &str| if path.ends_with(field) { path.to_owned() } else { below(field) };
    if error.starts_with("missing field `") {
        return wrong(&below(quoted.next().unwrap_or_default()), &field::NEEDED.into());
    }
    if error.starts_with("duplicate field `") {
        return wrong(&whole(quoted.next().unwrap_or_default()), &field::TWICE.into());
    }
    if error.starts_with("unknown field `") {
        let (unknown, known) = (quoted.next().unwrap_or_default(), quoted.collect::<Vec<_>>());
        let shown: String = unknown.chars().take(LONGEST_SHOWN).collect();
        return wrong(&whole(&shown), &Fault(field::unknown(&nearest(&shown, &known))));
    }
    let Ok(fault) = error.parse();
    wrong(path, &fault)
}

fn wrong(path: &str, fault: &Fault) -> Failure {
    Failure::unprocessable(field::wrong(path, &fault.0))
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, RandomState};

    use proptest::prelude::*;

    use super::*;

    fn object(json: &str) -> JsonObject {
        JsonObject::parse(Bytes::copy_from_slice(json.as_bytes())).unwrap()
    }

    #[test]
    fn a_body_is_one_json_object_in_utf_8() {
        for body in [&b"{}"[..], b" {\"a\": [1, {\"b\": null}]}\n"] {
            assert!(JsonObject::parse(Bytes::copy_from_slice(body)).is_ok());
        }
        for body in
            [&b""[..], b"[]", b"null", b"\"x\"", b"{", b"{} {}", b"{\"a\":}", b"{\"a\": \"\xff\"}", b"{1: 2}"]
        {
            let failure = JsonObject::parse(Bytes::copy_from_slice(body)).unwrap_err();
            assert_eq!(failure.status.as_u16(), 422, "{}", String::from_utf8_lossy(body));
        }
    }

    #[test]
    fn an_unknown_field_is_stepped_over_however_deep_it_is() {
        #[derive(Deserialize)]
        struct Known {
            confirm: bool,
        }
        let deep = format!("{{\"x\": {}{}, \"confirm\": true}}", "[".repeat(50_000), "]".repeat(50_000));
        assert!(object(&deep).decode::<Known>().unwrap().confirm);
    }

    #[test]
    fn the_digest_is_that_of_what_an_object_says() {
        let hasher = RandomState::new();
        let digest = |json: &str| object(json).digest(&hasher);
        let own = digest(r#"{"a": [1, "x", {"b": null, "c": true}], "d": 2}"#);
        assert_eq!(own, digest(r#" {"d":2,"a":[1,"x",{"c":true,"b":null}]}"#));
        for other in [
            "{}",
            r#"{"d": 2}"#,
            r#"{"a": [1, "x", {"b": null, "c": false}], "d": 2}"#,
            r#"{"a": ["x", 1, {"b": null, "c": true}], "d": 2}"#,
            r#"{"a": [1, "x", {"b": "null", "c": true}], "d": 2}"#,
            r#"{"a": [1, "x"], "b": null, "c": true, "d": 2}"#,
            r#"{"a": [1, "x", {"b": null, "c": true}], "d": "2"}"#,
        ] {
            assert_ne!(own, digest(other), "{other}");
        }
        assert_ne!(own, RandomState::new().hash_one(0));
    }

    proptest! {
        #[test]
        fn a_digest_does_not_depend_on_the_order_of_the_fields(
            fields in prop::collection::btree_map("[a-f]{1,4}", "[a-z0-9 ]{0,8}", 0..8),
        ) {
            let hasher = RandomState::new();
            let json = |fields: &mut dyn Iterator<Item = (&String, &String)>| {
                object(&serde_json::to_string(&fields.collect::<Vec<_>>().into_iter().fold(
                    Map::new(),
                    |mut map, (name, value)| {
                        map.insert(name.clone(), Value::from(value.clone()));
                        map
                    },
                )).unwrap())
            };
            let there = json(&mut fields.iter()).digest(&hasher);
            prop_assert_eq!(there, json(&mut fields.iter().rev()).digest(&hasher));
        }
    }
}
