//! What the sandbox's sample answers to each operation's example requests. `examples.json` is written by a test, which runs
//! them all against a fresh sample each.

use std::{collections::HashMap, sync::LazyLock};

use serde_json::Value;

use super::days::{Day, as_of};
use crate::api::Entry;

/// The answers by operation, in the order of the requests.
static ANSWERS: LazyLock<HashMap<String, Vec<Value>>> = LazyLock::new(|| {
    // A test reads the file, so the fallback is never used.
    serde_json::from_str(include_str!("examples.json")).unwrap_or_default()
});

/// A request and its answer.
pub(super) struct Example {
    /// The answer's status; `done` where it has none.
    pub(super) name: String,
    pub(super) request: Value,
    pub(super) answer: Value,
}

/// The examples of an operation, with their days as of one day.
pub(super) fn of(entry: &Entry, day: Day) -> Vec<Example> {
    let answers = ANSWERS.get(entry.name).into_iter().flatten();
    let examples = entry.examples().into_iter().zip(answers).map(|(request, answer)| Example {
        name: answer.get("status").and_then(Value::as_str).unwrap_or("done").to_owned(),
        request: as_of(day, serde_json::from_str(&request).unwrap_or_default()),
        answer: as_of(day, answer.clone()),
    });
    examples.collect()
}
