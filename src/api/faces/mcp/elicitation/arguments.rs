//! What a choice puts into the arguments of a call.

use rmcp::model::JsonObject;
use serde_json::Value;

use crate::api::{Entry, Settled};

/// What is looked for when the project is known.
const WITHIN_A_PROJECT: [&str; 2] = ["issue_hint", "milestone_hint"];
/// Where an operation takes the path of a group that was confirmed.
const CONFIRMED_GROUP: [&str; 2] = ["resolved_group", "resolved_group_path"];

/// The arguments that take the place of a caller's, where these objects are settled. A call is confirmed where nothing is left
/// to look for; before that an object's address takes the place of the loose words, since it names that object and no other.
pub(super) fn fields(entry: &Entry, settled: &Settled, web_address: &str) -> JsonObject {
    let mut fields = JsonObject::new();
    let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    if let Some(path) = &settled.group {
        if let Some(field) = CONFIRMED_GROUP.into_iter().find(|field| entry.knows(field)) {
            put("confirm", true.into());
            put(field, path.as_str().into());
        } else {
            let hint = if entry.knows("group_hint") { "group_hint" } else { "target_group_hint" };
            put(hint, address(web_address, path));
        }
    }
    if let Some(path) = &settled.project {
        if settled.is_all || !WITHIN_A_PROJECT.into_iter().any(|field| entry.knows(field)) {
            put("confirm", true.into());
            put("resolved_project_path", path.as_str().into());
        } else {
            put("project_hint", address(web_address, path));
        }
    }
    let ids = [
        ("resolved_issue_iid", settled.issue),
        ("resolved_milestone_id", settled.milestone),
        ("resolved_assignee_id", settled.member),
    ];
    for (field, id) in ids {
        match (id, &settled.words) {
            (Some(_), Some((hint, words))) if !entry.knows(field) => put(hint, words.as_str().into()),
            (Some(id), _) => put(field, id.into()),
            (None, _) => None,
        };
    }
    fields
}

/// Where people look at what has this path.
pub(super) fn address(web_address: &str, path: &str) -> Value {
    format!("{}/{path}", web_address.trim_end_matches('/')).into()
}
