//! What a hint comes to: the object that it means, a question, or "not found"; and how sure that has to be.

use super::{Halt, Service};
use crate::{
    audit::{Ground, Object},
    gitlab::{Iid, Issue, trim_path},
    matching::{Doubt, Evidence, Kind, Score, Scored, normalise, score::SHOWN_CANDIDATES},
};

/// Which object a caller means.
#[derive(Debug, Clone)]
pub enum Target<H, C> {
    /// Loose words, or a reference.
    Hint(H),
    /// What names it exactly, since the caller confirmed it: that object, or a failure.
    Confirmed(C),
}

/// What an operation does with the object, and so how sure the resolution has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// It reads: the interface's thresholds and margins decide.
    Read,
    /// It changes something, or previews a change: in addition the evidence has to name just one object.
    Change,
}

/// A kind of object that hints can mean.
pub trait Findable: Clone + Send + Sync {
    /// Decides which of the interface's boosts and margins apply.
    const KIND: Kind;
    /// Its name in the metrics.
    const NAME: &'static str;

    /// Its identity among objects of its kind; its name, and its path or username if it has one.
    fn identity(&self) -> (i64, &str, &str);

    /// What names it in the audit log.
    fn object(&self) -> Object {
        let (key, _, path) = self.identity();
        match Self::KIND {
            Kind::Project => Object::Project(key, path.to_owned()),
            Kind::Group => Object::Group(path.to_owned()),
            Kind::Issue => Object::Issue(key),
            Kind::Milestone => Object::Milestone(key),
            Kind::Member => Object::User(key),
        }
    }

    /// What else its list says of it. If several candidates fit, one whose description says what the hint says comes first.
    fn description(&self) -> Option<&str> {
        None
    }
}

/// A hint that named no object for sure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unresolved<T> {
    /// Nothing fits.
    NotFound(NotFound<T>),
    /// Several fit, or the one that does is not sure enough.
    Ambiguous(Question<T>),
}

/// The suggestions for a hint that nothing fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotFound<T> {
    /// The nearest objects, best first, as many as an answer shows. Their scores may be under the minimum. Empty if nothing was
    /// read.
    pub suggestions: Vec<Scored<T>>,
    /// Whether the first suggestion fits but has the other state, so that the change was made before.
    pub in_other_state: bool,
    /// Whether a part of the host could not be read or searched for this hint.
    pub was_missed: bool,
    /// The full path of the group that the hint names, where a project was asked for.
    pub group: Option<String>,
    /// The number of an issue that the hint says, where the project has no such issue.
    pub absent: Option<Iid>,
}

/// The candidates to ask about, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question<T> {
    /// Best first, as many as an answer shows.
    pub candidates: Vec<Scored<T>>,
    /// Why none of them was taken.
    pub why: Why,
}

impl<T> Question<T> {
    /// Whether no candidate has all that the hint says: what has it elsewhere was meant rather.
    pub(super) fn is_guess(&self) -> bool {
        let is_guess = self.candidates.first().is_some_and(|first| first.score.is_guess());
        is_guess && !matches!(self.why, Why::Doubt(Doubt::Vague) | Why::Described)
    }
}

/// Why the best candidate was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// Another candidate is as near (interface, Limits, ambiguity margin).
    Several {
        /// How many of those that are as near are not among the shown candidates.
        unshown: usize,
    },
    /// The evidence does not name just one object.
    Doubt(Doubt),
    /// Some word is in no title, but the first candidate's description has it.
    Described,
    /// A part of the host could not be read, and a better candidate may be there.
    Unread,
    /// A number may be an issue's number or a part of a title.
    Number,
    /// An issue of the other state fits as well, and may have been changed before.
    OtherState,
    /// The token is no member of the project.
    NotMember,
}

/// What an operation did, or the object that it found; or what a hint for such an object left open, or a failure.
pub type Resolved<T, U = T> = Result<T, Halt<Unresolved<U>>>;

/// The object that a hint means, an issue unless said; or what the hint left open, or a failure.
pub type Meant<T = Issue> = Resolved<Chosen<T>, T>;

/// The object that a hint means, or what it left open.
pub(super) type Verdict<T> = Result<Chosen<T>, Unresolved<T>>;

/// What fits words, best first with scores; and what comes nearest if nothing does.
pub(super) type Fits<T> = (Vec<(T, Option<Score>)>, Vec<Scored<T>>);

/// What fits words by this verdict.
pub(super) fn what_fits<T>(verdict: Verdict<T>) -> Fits<T> {
    let found = match verdict {
        Ok(chosen) => chosen.candidates,
        Err(Unresolved::NotFound(found)) => return (Vec::new(), found.suggestions),
        Err(Unresolved::Ambiguous(question)) => question.candidates,
    };
    // A question about words that say nothing has whatever comes first.
    let (found, mut far): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|found| found.score >= Score::MINIMUM);
    far.truncate(if found.is_empty() { SHOWN_CANDIDATES } else { 0 });
    let found = found.into_iter().map(|found| (found.item, Some(found.score))).collect();
    (found, NotFound::suggesting(far).suggestions)
}

impl<T> Unresolved<T> {
    /// Nothing fits, and nothing was read that could come near.
    pub(super) fn nothing() -> Self {
        Self::NotFound(NotFound::suggesting(Vec::new()))
    }

    /// Nothing fits after all: what was only worth asking for is suggested, and none of it is said to be near.
    pub(super) fn guessing(candidates: Vec<Scored<T>>) -> Self {
        let far = |score: Score| Score::new(score.value().saturating_sub(Score::NEAR.value()));
        let suggest = |Scored { item, score }| Scored { item, score: far(score) };
        Self::NotFound(NotFound::suggesting(candidates.into_iter().map(suggest).collect()))
    }

    /// Which of the candidates is meant?
    pub(super) fn asking(candidates: Vec<Scored<T>>, why: Why) -> Self {
        Self::Ambiguous(Question { candidates, why })
    }
}

impl<T> NotFound<T> {
    /// Nothing fits. What is not like the hint at all is not suggested.
    pub(super) fn suggesting(mut suggestions: Vec<Scored<T>>) -> Self {
        suggestions.retain(|suggestion| suggestion.score > Score::default());
        Self { suggestions, in_other_state: false, was_missed: false, group: None, absent: None }
    }
}

/// The object that a hint means, and the candidates among which it was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen<T> {
    /// The object.
    pub item: T,
    /// As many as an answer shows, the object itself first; empty if it was confirmed.
    pub candidates: Vec<Scored<T>>,
    /// What supports it; `None` if it was confirmed or named by a reference.
    pub evidence: Option<Evidence>,
}

impl<T: Findable> Chosen<T> {
    /// An object that the caller confirmed.
    pub(super) fn confirmed(item: T) -> Self {
        Self { item, candidates: Vec::new(), evidence: None }
    }

    /// An object that a reference names: the only candidate.
    pub(super) fn named(item: T) -> Self {
        let candidates = vec![Scored { item: item.clone(), score: Score::EXACT }];
        Self { item, candidates, evidence: None }
    }

    /// The chosen candidate alone; empty if it was confirmed.
    pub fn only_candidate(self) -> Vec<Scored<T>> {
        self.candidates.into_iter().take(1).collect()
    }

    /// Its score; `None` if it was confirmed or named by a reference.
    pub(super) fn score(&self) -> Option<Score> {
        self.evidence.as_ref()?;
        self.candidates.first().map(|candidate| candidate.score)
    }

    /// The same, noted for the audit log: which object was resolved, and why.
    pub(super) fn noted(self, service: &Service) -> Self {
        let found = self.evidence.as_ref().zip(self.score());
        let ground =
            found.map(|(evidence, score)| Ground { score: score.shown(), evidence: evidence.to_string() });
        service.note_resolved(self.item.object(), ground);
        self
    }
}

/// A restriction of matches to objects whose full path starts with a text, compared after normalisation.
/// That text may be empty, from a hint of signs alone, and then admits nothing; without one there is no restriction.
#[derive(Debug, Clone, Default)]
pub struct Root(Option<String>);

impl Root {
    /// Reads a root hint. One of spaces and slashes alone means no restriction (interface, Shared conventions).
    pub fn new(hint: &str) -> Self {
        Self((!trim_path(hint).is_empty()).then(|| normalise(hint)))
    }

    /// Whether it restricts nothing.
    pub fn is_anywhere(&self) -> bool {
        self.0.is_none()
    }

    /// Whether an object at this full path may match.
    pub(super) fn holds(&self, full_path: &str) -> bool {
        let is_below = |root: &String| !root.is_empty() && normalise(full_path).starts_with(root.as_str());
        self.0.as_ref().is_none_or(is_below)
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
