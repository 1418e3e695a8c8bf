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
mod prelude;
pub mod protected_resource;

use axum::http::{HeaderMap, HeaderName};

use super::{Entry, gate::callers::CallerPolicy, operations};
use crate::settings::{CallerSettings, Policy};

/// The operations that this policy serves.
fn served(policy: &CallerPolicy) -> Vec<Entry> {
    operations().into_iter().filter(|entry| policy.serves(entry.name)).collect()
}

/// The operations that these settings serve; under `policy.read_only` also writes, which only preview then.
pub fn served_by(policy: &Policy) -> Vec<Entry> {
    served(&CallerPolicy::new(policy))
}

/// The fields by which a caller narrows `policy` to nothing.
pub fn left_nothing(policy: &Policy, caller: &CallerSettings) -> impl Iterator<Item = &'static str> + use<> {
    CallerPolicy::new(policy).narrowed(caller).empty_fields()
}

/// The members of a header that is a list, of all its lines.
fn members<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// A member such as `en-GB;q=0.8` as its name and its weight, at most 1; `None` if it is not wanted.
fn weighed(member: &str) -> Option<(&str, f32)> {
    let (name, weight) = member.split_once(';').unwrap_or((member, "q=1"));
    let weight: f32 = weight.trim().strip_prefix("q=")?.parse().ok()?;
    (weight > 0.0).then_some((name.trim(), weight.min(1.0)))
}
