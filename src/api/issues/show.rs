use super::one_issue::{Outcome, answer_unclear};
use crate::api::prelude::*;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Discussion {
    /// The last five, newest first.
    comments: Vec<CommentItem>,
    /// Whether a text was cut, or there are older comments.
    truncated: bool,
}

/// Shows an issue with its last comments.
pub(super) static ABOUT: About = About {
    name: "assistant_show_issue",
    path: "/api/v1/issues/assistant-show",
    effect: Effect::Reads,
    statuses: &[&[Status::Resolved], &FOR_PROJECT, &FOR_ISSUE],
    example: r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion"}"#,
    variants: &[PROJECT_UNCLEAR, ISSUE_UNCLEAR],
    title: Sentence::new("Lire un ticket", "Read an issue"),
    purpose: Sentence::new(
        "Donne le ticket que vos mots désignent : description, étiquettes, dates, personnes, derniers commentaires.",
        "Show the issue that your words mean: description, labels, dates, people, last comments.",
    ),
    usage: "Use it to know what an issue of a known project says, whatever its state.",
};

type Sheet = Outcome<Discussion, IssueSheet>;

pub(super) async fn run(service: &Service, (project, issue): (ProjectFields, IssueFields)) -> Ran<Sheet> {
    let shown = issues::show(service, &issue.target(&project)?).await;
    let shown = shown.or_answer(|unresolved| answer_unclear((&project, &issue), false, unresolved))?;
    let message = told(&shown);
    let ShownIssue { project, issue, details, candidates, comments, truncated } = shown;
    let discussion = Discussion { comments: into_records(comments), truncated };
    let outcome = Outcome::of(project, Some((issue, details)), candidates, discussion);
    Ok(Answer::new(Status::Resolved, message, outcome))
}

const COMMENTS: Noun = Noun { fr: ["aucun", "commentaire", "commentaires"], en: ["comment", "comments"] };

/// An issue with its last comments.
fn told(shown: &ShownIssue) -> Sentence {
    let subject = the_issue(&shown.issue, &shown.project.item);
    let state = open_or_closed(&shown.issue.state);
    let due = shown.details.due_date.as_deref().map(|date| say!(", échéance {date}", ", due {date}"));
    let due = due.unwrap_or_default();
    let comments = COMMENTS.count(shown.comments.len());
    let sentence = say!("{subject} est {state}{due}, {comments}.", "{subject} is {state}{due}, {comments}.");
    sentence.then(shown.truncated.then_some(Sentence::new(
        "Il y a davantage à lire : textes coupés ici, ou commentaires plus anciens.",
        "There is more to read: texts that are cut here, or older comments.",
    )))
}
