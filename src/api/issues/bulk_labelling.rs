use super::{
    add_label,
    bulk::{self, Processed, Several},
};
use crate::api::prelude::*;

fields! {
    pub(super) struct MostLabelled {
        /// Most issues to work on.
        limit: Limit<100>,
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Outcome {
    label_name: String,
    #[serde(flatten)]
    counts: Option<LabellingCounts>,
}

#[derive(Debug, Default, JsonSchema, Serialize)]
struct LabellingCounts {
    total_issues: usize,
    updated_count: usize,
    truncated: bool,
}

/// Adds a label to several open issues.
pub(super) static SEVERAL: About = About {
    name: "assistant_bulk_add_label",
    path: "/api/v1/issues/assistant-bulk-add-label",
    effect: Effect::Adds,
    statuses: &[&[Status::Processed], &FOR_PROJECT],
    example: r#"{"project_hint": "portail citoyen", "label_name": "front", "issue_hints": ["page 404", "fiche de salaire"]}"#,
    variants: &[PROJECT_UNCLEAR],
    title: Sentence::new("Étiqueter plusieurs tickets", "Label several issues"),
    purpose: Sentence::new(
        "Ajoute une étiquette à plusieurs tickets ouverts, chacun désigné par quelques mots.",
        "Add a label to several open issues, each meant by a few words.",
    ),
    usage: "Use it to label several issues of one project in one call. Each row of results has its own \
            status: settle with assistant_add_label, one by one, the rows that ask or are not found, and \
            leave those that are updated.",
};

pub(super) async fn run_several(
    service: &Service,
    (project, label, several): (ProjectFields, LabelFields, Several),
) -> Ran<Processed<Outcome>> {
    let label = label.label();
    let (hints, limit) = (several.issue_hints, several.limit);
    let done = issues::label_several(service, &project.target()?, &label, &hints, limit).await;
    answer(service, &project, label, done, false)
}

/// Adds a label to all issues of a project.
pub(super) static ALL: About = About {
    name: "assistant_add_label_all",
    path: "/api/v1/issues/assistant-add-label-all",
    effect: Effect::Adds,
    statuses: &[&[Status::Processed], &FOR_PROJECT],
    example: r#"{"project_hint": "formation", "label_name": "à qualifier", "create_label_if_missing": true}"#,
    variants: &[PROJECT_UNCLEAR],
    title: Sentence::new("Étiqueter tous les tickets d'un projet", "Label all issues of a project"),
    purpose: Sentence::new(
        "Ajoute une étiquette à tous les tickets du projet que vos mots désignent.",
        "Add a label to all issues of the project that your words mean.",
    ),
    usage: "Use it only when a person asks for all issues of a project: up to 100, the newest first; \
            truncated says that there are more. A row of results in error failed alone: settle it \
            with assistant_add_label.",
};

pub(super) async fn run_all(
    service: &Service,
    (project, label, state, size): (ProjectFields, LabelFields, StateFields, MostLabelled),
) -> Ran<Processed<Outcome>> {
    let label = label.label();
    let done = issues::label_all(service, &project.target()?, &label, state.state(), size.limit).await;
    answer(service, &project, label, done, true)
}

/// The answer, named by the label as the host spells it, or as it was asked for where nothing was labelled; with counts if it is
/// about all issues.
fn answer(
    service: &Service,
    project: &ProjectFields,
    asked: LabelRequest,
    done: Result<Labelled, Halt<UnresolvedProject>>,
    is_all: bool,
) -> Ran<Processed<Outcome>> {
    let (label, done) = done.or_answer(|unresolved| {
        let counts = is_all.then(LabellingCounts::default);
        bulk::unclear(project, unresolved, Outcome { label_name: asked.name, counts })
    })?;
    let (total_issues, truncated) = (done.items.len(), done.truncated);
    let is_updated = |item: &&BulkItem| matches!(item.outcome, ItemOutcome::Changed(..));
    let updated_count = done.items.iter().filter(is_updated).count();
    let counts = is_all.then_some(LabellingCounts { total_issues, updated_count, truncated });
    let besides = Outcome { label_name: label.clone(), counts };
    let is_new = !service.created_labels().is_empty();
    let message = messages::bulk::labelled(service.intent(), (&label, is_new), &done.items, truncated);
    let says = |issue: &_, project: &_, is_added: bool| {
        let issue_is = the_issue_is(service.intent(), issue, project);
        add_label::added(issue, &issue_is, (!is_added).then_some(&label))
    };
    Ok(bulk::answer(service, done, message, Status::Updated, says, besides))
}
