//! How often a user may call within one or ten minutes: GitLab's application limits.
//!
//! A limit counts calls within fixed periods of the clock, as GitLab does, and not within the last sixty seconds. Refused calls
//! count too, and so do those that are answered with 304.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use http::Method;

use super::moment::Moment;

/// How long a refused caller is told to wait, in seconds.
const RETRY_AFTER: u64 = 60;

/// Calls that are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Limited {
    /// Lists and counts of issues with `search`.
    IssueSearch,
    /// `GET /projects`.
    Projects,
    /// `GET /projects/:id`.
    Project,
    /// `GET /groups`: so more than 200 pages of it within a minute fail.
    Groups,
    /// `GET /groups/:id`.
    Group,
    /// `GET /groups/:id/projects`.
    GroupProjects,
    /// New issues, by project.
    IssueCreation,
    /// New comments.
    NoteCreation,
}

impl Limited {
    /// The limit for calls of a route; `None` if there is none.
    pub(super) fn of(method: &Method, pattern: &str, has_search: bool) -> Option<Self> {
        match (method.as_str(), pattern) {
            ("GET", "/projects/:id/issues" | "/projects/:id/issues_statistics") => {
                has_search.then_some(Self::IssueSearch)
            }
            ("GET", "/projects") => Some(Self::Projects),
            ("GET", "/projects/:id") => Some(Self::Project),
            ("GET", "/groups") => Some(Self::Groups),
            ("GET", "/groups/:id") => Some(Self::Group),
            ("GET", "/groups/:id/projects") => Some(Self::GroupProjects),
            ("POST", "/projects/:id/issues") => Some(Self::IssueCreation),
            ("POST", "/projects/:id/issues/:issue_iid/notes") => Some(Self::NoteCreation),
            _ => None,
        }
    }

    /// How many calls, within how many seconds.
    const fn threshold(self) -> (u32, u64) {
        match self {
            Self::IssueSearch => (30, 60),
            Self::Projects => (2000, 600),
            Self::Project | Self::Group => (400, 60),
            Self::Groups | Self::IssueCreation => (200, 60),
            Self::GroupProjects => (600, 60),
            Self::NoteCreation => (300, 60),
        }
    }
}

/// The scope of a count: the user (`None` without a token), and for new issues the project.
pub(super) type Scope = (Option<u64>, Option<u64>);

/// The counts so far.
#[derive(Debug, Default)]
pub(super) struct Limiter {
    counts: Mutex<HashMap<(Limited, Scope), (u64, u32)>>,
}

impl Limiter {
    /// Counts a call.
    ///
    /// # Errors
    ///
    /// The seconds to wait, if it is one too many.
    pub(super) fn admit(&self, limited: Limited, scope: Scope, now: Moment) -> Result<(), u64> {
        let (most, seconds) = limited.threshold();
        let period = now.0 / seconds;
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let (counted_in, count) = counts.entry((limited, scope)).or_default();
        if *counted_in != period {
            (*counted_in, *count) = (period, 0);
        }
        *count = count.saturating_add(1);
        if *count > most { Err(RETRY_AFTER) } else { Ok(()) }
    }
}
