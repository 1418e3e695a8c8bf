use super::assistant_progress::no_issue;
use crate::api::prelude::*;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    open_issues: Vec<Arc<str>>,
    closed_issues: Vec<Arc<str>>,
}

/// Lists the titles of a project's issues.
pub(super) static ABOUT: About = About {
    name: "assistant_project_tasks",
    path: "/api/v1/projects/assistant-tasks",
    effect: Effect::Reads,
    statuses: &[&[Status::Resolved], &FOR_ONE_HINT],
    example: r#"{"project_hint": "formation"}"#,
    variants: &[PROJECT_UNCLEAR],
    title: Sentence::new("Voir les tâches d'un projet", "See the tasks of a project"),
    purpose: Sentence::new(
        "Donne les titres des tickets ouverts et fermés d'un projet.",
        "List the titles of a project's open and closed issues.",
    ),
    usage: "Use it for a quick look at what is open and what is done: titles alone, up to 100 of each; \
            assistant_list_issues has numbers and addresses.",
};

pub(super) async fn run(service: &Service, project: ProjectFields) -> Ran<InProject<Outcome>> {
    let done = projects::tasks(service, &project.target()?).await;
    let Tasks { project, opened, closed, truncated } = InProject::named(&project, done)?;
    let message = listed(&project.item.name, opened.len(), closed.len(), truncated);
    let titles = Outcome { open_issues: titles(&opened), closed_issues: titles(&closed) };
    Ok(InProject::among(message, project, titles, truncated))
}

fn titles(issues: &[Issue]) -> Vec<Arc<str>> {
    issues.iter().map(|issue| issue.title.clone()).collect()
}

/// The issue titles of a project.
fn listed(project: &str, opened: usize, closed: usize, truncated: bool) -> Sentence {
    if opened + closed == 0 {
        return no_issue(project);
    }
    let (opened, closed) = (OPEN_ISSUES.count(opened), CLOSED_ISSUES.count(closed));
    let sentence =
        say!("Projet « {project} » : {opened}, {closed}.", "Project “{project}”: {opened}, {closed}.");
    perhaps_more(sentence, truncated)
}
