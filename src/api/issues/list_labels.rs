use crate::api::prelude::*;

fields! {
    pub(super) struct MostLabels {
        /// Most labels to answer.
        limit: Limit<100>,
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    labels: Vec<LabelItem>,
}

/// Lists a project's labels.
pub(super) static ABOUT: About = About {
    name: "assistant_list_labels",
    path: "/api/v1/issues/assistant-list-labels",
    effect: Effect::Reads,
    statuses: &[&[Status::Resolved], &FOR_ONE_HINT],
    example: r#"{"project_hint": "formation"}"#,
    variants: &[PROJECT_UNCLEAR],
    title: Sentence::new("Lister les étiquettes d'un projet", "List the labels of a project"),
    purpose: Sentence::new(
        "Donne les étiquettes du projet que vos mots désignent.",
        "List the labels of the project that your words mean.",
    ),
    usage: "Use it to see which labels a project has, before adding one.",
};

type Request = (ProjectFields, MostLabels);

pub(super) async fn run(service: &Service, (project, size): Request) -> Ran<InProject<Outcome>> {
    let done = issues::list_labels(service, &project.target()?, size.limit).await;
    InProject::listing(&project, done, LABELS, |labels| Outcome { labels: into_records(labels) })
}

const LABELS: Noun = Noun { fr: ["aucune", "étiquette", "étiquettes"], en: ["label", "labels"] };
