//! The HTTP side: decodes a request, calls one service function, words the outcome.
//!
//! [`operations`] is the one list of what the service does; each operation is a small file of its family.

mod answer;
mod body;
pub mod console;
mod door;
mod failure;
mod fields;
mod groups;
mod health;
mod http;
mod idempotency;
mod issues;
pub mod mcp;
mod metrics;
mod observation;
pub mod openapi;
mod operation;
mod projects;
mod records;
mod request;
mod targets;
mod token_expiry;
mod unclear;

pub use answer::Status;
pub use door::{Bridge, Call, Caller, Reply};
pub use failure::Failure;
pub use health::routes as health_routes;
pub use http::{PREFIX, guarded, not_allowed, not_found, routes};
pub use idempotency::IdempotencyKey;
pub use metrics::routes as metrics_routes;
pub use observation::answered;
pub use operation::{Answered, Effect, Entry};

/// Every operation, in the order of the interface.
#[must_use]
pub fn operations() -> Vec<Entry> {
    [projects::operations(), groups::operations(), issues::operations()].concat()
}
