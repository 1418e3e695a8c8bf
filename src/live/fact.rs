//! What a fact is.

use std::fmt;

use futures_util::future::BoxFuture;

use super::{answer::TrialResult, fixture::Fixture, operation_trial::try_operation};
use crate::api::Entry;

/// Something that the bridge relies on.
#[derive(Debug, Clone, Copy)]
pub struct Fact {
    /// What holds, in a few words: the name of its row.
    pub name: &'static str,
    /// What the bridge relies on it for.
    pub reason: &'static str,
    pub(super) check: FactTrial,
}

/// How a fact is tried.
#[derive(Clone, Copy)]
pub(super) enum FactTrial {
    /// Calls to the host.
    Calls(for<'a> fn(&'a Fixture) -> BoxFuture<'a, TrialResult>),
    /// An operation of the bridge.
    Operation(Entry),
}

impl fmt::Debug for FactTrial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Calls(_) => "Calls",
            Self::Operation(_) => "Operation",
        })
    }
}

impl Fact {
    pub(super) async fn try_on(&self, fixture: &Fixture) -> TrialResult {
        match self.check {
            FactTrial::Calls(calls) => calls(fixture).await,
            FactTrial::Operation(entry) => try_operation(fixture, &entry).await,
        }
    }
}

/// Declares facts: name, reason, and how each is tried.
macro_rules! facts {
    ($($name:literal, $reason:literal, |$fixture:ident| $try:expr;)+) => {
        /// The facts of this file.
        pub(in crate::live) const FACTS: &[crate::live::fact::Fact] = &[$(crate::live::fact::Fact {
            name: $name,
            reason: $reason,
            check: crate::live::fact::FactTrial::Calls(|$fixture| Box::pin(async move {
                let held: Result<_, crate::live::answer::Unmet> = $try;
                held.map(drop)
            })),
        }),+];
    };
}
pub(super) use facts;
