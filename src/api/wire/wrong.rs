//! What is wrong with a request, and where.

use super::failure::Failure;
use crate::messages::{Sentence, field};

/// What is wrong with a request, and where.
#[derive(Debug, PartialEq)]
pub(in crate::api) struct Wrong {
    /// The place, such as `issues[3].title`.
    path: String,
    what: Sentence,
}

impl Wrong {
    /// The same in a field, or in an item of a list (`[3]`), that holds this place.
    pub(in crate::api) fn below(self, place: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        Self { path: format!("{place}{dot}{}", self.path), ..self }
    }
}

impl From<Sentence> for Wrong {
    fn from(what: Sentence) -> Self {
        Self { path: String::new(), what }
    }
}

impl From<Wrong> for Failure {
    fn from(Wrong { path, what }: Wrong) -> Self {
        Self::unprocessable(field::wrong(&path, &what))
    }
}
