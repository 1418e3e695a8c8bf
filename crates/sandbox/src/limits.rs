//! How often a user may call within one or ten minutes: GitLab's application limits.
//!
//! A limit counts calls within fixed periods of the clock, as GitLab does, and not within the last sixty seconds. Refused calls
//! count too, and so do those that are answered with 304.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use super::prelude::*;

/// How long a refused caller is told to wait, in seconds.
const RETRY_AFTER: &str = "60";

/// The limit that is counted by project.
const NEW_ISSUES: &str = "new issues";

/// The limit for calls of a route: its name, and how many calls within how many seconds; `None` if there is none.
fn limit(call: &ApiCall) -> Option<(&'static str, u32, u64)> {
    let has_search = call.params.filled("search").is_some();
    Some(match (call.method.as_str(), call.route.pattern) {
        (
            "GET",
            "/issues" | "/groups/:id/issues" | "/projects/:id/issues" | "/projects/:id/issues_statistics",
        ) if has_search => ("searches of issues", 30, 60),
        ("GET", "/projects") => ("projects", 2000, 600),
        ("GET", "/projects/:id") => ("a project", 400, 60),
        // So more than 200 pages of groups within a minute fail.
        ("GET", "/groups") => ("groups", 200, 60),
        ("GET", "/groups/:id") => ("a group", 400, 60),
        ("GET", "/groups/:id/projects") => ("projects of groups", 600, 60),
        ("POST", "/projects/:id/issues") => (NEW_ISSUES, 200, 60),
        ("POST", "/projects/:id/issues/:issue_iid/notes") => ("new notes", 300, 60),
        _ => return None,
    })
}

/// What is counted together: the name of a limit, the user, and for new issues the project.
type CountKey = (&'static str, u64, Option<u64>);

/// The counts so far: the period that was counted last, and how many calls it had.
#[derive(Debug, Default)]
pub(super) struct Limiter(Mutex<HashMap<CountKey, (u64, u32)>>);

impl Limiter {
    /// Counts a call of a route, if the host limits calls, and refuses it if it is one too many within its period.
    pub(super) fn admit(&self, world: &World, call: &ApiCall, now: Moment) -> Result<(), ApiError> {
        let Some((name, most, seconds)) = limit(call).filter(|_| world.rules.rate_limits) else {
            return Ok(());
        };
        let project = world.find_project(call.segment("id")).filter(|_| name == NEW_ISSUES);
        let period = now.0 / seconds;
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = (name, call.caller(), project.map(|project| project.id));
        let (counted_in, count) = counts.entry(counted).or_default();
        if *counted_in != period {
            (*counted_in, *count) = (period, 0);
        }
        *count = count.saturating_add(1);
        if *count <= most {
            return Ok(());
        }
        let why = "This endpoint has been requested too many times. Try again later.";
        let body = json!({ "message": { "error": why } });
        Err(ApiError::json(StatusCode::TOO_MANY_REQUESTS, &body).header("retry-after", RETRY_AFTER))
    }
}
