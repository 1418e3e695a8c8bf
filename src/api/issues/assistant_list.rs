use crate::{api::prelude::*, service::issues::list};

/// Lists a project's issues.
pub(super) struct AssistantListIssues;

fields! {
    pub(super) struct Size {
        /// Most issues to answer.
        limit: Limit<20>,
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    issues: Vec<IssueListItem>,
}

impl Operation for AssistantListIssues {
    const ABOUT: &'static About = &About {
        name: "assistant_list_issues",
        path: "/api/v1/issues/assistant-list",
        effect: Effect::Reads,
        statuses: &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded],
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "portail agents v2", "limit": 1}"#,
            otherwise: &[PROJECT_UNCLEAR],
        },
        title: Sentence::new("Lister les tickets d'un projet", "List the issues of a project"),
        purpose: Sentence::new(
            "Donne les tickets du projet que vos mots désignent.",
            "List the issues of the project that your words mean.",
        ),
        usage: "Use it to see the newest issues of a project, with their numbers, states and addresses.",
        failed: ("lister les tickets", "the list of issues"),
    };
    type Request = (ProjectFields, StateFields, Size);
    type Response = Answer<InProject<Outcome>>;

    async fn run(service: &Service, (project, state, size): Self::Request) -> Result<Self::Response, Error> {
        let done = list(service, &project.target()?, state.state(), size.limit.0).await;
        InProject::answer(&project, done, |found| {
            let message = holds(&found.project.item.name, ISSUES, found.issues.len(), found.truncated);
            let payload = Outcome { issues: into_records(found.issues) };
            (message, InProject::of(found.project, payload, found.truncated))
        })
    }
}
