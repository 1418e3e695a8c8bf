use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            fields::{Flag, Hint, Limit, Path},
            records::{CandidateGroup, ProjectListItem, records},
            targets::confirmed_path,
        },
    },
    error::{Error, Refusal},
    messages::{self, failed},
    service::{
        Service,
        projects::list,
        resolve::{Chosen, GroupHint, GroupTarget, Root, Unresolved},
        settle,
    },
};

/// Lists the projects of a group.
pub(super) struct AssistantListProjects;

#[derive(Debug, Default, JsonSchema, Deserialize)]
#[serde(default)]
pub(super) struct Fields {
    /// Loose words for the group, its full path or its address.
    group_hint: Hint,
    /// Only objects whose full path starts so.
    root_hint: Hint,
    /// Most projects to answer.
    limit: Limit<20>,
    /// Takes `resolved_group_path` and guesses nothing.
    confirm: Flag,
    /// Full path of the group; needed with `confirm`.
    resolved_group_path: Path,
}

impl Fields {
    fn target(&self) -> Result<GroupTarget, Refusal> {
        if self.confirm.0 {
            return Ok(GroupTarget::Confirmed(confirmed_path(
                "resolved_group_path",
                &self.resolved_group_path.0,
            )?));
        }
        let (text, root) = (self.group_hint.0.clone(), Root::new(&self.root_hint.0));
        Ok(GroupTarget::Hint(GroupHint { text, root, limit: self.limit.0 }))
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Listed {
    resolved_group: Option<String>,
    candidate_groups: Vec<CandidateGroup>,
    projects: Vec<ProjectListItem>,
    truncated: bool,
}

impl Operation for AssistantListProjects {
    const NAME: &'static str = "assistant_list_projects";
    const PATH: &'static str = "/api/v1/projects/assistant-list";
    const TITLE: &'static str = "Lister les projets d'un groupe";
    const PURPOSE: &'static str = "Donne les projets du groupe que vos mots désignent.";
    const SUMMARY: &'static str = "List the projects of the group that loose words mean";
    const DESCRIPTION: &'static str = "Use it to see which projects a group holds, with their open issue counts. Projects of its subgroups are left out.";
    const EFFECT: Effect = Effect::Reads;
    const STATUSES: &'static [Status] = &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"group_hint": "transports", "limit": 2}"#,
        r#"{"group_hint": "zzz"}"#,
        r#"{"group_hint": "aubeterre"}"#,
    ];
    const FAILED: &'static str = failed::LIST_PROJECTS;
    type Request = (Fields,);
    type Response = Answer<Listed>;

    async fn run(service: &Service, (request,): Self::Request) -> Result<Self::Response, Error> {
        let hint = &request.group_hint.0;
        Ok(match settle(list(service, &request.target()?, request.limit.0).await)? {
            Ok(listing) => {
                let message =
                    messages::projects_listed(&listing.group, listing.projects.len(), listing.truncated);
                let listed = Listed {
                    resolved_group: Some(listing.group),
                    candidate_groups: records(listing.chosen.into_iter().flat_map(Chosen::only_candidate)),
                    projects: records(listing.projects),
                    truncated: listing.truncated,
                };
                Answer::new(Status::Resolved, message, listed)
            }
            Err(Unresolved::NotFound(_)) => {
                Answer::new(Status::NotFound, messages::group_not_found(hint), Listed::default())
            }
            Err(Unresolved::Ambiguous(question)) => {
                let listed = Listed { candidate_groups: records(question.candidates), ..Listed::default() };
                Answer::new(Status::ClarificationNeeded, messages::group_ambiguous(hint), listed)
            }
        })
    }
}
