use crate::api::prelude::*;

fields! {
    pub(super) struct MostMembers {
        /// Most members to answer.
        limit: Limit<100>,
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    members: Vec<MemberItem>,
}

/// Lists a project's members.
pub(super) static ABOUT: About = About {
    name: "assistant_project_members",
    path: "/api/v1/projects/assistant-members",
    effect: Effect::Reads,
    statuses: &[&[Status::Resolved], &FOR_ONE_HINT],
    example: r#"{"project_hint": "portail citoyen"}"#,
    variants: &[PROJECT_UNCLEAR],
    title: Sentence::new("Lister les membres d'un projet", "List the members of a project"),
    purpose: Sentence::new(
        "Donne les personnes qui travaillent sur le projet que vos mots désignent, avec leurs rôles.",
        "List the people who work on the project that your words mean, with their roles.",
    ),
    usage: "Use it to see who an issue can be assigned to.",
};

type Request = (ProjectFields, MostMembers);

pub(super) async fn run(service: &Service, (project, wanted): Request) -> Ran<InProject<Outcome>> {
    let done = projects::members(service, &project.target()?, wanted.limit).await;
    InProject::listing(&project, done, MEMBERS, |members| Outcome { members: into_records(members) })
}

const MEMBERS: Noun = Noun { fr: ["aucun", "membre", "membres"], en: ["member", "members"] };
