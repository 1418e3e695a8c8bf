//! Settings of the MCP face: its tools, its forms, who confirms.

use std::time::Duration;

use super::{Layers, SettingsError, values};

/// Settings of the MCP face.
#[derive(Debug, Clone)]
pub struct Mcp {
    /// Which operations are listed as tools.
    pub toolset: Toolset,
    /// How long a form may be answered, above zero.
    pub form_ttl: Duration,
    /// Most characters of the titles and descriptions that an answer shows beside the object that was meant; 0 for all.
    pub text_limit: usize,
}

/// Which operations are listed as tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Toolset {
    /// All that are served.
    #[default]
    All,
    /// The ten that conversations use most.
    Core,
}

/// Who confirms over MCP what changes something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Confirmation {
    /// Whoever calls, a model too.
    #[default]
    Caller,
    /// The client's user alone, in a form.
    Person,
}

impl Mcp {
    pub(super) fn read(from: &mut Layers) -> Result<Self, SettingsError> {
        Ok(Self {
            toolset: from.required("mcp.toolset", toolset)?,
            form_ttl: from.required("mcp.form_ttl", values::duration)?,
            text_limit: from.required("mcp.text_limit", values::count_or_none)?,
        })
    }
}

fn toolset(text: &str) -> Result<Toolset, &'static str> {
    match text.to_ascii_lowercase().as_str() {
        "all" => Ok(Toolset::All),
        "core" => Ok(Toolset::Core),
        _ => Err("is no set of tools; write all or core"),
    }
}

pub(super) fn confirmation(text: &str) -> Result<Confirmation, &'static str> {
    match text.to_ascii_lowercase().as_str() {
        "caller" => Ok(Confirmation::Caller),
        "person" => Ok(Confirmation::Person),
        _ => Err("confirms nothing; write caller or person"),
    }
}
