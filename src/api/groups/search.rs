use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::{
        operation::{About, Effect, Examples, Operation},
        wire::{
            answer::HasStatus,
            fields::{Hint, Limit},
            records::{CandidateGroup, into_records},
            request::fields,
        },
    },
    error::Error,
    messages::{Sentence, groups::search as words},
    service::{
        Service,
        groups::search,
        resolve::{GroupHint, Root},
    },
};

/// Searches all groups.
pub(super) struct SearchGroups;

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
pub(super) struct Found {
    success: bool,
    query: String,
    matches: Vec<CandidateGroup>,
    /// Only where the host has more groups than are read: its own search narrowed them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    /// Only then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    message: Option<Sentence>,
}

impl HasStatus for Found {}

impl Operation for SearchGroups {
    const ABOUT: &'static About = &About {
        name: "search_groups",
        path: "/api/v1/groups/search",
        effect: Effect::Reads,
        statuses: &[],
        refusals: &[],
        examples: Examples { done: r#"{"query": "numerique", "limit": 2}"#, otherwise: &[] },
        words: &words::WORDS,
    };
    type Request = (Fields,);
    type Response = Found;

    async fn run(service: &Service, (request,): Self::Request) -> Result<Found, Error> {
        let Fields { query: Hint(query), root_hint, limit } = request;
        let hint = GroupHint { text: query.clone(), root: Root::new(&root_hint.0), limit: limit.0 };
        let found = search(service, &hint).await?;
        let message = found.truncated.then_some(words::NARROWED);
        let matches = into_records(found.matches);
        Ok(Found { success: true, query, matches, truncated: found.truncated, message })
    }
}
