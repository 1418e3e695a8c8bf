//! What callers reach. It reads downward: a module of [`faces`] takes a request; the gate decides whether and when the request
//! is served; the operation decodes it, calls one service function and turns the outcome into a record of [`wire`] and a
//! sentence.
//!
//! [`operations`] is the one list of what the service does; each operation is a small file of its family.

pub mod faces;
mod gate;
mod groups;
mod issues;
mod operation;
mod prelude;
mod projects;
mod wire;

use std::{collections::HashSet, sync::LazyLock};

pub use gate::{
    AppState, Call, Reply,
    admission::{guard, guard_host},
    callers::Caller,
    idempotency::IdempotencyKey,
    metrics::LostLines,
    observation::observe_answer,
};
pub use operation::{About, Answered, Effect, Entry};
pub use wire::{
    answer::Status,
    code::Code,
    failure::Failure,
    prompt::{Choice, Leads, Prompt, Settled, address, issue_key, place_key},
};

/// What every operation's path starts with.
pub const PREFIX: &str = "/api/v1";

/// Every operation, in the order of the interface.
pub fn operations() -> Vec<Entry> {
    // The names of the fields of all operations.
    static FIELDS: LazyLock<HashSet<&str>> =
        LazyLock::new(|| declared().flat_map(|entry| entry.names()).collect());
    declared().map(|entry| entry.among(|name| FIELDS.contains(name))).collect()
}

fn declared() -> impl Iterator<Item = Entry> {
    [projects::operations(), groups::operations(), issues::operations()].into_iter().flatten()
}
