use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use super::one_issue::{self, statuses};
use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            fields::{Flag, Hint, Number},
            records::{CandidateUser, records},
            targets::{IssueFields, ProjectFields},
        },
    },
    error::{Error, Refusal},
    gitlab::UserId,
    messages::{self, failed},
    service::{
        Service,
        issues::{Assigned, Assignment, UnresolvedAssignment, assign},
        resolve::{MemberChoice, Unresolved},
        settle,
    },
};

/// Assigns an open issue to a member of its project.
pub(super) struct AssistantAssignIssue;

/// Who is to do it.
#[derive(Debug, JsonSchema)]
pub(super) struct AssigneeFields {
    /// Username, also as `@name`, or name of a member of the project; needed without `confirm`.
    #[schemars(default)]
    assignee_hint: Hint,
    /// Id of the member; needed with `confirm`.
    #[schemars(default)]
    resolved_assignee_id: Number,
}

impl<'de> Deserialize<'de> for AssigneeFields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Fields {
            assignee_hint: Hint,
            resolved_assignee_id: Number,
            confirm: Flag,
        }

        let Fields { assignee_hint, resolved_assignee_id, confirm } = Fields::deserialize(deserializer)?;
        if !confirm.0 && assignee_hint.0.is_empty() {
            return Err(D::Error::missing_field("assignee_hint"));
        }
        Ok(Self { assignee_hint, resolved_assignee_id })
    }
}

impl AssigneeFields {
    fn choice(&self, project: &ProjectFields) -> Result<MemberChoice, Refusal> {
        match self.resolved_assignee_id.0 {
            _ if !project.is_confirmed() => Ok(MemberChoice::Hint(self.assignee_hint.0.clone())),
            id if id > 0 => Ok(MemberChoice::Confirmed(UserId(id))),
            _ => Err(Refusal::BlankAssignee),
        }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Outcome {
    #[serde(flatten)]
    issue: one_issue::Outcome,
    candidate_users: Vec<CandidateUser>,
}

impl Operation for AssistantAssignIssue {
    const NAME: &'static str = "assistant_assign_issue";
    const PATH: &'static str = "/api/v1/issues/assistant-assign";
    const TITLE: &'static str = "Assigner un ticket";
    const PURPOSE: &'static str = "Confie à un membre du projet le ticket ouvert que vos mots désignent.";
    const SUMMARY: &'static str = "Assign the open issue that loose words mean to a member of its project";
    const DESCRIPTION: &'static str = "Use it when a person says who is to do an open issue. It replaces whoever has it. On assignee_clarification_needed show candidate_users, then repeat the call with confirm=true, resolved_project_path, resolved_issue_iid and resolved_assignee_id.";
    const EFFECT: Effect = Effect::Changes;
    const STATUSES: &'static [Status] = &{
        let [success, no_project, which_project, no_issue, which_issue] = statuses(Status::Assigned);
        let (nobody, who) = (Status::AssigneeNotFound, Status::AssigneeClarificationNeeded);
        [success, no_project, which_project, no_issue, which_issue, nobody, who]
    };
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion", "assignee_hint": "@dev.front"}"#,
        r#"{"project_hint": "zzz", "issue_hint": "page de connexion", "assignee_hint": "@dev.front"}"#,
        r#"{"project_hint": "portail", "issue_hint": "page de connexion", "assignee_hint": "@dev.front"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "formulaire de paie", "assignee_hint": "@dev.front"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "erreur 500", "assignee_hint": "@dev.front"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion", "assignee_hint": "zzz"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion", "assignee_hint": "développement"}"#,
    ];
    const FAILED: &'static str = failed::ASSIGN_ISSUE;
    type Request = (ProjectFields, IssueFields, AssigneeFields);
    type Response = Answer<Outcome>;

    async fn run(
        service: &Service,
        (project, issue, assignee): Self::Request,
    ) -> Result<Self::Response, Error> {
        let assignment = Assignment {
            issue: issue.target(&project, service.gitlab.web_address())?,
            assignee: assignee.choice(&project)?,
        };
        Ok(match settle(assign(service, &assignment).await)? {
            Ok(Assigned { changed, assignee }) => {
                let answer = one_issue::answer(
                    service.intent(),
                    (&project, &issue),
                    Ok(changed),
                    Status::Assigned,
                    |issue, project| messages::issue_assigned(issue, project, &assignee),
                );
                answer.map(|issue| Outcome { issue, candidate_users: Vec::new() })
            }
            Err(UnresolvedAssignment::Issue(unresolved)) => {
                let answer = one_issue::unclear((&project, &issue), unresolved);
                answer.map(|issue| Outcome { issue, candidate_users: Vec::new() })
            }
            Err(UnresolvedAssignment::Assignee { project, issue, assignee: unresolved }) => {
                let hint = &assignee.assignee_hint.0;
                let (status, message, candidates) = match unresolved {
                    Unresolved::NotFound(_) => {
                        let message = messages::assignee_not_found(hint, &project.item.name);
                        (Status::AssigneeNotFound, message, Vec::new())
                    }
                    Unresolved::Ambiguous(question) => {
                        let message = messages::assignee_ambiguous(hint, &project.item.name);
                        (Status::AssigneeClarificationNeeded, message, records(question.candidates))
                    }
                };
                let issue = one_issue::Outcome::untouched(project, issue);
                Answer::new(status, message, Outcome { issue, candidate_users: candidates })
            }
        })
    }
}
