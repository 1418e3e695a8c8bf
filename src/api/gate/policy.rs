//! What `policy` lets through.

use axum::http::StatusCode;
use serde_json::Value;

use crate::{
    api::{
        operation::Entry,
        wire::failure::{Failure, not_served},
    },
    messages::gate,
    service::Intent,
    settings::Policy,
};

/// Whether an operation is served at all (`policy.operations`).
pub(super) fn serves(policy: &Policy, entry: &Entry) -> bool {
    policy.operations.is_empty() || policy.operations.iter().any(|name| name == entry.name)
}

/// What a call with these fields is for, if it is allowed; a preview changes nothing.
///
/// # Errors
/// 403 for an operation that is not served, and for a write under `policy.read_only`; 422 for a `dry_run` that can't be read.
pub(super) fn authorise(policy: &Policy, entry: &Entry, fields: &Value) -> Result<Intent, Failure> {
    if !serves(policy, entry) {
        return Err(not_served());
    }
    let intent = entry.intent(fields)?;
    if policy.read_only && entry.effect.writes() && intent == Intent::Act {
        return Err(Failure::new(StatusCode::FORBIDDEN, "read_only", gate::READ_ONLY));
    }
    Ok(intent)
}
