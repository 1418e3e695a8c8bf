use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            fields::{Hint, Limit},
            records::{CandidateGroup, CandidateProject, records},
        },
    },
    error::{Error, Refusal},
    matching::Slug,
    messages::{self, failed},
    service::{
        Service,
        projects::{CheckTarget, check},
        resolve::{GroupHint, Root, Unresolved},
    },
};

/// Says whether a project could be created, and where.
pub(super) struct CheckCreateProject;

/// The project to check, and its group.
#[derive(Debug, Default, JsonSchema, Deserialize)]
#[serde(default)]
pub(super) struct CheckFields {
    /// Name of the project.
    pub(super) project_name: Hint,
    /// Loose words for the group that is to hold it.
    pub(super) target_group_hint: Hint,
    /// Only objects whose full path starts so.
    root_hint: Hint,
    /// Most groups and similar projects to answer.
    limit: Limit<10>,
}

impl CheckFields {
    /// The slug of the project's name.
    pub(super) fn slug(&self) -> Result<Slug, Refusal> {
        Slug::of(&self.project_name.0).ok_or_else(|| Refusal::NoSlug(self.project_name.0.clone()))
    }

    /// What to check.
    pub(super) fn target(&self) -> Result<CheckTarget, Refusal> {
        let text = self.target_group_hint.0.clone();
        let group = GroupHint { text, root: Root::new(&self.root_hint.0), limit: self.limit.0 };
        Ok(CheckTarget { name: self.project_name.0.clone(), slug: self.slug()?, group })
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Checked {
    #[schemars(with = "String")]
    suggested_project_path: Slug,
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved_group: Option<String>,
    candidate_groups: Vec<CandidateGroup>,
    similar_projects: Vec<CandidateProject>,
}

impl Operation for CheckCreateProject {
    const NAME: &'static str = "check_create_project";
    const PATH: &'static str = "/api/v1/projects/check-create";
    const TITLE: &'static str = "Vérifier la création d'un projet";
    const PURPOSE: &'static str =
        "Dit où irait un nouveau projet et quels projets lui ressemblent, sans rien créer.";
    const SUMMARY: &'static str =
        "Check where a new project would go and which projects resemble it, without creating it";
    const DESCRIPTION: &'static str = "Use it before creating a project, to see the path that its name gives, the group that the words mean and the projects of like name. It creates nothing.";
    const EFFECT: Effect = Effect::Reads;
    const STATUSES: &'static [Status] = &[Status::GroupNotFound, Status::AmbiguousGroup, Status::Ready];
    const REFUSALS: &'static [StatusCode] = &[StatusCode::BAD_REQUEST];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_name": "Portail des associations", "target_group_hint": "culture", "limit": 1}"#,
        r#"{"project_name": "Portail des associations", "target_group_hint": "aubeterre"}"#,
        r#"{"project_name": "Portail des associations", "target_group_hint": "zzz"}"#,
    ];
    const FAILED: &'static str = failed::CHECK_PROJECT;
    type Request = (CheckFields,);
    type Response = Answer<Checked>;

    async fn run(service: &Service, (request,): Self::Request) -> Result<Answer<Checked>, Error> {
        let target = request.target()?;
        let hint = &target.group.text;
        let found = check(service, &target, crate::service::resolve::Purpose::Read).await?;
        let (status, message, resolved_group, candidate_groups) = match found.group {
            Ok(group) => {
                let path = group.item.full_path.clone();
                let message = messages::ready(target.slug.as_str(), &path, found.similar.len());
                (Status::Ready, message, Some(path), records(group.only_candidate()))
            }
            Err(Unresolved::NotFound(_)) => {
                (Status::GroupNotFound, messages::group_not_found(hint), None, Vec::new())
            }
            Err(Unresolved::Ambiguous(question)) => {
                (Status::AmbiguousGroup, messages::group_ambiguous(hint), None, records(question.candidates))
            }
        };
        let similar_projects = records(found.similar);
        let checked = Checked {
            suggested_project_path: target.slug,
            resolved_group,
            candidate_groups,
            similar_projects,
        };
        Ok(Answer::new(status, message, checked))
    }
}
