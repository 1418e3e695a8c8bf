use crate::api::prelude::*;

fields! {
    pub(super) struct Fields {
        /// Loose words; blank lists every group.
        query: Hint,
        /// Only what is below this path.
        root_hint: Hint,
        /// Most matches to answer.
        limit: Limit<10>,
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Outcome {
    success: bool,
    query: String,
    matches: Vec<GroupMatch>,
    /// Only where the host has more groups than are read: its own search narrowed them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    /// Only then.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Sentence>,
}

impl Response for Outcome {}

/// Searches all groups.
pub(super) static ABOUT: About = About {
    name: "search_groups",
    path: "/api/v1/groups/search",
    effect: Effect::Reads,
    statuses: &[],
    example: r#"{"query": "numerique", "limit": 2}"#,
    variants: &[],
    title: Sentence::new("Chercher un groupe", "Find a group"),
    purpose: Sentence::new("Trouve des groupes par leur nom ou leur chemin.", "Find groups by name or path."),
    usage: "Use it to find the full path of a group: every visible group is scored, subgroups too, and the \
            best are answered.",
};

pub(super) async fn run(service: &Service, request: Fields) -> Result<Outcome, Error> {
    let Fields { query, root_hint, limit } = request;
    let hint = GroupHint { text: query.clone(), root: Root::new(&root_hint), limit };
    let found = groups::search(service, &hint).await?;
    let message = found.truncated.then_some(NARROWED);
    let matches = into_records(found.matches);
    Ok(Outcome { success: true, query, matches, truncated: found.truncated, message })
}

/// The host has more groups than are read.
const NARROWED: Sentence = Sentence::new(
    "GitLab contient trop de groupes pour les comparer tous : seuls ceux que sa propre recherche a trouvés le sont.",
    "GitLab holds too many groups to compare them all: only those that its own search found are.",
);
