//! The facts, a file for each kind of object, in the order in which they are tried.

mod groups;
mod issue_lists;
mod issues;
mod labels;
mod lookups;
mod members;
mod milestones;
mod pages;
mod projects;
mod roles;
mod searches;
mod tags;

use super::fact::{Fact, FactTrial};
use crate::api;

/// Every fact, and a trial of each operation in the interface's order.
pub fn facts() -> Vec<Fact> {
    let lists = [
        pages::FACTS,
        tags::FACTS,
        lookups::FACTS,
        searches::FACTS,
        groups::FACTS,
        projects::FACTS,
        issue_lists::FACTS,
        issues::FACTS,
        roles::FACTS,
        labels::FACTS,
        milestones::FACTS,
        members::FACTS,
    ];
    let operations = api::operations().into_iter().map(|entry| Fact {
        name: entry.name,
        reason: "the operation, by hint and confirmed",
        check: FactTrial::Operation(entry),
    });
    lists.into_iter().flatten().copied().chain(operations).collect()
}
