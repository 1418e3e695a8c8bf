//! Authorisation: what `policy` allows.

use axum::http::StatusCode;

use crate::{
    api::{
        operation::Entry,
        wire::failure::{Failure, not_served},
    },
    messages::gate,
    settings::Policy,
};

/// Whether an operation is served at all (`policy.operations`).
pub(super) fn serves(policy: &Policy, entry: &Entry) -> bool {
    policy.operations.is_empty() || policy.operations.iter().any(|name| name == entry.name)
}

/// Whether a call is allowed; a preview changes nothing.
///
/// # Errors
/// 403 for an operation that is not served, and for a write under `policy.read_only`.
pub(super) fn authorise(policy: &Policy, entry: &Entry, preview: bool) -> Result<(), Failure> {
    if !serves(policy, entry) {
        return Err(not_served());
    }
    if policy.read_only && entry.effect.writes() && !preview {
        return Err(Failure::new(StatusCode::FORBIDDEN, "read_only", gate::READ_ONLY));
    }
    Ok(())
}
