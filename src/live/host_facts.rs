//! The facts, in the order in which they are tried.

mod issues;
mod parts;
mod projects;
mod reads;

use super::fact::Fact;
use crate::api;

/// Every fact, and a trial of each operation in the interface's order.
pub fn facts() -> Vec<Fact> {
    let lists = [reads::facts(), projects::facts(), issues::facts(), parts::facts()];
    let operations = api::operations().into_iter().map(Fact::of);
    lists.into_iter().flatten().chain(operations).collect()
}
