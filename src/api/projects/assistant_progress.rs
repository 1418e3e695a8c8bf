use crate::{
    api::prelude::*,
    service::projects::{Progress, progress},
};

/// Says how far a project is.
pub(super) struct AssistantProjectProgress;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    total: usize,
    closed: usize,
    progress_percent: usize,
}

impl Operation for AssistantProjectProgress {
    const ABOUT: &'static About = &About {
        name: "assistant_project_progress",
        path: "/api/v1/projects/assistant-progress",
        effect: Effect::Reads,
        statuses: &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded],
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "éclairage public"}"#, otherwise: &[PROJECT_UNCLEAR]
        },
        title: Sentence::new("Mesurer l'avancement d'un projet", "Measure the progress of a project"),
        purpose: Sentence::new(
            "Compte les tickets fermés d'un projet parmi tous les siens.",
            "Say how many of a project's issues are closed.",
        ),
        usage: "Use it to say how far a project is: up to 100 open and 100 closed issues count; truncated says \
                that there are more.",
        failed: ("calculer l'avancement du projet", "the count of the project's progress"),
    };
    type Request = (ProjectFields,);
    type Response = Answer<InProject<Outcome>>;

    async fn run(service: &Service, (project,): Self::Request) -> Result<Self::Response, Error> {
        let done = progress(service, &project.target()?).await;
        InProject::answer(&project, done, |found| {
            let message = measured(&found);
            let payload =
                Outcome { total: found.total, closed: found.closed, progress_percent: found.percent() };
            (message, InProject::among(found.project, payload, found.truncated))
        })
    }
}

/// How far a project is.
fn measured(found: &Progress) -> Sentence {
    let (project, total, percent) = (&found.project.item.name, found.total, found.percent());
    let sentence = if total == 0 {
        no_issue(project)
    } else {
        let closed = CLOSED_ISSUES.count(found.closed);
        say!(
            "Le projet « {project} » est avancé à {percent} % : {closed} sur {total}.",
            "The project “{project}” is {percent}% done: {closed} of {total}.",
            closed
        )
    };
    perhaps_more(sentence, found.truncated)
}

pub(super) fn no_issue(project: &str) -> Sentence {
    say!("Le projet « {project} » n'a aucun ticket.", "The project “{project}” has no issues.")
}
