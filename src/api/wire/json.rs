//! A request's body as a value. The body is parsed once: whatever reads it later reads this value.

use std::str;

use super::{
    failure::{Failure, Wrong},
    prelude::*,
};
use crate::distinct_json::{Distinct, TWICE};

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
