use crate::{api::prelude::*, service::projects::members};

/// Lists a project's members.
pub(super) struct AssistantProjectMembers;

fields! {
    pub(super) struct Wanted {
        /// Most members to answer.
        limit: Limit<100>,
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    members: Vec<MemberItem>,
}

impl Operation for AssistantProjectMembers {
    const ABOUT: &'static About = &About {
        name: "assistant_project_members",
        path: "/api/v1/projects/assistant-members",
        effect: Effect::Reads,
        statuses: &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded],
        refusals: About::CONFIRMABLE,
        examples: Examples { done: r#"{"project_hint": "portail citoyen"}"#, otherwise: &[PROJECT_UNCLEAR] },
        title: Sentence::new("Lister les membres d'un projet", "List the members of a project"),
        purpose: Sentence::new(
            "Donne les personnes qui travaillent sur le projet que vos mots désignent, avec leurs rôles.",
            "List the people who work on the project that your words mean, with their roles.",
        ),
        usage: "Use it to see who an issue can be assigned to.",
        failed: ("lister les membres", "the list of members"),
    };
    type Request = (ProjectFields, Wanted);
    type Response = Answer<InProject<Outcome>>;

    async fn run(service: &Service, (project, wanted): Self::Request) -> Result<Self::Response, Error> {
        let done = members(service, &project.target()?, wanted.limit.0).await;
        InProject::answer(&project, done, |found| {
            let message = holds(&found.project.item.name, MEMBERS, found.members.len(), found.truncated);
            let payload = Outcome { members: into_records(found.members) };
            (message, InProject::of(found.project, payload, found.truncated))
        })
    }
}

const MEMBERS: Noun =
    Noun { fr: ["aucun membre", "1 membre", "membres"], en: ["no members", "1 member", "members"] };
