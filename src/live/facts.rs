//! The facts, a file for each kind of object, in the order in which they are tried.

mod groups;
mod issue_lists;
mod issues;
mod labels;
mod lookups;
mod members;
mod milestones;
pub(super) mod operations;
mod pages;
mod projects;
mod roles;
mod searches;
mod tags;

use super::fact::Fact;

/// Every fact.
pub(super) fn all() -> Vec<Fact> {
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
    lists.into_iter().flatten().copied().chain(operations::facts()).collect()
}
