use super::{
    check_create::CheckFields,
    create::{ProjectDetails, other_visibility},
};
use crate::api::prelude::*;

fields! {
    pub(super) struct ConfirmedGroup {
        /// Takes `resolved_group` and guesses nothing.
        confirm: Flag,
        /// Full path of the group; needed with `confirm`.
        resolved_group: Path,
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    project: Option<ProjectCreatePayload>,
    suggested_project_path: String,
    resolved_group: Option<String>,
    #[serde(flatten)]
    groups: ShownGroups,
    similar_projects: Vec<SimilarProject>,
}

/// Creates a project in the group that is meant.
pub(super) static ABOUT: About = About {
    name: "assistant_create_project",
    path: "/api/v1/projects/assistant-create",
    effect: Effect::Creates,
    statuses: &[&[Status::Created, Status::ClarificationNeeded, Status::GroupNotFound]],
    example: r#"{"project_name": "Carte des fontaines", "target_group_hint": "voirie"}"#,
    variants: &[&[("target_group_hint", "aubeterre"), ("target_group_hint", "zzz")]],
    title: Sentence::new("Créer un projet", "Create a project"),
    purpose: Sentence::new(
        "Crée un projet dans le groupe que vos mots désignent.",
        "Create a project in the group that your words mean.",
    ),
    usage: "Use it when a person wants a new project. Look at similar_projects: it may exist already.",
};

type Request = (CheckFields, ProjectDetails, ConfirmedGroup);

pub(super) async fn run(service: &Service, (check, details, confirmation): Request) -> Ran<Outcome> {
    let visibility = details.visibility()?;
    if confirmation.confirm {
        let group = confirmed_path("resolved_group", &confirmation.resolved_group)?;
        let slug = check.slug()?;
        let project = details.project(visibility, check.project_name, slug, group);
        let created = projects::create(service, &project).await?;
        let group = project.namespace.to_string();
        return Ok(answer_created(service.intent(), created, (&project.name, &project.slug), group));
    }
    let target = check.target()?;
    let place = |group| details.project(visibility, target.name.clone(), target.slug.clone(), group);
    let (checked, created) = projects::assisted_create(service, &target, place).await?;
    let similar_projects = into_records(checked.similar);
    Ok(match checked.group {
        Ok(group) => {
            let path = group.item.full_path.clone();
            answer_created(service.intent(), created, (&target.name, &target.slug), path)
                .map(|outcome| Outcome { groups: group.into(), similar_projects, ..outcome })
        }
        Err(unresolved) => {
            let outcomes = [Status::GroupNotFound, Status::ClarificationNeeded];
            Answer::unclear(Sought::Group, &target.group.text, outcomes, unresolved).map(|shown| Outcome {
                suggested_project_path: target.slug.to_string(),
                groups: shown.into(),
                similar_projects,
                ..Outcome::default()
            })
        }
    })
}

/// The answer for a project that was created under this name and slug in this group, or would be.
fn answer_created(
    intent: Intent,
    created: Option<CompleteProject>,
    (name, slug): (&str, &Slug),
    group: String,
) -> Answer<Outcome> {
    let placed = format!("{group}/{}", slug.as_str());
    let (name, path) = match &created {
        Some(CompleteProject { project, .. }) => (project.name.as_str(), &project.path_with_namespace),
        None => (name, &placed),
    };
    let is = messages::is(intent);
    let message = say!(
        "Le projet « {name} » {is} créé sous « {path} ».",
        "The project “{name}” {is} created as “{path}”."
    );
    let message = message.then(created.as_ref().and_then(other_visibility));
    let outcome = Outcome {
        project: created.map(|created| created.project.into()),
        suggested_project_path: slug.to_string(),
        resolved_group: Some(group),
        ..Outcome::default()
    };
    Answer::done(intent, (Status::Created, message), outcome)
}
