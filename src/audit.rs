//! The audit log: a line for every write that the host was sent, under the target `passerelle::audit`. It says who called what
//! with which words, which objects they were resolved to, and what the host answered; never a title, a text or a secret.
//!
//! The gate knows who calls, the rules know what was resolved, the client knows what is sent: [`Record`], a part of the call's
//! context, is where they meet.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
};

use serde_json::Value;

/// The target of its lines, for `log.filter`.
const TARGET: &str = "passerelle::audit";
/// Most characters of one word of the caller's.
const LONGEST_WORD: usize = 100;
/// Most words of one list of the caller's.
const MOST_WORDS: usize = 10;

/// Who called what, in which words, and which objects that was resolved to: what the audit lines of one call share.
#[derive(Debug)]
pub struct Record {
    caller: String,
    operation: &'static str,
    asked: String,
    resolutions: Mutex<Vec<(Object, Ground)>>,
}

/// Why an object was taken for the one that was meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ground {
    /// It was confirmed, or named outright.
    Named,
    /// It was the best match of a hint.
    Matched {
        /// 0 to 100.
        score: u8,
        /// What speaks for it, like `2 of 3 words, 1 slip`; may be empty.
        evidence: String,
    },
}

/// An object that a call resolved or that a write concerns, by what identifies it on the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Object {
    /// A group, by its full path.
    Group(String),
    /// A project, by its id and its full path.
    Project(i64, String),
    /// An issue, by its number in its project.
    Issue(i64),
    /// A milestone, by its id.
    Milestone(i64),
    /// A user, by their id.
    User(i64),
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Escaped: a path is the host's own word.
            Self::Group(path) => write!(f, "group {path:?}"),
            Self::Project(_, path) => write!(f, "project {path:?}"),
            Self::Issue(iid) => write!(f, "issue #{iid}"),
            Self::Milestone(id) => write!(f, "milestone {id}"),
            Self::User(id) => write!(f, "user {id}"),
        }
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named => Ok(()),
            Self::Matched { score, evidence } if evidence.is_empty() => write!(f, " {score}"),
            Self::Matched { score, evidence } => write!(f, " {score} ({evidence})"),
        }
    }
}

impl Record {
    /// A call of an operation with these fields, of which only those that name objects are kept.
    #[must_use]
    pub fn new(caller: String, operation: &'static str, fields: &Value) -> Self {
        Self { caller, operation, asked: format!("{:?}", Asked(fields)), resolutions: Mutex::default() }
    }

    /// Notes an object that the call resolved, and why.
    pub fn note(&self, object: Object, ground: Ground) {
        let mut resolutions = self.resolutions.lock().unwrap_or_else(PoisonError::into_inner);
        match resolutions.iter_mut().find(|(known, _)| *known == object) {
            // What a hint found is looked up by its path afterwards: the hint stays the reason.
            Some(_) if ground == Ground::Named => {}
            Some((_, known)) => *known = ground,
            None => resolutions.push((object, ground)),
        }
    }

    /// Objects, each with its ground: `project "ville/portail" 100, issue #12 95 (2 of 3 words)`. No ground is shown for what was
    /// named outright.
    fn describe(&self, objects: &[Object]) -> String {
        let resolutions = self.resolutions.lock().unwrap_or_else(PoisonError::into_inner);
        let describe = |object: &Object| {
            let ground = resolutions.iter().find(|(known, _)| known == object);
            ground.map_or_else(|| object.to_string(), |(_, ground)| format!("{object}{ground}"))
        };
        objects.iter().map(describe).collect::<Vec<_>>().join(", ")
    }
}

/// The audit line of a write that is sent. It is logged when this is dropped, so also when nobody waits for the outcome.
pub(crate) struct Line<'a> {
    record: &'a Record,
    objects: &'a [Object],
    call: &'static str,
    path: &'a str,
    outcome: String,
    host_request: String,
}

impl<'a> Line<'a> {
    /// For a write that concerns `objects`: a call, and its path below the API.
    pub(crate) fn new(record: &'a Record, objects: &'a [Object], call: &'static str, path: &'a str) -> Self {
        let outcome = "given up before the host answered".to_owned();
        Self { record, objects, call, path, outcome, host_request: String::new() }
    }

    /// Completes the line with the outcome and the host's own id of the request, cleaned.
    pub(crate) fn end(mut self, outcome: &dyn fmt::Display, host_request: Option<String>) {
        self.outcome = outcome.to_string();
        self.host_request = host_request.unwrap_or_default();
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        let Self { record, objects, call, path, outcome, host_request } = self;
        let Record { caller, operation, asked, .. } = record;
        let meant = record.describe(objects);
        tracing::info!(target: TARGET, caller, operation, %asked, %meant, call, path, %outcome, host_request, "written");
    }
}

/// Those fields of a request that name objects. What a caller wrote is escaped and cut: it forges no line and fills no disk.
struct Asked<'a>(&'a Value);

impl fmt::Debug for Asked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.0.as_object().into_iter().flatten().filter(|(field, _)| names_objects(field));
        f.debug_map().entries(fields.map(|(field, value)| (Word(field), Words(value)))).finish()
    }
}

/// Whether a field of a request names an object that is there already, or a label.
fn names_objects(field: &str) -> bool {
    ["_hint", "_hints", "_path"].iter().any(|end| field.ends_with(end))
        || field.starts_with("resolved_")
        || field == "label_name"
}

struct Words<'a>(&'a Value);

impl fmt::Debug for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::String(word) => Word(word).fmt(f),
            Value::Array(words) => f.debug_list().entries(words.iter().take(MOST_WORDS).map(Words)).finish(),
            // No field that names an object holds objects.
            Value::Object(_) => f.write_str("{}"),
            other => write!(f, "{other}"),
        }
    }
}

struct Word<'a>(&'a str);

impl fmt::Debug for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cut: String = self.0.chars().take(LONGEST_WORD).collect();
        fmt::Debug::fmt(&cut, f)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_names_objects_is_kept_escaped_and_cut() {
        let fields = json!({
            "project_hint": "a\n\u{1b}[31m\u{202e}b", "issue_hints": vec!["x"; 50], "resolved_issue_iid": 4,
            "title": "secret", "description": "secret", "root_hint": "r".repeat(5_000),
        });
        let asked = format!("{:?}", Asked(&fields));
        assert!(asked.starts_with(r#"{"project_hint": "a\n\u{1b}[31m\u{202e}b", "#), "{asked}");
        assert!(asked.contains(r#""resolved_issue_iid": 4"#), "{asked}");
        assert!(!asked.contains("secret") && asked.len() < 400, "{asked}");
        assert_eq!(asked.matches("\"x\"").count(), MOST_WORDS);
    }

    #[test]
    fn a_line_shows_for_each_object_of_the_write_why_it_was_taken() {
        let record = Record::new("alice".to_owned(), "close", &json!({}));
        let matched = |score, evidence: &str| Ground::Matched { score, evidence: evidence.to_owned() };
        let project = Object::Project(1, "ville/portail".to_owned());
        record.note(project.clone(), matched(100, ""));
        record.note(project.clone(), Ground::Named);
        record.note(Object::Issue(1), Ground::Named);
        record.note(Object::Issue(1), matched(95, "2 of 3 words, 1 slip"));
        record.note(Object::Issue(12), Ground::Named);
        let line = record.describe(&[project, Object::Issue(1), Object::User(7)]);
        assert_eq!(line, r#"project "ville/portail" 100, issue #1 95 (2 of 3 words, 1 slip), user 7"#);
        assert_eq!(record.describe(&[Object::Issue(12)]), "issue #12");
    }
}
