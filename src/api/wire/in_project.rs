//! The answers of operations that read something of one project.

use super::{
    answer::{Answer, OrAnswer, OrEnded, Ran, Status},
    prelude::*,
    records::{Hinted, ProjectRef, ShownProjects},
    targets::ProjectFields,
    unclear::FOR_ONE_HINT,
};

/// A project, and what was read of it.
#[derive(Debug, Default, JsonSchema, Serialize)]
pub(in crate::api) struct InProject<P> {
    project: Option<ProjectRef>,
    #[serde(flatten)]
    found: P,
    #[serde(flatten)]
    projects: ShownProjects,
    truncated: bool,
}

impl<P: Default> InProject<P> {
    /// What was read, else the answer where the fields do not name one project.
    pub(in crate::api) fn named<T>(fields: &ProjectFields, done: Resolved<T, Project>) -> OrEnded<T, Self> {
        done.or_answer(|unresolved| {
            Answer::unclear(Sought::Project, &fields.project_hint, FOR_ONE_HINT, unresolved)
                .map(|shown| Self { projects: shown.into(), ..Self::default() })
        })
    }

    /// The answer with what was found, and all candidates for the project.
    pub(in crate::api) fn among(
        message: Sentence,
        project: Chosen<Project>,
        found: P,
        truncated: bool,
    ) -> Answer<Self> {
        let projects = Hinted::candidates(project.candidates).into();
        let outcome = Self { project: Some(project.item.into()), found, projects, truncated };
        Answer::new(Status::Resolved, message, outcome)
    }

    /// The answer of a listing, with the chosen project alone; `found` makes the fields of these `things`.
    pub(in crate::api) fn listing<T>(
        fields: &ProjectFields,
        done: OfProject<T>,
        things: Noun,
        found: impl FnOnce(Vec<T>) -> P,
    ) -> Ran<Self> {
        let ProjectItems { project, items, truncated } = Self::named(fields, done)?;
        let (name, things) = (&project.item.name, things.count(items.len()));
        let message = say!("Projet « {name} » : {things}.", "Project “{name}”: {things}.");
        let message = perhaps_more(message, truncated);
        let chosen = Chosen { candidates: project.candidates.into_iter().take(1).collect(), ..project };
        Ok(Self::among(message, chosen, found(items), truncated))
    }
}
