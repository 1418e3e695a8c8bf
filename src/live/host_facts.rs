//! The facts, in the order in which they are tried.

mod issues;
mod parts;
mod projects;
mod reads;

use super::fact::{Fact, FactTrial};
use crate::api;

/// Every fact, and a trial of each operation in the interface's order.
pub fn facts() -> Vec<Fact> {
    let lists = [reads::FACTS, projects::FACTS, issues::FACTS, parts::FACTS];
    let operations = api::operations().into_iter().map(|entry| Fact {
        name: entry.name,
        reason: "the operation, by hint and confirmed",
        check: FactTrial::Operation(entry),
    });
    lists.into_iter().flatten().copied().chain(operations).collect()
}
