//! What a fact is. An operation is tried through the bridge itself: its own example, in loose words and confirmed, on the suite's
//! objects.

use futures_util::{FutureExt, future::BoxFuture};
use serde_json::{Map, Value, json};

use super::{
    MADE_FOR_TRIAL,
    answer::{Trial, Unmet},
    suite::Suite,
};
use crate::api::{Entry, Status};

/// Something that the bridge relies on.
pub struct Fact {
    /// What holds, in a few words: the name of its row.
    pub name: &'static str,
    /// What the bridge relies on it for.
    pub reason: &'static str,
    /// How it is tried; [`Unmet`], if it is not known to hold.
    pub check: Box<Check>,
}

/// How a fact is tried.
type Check = dyn for<'a> Fn(&'a Suite) -> BoxFuture<'a, Trial> + Send + Sync;

impl Fact {
    /// That an operation of the bridge works.
    pub(super) fn of(entry: Entry) -> Self {
        Self {
            name: entry.name,
            reason: "the operation, by hint and confirmed",
            check: Box::new(move |suite| try_operation(suite, entry).boxed()),
        }
    }
}

/// Declares facts: name, reason, and how each is tried.
macro_rules! facts {
    ($($name:literal, $reason:literal, |$suite:ident| $try:expr;)+) => {
        /// The facts of this file.
        pub(super) fn facts() -> Vec<crate::live::fact::Fact> {
            vec![$(crate::live::fact::Fact {
                name: $name,
                reason: $reason,
                check: Box::new(|$suite| Box::pin(async move {
                    let held: Result<_, crate::live::answer::Unmet> = $try;
                    held.map(drop)
                })),
            }),+]
        }
    };
}
pub(super) use facts;

/// The endings of statuses that say that nothing was done.
#[rustfmt::skip]
const OPEN: [&str; 6] = ["not_found", "nothing_found", "clarification_needed", "ambiguous_group", "duplicate_warning", "error"];

/// Tries an operation.
async fn try_operation(suite: &Suite, entry: Entry) -> Trial {
    let ways: &[bool] = if entry.knows("confirm") { &[false, true] } else { &[false] };
    for confirmed in ways {
        let request = request(suite, &entry, *confirmed).await?;
        let (status, answer) = suite.ask(entry.path, &request).await?;
        if !status.is_success() || !acted(&answer) {
            let expected = format_args!("{} {request}: an answer that it acted", entry.name);
            return Err(Unmet::differs(expected, format_args!("{status} {answer}")));
        }
    }
    Ok(())
}

/// The operation's example, about the suite's objects; the issue that it means is made for it.
async fn request(suite: &Suite, entry: &Entry, confirmed: bool) -> Trial<Value> {
    let example = entry.examples().into_iter().next().unwrap_or_default();
    let mut request: Map<String, Value> = serde_json::from_str(&example).unwrap_or_default();
    let means_issue = ["issue_hint", "issue_hints"].iter().any(|field| request.contains_key(*field));
    let title = format!("Essai de {}{}", entry.name, if confirmed { " confirmé" } else { "" });
    let iid = if means_issue { issue(suite, entry, &title).await? } else { 0 };
    let issue_words = if confirmed { format!("#{iid}") } else { title };
    for (field, value) in &mut request {
        *value = match field.as_str() {
            "project_hint" => "voirie".into(),
            "query" if entry.path.contains("/issues/") => "".into(),
            "query" if entry.path.contains("/projects/") => "voirie".into(),
            "project_path" => suite.open.path().into(),
            "group_hint" | "target_group_hint" | "query" => "services municipaux".into(),
            "namespace_path" => suite.services.path().into(),
            "issue_hint" => issue_words.as_str().into(),
            "issue_hints" => json!([issue_words]),
            "label_name" => "bug".into(),
            "milestone_hint" => "sprint 1".into(),
            "assignee_hint" => format!("@{}", suite.user.1).into(),
            "visibility" => "private".into(),
            // Its path is taken by then.
            "project_name" if confirmed => "Carte des squares".into(),
            _ => continue,
        };
    }
    if confirmed {
        request.retain(|field, _| !field.ends_with("_hint"));
        let (project, group) = (suite.open.path(), suite.services.path());
        let known: [(&str, Value); 6] = [
            ("confirm", true.into()),
            ("resolved_project_path", project.into()),
            ("resolved_group", group.into()),
            ("resolved_group_path", group.into()),
            ("resolved_issue_iid", iid.into()),
            ("resolved_assignee_id", suite.user.0.into()),
        ];
        let known = known.into_iter().filter(|(field, _)| entry.knows(field));
        request.extend(known.map(|(field, value)| (field.to_owned(), value)));
    }
    Ok(request.into())
}

/// Makes an issue in the project for writes, in the state that the operation looks for.
async fn issue(suite: &Suite, entry: &Entry, title: &str) -> Trial<i64> {
    let made = suite.create(json!({ "title": title, "description": MADE_FOR_TRIAL })).await?;
    let iid = made.number("/iid")?;
    if entry.statuses().contains(&Status::Reopened) {
        suite.change(iid, json!({ "state_event": "close", "description": MADE_FOR_TRIAL })).await?;
    }
    Ok(iid)
}

/// Whether an answer, and each row of a bulk call's, says that something was done or found.
fn acted(answer: &Value) -> bool {
    let rows = answer.get("results").and_then(Value::as_array).into_iter().flatten();
    let mut statuses = std::iter::once(answer).chain(rows).filter_map(|row| row.get("status")?.as_str());
    !statuses.any(|status| OPEN.iter().any(|open| status.ends_with(open)))
}
