use crate::api::prelude::*;

fields! {
    pub(super) struct WhichMilestones {
        /// `active`, `closed` or `all`.
        state: Option<ShortText> { "default": "active", "x-choices": ["active", "closed", "all"] },
        /// Most milestones to answer.
        limit: Limit<100>,
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    milestones: Vec<MilestoneItem>,
}

/// Lists a project's milestones.
pub(super) static ABOUT: About = About {
    name: "assistant_project_milestones",
    path: "/api/v1/projects/assistant-milestones",
    effect: Effect::Reads,
    statuses: &[&[Status::Resolved], &FOR_ONE_HINT],
    example: r#"{"project_hint": "portail citoyen"}"#,
    variants: &[PROJECT_UNCLEAR],
    title: Sentence::new("Lister les jalons d'un projet", "List the milestones of a project"),
    purpose: Sentence::new(
        "Donne les jalons du projet que vos mots désignent, avec leurs échéances.",
        "List the milestones of the project that your words mean, with their due dates.",
    ),
    usage: "Use it to see which milestones an issue can be put into.",
};

type Request = (ProjectFields, WhichMilestones);

pub(super) async fn run(service: &Service, (project, wanted): Request) -> Ran<InProject<Outcome>> {
    // Active ones if absent, every state for `all` and blank.
    let state = StateFilter::named(wanted.state.as_deref().unwrap_or("active"));
    let done = projects::milestones(service, &project.target()?, state, wanted.limit).await;
    InProject::listing(&project, done, MILESTONES, |milestones| Outcome {
        milestones: into_records(milestones),
    })
}

const MILESTONES: Noun = Noun { fr: ["aucun", "jalon", "jalons"], en: ["milestone", "milestones"] };
