//! What the suite may change: what it made.

use serde_json::Value;

/// A group or a project that the suite made. Only [`super::host::TrialHost`] makes one, out of the answer to a creation inside
/// another one.
#[derive(Debug, Clone)]
pub(super) struct OwnObject {
    /// Where the host lists its kind.
    collection: &'static str,
    id: i64,
    path: String,
}

pub(super) const GROUPS: &str = "/groups";
pub(super) const PROJECTS: &str = "/projects";

impl OwnObject {
    /// The object that a creation at `path` answered; `None` if the answer names none, or one that is somewhere else.
    pub(super) fn made(collection: &'static str, path: String, answer: &Value) -> Option<Self> {
        let id = answer.get("id")?.as_i64()?;
        (path_in(collection, answer)? == path).then_some(Self { collection, id, path })
    }

    /// Whether an answer of the host shows this object: its id, its path, which may have got the mark of a deletion, and the
    /// marker of the run that made it.
    pub(super) fn is_shown_in(&self, answer: &Value, marker: &str) -> bool {
        let rest = path_in(self.collection, answer).and_then(|path| path.strip_prefix(&self.path));
        let is_path = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("-delet"));
        let is_marked = answer.get("description").and_then(Value::as_str) == Some(marker);
        answer.get("id").and_then(Value::as_i64) == Some(self.id) && is_path && is_marked
    }

    /// Its id on the host.
    pub(super) const fn id(&self) -> i64 {
        self.id
    }

    /// Its full path when it was made.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// The path of a call about it: `/projects/12/issues`.
    pub(super) fn call(&self, rest: &str) -> String {
        format!("{}/{}{rest}", self.collection, self.id)
    }

    /// The same, with its full path instead of its id.
    pub(super) fn call_by_path(&self, rest: &str) -> String {
        format!("{}/{}{rest}", self.collection, urlencoding::encode(&self.path))
    }
}

/// The full path in what the host shows of an object of this kind.
fn path_in<'a>(collection: &str, answer: &'a Value) -> Option<&'a str> {
    answer.get(if collection == GROUPS { "full_path" } else { "path_with_namespace" })?.as_str()
}
