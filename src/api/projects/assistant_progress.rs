use crate::api::prelude::*;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    total: usize,
    closed: usize,
    progress_percent: usize,
}

/// Says how far a project is.
pub(super) static ABOUT: About = About {
    name: "assistant_project_progress",
    path: "/api/v1/projects/assistant-progress",
    effect: Effect::Reads,
    statuses: &[&[Status::Resolved], &FOR_ONE_HINT],
    example: r#"{"project_hint": "éclairage public"}"#,
    variants: &[PROJECT_UNCLEAR],
    title: Sentence::new("Mesurer l'avancement d'un projet", "Measure the progress of a project"),
    purpose: Sentence::new(
        "Compte les tickets fermés d'un projet parmi tous les siens.",
        "Say how many of a project's issues are closed.",
    ),
    usage: "Use it to say how far a project is: up to 100 open and 100 closed issues count; truncated says \
            that there are more.",
};

pub(super) async fn run(service: &Service, project: ProjectFields) -> Ran<InProject<Outcome>> {
    let done = projects::tasks(service, &project.target()?).await;
    let Tasks { project, opened, closed, truncated } = InProject::named(&project, done)?;
    let (total, closed) = (opened.len() + closed.len(), closed.len());
    let counts = Outcome { total, closed, progress_percent: projects::percent(closed, total) };
    let message = perhaps_more(measured(&project.item.name, &counts), truncated);
    Ok(InProject::among(message, project, counts, truncated))
}

/// How far a project is.
fn measured(project: &str, Outcome { total, closed, progress_percent: percent }: &Outcome) -> Sentence {
    if *total == 0 {
        return no_issue(project);
    }
    let closed_issues = CLOSED_ISSUES.count(*closed);
    say!(
        "Le projet « {project} » est avancé à {percent} % : {closed_issues} sur {total}.",
        "The project “{project}” is {percent}% done: {closed_issues} of {total}."
    )
}

pub(super) fn no_issue(project: &str) -> Sentence {
    say!("Le projet « {project} » n'a aucun ticket.", "The project “{project}” has no issues.")
}
