//! The version of GitLab that the host imitates, and the behaviour that depends on it.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

/// A version of GitLab, `major.minor.patch`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub struct HostVersion {
    major: u16,
    minor: u16,
    patch: u16,
}

impl HostVersion {
    /// A version by its numbers.
    pub const fn new(major: u16, minor: u16, patch: u16) -> Self {
        Self { major, minor, patch }
    }

    const fn is_from(self, major: u16, minor: u16) -> bool {
        self.major > major || (self.major == major && self.minor >= minor)
    }

    /// Whether lists of milestones know `include_ancestors` (from 16.7); before, they know only `include_parent_milestones`.
    pub(super) const fn knows_include_ancestors(self) -> bool {
        self.is_from(16, 7)
    }

    /// Whether an old path of a moved project redirects (from 16.7); before, it answers with the project.
    pub(super) const fn redirects_moved_projects(self) -> bool {
        self.is_from(16, 7)
    }

    /// Whether the simple form of a project has its `visibility` (from 18.0).
    pub(super) const fn shows_simple_visibility(self) -> bool {
        self.is_from(18, 0)
    }

    /// The text between a deleted object's name and its id.
    pub(super) const fn deletion_mark(self) -> &'static str {
        if self.is_from(18, 0) { "-deletion_scheduled-" } else { "-deleted-" }
    }
}

impl Default for HostVersion {
    fn default() -> Self {
        Self::new(18, 5, 1)
    }
}

impl fmt::Display for HostVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// The error for a text that is no version.
#[derive(Debug, thiserror::Error)]
#[error("\"{0}\" is no version such as 18.5.1")]
pub struct InvalidVersion(String);

impl TryFrom<String> for HostVersion {
    type Error = InvalidVersion;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let numbers: Vec<_> = text.split('.').map(str::parse).collect();
        match numbers.as_slice() {
            [Ok(major), Ok(minor), Ok(patch)] => Ok(Self::new(*major, *minor, *patch)),
            _ => Err(InvalidVersion(text)),
        }
    }
}
