//! The answers of operations that read something of one project.

use super::{
    answer::{Answer, Status},
    candidates::{Hinted, ShownProjects},
    prelude::*,
    records::ProjectRef,
    targets::ProjectFields,
    unclear::{FOR_PROJECTS, Unclear},
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
    /// What was found, with all candidates for the project.
    pub(in crate::api) fn among(project: Chosen<Project>, found: P, truncated: bool) -> Self {
        let projects = Hinted::candidates(project.candidates).into();
        Self { project: Some(project.item.into()), found, projects, truncated }
    }

    /// The answer of a listing, with the chosen project alone; `found` makes the fields of these `things`.
    pub(in crate::api) fn listing<T>(
        fields: &ProjectFields,
        done: Result<ProjectItems<T>, Halt<Unresolved<Project>>>,
        things: Noun,
        found: impl FnOnce(Vec<T>) -> P,
    ) -> Result<Answer<Self>, Error> {
        Self::answer(fields, done, |ProjectItems { project, items, truncated }| {
            let message = holds(&project.item.name, things, items.len(), truncated);
            let record = Some(project.item.clone().into());
            (message, Self { project: record, found: found(items), projects: project.into(), truncated })
        })
    }

    /// The answer, where the fields name one project and where they do not.
    pub(in crate::api) fn answer<T>(
        fields: &ProjectFields,
        done: Result<T, Halt<Unresolved<Project>>>,
        found: impl FnOnce(T) -> (Sentence, Self),
    ) -> Result<Answer<Self>, Error> {
        Ok(match split_failure(done)? {
            Ok(done) => {
                let (message, found) = found(done);
                Answer::new(Status::Resolved, message, found)
            }
            Err(unresolved) => Unclear::new(Sought::Project, &fields.project_hint, FOR_PROJECTS, unresolved)
                .answer(|projects| Self { projects, ..Self::default() }),
        })
    }
}
