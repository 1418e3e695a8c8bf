//! What the suite may change: what it made.

use serde_json::Value;

/// A group or a project that the suite made. Only [`super::host::TrialHost`] makes one, out of the answer to a creation inside
/// another one.
#[derive(Debug, Clone)]
pub(super) struct OwnObject {
    kind: OwnObjectKind,
    id: i64,
    path: String,
}

/// A kind of object that the suite makes: where the host lists it, and the field of its full path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OwnObjectKind {
    collection: &'static str,
    path_field: &'static str,
}

pub(super) const GROUP: OwnObjectKind = OwnObjectKind { collection: "/groups", path_field: "full_path" };
pub(super) const PROJECT: OwnObjectKind =
    OwnObjectKind { collection: "/projects", path_field: "path_with_namespace" };

impl OwnObject {
    /// The object that a creation at `path` answered; `None` if the answer names none, or one that is somewhere else.
    pub(super) fn made(kind: OwnObjectKind, path: String, answer: &Value) -> Option<Self> {
        let id = answer.get("id")?.as_i64()?;
        let is_there = answer.get(kind.path_field)?.as_str()? == path;
        is_there.then_some(Self { kind, id, path })
    }

    /// Whether an answer of the host shows this object: its id, its path, which may have got the mark of a deletion, and the
    /// marker of the run that made it.
    pub(super) fn is_shown_in(&self, answer: &Value, marker: &str) -> bool {
        let text = |field: &str| answer.get(field).and_then(Value::as_str).unwrap_or_default();
        let rest = text(self.kind.path_field).strip_prefix(&self.path);
        let is_path = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("-delet"));
        answer.get("id").and_then(Value::as_i64) == Some(self.id) && is_path && text("description") == marker
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
        format!("{}/{}{rest}", self.kind.collection, self.id)
    }

    /// The same, with its full path instead of its id.
    pub(super) fn call_by_path(&self, rest: &str) -> String {
        format!("{}/{}{rest}", self.kind.collection, urlencoding::encode(&self.path))
    }
}
