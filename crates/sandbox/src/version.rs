//! The version of GitLab that the host imitates.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

/// A version of GitLab, `major.minor.patch`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub struct HostVersion(u16, u16, u16);

impl HostVersion {
    /// A version by its numbers.
    pub const fn new(major: u16, minor: u16, patch: u16) -> Self {
        Self(major, minor, patch)
    }

    /// Whether it is this version or a later one.
    pub(super) fn is_from(self, major: u16, minor: u16) -> bool {
        self >= Self(major, minor, 0)
    }
}

impl Default for HostVersion {
    fn default() -> Self {
        Self::new(18, 5, 1)
    }
}

impl fmt::Display for HostVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}.{}", self.0, self.1, self.2)
    }
}

impl TryFrom<String> for HostVersion {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let numbers: Vec<_> = text.split('.').map(str::parse).collect();
        match numbers.as_slice() {
            [Ok(major), Ok(minor), Ok(patch)] => Ok(Self::new(*major, *minor, *patch)),
            _ => Err(format!("{text:?} is no version such as 18.5.1")),
        }
    }
}
