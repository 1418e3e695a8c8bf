//! Requests that show what an operation may answer, against the sandbox's sample.

use serde_json::{Map, Value};

use super::About;

/// Another value of a string field: the field's name and the value.
pub(in crate::api) type Variant = (&'static str, &'static str);

/// Words that fit no project, and words that fit several.
pub(in crate::api) const PROJECT_UNCLEAR: &[Variant] =
    &[("project_hint", "zzz"), ("project_hint", "portail")];
/// Words that fit no open issue of the sample's "portail citoyen", and words that fit several.
pub(in crate::api) const ISSUE_UNCLEAR: &[Variant] =
    &[("issue_hint", "fiche de salaire"), ("issue_hint", "erreur 500")];
/// Words that fit no group, and words that fit several.
pub(in crate::api) const GROUP_UNCLEAR: &[Variant] = &[("group_hint", "zzz"), ("group_hint", "aubeterre")];

/// Requests as JSON objects: the one that acts, the others, and a preview of the first where the operation `writes`.
pub(super) fn requests(about: &About, writes: bool) -> Vec<String> {
    // A test parses it, so the fallback is never used.
    let done: Map<String, Value> = serde_json::from_str(about.example).unwrap_or_default();
    let with = |field: &str, value: Value| {
        let mut request = done.clone();
        // A project and a group exclude each other.
        if field == "group_hint" {
            request.remove("project_hint");
        }
        request.insert(field.to_owned(), value);
        request
    };
    let others = about.variants.iter().copied().flatten();
    let others = others.map(|(field, words)| with(field, (*words).into()));
    let preview = writes.then(|| with("dry_run", true.into()));
    let requests = std::iter::once(done.clone()).chain(others).chain(preview);
    requests.map(|request| Value::Object(request).to_string()).collect()
}
