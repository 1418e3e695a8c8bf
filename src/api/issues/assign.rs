use super::one_issue::{self, Outcome};
use crate::api::prelude::*;

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
        let hint = &self.assignee_hint;
        match (project.confirm, self.resolved_assignee_id) {
            (true, id) if id > 0 => Ok(MemberChoice::Confirmed(UserId(id))),
            // Where the issue is confirmed too: the assignee may still be given as a hint.
            _ if !hint.is_empty() => Ok(MemberChoice::Hint(hint.clone())),
            (true, _) => Err(Refusal::BlankAssignee),
            (false, _) => Err(Refusal::Needed("assignee_hint")),
        }
    }
}

/// Assigns an open issue to a member of its project.
pub(super) static ABOUT: About = About {
    name: "assistant_assign_issue",
    path: "/api/v1/issues/assistant-assign",
    effect: Effect::Changes,
    statuses: &[&[Status::Assigned], &FOR_PROJECT, &FOR_ISSUE, &FOR_ASSIGNEE],
    example: r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion", "assignee_hint": "@dev.front"}"#,
    variants: &[PROJECT_UNCLEAR, ISSUE_UNCLEAR, ASSIGNEE_UNCLEAR],
    title: Sentence::new("Assigner un ticket", "Assign an issue"),
    purpose: Sentence::new(
        "Confie à un membre du projet le ticket ouvert que vos mots désignent.",
        "Assign the open issue that your words mean to a member of its project.",
    ),
    usage: "Use it when a person says who is to do an issue. It replaces whoever has it.",
};

type Request = (ProjectFields, IssueFields, AssigneeFields);

pub(super) async fn run(service: &Service, (project, issue, assignee): Request) -> Ran<Outcome<ShownUsers>> {
    let (target, choice) = (issue.target(&project)?, assignee.choice(&project)?);
    let done = issues::assign(service, &target, &choice).await;
    let Assigned { changed, assignee } = done.or_answer(|unresolved| {
        one_issue::answer_beside((&project, &issue), &assignee.assignee_hint, unresolved)
    })?;
    let key = assignee.as_ref().map(member_key);
    let told = |_: &_, issue_is| assigned(&issue_is, assignee.as_ref());
    let answer = one_issue::answer_changed(service, changed, Status::Assigned, told, ShownUsers::default());
    Ok(answer.touching(key))
}

/// The issue was assigned.
fn assigned(issue_is: &Sentence, assignee: Option<&Member>) -> Sentence {
    match assignee {
        Some(Member { name, username, .. }) => {
            say!("{issue_is} assigné à {name} (@{username}).", "{issue_is} assigned to {name} (@{username}).")
        }
        None => say!(
            "{issue_is} assigné à la personne choisie.",
            "{issue_is} assigned to the person who was chosen."
        ),
    }
}
