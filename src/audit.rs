//! The audit log: a line for every write that was sent to the host, under the target `passerelle::audit`. A line says who
//! called which operation with which words, which objects were resolved, and what the host answered. It never holds a title, a
//! text or a secret.
//!
//! The gate knows the caller, the rules know the objects, the client knows the write: all three add to the [`Record`] in the
//! call's context.

use std::fmt;

use parking_lot::Mutex;

/// The target of its lines, for `log.filter`.
pub const TARGET: &str = "passerelle::audit";
/// Most characters of a path that a line shows.
const LONGEST_PATH: usize = 255;

/// What the audit lines of one call share: the caller, the operation, the words, and the objects that were resolved.
#[derive(Debug)]
pub struct Record {
    /// Who calls.
    pub caller: String,
    operation: &'static str,
    asked: String,
    resolutions: Mutex<Vec<(Object, Option<Ground>)>>,
}

/// How well the words of a hint fit the object that it found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
    /// 0 to 100.
    pub score: u8,
    /// The evidence for it, such as `2 of 3 words, 1 slip`; may be empty.
    pub evidence: String,
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

impl Object {
    /// The full path of a project or a group.
    pub fn full_path(&self) -> Option<&str> {
        match self {
            Self::Group(path) | Self::Project(_, path) => Some(path),
            _ => None,
        }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Escaped and cut, since the path comes from the host.
            Self::Group(path) => write!(f, "group {:?}", cut(path)),
            Self::Project(_, path) => write!(f, "project {:?}", cut(path)),
            Self::Issue(iid) => write!(f, "issue #{iid}"),
            Self::Milestone(id) => write!(f, "milestone {id}"),
            Self::User(id) => write!(f, "user {id}"),
        }
    }
}

fn cut(path: &str) -> String {
    path.chars().take(LONGEST_PATH).collect()
}

impl Record {
    /// The record of a call with these words.
    pub fn new(caller: String, operation: &'static str, asked: String) -> Self {
        Self { caller, operation, asked, resolutions: Mutex::default() }
    }

    /// Notes an object that the call resolved, and how well it fits the hint; `None` if it was confirmed, or named by a reference.
    pub fn note(&self, object: Object, ground: Option<Ground>) {
        let mut resolutions = self.resolutions.lock();
        match resolutions.iter_mut().find(|(known, _)| *known == object) {
            // An object that a hint found may be looked up by its path later; the hint stays the reason.
            Some(_) if ground.is_none() => {}
            Some((_, known)) => *known = ground,
            None => resolutions.push((object, ground)),
        }
    }

    /// Objects, each with its ground: `project "ville/portail" 100, issue #12 95 (2 of 3 words)`. No ground is shown for an
    /// object that was confirmed or named by a reference.
    pub(crate) fn describe(&self, objects: &[Object]) -> String {
        let resolutions = self.resolutions.lock();
        let describe = |object: &Object| {
            let known = resolutions.iter().find(|(known, _)| known == object);
            match known.and_then(|(_, ground)| ground.as_ref()) {
                Some(Ground { score, evidence }) if evidence.is_empty() => format!("{object} {score}"),
                Some(Ground { score, evidence }) => format!("{object} {score} ({evidence})"),
                None => object.to_string(),
            }
        };
        objects.iter().map(describe).collect::<Vec<_>>().join(", ")
    }
}

/// The audit line of a write that is sent. It is logged when this is dropped, even if nobody waits for the outcome.
pub(crate) struct Line<'a> {
    record: &'a Record,
    meant: String,
    call: &'static str,
    path: &'a str,
    outcome: String,
    host_request: String,
}

impl<'a> Line<'a> {
    /// The line of a write that concerns what is `meant`, with its call and its path below the API.
    pub(crate) fn new(record: &'a Record, meant: String, call: &'static str, path: &'a str) -> Self {
        let outcome = "given up before the host answered".to_owned();
        Self { record, meant, call, path, outcome, host_request: String::new() }
    }

    /// Completes the line with the outcome and the host's own request id, cleaned.
    pub(crate) fn end(mut self, outcome: &dyn fmt::Display, host_request: Option<String>) {
        self.outcome = outcome.to_string();
        self.host_request = host_request.unwrap_or_default();
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        let Self { record, meant, call, path, outcome, host_request } = self;
        let Record { caller, operation, asked, .. } = record;
        tracing::info!(target: TARGET, caller, operation, %asked, %meant, call, path, %outcome, host_request, "written");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_shows_for_each_object_of_the_write_why_it_was_taken() {
        let record = Record::new("alice".to_owned(), "close", "{}".to_owned());
        let matched = |score, evidence: &str| Some(Ground { score, evidence: evidence.to_owned() });
        let project = Object::Project(1, "ville/portail".to_owned());
        record.note(project.clone(), matched(100, ""));
        record.note(project.clone(), None);
        record.note(Object::Issue(1), None);
        record.note(Object::Issue(1), matched(95, "2 of 3 words, 1 slip"));
        record.note(Object::Issue(12), None);
        let line = record.describe(&[project, Object::Issue(1), Object::User(7)]);
        assert_eq!(line, r#"project "ville/portail" 100, issue #1 95 (2 of 3 words, 1 slip), user 7"#);
        assert_eq!(record.describe(&[Object::Issue(12)]), "issue #12");
    }
}
