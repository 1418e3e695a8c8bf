use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{check_create::CheckFields, create::Details};
use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            fields::{Flag, Path},
            records::{CandidateGroup, CandidateProject, ProjectCreatePayload, records},
            targets::confirmed_path,
        },
    },
    error::Error,
    matching::Slug,
    messages::{self, failed},
    service::{
        Intent, Service,
        projects::{AssistedCreation, CheckTarget, Created, NewProject, assisted_create, create},
        resolve::Unresolved,
    },
};

/// Creates a project in the group that is meant.
pub(super) struct AssistantCreateProject;

#[derive(Debug, Default, JsonSchema, Deserialize)]
#[serde(default)]
pub(super) struct Confirmation {
    /// Takes `resolved_group` and guesses nothing.
    confirm: Flag,
    /// Full path of the group; needed with `confirm`.
    resolved_group: Path,
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Outcome {
    project: Option<ProjectCreatePayload>,
    #[schemars(with = "String")]
    suggested_project_path: Slug,
    resolved_group: Option<String>,
    candidate_groups: Vec<CandidateGroup>,
    similar_projects: Vec<CandidateProject>,
}

impl Operation for AssistantCreateProject {
    const NAME: &'static str = "assistant_create_project";
    const PATH: &'static str = "/api/v1/projects/assistant-create";
    const TITLE: &'static str = "Créer un projet";
    const PURPOSE: &'static str = "Crée un projet dans le groupe que vos mots désignent.";
    const SUMMARY: &'static str = "Create a project in the group that loose words mean";
    const DESCRIPTION: &'static str = "Use it when a person wants a new project and says in their own words which group is to hold it. Look at similar_projects in the answer: the project may already exist.";
    const EFFECT: Effect = Effect::Creates;
    const STATUSES: &'static [Status] =
        &[Status::Created, Status::ClarificationNeeded, Status::GroupNotFound];
    const REFUSALS: &'static [StatusCode] = &[StatusCode::BAD_REQUEST, StatusCode::CONFLICT];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_name": "Carte des fontaines", "target_group_hint": "voirie"}"#,
        r#"{"project_name": "Carte des fontaines", "target_group_hint": "aubeterre"}"#,
        r#"{"project_name": "Carte des fontaines", "target_group_hint": "zzz"}"#,
    ];
    const FAILED: &'static str = failed::CREATE_PROJECT;
    type Request = (CheckFields, Details, Confirmation);
    type Response = Answer<Outcome>;

    async fn run(
        service: &Service,
        (check, details, confirmation): Self::Request,
    ) -> Result<Self::Response, Error> {
        let visibility = details.visibility()?;
        if confirmation.confirm.0 {
            let group = confirmed_path("resolved_group", &confirmation.resolved_group.0)?;
            let slug = check.slug()?;
            let project = details.project(visibility, check.project_name.0, slug, group);
            let created = create(service, &project).await?;
            return Ok(confirmed(service.intent(), created, &project));
        }
        let target = check.target()?;
        let place = |group| details.project(visibility, target.name.clone(), target.slug.clone(), group);
        let done = assisted_create(service, &target, place).await?;
        Ok(assisted(service.intent(), done, &target))
    }
}

fn confirmed(intent: Intent, created: Option<Created>, asked: &NewProject) -> Answer<Outcome> {
    let group = asked.namespace.to_string();
    let message = said(created.as_ref(), &asked.name, &group, &asked.slug);
    let outcome = Outcome {
        project: created.map(Into::into),
        suggested_project_path: asked.slug.clone(),
        resolved_group: Some(group),
        candidate_groups: Vec::new(),
        similar_projects: Vec::new(),
    };
    Answer::done(intent, Status::Created, message, outcome)
}

/// The sentence on a project that was created, or would be at this place.
fn said(created: Option<&Created>, name: &str, group: &str, slug: &Slug) -> String {
    match created {
        Some(project) => messages::project_created(&project.name, &project.path_with_namespace),
        None => messages::project_created(name, &format!("{group}/{}", slug.as_str())),
    }
}

fn assisted(intent: Intent, done: AssistedCreation, target: &CheckTarget) -> Answer<Outcome> {
    let hint = &target.group.text;
    let (status, message, project, resolved_group, candidate_groups, similar) = match done {
        AssistedCreation::Created { project, group, similar } => {
            let path = group.item.full_path.clone();
            let message = said(project.as_ref(), &target.name, &path, &target.slug);
            let (status, message) = Status::Created.meant(intent, message);
            (status, message, project.map(Into::into), Some(path), records(group.only_candidate()), similar)
        }
        AssistedCreation::Unresolved { group: Unresolved::NotFound(_), similar } => {
            (Status::GroupNotFound, messages::group_not_found(hint), None, None, Vec::new(), similar)
        }
        AssistedCreation::Unresolved { group: Unresolved::Ambiguous(question), similar } => (
            Status::ClarificationNeeded,
            messages::group_ambiguous(hint),
            None,
            None,
            records(question.candidates),
            similar,
        ),
    };
    let outcome = Outcome {
        project,
        suggested_project_path: target.slug.clone(),
        resolved_group,
        candidate_groups,
        similar_projects: records(similar),
    };
    Answer::new(status, message, outcome)
}
