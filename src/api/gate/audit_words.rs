//! The fields of a request that name objects, for the audit log. They are escaped and cut, so that a caller can't forge a line
//! or fill the disk, and without secrets, which a caller may paste into them.

use super::prelude::*;

/// Most fields that are shown; a request has fewer.
const MOST_FIELDS: usize = 16;
/// Most characters that are shown of one text.
const LONGEST_WORD: usize = 100;
/// Most texts that are shown of one list.
const MOST_WORDS: usize = 10;

/// The fields that name objects: `{"project_hint": "portail", "resolved_issue_iid": 4}`.
pub(super) fn naming_fields(fields: &JsonObject, hide_secrets: impl Fn(String) -> String) -> String {
    let naming = fields.iter().filter(|(name, _)| names_objects(name)).take(MOST_FIELDS);
    let shown =
        naming.map(|(name, value)| format!("{}: {}", word(name, &hide_secrets), shown(value, &hide_secrets)));
    format!("{{{}}}", shown.collect::<Vec<_>>().join(", "))
}

/// Whether a field of a request names an existing object, or a label.
fn names_objects(field: &str) -> bool {
    ["_hint", "_hints", "_path"].iter().any(|end| field.ends_with(end))
        || field.starts_with("resolved_")
        || field == "label_name"
}

fn shown(value: &Value, hide_secrets: &impl Fn(String) -> String) -> String {
    match value {
        Value::String(text) => word(text, hide_secrets),
        Value::Array(items) => {
            let simple = items.iter().filter(|item| !(item.is_array() || item.is_object()));
            let shown: Vec<_> = simple.take(MOST_WORDS).map(|item| shown(item, hide_secrets)).collect();
            format!("[{}]", shown.join(", "))
        }
        Value::Object(_) => "{}".to_owned(),
        simple => simple.to_string(),
    }
}

fn word(text: &str, hide_secrets: &impl Fn(String) -> String) -> String {
    format!("{:?}", hide_secrets(text.to_owned()).chars().take(LONGEST_WORD).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(fields: &Value) -> String {
        naming_fields(fields.as_object().unwrap(), |word| word)
    }

    #[test]
    fn only_what_names_objects_is_shown_escaped_and_cut() {
        let fields = json!({
            "project_hint": "a\n\u{1b}[31m\u{202e}b", "issue_hints": vec!["x"; 50], "resolved_issue_iid": 4,
            "title": "secret", "description": ["secret"], "root_hint": "r".repeat(5_000), "label_name": null,
            "x_path": { "secret": 1 }, "y_path": [["secret"], 1.5, true],
        });
        let shown = line(&fields);
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
        assert_eq!(line(&fields.into()).matches(": ").count(), MOST_FIELDS);
        assert_eq!(line(&json!({})), "{}");
    }
}
