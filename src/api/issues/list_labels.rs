use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            fields::Limit,
            records::{CandidateProject, LabelItem, ProjectRef, records},
            targets::ProjectFields,
            unclear::{FOR_PROJECTS, unclear_project},
        },
    },
    error::Error,
    messages::{self, failed},
    service::{Service, issues::list_labels, settle},
};

/// Lists a project's labels.
pub(super) struct AssistantListLabels;

#[derive(Debug, Default, JsonSchema, Deserialize)]
#[serde(default)]
pub(super) struct Size {
    /// Most labels to answer.
    limit: Limit<100>,
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Listed {
    project: Option<ProjectRef>,
    labels: Vec<LabelItem>,
    candidate_projects: Vec<CandidateProject>,
    truncated: bool,
}

impl Operation for AssistantListLabels {
    const NAME: &'static str = "assistant_list_labels";
    const PATH: &'static str = "/api/v1/issues/assistant-list-labels";
    const TITLE: &'static str = "Lister les étiquettes d'un projet";
    const PURPOSE: &'static str = "Donne les étiquettes du projet que vos mots désignent.";
    const SUMMARY: &'static str = "List the labels of the project that loose words mean";
    const DESCRIPTION: &'static str = "Use it to see which labels a project has, before adding one.";
    const EFFECT: Effect = Effect::Reads;
    const STATUSES: &'static [Status] = &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded];
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"project_hint": "formation"}"#, r#"{"project_hint": "zzz"}"#, r#"{"project_hint": "portail"}"#];
    const FAILED: &'static str = failed::LIST_LABELS;
    type Request = (ProjectFields, Size);
    type Response = Answer<Listed>;

    async fn run(service: &Service, (project, size): Self::Request) -> Result<Self::Response, Error> {
        Ok(match settle(list_labels(service, &project.target()?, size.limit.0).await)? {
            Ok(found) => {
                let message =
                    messages::labels_listed(&found.project.item.name, found.labels.len(), found.truncated);
                let listed = Listed {
                    project: Some(found.project.item.clone().into()),
                    labels: records(found.labels),
                    candidate_projects: records(found.project.only_candidate()),
                    truncated: found.truncated,
                };
                Answer::new(Status::Resolved, message, listed)
            }
            Err(unresolved) => {
                unclear_project(unresolved, &project.project_hint.0, FOR_PROJECTS, |candidate_projects| {
                    Listed { candidate_projects, ..Listed::default() }
                })
            }
        })
    }
}
