//! From loose words to the one object that was meant (interface, Shared resolution rules; decisions, sections 5 and 6).
//!
//! [`driver`] turns looks at the host into an answer for every kind of object: act, ask, or not found with what comes nearest.
//! A file per kind says where its objects are read.

mod driver;
mod group;
mod issue;
mod member;
mod milestone;
mod pages;
mod project;
pub(super) mod searches;

pub(super) use driver::texts_of;
pub use group::{GroupHint, GroupTarget, resolve_group};
pub(super) use group::{group_at, is_candidate as is_candidate_group};
pub use issue::{IssueChoice, IssueTarget, MeantIssue, PoolState, UnresolvedIssue, resolve_issue};
pub(super) use issue::{Meant, resolve_issue_in, resolve_issues};
pub use member::{MeantMember, MemberChoice, resolve_member};
pub use milestone::resolve_milestone;
pub(super) use pages::{Extent, read_on};
pub use project::{ProjectHint, ProjectTarget, resolve_project};
pub(super) use project::{is_candidate as is_candidate_project, project_at, search_projects};

use crate::{
    audit::{Ground, Object},
    gitlab::trim_path,
    matching::{Doubt, Evidence, Score, Scored, normalise},
    service::Service,
};

/// What an operation does with what it finds, and so what it takes to be sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// It reads: the page's thresholds and margins decide.
    Read,
    /// It changes something, or would (a dry run): the evidence has to name just one object as well.
    Change,
}

/// A hint that named no object for sure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unresolved<T> {
    /// Nothing fits.
    NotFound(NotFound<T>),
    /// Several fit, or the one that does is not sure enough.
    Ambiguous(Question<T>),
}

/// What came nearest to a hint that nothing fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotFound<T> {
    /// As many as a caller is shown, best first, scores under the minimum among them; empty where nothing was read.
    pub suggestions: Vec<Scored<T>>,
    /// Whether the first suggestion does fit, but stands in the other state: what was asked was done before.
    pub in_other_state: bool,
}

/// The candidates to ask about, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question<T> {
    /// As many as a caller is shown, best first.
    pub candidates: Vec<Scored<T>>,
    /// Why none of them was taken.
    pub why: Why,
}

/// Why the best candidate was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// Others come as near (interface, Limits, ambiguity margin).
    Several,
    /// The evidence does not name just one.
    Doubt(Doubt),
    /// A part of the host could not be read, where a better one may stand.
    Unread,
    /// A number may name an issue, or stand in a title.
    Number,
    /// The token is no member of the project.
    Stranger,
}

impl<T> Unresolved<T> {
    /// Nothing fits, and nothing was read that could come near.
    fn nothing() -> Self {
        Self::not_found(Vec::new())
    }

    fn not_found(suggestions: Vec<Scored<T>>) -> Self {
        Self::NotFound(NotFound { suggestions, in_other_state: false })
    }
}

/// The object that was meant, and the candidates among which it stood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen<T> {
    /// The object.
    pub item: T,
    /// As many as a caller is shown, the object itself first; none when it was confirmed.
    pub candidates: Vec<Scored<T>>,
    /// What supports it; none when it was confirmed or named outright.
    pub evidence: Option<Evidence>,
}

impl<T: Clone> Chosen<T> {
    /// An object that the caller confirmed.
    fn confirmed(item: T) -> Self {
        Self { item, candidates: Vec::new(), evidence: None }
    }

    /// An object that the caller named outright: its only candidate.
    fn named(item: T) -> Self {
        let candidates = vec![Scored { item: item.clone(), score: Score::EXACT }];
        Self { item, candidates, evidence: None }
    }
}

impl<T> Chosen<T>
where
    Object: for<'a> From<&'a T>,
{
    /// Notes for the audit log that it was resolved, and by what.
    fn note(&self, service: &Service) {
        let ground = match (&self.evidence, self.score()) {
            (Some(evidence), Some(score)) => {
                Ground::Matched { score: score.shown(), evidence: evidence.to_string() }
            }
            _ => Ground::Named,
        };
        service.note_resolved(&self.item, ground);
    }
}

impl<T> Chosen<T> {
    /// The chosen candidate alone; none when it was confirmed.
    pub fn only_candidate(self) -> Vec<Scored<T>> {
        self.candidates.into_iter().take(1).collect()
    }

    /// How near the hint came to it; none when it was confirmed or named outright.
    fn score(&self) -> Option<Score> {
        self.evidence.as_ref()?;
        self.candidates.first().map(|candidate| candidate.score)
    }
}

/// A restriction of matches to objects whose full path starts with a text, compared after normalisation.
#[derive(Debug, Clone, Default)]
pub enum Root {
    /// No restriction.
    #[default]
    Anywhere,
    /// Below this normalised text. An empty one, of signs alone, holds nothing.
    Below(String),
}

impl Root {
    /// A root hint; nothing but spaces and slashes restricts nothing (interface, Shared conventions).
    #[must_use]
    pub fn new(hint: &str) -> Self {
        if trim_path(hint).is_empty() { Self::Anywhere } else { Self::Below(normalise(hint)) }
    }

    /// Whether an object at this full path may match.
    fn holds(&self, full_path: &str) -> bool {
        match self {
            Self::Anywhere => true,
            Self::Below(root) => !root.is_empty() && normalise(full_path).starts_with(root.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Root;

    #[test]
    fn a_root_holds_what_starts_with_it_after_normalisation() {
        for (root, path, holds) in [
            ("", "ville/portail", true),
            (" / ", "ville/portail", true),
            ("ville", "ville/portail", true),
            ("VILLE / Num", "ville/numerique/portail", true),
            ("ville", "Ville-bis/portail", true),
            ("portail", "ville/portail", false),
            ("!!!", "ville/portail", false),
        ] {
            assert_eq!(Root::new(root).holds(path), holds, "{root:?} {path}");
        }
    }
}
