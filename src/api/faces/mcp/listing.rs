//! The list of tools as a file, for clients that take one instead of asking for it.

use rmcp::model::Tool;
use serde_json::{Value, json};

use super::{tool, toolset};
use crate::{
    api::{faces::served, gate::policy::CallerPolicy},
    settings::Settings,
};

/// What reads the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A client of MCP: the result of `tools/list`.
    Mcp,
    /// A client of `OpenAI`'s chat completions, and the many that speak like it: the value of `tools`.
    OpenAi,
    /// A client of Anthropic's messages: the value of `tools`.
    Anthropic,
}

/// The tools of a bridge with these settings, as that client takes them.
#[must_use]
pub fn listing(settings: &Settings, format: Format) -> Value {
    let language = settings.messages.language.unwrap_or_default();
    let policy = CallerPolicy::new(&settings.policy);
    let listed = served(&policy).into_iter().filter(|entry| toolset::holds(settings.mcp.toolset, entry));
    let tools = listed.map(|entry| tool::of(&entry, policy.read_only).with_title(entry.title.say(language)));
    match format {
        Format::Mcp => json!({ "tools": tools.collect::<Vec<_>>() }),
        Format::OpenAi => tools.map(|tool| for_openai(&tool)).collect(),
        Format::Anthropic => tools.map(|tool| for_anthropic(&tool)).collect(),
    }
}

fn for_openai(tool: &Tool) -> Value {
    json!({
        "type": "function",
        "function": { "name": tool.name, "description": tool.description, "parameters": tool.input_schema },
    })
}

fn for_anthropic(tool: &Tool) -> Value {
    json!({ "name": tool.name, "description": tool.description, "input_schema": tool.input_schema })
}
