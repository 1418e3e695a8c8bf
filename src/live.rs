//! A suite against a real host: whether it does what the bridge relies on, fact by fact, and whether every operation works on it.
//!
//! It makes a subgroup of its own inside the group that it is given, works inside that alone, and removes it at the end. Its
//! calls that change something take a [`own_object::OwnObject`], which is only what the suite made: the host has to show it again at its
//! id, with its path and the marker of the run, before anything is written there and before it is deleted; the bridge that tries the
//! operations has the subgroup as its only root.
//!
//! - [`host_facts`]: the list of facts, a file for each kind of object
//! - [`fact`]: what a fact is, and how every operation is tried, by its own example
//! - [`fixture`]: the objects that the facts look at
//! - [`host`], [`own_object`], [`answer`]: calls, what they may change, and what came back

mod answer;
mod fact;
mod fixture;
mod host;
mod host_facts;
mod own_object;

use std::sync::Arc;

pub use answer::{Trial, Unmet};
pub use fact::Fact;
use fixture::Fixture;

use crate::{
    app::{self, StartError},
    gitlab::FullPath,
    settings::{Confirmation, Policy, Settings},
    stop_signal::StopSignal,
};

/// How the names of the subgroups start that the suite makes.
pub const PREFIX: &str = "passerelle-check-";

/// The description of an issue that is made for the trial of an operation.
pub const MADE_FOR_TRIAL: &str = "Made for the trial of an operation";

/// Every fact, in the order in which they are tried.
pub fn facts() -> Vec<Fact> {
    host_facts::all()
}

/// Why the suite can't begin.
#[derive(Debug, thiserror::Error)]
pub enum CannotBegin {
    /// The settings are wrong.
    #[error(transparent)]
    Settings(#[from] StartError),
    /// The token's user sees no such group.
    #[error("the host shows no group at {0:?}")]
    NoGroup(String),
    /// The objects that the facts look at can't be made.
    #[error("{0}")]
    Fixture(String),
    /// The signal to stop came.
    #[error("interrupted")]
    Stopped,
}

/// A suite that is ready: its subgroup is made.
#[derive(Debug)]
pub struct Suite {
    fixture: Fixture,
}

impl Suite {
    /// Makes a subgroup in `group`, and in it what the facts look at. If that fails half-way, or `stop` is given, what was made is
    /// removed.
    ///
    /// # Errors
    /// [`CannotBegin`]. What could not be removed is named.
    pub async fn begin(settings: &Settings, group: &FullPath, stop: StopSignal) -> Result<Self, CannotBegin> {
        let state = app::state(settings)?;
        let instance = Arc::clone(&state.shared.instance);
        let fixture =
            Fixture::make(instance, group, stop, |root| app::state(&within(settings, root)).map(app::router));
        Ok(Self { fixture: fixture.await? })
    }

    /// The full path of the subgroup.
    pub fn group(&self) -> &str {
        self.fixture.root.path()
    }

    /// The full paths of subgroups that earlier runs left, or that runs under way use.
    pub fn left_before(&self) -> &[String] {
        &self.fixture.left
    }

    /// Tries one fact.
    ///
    /// # Errors
    /// [`Unmet`], if it is not known to hold.
    pub async fn try_fact(&self, fact: &Fact) -> Trial {
        fact.try_on(&self.fixture).await
    }

    /// Removes the subgroup with all that is in it. Says what is left where the host keeps what is deleted for a while.
    ///
    /// # Errors
    /// What the host said if it refused.
    pub async fn end(self) -> Result<Option<String>, String> {
        self.fixture.remove().await
    }
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
