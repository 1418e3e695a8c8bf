//! An operation's declaration as a tool's.

use rmcp::model::{Tool, ToolAnnotations};

use super::schema;
use crate::api::{Effect, Entry};

/// The tool of an operation, without its title, which depends on the reader's language; under `policy.read_only` none changes anything.
pub(super) fn of(entry: &Entry, read_only: bool) -> Tool {
    Tool::new(entry.name, entry.description(), schema::input(entry))
        .with_raw_output_schema(schema::output(entry).into())
        .with_annotations(annotations(entry.effect, read_only))
}

fn annotations(effect: Effect, read_only: bool) -> ToolAnnotations {
    // The tools reach one host, and nothing beyond it.
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
