use crate::api::prelude::*;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    project: Option<ProjectRef>,
    open_count: usize,
    closed_count: usize,
    progress_percent: usize,
    labels: Vec<LabelCountItem>,
    milestones: Vec<MilestoneItem>,
    /// Open issues past their due date; null where the host does not count so many.
    overdue_count: Option<usize>,
    /// Open issues that nobody is assigned to.
    unassigned_count: usize,
    recent_issues: Vec<IssueListItem>,
    /// Whether there are more labels or milestones than these.
    truncated: bool,
    #[serde(flatten)]
    projects: ShownProjects,
}

/// Shows a project at a glance.
pub(super) static ABOUT: About = About {
    name: "project_summary",
    path: "/api/v1/projects/summary",
    effect: Effect::Reads,
    statuses: &[&[Status::Resolved], &FOR_ONE_HINT],
    example: r#"{"project_hint": "formation"}"#,
    variants: &[PROJECT_UNCLEAR],
    title: Sentence::new("Résumer un projet", "Sum up a project"),
    purpose: Sentence::new(
        "Montre un projet d'un coup d'œil : avancement, étiquettes, jalons, retards, derniers tickets modifiés.",
        "Show a project at a glance: counts, labels, milestones, how many are late, what moved last.",
    ),
    usage: "Use it when a person asks how a project is doing: its counts are exact.",
};

pub(super) async fn run(service: &Service, request: ProjectFields) -> Ran<Outcome> {
    let summary = projects::summary(service, &request.target()?).await.or_answer(|unresolved| {
        let answer = Answer::unclear(Sought::Project, &request.project_hint, FOR_ONE_HINT, unresolved);
        answer.map(|shown| Outcome { overdue_count: Some(0), projects: shown.into(), ..Outcome::default() })
    })?;
    let message = shown(&summary);
    let glance = Outcome {
        open_count: summary.opened,
        closed_count: summary.closed,
        progress_percent: summary.percent(),
        labels: into_records(summary.labels),
        milestones: into_records(summary.milestones),
        overdue_count: summary.overdue,
        unassigned_count: summary.unassigned,
        recent_issues: into_records(summary.recent),
        truncated: summary.truncated,
        project: Some(summary.project.item.into()),
        projects: Hinted::candidates(summary.project.candidates).into(),
    };
    Ok(Answer::new(Status::Resolved, message, glance))
}

/// A project at a glance.
fn shown(summary: &Summary) -> Sentence {
    let (project, percent) = (&summary.project.item.name, summary.percent());
    let opened = OPEN_ISSUES.count(summary.opened);
    let closed = CLOSED_ISSUES.count(summary.closed);
    let late = summary.overdue.filter(|late| *late > 0);
    let late = late.map(|late| say!(", {late} en retard", ", {late} overdue")).unwrap_or_default();
    let free = Some(summary.unassigned).filter(|free| *free > 0);
    let free = free.map(|free| say!(", {free} sans responsable", ", {free} unassigned")).unwrap_or_default();
    let sentence = say!(
        "Projet « {project} » : {opened}{late}{free} ; {closed}, soit {percent} % d'avancement.",
        "Project “{project}”: {opened}{late}{free}; {closed}, which is {percent}% done."
    );
    sentence.then(summary.truncated.then_some(Sentence::new(
        "Il a davantage d'étiquettes ou de jalons que ceux-ci.",
        "It has more labels or milestones than these.",
    )))
}
