use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{HasStatus, Status},
            fields::{Hint, Limit},
            records::{CandidateGroup, records},
        },
    },
    error::Error,
    messages::failed,
    service::{
        Service,
        groups::search,
        resolve::{GroupHint, Root},
    },
};

/// Searches all groups.
pub(super) struct SearchGroups;

#[derive(Debug, Default, JsonSchema, Deserialize)]
#[serde(default)]
pub(super) struct Fields {
    /// Loose words; blank lists every group.
    query: Hint,
    /// Only objects whose full path starts so.
    root_hint: Hint,
    /// Most matches to answer.
    limit: Limit<10>,
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Found {
    success: bool,
    query: String,
    matches: Vec<CandidateGroup>,
}

impl HasStatus for Found {}

impl Operation for SearchGroups {
    const NAME: &'static str = "search_groups";
    const PATH: &'static str = "/api/v1/groups/search";
    const TITLE: &'static str = "Chercher un groupe";
    const PURPOSE: &'static str = "Trouve des groupes par leur nom ou leur chemin.";
    const SUMMARY: &'static str = "Find groups by name or path";
    const DESCRIPTION: &'static str = "Use it to find the full path of a group. It scores every group that the bridge sees, subgroups too, and answers the best.";
    const EFFECT: Effect = Effect::Reads;
    const STATUSES: &'static [Status] = &[];
    const REFUSALS: &'static [StatusCode] = &[];
    const EXAMPLES: &'static [&'static str] = &[r#"{"query": "numerique", "limit": 2}"#];
    const FAILED: &'static str = failed::SEARCH_GROUPS;
    type Request = (Fields,);
    type Response = Found;

    async fn run(service: &Service, (request,): Self::Request) -> Result<Found, Error> {
        let Fields { query: Hint(query), root_hint, limit } = request;
        let hint = GroupHint { text: query.clone(), root: Root::new(&root_hint.0), limit: limit.0 };
        let found = search(service, &hint).await?;
        Ok(Found { success: true, query, matches: records(found.matches) })
    }
}
