//! How callers reach the operations: HTTP routes, MCP, and the pages and documents that describe them.

pub mod console;
pub mod health;
pub mod http;
pub mod language;
pub mod llms;
pub mod mcp;
pub mod metrics;
pub mod openapi;
mod page;
pub mod protected_resource;

use super::{Entry, gate::policy::CallerPolicy, operations};

/// The operations that this policy serves.
fn served(policy: &CallerPolicy) -> Vec<Entry> {
    operations().into_iter().filter(|entry| policy.serves(entry)).collect()
}
