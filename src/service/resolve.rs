//! From loose words to the one object that was meant (interface, Shared resolution rules): a rule, a file.

mod group;
mod issue;
mod look;
mod member;
mod milestone;
mod project;
pub(super) mod second_look;

pub use group::{GroupHint, GroupTarget, group};
pub(super) use group::{group_at, rank_groups};
pub use issue::{IssueChoice, IssueTarget, MeantIssue, PoolState, UnresolvedIssue, issue};
pub(super) use issue::{Meant, issue_of, issues_of};
pub use member::{MeantMember, MemberChoice, member};
pub use milestone::milestone;
pub use project::{ProjectHint, ProjectTarget, project};
pub(super) use project::{project_at, rank_projects};

use crate::matching::{Matcher, Score, Scored, normalise};

/// A hint that named no object for sure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unresolved<T> {
    /// Nothing fits.
    NotFound,
    /// Several fit: best first, as many as a caller is shown.
    Ambiguous(Vec<Scored<T>>),
}

/// The object that was meant, and the candidates among which it stood, itself first; none when it was confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen<T> {
    /// The object.
    pub item: T,
    /// As many as a caller is shown.
    pub candidates: Vec<Scored<T>>,
}

impl<T> Chosen<T> {
    /// An object that the caller confirmed or named outright.
    fn named(item: T) -> Self {
        Self { item, candidates: Vec::new() }
    }

    /// The chosen candidate alone; none when it was confirmed.
    pub fn only_candidate(self) -> Vec<Scored<T>> {
        self.candidates.into_iter().take(1).collect()
    }
}

/// Score of a title for rules 3 and 4: similarity, at least 95 where the hint stands inside the title. A hint that names
/// nothing fits every title, as a blank one does: there is something to choose from.
fn title_score(hint: &mut Matcher, title: &str) -> Score {
    let comparison = hint.compare(title);
    if comparison.within || hint.is_vague() {
        comparison.similarity.max(Score::WITHIN_NAME)
    } else {
        comparison.similarity
    }
}

/// A restriction of matches to objects whose full path starts with a text, compared after normalisation.
#[derive(Debug, Clone, Default)]
pub struct Root(String);

impl Root {
    /// A root hint; blank restricts nothing.
    #[must_use]
    pub fn new(hint: &str) -> Self {
        Self(normalise(hint))
    }

    fn holds(&self, full_path: &str) -> bool {
        self.0.is_empty() || normalise(full_path).starts_with(&self.0)
    }
}
