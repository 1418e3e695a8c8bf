//! The audit log: a line for every write that the host was sent, under the target `passerelle::audit`. It says who called what
//! with which words, what they were taken for, and what the host answered; never a title, a text or a secret.
//!
//! Who calls is known at the door, what is meant to the rules, what is sent to the client: a [`Work`] is where they meet.

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

tokio::task_local! {
    static WORK: Work;
}

/// A call that may write: who asked for what, and which objects it came to mean.
#[derive(Debug)]
pub struct Work {
    caller: String,
    operation: &'static str,
    asked: String,
    meant: Mutex<Vec<(Object, Option<u8>)>>,
}

/// An object that words or a confirmation named, by what names it on the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Object {
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

impl Object {
    /// Whether a write to this path concerns it. No path names the group that a project goes into, or what an issue gets.
    fn is_concerned(&self, path: &str) -> bool {
        match self {
            Self::Project(id, _) => holds(path, &format!("/projects/{id}")),
            Self::Issue(iid) => holds(path, &format!("/issues/{iid}")),
            Self::Group(_) | Self::Milestone(_) | Self::User(_) => true,
        }
    }
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

impl Work {
    /// A call of an operation with these fields, of which only those that name objects are kept.
    #[must_use]
    pub fn new(caller: String, operation: &'static str, fields: &Value) -> Self {
        Self { caller, operation, asked: format!("{:?}", Asked(fields)), meant: Mutex::default() }
    }

    /// Does the work.
    pub async fn over<F: Future>(self, work: F) -> F::Output {
        WORK.scope(self, work).await
    }

    /// What a write to this path concerns: `project "ville/portail" 100, issue #12 95`, without a score where it was named outright.
    fn meant_by(&self, path: &str) -> String {
        let meant = self.meant.lock().unwrap_or_else(PoisonError::into_inner);
        let concerned = meant.iter().filter(|(object, _)| object.is_concerned(path));
        let told = concerned.map(|(object, score)| match score {
            Some(score) => format!("{object} {score}"),
            None => object.to_string(),
        });
        told.collect::<Vec<_>>().join(", ")
    }
}

/// Notes that this object was meant, and by which score, 0 to 100; none where it was confirmed or named outright.
pub(crate) fn meant(object: Object, score: Option<u8>) {
    // Reads are not audited, and have no work.
    let _ = WORK.try_with(|work| {
        let mut meant = work.meant.lock().unwrap_or_else(PoisonError::into_inner);
        match meant.iter_mut().find(|(known, _)| *known == object) {
            // What words found is looked up by its path afterwards.
            Some((_, known)) => *known = score.or(*known),
            None => meant.push((object, score)),
        }
    });
}

/// A write that is sent. It has its line however it ends, also where nobody waits for its end.
pub(crate) struct Sent<'a> {
    call: &'static str,
    path: &'a str,
    outcome: String,
    host_request: String,
}

impl<'a> Sent<'a> {
    /// A call, and its path below the API.
    pub(crate) fn new(call: &'static str, path: &'a str) -> Self {
        Self {
            call,
            path,
            outcome: "given up before the host answered".to_owned(),
            host_request: String::new(),
        }
    }

    /// What came of it, and the host's own name for the request.
    pub(crate) fn ended(mut self, outcome: &dyn fmt::Display, host_request: Option<&str>) {
        self.outcome = outcome.to_string();
        self.host_request = host_request.map(str::to_owned).unwrap_or_default();
    }
}

impl Drop for Sent<'_> {
    fn drop(&mut self) {
        let Self { call, path, outcome, host_request } = self;
        let _ = WORK.try_with(|work| {
            let Work { caller, operation, asked, .. } = work;
            let meant = work.meant_by(path);
            tracing::info!(target: TARGET, caller, operation, %asked, %meant, call, path, %outcome, host_request, "written");
        });
    }
}

/// Whether a path holds this part, whole segments of it.
fn holds(path: &str, part: &str) -> bool {
    path.match_indices(part)
        .any(|(start, _)| matches!(path.as_bytes().get(start + part.len()), None | Some(b'/')))
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

    #[tokio::test]
    async fn a_write_concerns_the_objects_in_its_path() {
        let work = Work::new("alice".to_owned(), "close", &json!({}));
        let lines = work.over(async {
            meant(Object::Project(1, "ville/portail".to_owned()), Some(100));
            meant(Object::Issue(1), Some(80));
            meant(Object::Issue(1), Some(95));
            meant(Object::Issue(12), None);
            meant(Object::User(7), Some(90));
            WORK.with(|work| {
                ["/projects/1/issues/1", "/projects/1/issues/12/notes", "/projects/12"]
                    .map(|path| work.meant_by(path))
            })
        });
        let portail = r#"project "ville/portail" 100"#;
        let lines = lines.await;
        assert_eq!(lines[0], format!("{portail}, issue #1 95, user 7 90"));
        assert_eq!(lines[1], format!("{portail}, issue #12, user 7 90"));
        assert_eq!(lines[2], "user 7 90");
    }
}
