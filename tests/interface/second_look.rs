//! The second look: it is bounded, it happens only if the first look settles nothing, and its failure does no harm (decisions,
//! section 6).

mod duplicates;
mod groups;
mod issues;
mod labels;
mod milestones;
mod projects;

use gitlab_sandbox::World;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

/// The first page alone.
const NARROW: &[(&str, &str)] = &[("resolution.widen", "false")];

/// The message of a host that fails.
fn broken() -> Value {
    json!({ "message": "500 Internal Server Error" })
}

/// An empty first page of a listing.
fn nothing() -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!([])).append_header("x-next-page", "")
}

/// Project 101 with an issue #1 of that title, and this many younger ones.
fn tickets(oldest: &str, others: u32) -> World {
    let mut world = World::empty();
    let portail = world.project("ville/portail", "Portail");
    world.issue(portail, oldest);
    for number in 1..=others {
        world.issue(portail, &format!("Ticket ordinaire {number}"));
    }
    world
}
