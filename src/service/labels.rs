//! Labels by name, and sets of them.

use super::{Service, limits::LABELS_READ, resolve::second_look};
use crate::{
    audit::Object,
    error::Error,
    gitlab::{self, Label, Project, ProjectId},
    matching::normalise,
};

/// Colour of a label that the bridge creates (interface, Limits).
const DEFAULT_COLOUR: &str = "#428BCA";

/// Names of labels, trimmed, none blank, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LabelSet(Vec<String>);

impl LabelSet {
    /// Trims each name and drops the blank ones.
    pub fn new<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Self {
        let trimmed = names.into_iter().map(|name| name.as_ref().trim().to_owned());
        Self(trimmed.filter(|name| !name.is_empty()).collect())
    }

    /// Whether it has no label.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a label is in the set, by its exact name.
    pub(super) fn holds(&self, name: &str) -> bool {
        self.0.iter().any(|held| held == name)
    }

    /// The set with a label appended when absent; the others keep their order.
    pub(super) fn with(mut self, name: &str) -> Self {
        if !self.holds(name) {
            self.0.push(name.to_owned());
        }
        self
    }

    /// Whether these labels hold the set, and none beside it where it is empty. Where two labels of one scope (`key::value`)
    /// are asked for, the host keeps one; a comma parts two names.
    pub(super) fn is_what_stands_in(&self, held: &[String]) -> bool {
        let wanted = || self.0.iter().flat_map(|name| name.split(',')).map(str::trim);
        let is_held = |name: &str| held.iter().any(|label| label == name);
        let scope = |name: &str| name.rsplit_once("::").map(|(scope, _)| scope.to_owned());
        let is_outdone = |name: &str| {
            let of_scope = |other: &str| other != name && scope(other) == scope(name) && is_held(other);
            scope(name).is_some() && wanted().any(of_scope)
        };
        let holds = wanted().filter(|name| !name.is_empty()).all(|name| is_held(name) || is_outdone(name));
        holds && (!self.0.is_empty() || held.is_empty())
    }

    /// The names.
    pub(super) fn into_names(self) -> Vec<String> {
        self.0
    }

    /// As the host takes it: one value, joined by commas.
    pub(super) fn joined(&self) -> String {
        self.0.join(",")
    }
}

/// A label that a caller asks for by name.
#[derive(Debug, Clone)]
pub struct LabelRequest {
    /// Trimmed.
    pub name: String,
    /// Whether to create it where the project has none of that name.
    pub create_if_missing: bool,
}

/// The stored name of the label asked for, if it is there: among the project's first labels, or found by the host's search
/// where there are more.
pub(super) async fn find(service: &Service, project: ProjectId, name: &str) -> Result<Option<String>, Error> {
    let page = service.gitlab.labels(project, LABELS_READ).await?;
    let found = pick(&page.items, name);
    if found.is_some() || name.is_empty() || !service.widen || !page.continues(LABELS_READ) {
        return Ok(found);
    }
    Ok(pick(&second_look::labels(service, project, name).await, name))
}

/// The exact name first, since the host tells "bug" and "Bug" apart; then the first that is equal after normalisation.
fn pick(labels: &[Label], name: &str) -> Option<String> {
    let wanted = normalise(name);
    let exact = labels.iter().find(|label| label.name == name);
    let same = || labels.iter().find(|label| !wanted.is_empty() && normalise(&label.name) == wanted);
    exact.or_else(same).map(|label| label.name.clone())
}

/// The stored name of the label: the one found, or else a new one where that is wanted.
pub(super) async fn ensure(
    service: &Service,
    project: &Project,
    found: Option<String>,
    label: &LabelRequest,
) -> Result<String, Error> {
    if let Some(name) = found {
        return Ok(name);
    }
    if !label.create_if_missing {
        return Err(Error::LabelNotFound(label.name.clone()));
    }
    let created = service
        .write(vec![Object::from(project)], |host| host.create_label(project.id, &label.name, DEFAULT_COLOUR))
        .await;
    match created {
        Ok(Some(created)) => Ok(created.name),
        Ok(None) => Ok(label.name.clone()),
        Err(refusal) if refusal.is_conflict() => existing(service, project.id, &label.name, refusal).await,
        Err(error) => Err(error.into()),
    }
}

/// A label that the host refuses as existing stands past the first page, or in a group above.
async fn existing(
    service: &Service,
    project: ProjectId,
    name: &str,
    refusal: gitlab::Error,
) -> Result<String, Error> {
    match service.gitlab.label(project, name).await {
        // The host may read a name that begins with digits as an id: another label is no answer.
        Ok(Some(label)) => pick(&[label], name).ok_or_else(|| refusal.into()),
        Ok(None) => Err(refusal.into()),
        Err(error) => {
            tracing::warn!(%error, "a label that exists could not be fetched");
            Err(refusal.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(name: &str) -> Label {
        Label { id: None, name: name.to_owned(), color: None, description: None, text_color: None }
    }

    #[test]
    fn a_label_is_used_under_its_stored_name() {
        let labels = ["Bug", "bug", "À faire", "C#", "C++", "🔥"].map(label);
        for (name, stored) in [
            ("bug", Some("bug")),
            ("BUG", Some("Bug")),
            ("a faire", Some("À faire")),
            ("c++", Some("C++")),
            ("C", None),
            ("🔥", Some("🔥")),
            ("!!!", None),
            ("", None),
        ] {
            assert_eq!(pick(&labels, name).as_deref(), stored, "{name}");
        }
    }

    #[test]
    fn a_set_stands_where_all_its_labels_do() {
        for (wanted, held, stands) in [
            (&["a", "b"][..], &["b", "a"][..], true),
            (&["a"], &["a", "b"], true),
            (&["a", "b"], &["a"], false),
            (&[], &[], true),
            (&[], &["a"], false),
            (&["a, b"], &["a", "b"], true),
            (&["p::1", "p::2"], &["p::2"], true),
            (&["p::1", "q::2"], &["q::2"], false),
            (&["p::1"], &[], false),
        ] {
            let held: Vec<_> = held.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(LabelSet::new(wanted).is_what_stands_in(&held), stands, "{wanted:?} in {held:?}");
        }
    }

    #[test]
    fn merging_appends_when_absent_and_keeps_the_order() {
        let labels = LabelSet::new([" b ", "", "a"]);
        assert_eq!(labels.clone().with("a").joined(), "b,a");
        assert_eq!(labels.with("c").joined(), "b,a,c");
    }
}
