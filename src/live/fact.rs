//! What a fact is, and what trying it found.

use std::fmt;

use futures_util::future::BoxFuture;

use super::{facts::operations::Play, scene::Scene};

/// Something that the bridge relies on.
#[derive(Debug, Clone, Copy)]
pub struct Fact {
    /// What holds, in a few words: the name of its row.
    pub name: &'static str,
    /// What the bridge relies on it for.
    pub reason: &'static str,
    pub(super) check: Check,
}

/// How a fact is tried.
#[derive(Clone, Copy)]
pub(super) enum Check {
    /// Calls to the host.
    Calls(for<'a> fn(&'a Scene) -> BoxFuture<'a, Held>),
    /// An operation of the bridge.
    Operation(&'static Play),
}

impl fmt::Debug for Check {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Calls(_) => "Calls",
            Self::Operation(_) => "Operation",
        })
    }
}

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

impl Fact {
    pub(super) async fn try_on(&self, scene: &Scene) -> Outcome {
        match self.check {
            Check::Calls(calls) => calls(scene).await,
            Check::Operation(play) => play.perform(scene).await,
        }
    }
}

/// Declares facts: name, reason, and the function that tries it.
macro_rules! facts {
    ($($name:literal, $reason:literal, $try:path;)+) => {
        /// The facts of this file.
        pub(in crate::live) const FACTS: &[crate::live::fact::Fact] = &[$(crate::live::fact::Fact {
            name: $name,
            reason: $reason,
            check: crate::live::fact::Check::Calls(|scene| Box::pin($try(scene))),
        }),+];
    };
}
pub(super) use facts;
