//! The fields of a request that name objects, for the audit log. They are escaped and cut, so that a caller can't forge a line
//! or fill the disk. They are read from the request's bytes; other fields are skipped.

use std::fmt;

use serde::{
    Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

/// Most fields that are shown; a request has fewer.
const MOST_FIELDS: usize = 16;
/// Most characters that are shown of one text.
const LONGEST_WORD: usize = 100;
/// Most texts that are shown of one list.
const MOST_WORDS: usize = 10;

/// The fields of a JSON object that name objects: `{"project_hint": "portail", "resolved_issue_iid": 4}`.
pub(super) fn asked(json: &[u8]) -> String {
    let shown = serde_json::Deserializer::from_slice(json).deserialize_map(Fields);
    format!("{{{}}}", shown.unwrap_or_default().join(", "))
}

/// Whether a field of a request names an existing object, or a label.
fn names_objects(field: &str) -> bool {
    ["_hint", "_hints", "_path"].iter().any(|end| field.ends_with(end))
        || field.starts_with("resolved_")
        || field == "label_name"
}

fn word(text: &str) -> String {
    format!("{:?}", text.chars().take(LONGEST_WORD).collect::<String>())
}

struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Vec<String>, A::Error> {
        let mut shown = Vec::new();
        while let Some(name) = fields.next_key_seed(Shown::Name)? {
            match name.filter(|_| shown.len() < MOST_FIELDS) {
                Some(name) => {
                    let value = fields.next_value_seed(Shown::Value)?;
                    shown.push(format!("{name}: {}", value.unwrap_or_else(|| "{}".to_owned())));
                }
                None => drop(fields.next_value::<IgnoredAny>()?),
            }
        }
        Ok(shown)
    }
}

/// Reads a part of the object as it is shown; `None` for a part that is not shown.
#[derive(Clone, Copy)]
enum Shown {
    /// The name of a field, if it names objects.
    Name,
    /// The value of such a field.
    Value,
    /// An item of a list.
    Item,
}

impl<'de> DeserializeSeed<'de> for Shown {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<String>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Shown {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Option<String>, E> {
        let is_shown = !matches!(self, Self::Name) || names_objects(text);
        Ok(is_shown.then(|| word(text)))
    }

    fn visit_unit<E>(self) -> Result<Option<String>, E> {
        Ok(Some("null".to_owned()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Option<String>, E> {
        Ok(Some(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Option<String>, E> {
        Ok(Some(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Option<String>, E> {
        Ok(Some(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Option<String>, E> {
        Ok(Some(value.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Option<String>, A::Error> {
        let mut words = Vec::new();
        while matches!(self, Self::Value)
            && words.len() < MOST_WORDS
            && let Some(item) = items.next_element_seed(Self::Item)?
        {
            words.extend(item);
        }
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(matches!(self, Self::Value).then(|| format!("[{}]", words.join(", "))))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Option<String>, A::Error> {
        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn shown(fields: &Value) -> String {
        asked(fields.to_string().as_bytes())
    }

    #[test]
    fn only_what_names_objects_is_shown_escaped_and_cut() {
        let fields = json!({
            "project_hint": "a\n\u{1b}[31m\u{202e}b", "issue_hints": vec!["x"; 50], "resolved_issue_iid": 4,
            "title": "secret", "description": ["secret"], "root_hint": "r".repeat(5_000), "label_name": null,
            "x_path": { "secret": 1 }, "y_path": [["secret"], 1.5, true],
        });
        let shown = shown(&fields);
        assert!(
            shown.starts_with(r#"{"project_hint": "a\n\u{1b}[31m\u{202e}b", "issue_hints": ["x", "#),
            "{shown}"
        );
        let tail = r#", "label_name": null, "x_path": {}, "y_path": [1.5, true]}"#;
        assert!(
            shown.contains(r#""resolved_issue_iid": 4, "root_hint": "rrr"#) && shown.ends_with(tail),
            "{shown}"
        );
        assert!(!shown.contains("secret") && shown.len() < 400, "{shown}");
        assert_eq!(shown.matches("\"x\"").count(), MOST_WORDS);
    }

    #[test]
    fn fields_without_end_are_cut() {
        let fields: serde_json::Map<_, _> =
            (0..5_000).map(|number| (format!("f{number}_hint"), json!("x"))).collect();
        assert_eq!(shown(&fields.into()).matches(": ").count(), MOST_FIELDS);
        assert_eq!(shown(&json!({})), "{}");
    }
}
