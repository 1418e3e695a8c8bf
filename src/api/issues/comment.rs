use super::one_issue::{self, Outcome};
use crate::api::prelude::*;

fields! {
    pub(super) struct CommentFields {
        /// The comment, in Markdown.
        body: Body,
    }
}

/// Comments on an open issue.
pub(super) static ABOUT: About = About {
    name: "assistant_comment_issue",
    path: "/api/v1/issues/assistant-comment",
    effect: Effect::Creates,
    statuses: &[&[Status::Commented], &FOR_PROJECT, &FOR_ISSUE],
    example: r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion", "body": "Reproduit ce matin sur la préproduction."}"#,
    variants: &[PROJECT_UNCLEAR, ISSUE_UNCLEAR],
    title: Sentence::new("Commenter un ticket", "Comment on an issue"),
    purpose: Sentence::new(
        "Commente le ticket ouvert que vos mots désignent.",
        "Comment on the open issue that your words mean.",
    ),
    usage: "Use it to add a remark, an answer or news. The text shows as it is: a line like /close in it is \
            not run.",
};

type Request = (ProjectFields, IssueFields, CommentFields);

pub(super) async fn run(service: &Service, (project, issue, comment): Request) -> Ran<Outcome> {
    let done = issues::comment(service, &issue.target(&project)?, &comment.body).await;
    one_issue::answer(service, (&project, &issue), done, Status::Commented, |_, issue_is| {
        say!("{issue_is} commenté.", "{issue_is} commented on.")
    })
}
