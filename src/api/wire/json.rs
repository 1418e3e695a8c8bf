//! A request's body as a value. The body is parsed once: whatever reads it later reads this value.

mod digest;

use std::{collections::HashSet, fmt, iter, mem, str};

use serde::{
    Deserializer,
    de::{Error as _, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Number, error::Category};

use super::{
    failure::{Failure, Wrong},
    prelude::*,
};

/// Most characters of an unknown field's name that an answer quotes.
const LONGEST_SHOWN: usize = 100;
/// How similar a field's name has to be to an unknown one to be listed before the others, from 0 to 1.
const NEAR: f64 = 0.8;

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::api) enum Json {
    /// `null`, or a field that is absent.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number; whole ones of 64 bits are exact.
    Number(Number),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object.
    Object(JsonObject),
}

/// A JSON object. A name that is given twice stands in it twice, since it can't be known which of the two is meant.
#[derive(Clone, Default, PartialEq)]
pub struct JsonObject(Vec<(String, Json)>);

impl JsonObject {
    /// The object in a body.
    ///
    /// # Errors
    /// 422 for a body that is empty, no UTF-8, no JSON or no object.
    pub(in crate::api) fn parse(body: impl AsRef<[u8]>) -> Result<Self, Failure> {
        let body = body.as_ref();
        if body.trim_ascii().is_empty() {
            return Err(Failure::unprocessable(gate::EMPTY_BODY));
        }
        let text = as_utf_8(body)?;
        #[cfg(test)]
        tests::PARSED.set(tests::PARSED.get() + 1);
        serde_json::from_str(text).map_err(|error| {
            Failure::unprocessable(match error.classify() {
                Category::Data => gate::NO_OBJECT,
                _ => gate::body_is_no_json(error.line(), error.column()),
            })
        })
    }

    /// Its fields, in the order in which they were given.
    pub(in crate::api) fn fields(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Refuses a message in which a name is given twice at any depth, for readers that would take the last.
    ///
    /// # Errors
    /// There is such a name.
    pub(in crate::api) fn refuse_repeated(&self) -> Result<(), Wrong> {
        let mut names = HashSet::new();
        self.fields().try_for_each(|(name, value)| match value {
            _ if !names.insert(name) => Err(Wrong::from(field::TWICE).below(name)),
            Json::Object(object) => object.refuse_repeated(),
            Json::List(items) => items.iter().try_for_each(|item| match item {
                Json::Object(object) => object.refuse_repeated(),
                _ => Ok(()),
            }),
            _ => Ok(()),
        })
    }

    /// Takes the value of a field out and leaves null in its place; null if the field is absent.
    ///
    /// # Errors
    /// The field is given twice.
    pub(in crate::api) fn take(&mut self, name: &str) -> Result<Json, Wrong> {
        let mut given = self.0.iter_mut().filter(|(own, _)| own == name);
        match (given.next(), given.next()) {
            (_, Some(_)) => Err(Wrong::from(field::TWICE)),
            (field, None) => Ok(field.map_or(Json::Null, |(_, value)| mem::replace(value, Json::Null))),
        }
    }

    /// Refuses a field with a name that is not known: a slip in a name must not change what a request means. The refusal lists
    /// the operation's `own` fields, the one that is spelt most like the unknown one first.
    ///
    /// # Errors
    /// There is such a field.
    pub(in crate::api) fn refuse_unknown(
        &self,
        own: &[&str],
        is_known: impl Fn(&str) -> bool,
    ) -> Result<(), Wrong> {
        let Some((unknown, _)) = self.fields().find(|(name, _)| !is_known(name)) else { return Ok(()) };
        let shown: String = unknown.chars().take(LONGEST_SHOWN).collect();
        let likeness = |name: &str| strsim::jaro_winkler(&shown.to_lowercase(), name);
        let nearest = own.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        let nearest = nearest.filter(|name| likeness(name) >= NEAR);
        let others = own.iter().filter(|name| Some(*name) != nearest);
        let listed: Vec<_> = nearest.into_iter().chain(others).copied().collect();
        Err(Wrong::from(field::unknown(&listed)).below(&shown))
    }

    /// A digest of what it says, the same in every process. The order of fields does not change it.
    pub(in crate::api) fn digest(&self) -> String {
        format!("{:016x}", digest::of_object(self))
    }
}

/// The text of a body. One with a byte order mark, or with zero bytes as UTF-16 has them, is refused like one that is no UTF-8.
fn as_utf_8(body: &[u8]) -> Result<&str, Failure> {
    let zero = body.iter().position(|byte| *byte == 0);
    let wrong = match str::from_utf8(body) {
        Ok(text) if text.starts_with('\u{feff}') => 0,
        Ok(text) => match zero {
            None => return Ok(text),
            Some(place) => place,
        },
        Err(error) => zero.unwrap_or(usize::MAX).min(error.valid_up_to()),
    };
    let before = body.get(..wrong).unwrap_or_default();
    let lines = before.split(|byte| *byte == b'\n');
    let column = 1 + lines.clone().next_back().unwrap_or_default().len();
    Err(Failure::unprocessable(gate::body_is_no_utf_8(lines.count(), column)))
}

/// Shows no field: fields may hold a caller's text.
impl fmt::Debug for JsonObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JsonObject").field("fields", &self.0.len()).finish_non_exhaustive()
    }
}

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Json::deserialize(deserializer)? {
            Json::Object(object) => Ok(object),
            _ => Err(D::Error::custom("no object")),
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Boolean(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        iter::from_fn(|| items.next_element().transpose()).collect::<Result<_, _>>().map(Json::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json, A::Error> {
        let object = iter::from_fn(|| fields.next_entry().transpose()).collect::<Result<_, _>>()?;
        Ok(Json::Object(JsonObject(object)))
    }
}

#[cfg(test)]
pub(in crate::api) mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;

    use super::*;

    thread_local! {
        /// How many bodies this thread has parsed.
        pub(in crate::api) static PARSED: Cell<usize> = const { Cell::new(0) };
    }

    fn object(json: &str) -> JsonObject {
        JsonObject::parse(json.as_bytes()).unwrap()
    }

    fn refusal(body: &[u8]) -> Failure {
        JsonObject::parse(body).unwrap_err()
    }

    #[test]
    fn a_body_is_one_json_object() {
        for body in ["{}", " {\"a\": [1, {\"b\": null}]}\n"] {
            assert!(JsonObject::parse(body.as_bytes()).is_ok());
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
    fn an_empty_body_is_said_to_be_empty() {
        for body in [&b""[..], b" \r\n"] {
            assert_eq!(refusal(body), Failure::unprocessable(gate::EMPTY_BODY));
        }
    }

    #[test]
    fn a_body_in_another_encoding_is_told_to_be_utf_8() {
        let utf_16 =
            |units: &str, bytes: fn(u16) -> [u8; 2]| units.encode_utf16().flat_map(bytes).collect::<Vec<_>>();
        for (body, line, column) in [
            (b"{\n\"title\": \"caf\xe9\"}".to_vec(), 2, 14),
            ("\u{feff}{}".into(), 1, 1),
            (utf_16("{\"é", u16::to_le_bytes), 1, 2),
            (utf_16("{}", u16::to_be_bytes), 1, 1),
            (utf_16("\u{feff}{}", u16::to_le_bytes), 1, 1),
            (utf_16("\u{feff}{}", u16::to_be_bytes), 1, 1),
        ] {
            let sentence = gate::body_is_no_utf_8(line, column);
            assert_eq!(refusal(&body), Failure::unprocessable(sentence), "{body:?}");
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
            let wrong = refused.refuse_unknown(&own, |name| own.contains(&name)).unwrap_err();
            assert_eq!(wrong, Wrong::from(field::unknown(&listed)).below(name));
        }
        assert_eq!(object(r#"{"limit": 1}"#).refuse_unknown(&own, |name| own.contains(&name)), Ok(()));
    }

    #[test]
    fn the_digest_is_that_of_what_an_object_says() {
        let digest = |json: &str| object(json).digest();
        // Replicas of other versions have to agree.
        assert_eq!(digest(r#"{"a":1}"#), "72ba00d9c298b11c");
        assert_eq!(
            digest(r#"{"a": [1, -2, 0.5, "é", {"b": null, "c": true}], "d": 18446744073709551615}"#),
            "0980630cc4a1ca44"
        );
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
            r#"{"a": [1, "x", {"b": null, "c": true}], "d": 2.0}"#,
        ] {
            assert_ne!(own, digest(other), "{other}");
        }
    }

    #[test]
    fn numbers_that_differ_in_their_last_digit_have_digests_that_differ() {
        for (one, other) in [
            ("9223372036854775806", "9223372036854775807"),
            ("18446744073709551614", "18446744073709551615"),
            ("0.1", "0.10000000000000002"),
        ] {
            let digest = |number: &str| object(&format!(r#"{{"n": {number}}}"#)).digest();
            assert_ne!(digest(one), digest(other));
        }
    }

    proptest! {
        #[test]
        fn a_digest_does_not_depend_on_the_order_of_the_fields(
            fields in prop::collection::btree_map("[a-f]{1,4}", "[a-z0-9 ]{0,8}", 0..8),
        ) {
            let there: Map<_, _> = fields.clone().into_iter().map(|(name, text)| (name, text.into())).collect();
            let mut back = object(&Value::from(there.clone()).to_string());
            back.0.reverse();
            prop_assert_eq!(object(&Value::from(there).to_string()).digest(), back.digest());
        }
    }
}
