use super::one_issue::{self, statuses};
use crate::{
    api::prelude::*,
    gitlab::{Member, UserId},
    service::{
        issues::{Assigned, Assignment, UnresolvedAssignment, assign},
        resolve::{MeantMember, MemberChoice},
    },
};

/// Assigns an open issue to a member of its project.
pub(super) struct AssistantAssignIssue;

/// The statuses of an operation on one issue, and those of its assignee.
const STATUSES: [Status; 7] = {
    let [success, no_project, which_project, no_issue, which_issue] = statuses(Status::Assigned);
    let (nobody, who) = (Status::AssigneeNotFound, Status::AssigneeClarificationNeeded);
    [success, no_project, which_project, no_issue, which_issue, nobody, who]
};

fields! {
    /// Who is to do it.
    pub(super) struct AssigneeFields {
        /// Username, also as `@name`, or name of a member of the project; needed without `resolved_assignee_id`.
        assignee_hint: Hint,
        /// Id of the member; with `confirm`, this or `assignee_hint` is needed.
        resolved_assignee_id: Number,
    }
}

impl AssigneeFields {
    fn choice(&self, project: &ProjectFields) -> Result<MemberChoice, Refusal> {
        match (project.is_confirmed(), self.resolved_assignee_id.0) {
            (false, _) if self.assignee_hint.0.is_empty() => Err(Refusal::Needed("assignee_hint")),
            (false, _) => Ok(MemberChoice::Hint(self.assignee_hint.0.clone())),
            (true, id) if id > 0 => Ok(MemberChoice::Confirmed(UserId(id))),
            // The issue is confirmed, but the assignee may still be given as a hint.
            (true, _) if !self.assignee_hint.0.is_empty() => {
                Ok(MemberChoice::Hint(self.assignee_hint.0.clone()))
            }
            (true, _) => Err(Refusal::BlankAssignee),
        }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Outcome {
    #[serde(flatten)]
    issue: one_issue::Outcome,
    #[serde(flatten)]
    users: ShownUsers,
}

impl Outcome {
    fn of(issue: one_issue::Outcome) -> Self {
        Self { issue, users: ShownUsers::default() }
    }
}

impl Operation for AssistantAssignIssue {
    const ABOUT: &'static About = &About {
        name: "assistant_assign_issue",
        path: "/api/v1/issues/assistant-assign",
        effect: Effect::Changes,
        statuses: &STATUSES,
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion", "assignee_hint": "@dev.front"}"#,
            otherwise: &[
                PROJECT_UNCLEAR,
                ISSUE_UNCLEAR,
                &[("assignee_hint", "zzz"), ("assignee_hint", "développement")],
            ],
        },
        title: Sentence::new("Assigner un ticket", "Assign an issue"),
        purpose: Sentence::new(
            "Confie à un membre du projet le ticket ouvert que vos mots désignent.",
            "Assign the open issue that your words mean to a member of its project.",
        ),
        usage: "Use it when a person says who is to do an issue. It replaces whoever has it.",
        failed: ("l'assignation du ticket", "the assignment of the issue"),
    };
    type Request = (ProjectFields, IssueFields, AssigneeFields);
    type Response = Answer<Outcome>;

    async fn run(
        service: &Service,
        (project, issue, assignee): Self::Request,
    ) -> Result<Self::Response, Error> {
        let assignment = Assignment { issue: issue.target(&project)?, assignee: assignee.choice(&project)? };
        Ok(match split_failure(assign(service, &assignment).await)? {
            Ok(Assigned { changed, assignee }) => {
                one_issue::answer_changed(service, changed, Status::Assigned, |_, issue| {
                    assigned(&issue, &assignee)
                })
                .map(Outcome::of)
            }
            Err(UnresolvedAssignment::Issue(unresolved)) => {
                one_issue::answer_unclear((&project, &issue), Status::Assigned, unresolved).map(Outcome::of)
            }
            Err(UnresolvedAssignment::Assignee { project, issue, assignee: unresolved }) => {
                let (hint, sought) = (&assignee.assignee_hint.0, Sought::Member(&project.item.name));
                let outcomes = [Status::AssigneeNotFound, Status::AssigneeClarificationNeeded];
                let Unclear { status, message, shown, prompt } =
                    Unclear::new(sought, hint, outcomes, unresolved);
                // One that was confirmed stands in the request already.
                let read = issue.as_ref().map(|issue| issue.item.iid.0);
                let prompt =
                    prompt.map(|prompt| prompt.within(&project.item).knowing(|settled| settled.issue = read));
                let issue = one_issue::Outcome::untouched(project, issue);
                Answer::new(status, message, Outcome { issue, users: shown.into() }).asks(prompt)
            }
        })
    }
}

/// The issue was assigned.
fn assigned(issue: &Sentence, assignee: &MeantMember) -> Sentence {
    match assignee {
        MeantMember::Read(Member { name, username, .. }) => say!(
            "{issue} est assigné à {name} (@{username}).",
            "{issue} is assigned to {name} (@{username}).",
            issue
        ),
        MeantMember::Confirmed(_) => say!(
            "{issue} est assigné à la personne choisie.",
            "{issue} is assigned to the person who was chosen.",
            issue
        ),
    }
}
