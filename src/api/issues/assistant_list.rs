use crate::api::prelude::*;

fields! {
    pub(super) struct MostIssues {
        /// Most issues to answer.
        limit: Limit<{ ISSUES_LISTED }>,
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    issues: Vec<IssueListItem>,
}

/// Lists a project's issues.
pub(super) static ABOUT: About = About {
    name: "assistant_list_issues",
    path: "/api/v1/issues/assistant-list",
    effect: Effect::Reads,
    statuses: &[&[Status::Resolved], &FOR_ONE_HINT],
    example: r#"{"project_hint": "portail agents v2", "limit": 1}"#,
    variants: &[PROJECT_UNCLEAR],
    title: Sentence::new("Lister les tickets d'un projet", "List the issues of a project"),
    purpose: Sentence::new(
        "Donne les tickets du projet que vos mots désignent.",
        "List the issues of the project that your words mean.",
    ),
    usage: "Use it to see the newest issues of a project, with their numbers, states and addresses.",
};

type Request = (ProjectFields, StateFields, MostIssues);

pub(super) async fn run(service: &Service, (project, state, size): Request) -> Ran<InProject<Outcome>> {
    let done = issues::list(service, &project.target()?, state.state(), size.limit).await;
    InProject::listing(&project, done, state.noun(), |issues| Outcome { issues: into_records(issues) })
}
