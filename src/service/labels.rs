//! Finding and creating labels by name; sets of labels.

use std::ops::Deref;

use super::{prelude::*, resolve::prelude::*};
use crate::gitlab::visible;

/// Colour of a label that the bridge creates (interface, Limits).
const DEFAULT_COLOUR: &str = "#428BCA";

/// Labels of one request that are searched for, each by itself.
const SEARCHES: usize = 3;

/// Names of labels, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LabelSet(Vec<String>);

impl Deref for LabelSet {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.0
    }
}

impl LabelSet {
    /// What a caller gives: trims each name and drops the blank ones.
    pub fn new<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Self {
        let trimmed = names.into_iter().map(|name| name.as_ref().trim().to_owned());
        Self(trimmed.filter(|name| !name.is_empty()).collect())
    }

    /// Names as the host has them, each once: one may begin or end with a blank.
    pub(super) fn stored<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        let mut seen = HashSet::new();
        let names = names.into_iter().map(Into::into);
        Self(names.filter(|name: &String| seen.insert(name.clone())).collect())
    }

    /// Those that the host reads in one text. It takes from each name the blanks of ASCII alone.
    pub(super) fn split(joined: &str) -> Self {
        let names =
            joined.split(',').map(|name| name.trim_matches(|blank: char| blank.is_ascii_whitespace()));
        Self::stored(names.filter(|name| !name.is_empty()))
    }

    /// Those of an issue, to be sent back with a change.
    ///
    /// # Errors
    /// Some would be lost: the host does not give them, or has more than it is known to allow, or one with a comma, at which it
    /// would split the name.
    pub(super) fn held_by(issue: &Issue) -> gitlab::Result<Self> {
        let reason = match &issue.labels {
            None => "no labels",
            Some(held) if held.len() > MOST_LABELS => "too many labels",
            Some(held) if held.iter().any(|name| name.contains(',')) => "a label with a comma",
            Some(held) => return Ok(Self::stored(held)),
        };
        let fault = Fault::Misshapen(reason.to_owned());
        Err(gitlab::Error { call: "GET /projects/:id/issues/:issue_iid", fault })
    }

    /// The set with one more label at the end, unless it has it; the others keep their order.
    pub(super) fn with(mut self, name: &str) -> Self {
        if !self.iter().any(|held| held == name) {
            self.0.push(name.to_owned());
        }
        self
    }

    /// The labels of the set that are not among `held`. The host splits a name at a comma, so there may be any number.
    pub(super) fn missing_from(&self, held: &[String]) -> Vec<String> {
        let held: HashSet<&String> = held.iter().collect();
        Self::split(&self.joined()).0.into_iter().filter(|name| !held.contains(name)).collect()
    }

    /// The label of this name, or else the only one that is equal after normalisation.
    pub fn held_as(&self, name: &str) -> Option<&str> {
        let wanted = Folded::label(&visible(name));
        let is_alike = |held: &&String| Folded::label(&visible(held)).is_same(&wanted);
        let mut alike = self.iter().filter(is_alike);
        let only = || alike.next().filter(|_| alike.next().is_none());
        self.iter().find(|held| *held == name).or_else(only).map(String::as_str)
    }

    /// The names.
    pub(super) fn into_names(self) -> Vec<String> {
        self.0
    }

    /// The form that the host reads: one text, joined by commas.
    pub(super) fn joined(&self) -> String {
        self.0.join(",")
    }
}

/// A label that a caller gives by name.
#[derive(Debug, Clone)]
pub struct LabelRequest {
    /// Trimmed.
    pub name: String,
    /// Whether to create it if the project has no label of this name.
    pub create_if_missing: bool,
}

/// The project has no label of a name.
#[derive(Debug, Default)]
pub(super) struct NoLabel {
    /// The label that resembles it most, if one does.
    nearest: Option<String>,
    /// Why not all labels could be read; without it there is none.
    unread: Option<gitlab::Error>,
}

impl NoLabel {
    /// `None`, if all labels were read.
    ///
    /// # Errors
    /// Why they were not.
    pub(crate) fn read<T>(self) -> Result<Option<T>> {
        self.unread.map_or(Ok(None), |error| Err(error.into()))
    }
}

/// The stored name of a label, if the project has it.
pub(super) type FoundLabel = Result<String, NoLabel>;

impl OneProject<'_> {
    /// The stored name of a label, if the project has it.
    pub(super) async fn find_label(self, name: &str) -> Result<FoundLabel> {
        Ok(self.find_labels(&[name]).await?.pop().unwrap_or_else(|| Err(NoLabel::default())))
    }

    /// The stored name of each label that the project has. They are looked for among the project's labels and, if these are too
    /// many to read, with the host's search (decisions, section 6).
    pub(super) async fn find_labels(self, names: &[&str]) -> Result<Vec<FoundLabel>> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let service = self.service;
        let (mut labels, begun) = begin(service.gitlab.labels(self.id()), LABELS_READ).await?;
        let mut unread = None;
        if begun.more && service.shared.widen && !names.iter().all(|name| holds_exactly(&labels, name)) {
            let pages = begun.read_on(service, LOOKED_AT).await;
            unread = pages.failure;
            service.note_look("label", !pages.items.is_empty());
            labels.extend(pages.items);
            if pages.more {
                let found = pick_all(&labels, names).await;
                let missing = names.iter().zip(found).filter(|(_, found)| found.is_none()).take(SEARCHES);
                let words: Vec<_> = missing.flat_map(|(name, _)| words_and_stems(name, 1)).collect();
                let listing = || service.gitlab.labels(self.id());
                let searches = words.iter().map(|word| listing().search(word).page(1, FULL_PAGE));
                let found = gathered(searches).await;
                labels.extend(found.items);
                unread = unread.or(found.failure);
            }
        }
        let picked = pick_all(&labels, names).await;
        // A refusal names the first that is missing.
        let missing = names.iter().zip(&picked).find(|(_, found)| found.is_none());
        let mut nearest = match missing {
            Some((name, _)) => nearest(&labels, name).await,
            None => None,
        };
        let mut absent = || NoLabel { nearest: nearest.take(), unread: unread.clone() };
        Ok(picked.into_iter().map(|found| found.ok_or_else(&mut absent)).collect())
    }

    /// The stored name of the label: the one that was found, or that of a new label if the request asks for one. Nothing is
    /// created if it may be among those that could not be read.
    pub(super) async fn ensure_label(self, found: FoundLabel, label: &LabelRequest) -> Result<String> {
        let nearest = match found {
            Ok(name) => return Ok(name),
            Err(NoLabel { unread: Some(error), .. }) => return Err(error.into()),
            Err(NoLabel { nearest, .. }) => nearest,
        };
        if !label.create_if_missing {
            return Err(Error::LabelNotFound { name: label.name.clone(), nearest });
        }
        let objects = vec![self.project.item.object()];
        let create = |host: Writer| host.create_label(self.id(), &label.name, DEFAULT_COLOUR);
        match self.service.write(objects, create).await {
            Ok(created) => {
                let name = created.map_or_else(|| label.name.clone(), |created| created.name);
                self.service.created_labels.lock().push(name.clone());
                Ok(name)
            }
            Err(refusal) if refusal.is_conflict() => self.existing_label(&label.name, refusal).await,
            Err(error) => Err(error.into()),
        }
    }

    /// Fetches a label that the host refuses to create because it exists: it was not among the labels that were read.
    async fn existing_label(self, name: &str, refusal: gitlab::Error) -> Result<String> {
        let found = self.service.gitlab.label(self.id(), name).await;
        let found =
            found.inspect_err(|error| tracing::warn!(%error, "a label that exists could not be fetched"));
        // The host may read a name that begins with digits as an id and answer with another label.
        let labels: Vec<_> = found.into_iter().flatten().collect();
        pick_all(&labels, &[name]).await.pop().flatten().ok_or_else(|| refusal.into())
    }
}

/// The label that resembles a name most, if a sentence may name it (decisions, section 5).
async fn nearest(labels: &[Label], name: &str) -> Option<String> {
    let texts = in_turns(labels, |label| Arc::new(Text::title(&label.name))).await;
    let ranking = rank_apart(&Hint::new(name), Kind::Milestone, &texts).await;
    let best = ranking.nearest(1).first().filter(|best| best.score >= Score::NEAR)?;
    labels.get(best.item).map(|label| label.name.clone())
}

fn holds_exactly(labels: &[Label], name: &str) -> bool {
    labels.iter().any(|label| label.name == name)
}

/// For each name the label of exactly this name, since "bug" and "Bug" are two labels on the host; else the first that differs by its
/// capitals alone, else the first that is equal after normalisation.
async fn pick_all(labels: &[Label], names: &[&str]) -> Vec<Option<String>> {
    let are_exact = names.iter().all(|name| holds_exactly(labels, name));
    let compared = if are_exact { &[] } else { labels };
    let compared = in_turns(compared, |label| (Folded::label(&visible(&label.name)), &label.name)).await;
    let pick = |name: &&str| {
        if holds_exactly(labels, name) {
            return Some((*name).to_owned());
        }
        let wanted = Folded::label(&visible(name));
        let same = || compared.iter().filter(|(known, _)| known.is_same(&wanted)).map(|(_, stored)| *stored);
        let in_case = same().find(|stored| stored.to_lowercase() == name.to_lowercase());
        in_case.or_else(|| same().next()).cloned()
    };
    names.iter().map(pick).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(name: &str) -> Label {
        Label { id: None, name: name.to_owned(), color: None, description: None, text_color: None }
    }

    #[tokio::test]
    async fn a_label_is_used_under_its_stored_name() {
        let labels =
            ["Bug", "bug", "À faire", "C#", "C++", "🔥", "sandbox +1", "R&D", "Zoom -", "Côté", "Cote"]
                .map(label);
        for (name, stored) in [
            ("zoom", None),
            ("zoom -", Some("Zoom -")),
            ("-bug", None),
            ("cote", Some("Cote")),
            ("bug", Some("bug")),
            ("BUG", Some("Bug")),
            ("a faire", Some("À faire")),
            ("c++", Some("C++")),
            ("C", None),
            ("🔥", Some("🔥")),
            ("Sandbox +1", Some("sandbox +1")),
            ("sandbox -1", None),
            ("r&d", Some("R&D")),
            ("R D", None),
            ("!!!", None),
            ("", None),
        ] {
            assert_eq!(pick_all(&labels, &[name]).await, [stored.map(str::to_owned)], "{name}");
        }
    }

    #[test]
    fn a_hundred_thousand_labels_cost_no_more_than_their_number() {
        let names: Vec<_> = (0..100_000).map(|number| format!("k::{number}")).collect();
        let wanted = LabelSet::new([names.join(",")]);
        assert_eq!(wanted.missing_from(&names[..1]).len(), 99_999);
    }

    #[test]
    fn what_the_host_left_out_of_a_set_is_told() {
        for (wanted, held, missing) in [
            (&["a", "b"][..], &["b", "a"][..], &[][..]),
            (&["a"], &["a", "b"], &[]),
            (&["a", "b"], &["a"], &["b"]),
            (&[], &["a"], &[]),
            (&["a, b"], &["a", "b"], &[]),
            (&["p::1", "p::2"], &["p::2"], &["p::1"]),
            (&["p::1", "q::2"], &["q::2"], &["p::1"]),
            (&["p::1"], &[], &["p::1"]),
        ] {
            let held: Vec<_> = held.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(LabelSet::new(wanted).missing_from(&held), missing, "{wanted:?} in {held:?}");
        }
    }

    #[test]
    fn a_label_is_held_under_its_own_name_or_under_the_only_one_like_it() {
        for (held, name, found) in [
            (&["Bug", "bug"][..], "bug", Some("bug")),
            (&["Bug", "bug"], "BUG", None),
            (&["Bug"], "bug", Some("Bug")),
            (&["Bug"], "api", None),
        ] {
            assert_eq!(LabelSet::new(held).held_as(name), found, "{name} in {held:?}");
        }
    }

    #[test]
    fn merging_appends_when_absent_and_keeps_the_order() {
        let labels = LabelSet::new([" b ", "", "a"]);
        assert_eq!(labels.clone().with("a").joined(), "b,a");
        assert_eq!(labels.with("c").joined(), "b,a,c");
    }
}
