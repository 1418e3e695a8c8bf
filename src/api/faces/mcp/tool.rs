//! An operation's declaration as a tool's, and which operations are listed as tools. Schemas are cut down to what a model needs:
//! clients put the whole list of tools before every conversation.

use schemars::{Schema, generate::SchemaSettings, transform::transform_subschemas};

use super::prelude::*;
use crate::{api::faces::served, settings::Toolset};

/// The tool of an operation, without what depends on its reader.
pub(super) fn of(entry: &Entry) -> Tool {
    Tool::new(entry.name, entry.description(), input(entry)).with_raw_output_schema(output(entry).into())
}

/// The tool for a reader of this language; under `policy.read_only` none changes anything.
pub(super) fn for_reader(tool: Tool, entry: &Entry, language: Language, read_only: bool) -> Tool {
    tool.with_title(entry.title.say(language)).with_annotations(annotations(entry.effect, read_only))
}

fn annotations(effect: Effect, read_only: bool) -> ToolAnnotations {
    // The tools reach one host, and nothing beyond it.
    let hints = ToolAnnotations::new().open_world(false);
    if read_only || !effect.writes() {
        return hints.read_only(true);
    }
    // A change is not idempotent: of two issues that a hint fits, the first call closes one, a second one could close the other.
    hints.read_only(false).destructive(effect == Effect::Changes).idempotent(effect == Effect::Adds)
}

/// The ten operations that conversations use most: what is there, what is new, what is done, who does it.
const CORE: [&str; 10] = [
    "find_projects",
    "project_summary",
    "assistant_create_issue",
    "find_issues",
    "assistant_close_issue",
    "assistant_update_issue",
    "assistant_comment_issue",
    "assistant_set_due_date",
    "assistant_assign_issue",
    "assistant_show_issue",
];

/// Whether a set (`mcp.toolset`) has the tool of this operation.
pub(super) fn is_listed(toolset: Toolset, entry: &Entry) -> bool {
    toolset == Toolset::All || CORE.contains(&entry.name)
}

/// The tools of a bridge with these settings as `tools/list` gives them, for a client that takes a file instead of asking.
pub fn listing(settings: &Settings) -> Vec<Value> {
    let language = settings.messages.language.unwrap_or_default();
    let policy = CallerPolicy::new(&settings.policy);
    let listed = served(&policy).into_iter().filter(|entry| is_listed(settings.mcp.toolset, entry));
    listed.map(|entry| json!(for_reader(of(&entry), &entry, language, policy.read_only))).collect()
}

/// The schema of a tool's arguments: all that a model needs to fill them in.
fn input(entry: &Entry) -> JsonObject {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    let mut schema = entry.request_schema(&mut settings.into_generator());
    compact(&mut schema);
    object(schema.to_value())
}

/// The schema of a tool's answer: what came of it, in a word and in a sentence. None is required, since clients hold a failure
/// to it too; the other fields show in the answer itself, and the `OpenAPI` document describes them.
fn output(entry: &Entry) -> JsonObject {
    let statuses = entry.statuses();
    if statuses.is_empty() {
        return object(json!({ "type": "object" }));
    }
    let status = json!({ "type": "string", "enum": statuses });
    object(json!({ "type": "object", "properties": { "status": status, "message": { "type": "string" } } }))
}

/// What a model needs to know of an argument. A refusal names the other bounds.
const TOLD: [&str; 11] = [
    "type",
    "description",
    "enum",
    "default",
    "maximum",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "additionalProperties",
];

/// Leaves a schema, and those in it, the keywords of [`TOLD`] alone, without `null` for absent values and without empty defaults.
fn compact(schema: &mut Schema) {
    transform_subschemas(&mut compact, schema);
    let Some(keywords) = schema.as_object_mut() else { return };
    // Only the usual values are offered, although the host may accept others.
    if let Some(choices) = keywords.remove("x-choices") {
        keywords.insert("enum".to_owned(), choices);
    }
    let empty = [Value::Null, false.into(), 0.into(), "".into(), json!([])];
    keywords
        .retain(|key, value| TOLD.contains(&key.as_str()) && (key != "default" || !empty.contains(value)));
    // `"string"` for `["string", "null"]`
    if let Some(kind) = keywords.get_mut("type")
        && let Some(first) = kind.get(0).cloned()
    {
        *kind = first;
    }
    if let Some(Value::Array(words)) = keywords.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::operations;

    #[test]
    fn the_core_has_ten_operations_that_exist() {
        let core = operations().iter().filter(|entry| is_listed(Toolset::Core, entry)).count();
        assert_eq!(core, CORE.len());
    }
}
