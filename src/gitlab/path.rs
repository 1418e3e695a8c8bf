//! Full paths that name one object and are safe in a URL.

use std::fmt;

use super::GroupId;

/// The full path of a project or a group: its segments are not empty, `.` or `..`, and it is not a bare number, which the host
/// would read as an id.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FullPath(String);

/// Why a text is not a full path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathFault {
    /// Nothing is left once spaces and slashes around it are gone.
    Empty,
    /// A segment is empty, `.` or `..`.
    Segment,
    /// A control character.
    ControlCharacter,
    /// Only digits: the host would read an id.
    Number,
}

impl FullPath {
    /// Trims spaces and slashes around the text and checks it.
    ///
    /// # Errors
    /// The first [`PathFault`] found.
    pub fn parse(text: &str) -> Result<Self, PathFault> {
        let path = trim_path(text);
        let is_odd = |segment: &str| matches!(segment.trim(), "" | "." | "..");
        let unsigned = path.strip_prefix('-').unwrap_or(path);
        match path {
            "" => Err(PathFault::Empty),
            _ if path.chars().any(char::is_control) => Err(PathFault::ControlCharacter),
            _ if path.split('/').any(is_odd) => Err(PathFault::Segment),
            _ if unsigned.bytes().all(|byte| byte.is_ascii_digit()) => Err(PathFault::Number),
            _ => Ok(Self(path.to_owned())),
        }
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FullPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A group by its id, or by its path where the id is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupRef {
    /// Its id.
    Id(GroupId),
    /// Its full path.
    At(FullPath),
}

impl fmt::Display for GroupRef {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(formatter),
            Self::At(path) => path.fmt(formatter),
        }
    }
}

/// A text without the spaces and slashes around it (interface, Shared conventions).
pub fn trim_path(text: &str) -> &str {
    text.trim_matches(|character: char| character.is_whitespace() || character == '/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_and_slashes_around_a_path_are_trimmed() {
        assert_eq!(FullPath::parse(" / ville/portail/ ").unwrap().as_str(), "ville/portail");
    }

    #[test]
    fn a_path_that_could_name_something_else_is_refused() {
        for (text, fault) in [
            ("", PathFault::Empty),
            (" // ", PathFault::Empty),
            ("a//b", PathFault::Segment),
            ("a/../b", PathFault::Segment),
            ("./b", PathFault::Segment),
            ("a/ /b", PathFault::Segment),
            ("a/b\u{0}", PathFault::ControlCharacter),
            ("a\n/b", PathFault::ControlCharacter),
            ("42", PathFault::Number),
            ("-42", PathFault::Number),
        ] {
            assert_eq!(FullPath::parse(text), Err(fault), "{text:?}");
        }
    }
}
