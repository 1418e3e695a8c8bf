use crate::{api::prelude::*, gitlab::StateFilter, service::projects::milestones};

/// Lists a project's milestones.
pub(super) struct AssistantProjectMilestones;

fields! {
    pub(super) struct Wanted {
        /// `active`, `closed` or `all`.
        state: OptionalWord { "default": "active", "x-choices": ["active", "closed", "all"] },
        /// Most milestones to answer.
        limit: Limit<100>,
    }
}

impl Wanted {
    /// The filter: active ones if absent, every state for `all` and blank.
    fn state(&self) -> StateFilter {
        self.state.0.as_deref().map_or_else(StateFilter::active, StateFilter::named)
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    milestones: Vec<MilestoneItem>,
}

impl Operation for AssistantProjectMilestones {
    const ABOUT: &'static About = &About {
        name: "assistant_project_milestones",
        path: "/api/v1/projects/assistant-milestones",
        effect: Effect::Reads,
        statuses: &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded],
        refusals: About::CONFIRMABLE,
        examples: Examples { done: r#"{"project_hint": "portail citoyen"}"#, otherwise: &[PROJECT_UNCLEAR] },
        title: Sentence::new("Lister les jalons d'un projet", "List the milestones of a project"),
        purpose: Sentence::new(
            "Donne les jalons du projet que vos mots désignent, avec leurs échéances.",
            "List the milestones of the project that your words mean, with their due dates.",
        ),
        usage: "Use it to see which milestones an issue can be put into.",
        failed: ("lister les jalons", "the list of milestones"),
    };
    type Request = (ProjectFields, Wanted);
    type Response = Answer<InProject<Outcome>>;

    async fn run(service: &Service, (project, wanted): Self::Request) -> Result<Self::Response, Error> {
        let done = milestones(service, &project.target()?, wanted.state(), wanted.limit.0).await;
        InProject::answer(&project, done, |found| {
            let message =
                holds(&found.project.item.name, MILESTONES, found.milestones.len(), found.truncated);
            let payload = Outcome { milestones: into_records(found.milestones) };
            (message, InProject::of(found.project, payload, found.truncated))
        })
    }
}

const MILESTONES: Noun =
    Noun { fr: ["aucun jalon", "1 jalon", "jalons"], en: ["no milestones", "1 milestone", "milestones"] };
