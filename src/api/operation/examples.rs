//! Requests that show what an operation may answer, against the sandbox's sample.

use serde_json::{Map, Value};

/// Another value of a string field: what it is called, and what it holds instead.
type Other = (&'static str, &'static str);

/// Words that no project fits, and words that several fit.
pub(in crate::api) const PROJECT_UNCLEAR: &[Other] = &[("project_hint", "zzz"), ("project_hint", "portail")];
/// Words that no open issue of the sample's "portail citoyen" fits, and words that several fit.
pub(in crate::api) const ISSUE_UNCLEAR: &[Other] =
    &[("issue_hint", "formulaire de paie"), ("issue_hint", "erreur 500")];
/// Words that no group fits, and words that several fit.
pub(in crate::api) const GROUP_UNCLEAR: &[Other] = &[("group_hint", "zzz"), ("group_hint", "aubeterre")];

/// A request that does what the operation is for, and what is different in those that end otherwise.
#[derive(Debug, Clone, Copy)]
pub(in crate::api) struct Examples {
    /// A JSON object.
    pub(in crate::api) done: &'static str,
    /// In groups, which operations share: each entry makes one more request of the first.
    pub(in crate::api) otherwise: &'static [&'static [Other]],
}

impl Examples {
    /// Requests as JSON objects: the one that acts, the others, and a preview of the first where the operation `writes`.
    pub(super) fn requests(&self, writes: bool) -> Vec<String> {
        // A test parses it, so that this never falls back.
        let done: Map<String, Value> = serde_json::from_str(self.done).unwrap_or_default();
        let with = |field: &str, value: Value| {
            let mut request = done.clone();
            request.insert(field.to_owned(), value);
            request
        };
        let others = self.otherwise.iter().copied().flatten();
        let others = others.map(|(field, words)| with(field, (*words).into()));
        let preview = writes.then(|| with("dry_run", true.into()));
        let requests = std::iter::once(done.clone()).chain(others).chain(preview);
        requests.map(|request| Value::Object(request).to_string()).collect()
    }
}
