use crate::api::prelude::*;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    project: Option<ProjectRef>,
    issue: Option<IssueSheet>,
    /// The last five, newest first.
    comments: Vec<CommentItem>,
    /// Whether a text was cut, or there are older comments.
    truncated: bool,
    #[serde(flatten)]
    projects: ShownProjects,
    #[serde(flatten)]
    issues: ShownIssues,
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
    failed: ("lire le ticket", "the reading of the issue"),
};

pub(super) async fn run(service: &Service, (project, issue): (ProjectFields, IssueFields)) -> Ran<Outcome> {
    let shown = issues::show(service, &issue.target(&project)?).await.or_answer(|unresolved| {
        let hints = issue.hints(&project);
        answer_unclear_issue(unresolved, hints, false, |project, projects, issues| Outcome {
            project,
            projects,
            issues,
            ..Outcome::default()
        })
    })?;
    let message = told(&shown);
    let sheet = Outcome {
        project: Some(shown.project.item.clone().into()),
        issue: Some(shown.issue.into()),
        comments: into_records(shown.comments),
        truncated: shown.truncated,
        projects: shown.project.into(),
        issues: ShownIssues::candidates(shown.candidates),
    };
    Ok(Answer::new(Status::Resolved, message, sheet))
}

const COMMENTS: Noun = Noun { fr: ["aucun", "commentaire", "commentaires"], en: ["comment", "comments"] };

/// An issue with its last comments.
fn told(shown: &ShownIssue) -> Sentence {
    let (issue, details) = (&shown.issue.issue, &shown.issue.details);
    let subject = the_issue(issue, &shown.project.item);
    let state = open_or_closed(&issue.state);
    let due = details.due_date.as_deref().map(|date| say!(", échéance {date}", ", due {date}"));
    let due = due.unwrap_or_default();
    let comments = COMMENTS.count(shown.comments.len());
    let sentence = say!("{subject} est {state}{due}, {comments}.", "{subject} is {state}{due}, {comments}.");
    sentence.then(shown.truncated.then_some(Sentence::new(
        "Il y a davantage à lire : textes coupés ici, ou commentaires plus anciens.",
        "There is more to read: texts that are cut here, or older comments.",
    )))
}
