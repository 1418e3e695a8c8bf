//! An operation's declaration as a tool's.

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::Value;

use super::schema;
use crate::{
    api::{Effect, Entry},
    messages::tool::after_clarification,
};

/// The tool of an operation, without its title, which depends on the reader's language; under `policy.read_only` none changes anything.
pub(super) fn of(entry: &Entry, read_only: bool) -> Tool {
    let input = schema::input(entry);
    Tool::new(entry.name, description(entry, &input), input)
        .with_raw_output_schema(schema::output(entry).into())
        .with_annotations(annotations(entry.effect, read_only))
}

fn description(entry: &Entry, input: &JsonObject) -> String {
    let after = after_clarification(&confirmed_fields(input));
    format!("{} {}{after}", entry.words.purpose.en, entry.words.usage)
}

/// The names of the arguments that a clarification settles.
fn confirmed_fields(input: &JsonObject) -> Vec<&str> {
    let properties = input.get("properties").and_then(Value::as_object);
    let names = properties.into_iter().flat_map(|properties| properties.keys().map(String::as_str));
    names.filter(|name| name.starts_with("resolved_")).collect()
}

fn annotations(effect: Effect, read_only: bool) -> ToolAnnotations {
    // One host, and nothing beyond it.
    let hints = ToolAnnotations::new().open_world(false);
    if read_only {
        return hints.read_only(true);
    }
    match effect {
        Effect::Reads => hints.read_only(true),
        Effect::Creates => hints.read_only(false).destructive(false).idempotent(false),
        Effect::Adds => hints.read_only(false).destructive(false).idempotent(true),
        // Not idempotent: of two issues that a hint fits, the first call closes one, a second one could close the other.
        Effect::Changes => hints.read_only(false).destructive(true).idempotent(false),
    }
}
