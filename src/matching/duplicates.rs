//! Whether a new title says what an existing one says (issues assistant-create, "Duplicate score").

use super::{Matcher, rank::Score};

/// A new title, to be compared with existing ones.
#[derive(Debug)]
pub struct DuplicateMatcher {
    title: Matcher,
}

impl DuplicateMatcher {
    /// Folds the new title.
    #[must_use]
    pub fn new(title: &str) -> Self {
        Self { title: Matcher::new(title) }
    }

    /// How much an existing title says the same.
    pub fn score(&mut self, existing: &str) -> Score {
        self.title.compare(existing).similarity
    }
}
