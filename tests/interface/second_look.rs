//! The second look: bounded, only where the first one leaves doubt, and harmless when it fails (decisions, section 6).

mod duplicates;
mod groups;
mod issues;
mod labels;
mod milestones;
mod projects;

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

/// The first page alone.
const NARROW: &[(&str, &str)] = &[("resolution.widen", "false")];

/// What the host says when it has broken.
fn broken() -> Value {
    json!({ "message": "500 Internal Server Error" })
}

/// An empty first page of a listing.
fn nothing() -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!([])).append_header("x-next-page", "")
}
