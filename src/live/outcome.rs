//! What trying a fact found.

use std::fmt;

/// What trying a fact found.
pub type Outcome = Result<(), Unmet>;
pub(super) type Held = Outcome;

/// Why a fact is not known to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmet {
    /// The host does something else.
    Differs {
        /// What the bridge relies on.
        expected: String,
        /// What the host does.
        seen: String,
    },
    /// It can't be tried on this host, and why.
    Untried(String),
}

impl Unmet {
    pub(super) fn differs(expected: impl fmt::Display, seen: impl fmt::Display) -> Self {
        Self::Differs { expected: expected.to_string(), seen: seen.to_string() }
    }
}
