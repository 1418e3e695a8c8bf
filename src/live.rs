//! A suite against a real host: whether it does what the bridge relies on, fact by fact, and whether every operation works on it.
//!
//! It makes a subgroup of its own inside the group that it is given, works inside that alone, and removes it at the end. Its
//! calls that change something take a [`own_object::OwnObject`], which is only what the suite made: the host has to show it again at its
//! id, with its path and the marker of the run, before anything is written there and before it is deleted; the bridge that tries the
//! operations has the subgroup as its only root.
//!
//! - [`host_facts`]: the list of facts
//! - [`fact`]: what a fact is, and how every operation is tried, by its own example
//! - [`suite`]: the objects that the facts look at, and the bridge in front of them
//! - [`host`], [`own_object`], [`answer`]: calls, what they may change, and what came back

mod answer;
mod fact;
mod host;
mod host_facts;
mod own_object;
mod suite;

pub use answer::{Trial, Unmet};
pub use fact::Fact;
pub use host_facts::facts;
pub use suite::Suite;

use crate::settings::{Confirmation, Policy, Settings, SettingsError};

/// How the names of the subgroups start that the suite makes.
pub const PREFIX: &str = "passerelle-check-";

/// The description of an issue that is made for the trial of an operation.
pub const MADE_FOR_TRIAL: &str = "Made for the trial of an operation";

/// Why the suite can't begin.
#[derive(Debug, thiserror::Error)]
pub enum CannotBegin {
    /// The settings are wrong.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The token's user sees no such group.
    #[error("the host shows no group at {0:?}")]
    NoGroup(String),
    /// The objects that the facts look at can't be made.
    #[error(transparent)]
    Objects(#[from] Unmet),
    /// Any of these, and what could not be removed.
    #[error("{0}; {1}")]
    Left(Box<Self>, String),
    /// The signal to stop came.
    #[error("interrupted")]
    Stopped,
}

/// The settings of a bridge that may do everything, but only inside this group.
fn within(settings: &Settings, root: &str) -> Settings {
    let mut settings = settings.clone();
    settings.policy = Policy {
        read_only: false,
        roots: vec![root.to_owned()],
        operations: Vec::new(),
        confirmation: Confirmation::Caller,
    };
    settings.server.callers.clear();
    settings.server.open = true;
    settings.store.url = None;
    settings
}
