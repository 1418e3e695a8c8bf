//! What a person calls an object, and what objects are called: each read once.

use super::{normalise, similarity::Matcher};

/// A hint, read once.
#[derive(Debug, Clone)]
pub struct Hint {
    text: String,
    blank: bool,
    vague: bool,
}

impl Hint {
    /// Reads a hint.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let matcher = Matcher::new(text);
        Self { text: text.to_owned(), blank: matcher.is_blank(), vague: matcher.is_vague() }
    }

    /// Whether nothing is left of it after normalisation.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.blank
    }

    /// Whether it names nothing: small words and kinds of objects alone, like "celui-là" or "le ticket". A blank one is vague.
    #[must_use]
    pub fn is_vague(&self) -> bool {
        self.vague
    }

    /// The hint as it was given.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// What an object is called, prepared once to be compared with many hints.
#[derive(Debug, Clone)]
pub struct Text {
    name: String,
    path: Option<String>,
    folded: String,
    folded_path: String,
}

impl Text {
    /// The title of an issue or a milestone.
    #[must_use]
    pub fn title(title: &str) -> Self {
        Self::new(title, None)
    }

    /// The name and the full path of a project or a group.
    #[must_use]
    pub fn named(name: &str, full_path: &str) -> Self {
        Self::new(name, Some(full_path))
    }

    /// The name and the username of a person.
    #[must_use]
    pub fn person(name: &str, username: &str) -> Self {
        Self::new(name, Some(username))
    }

    fn new(name: &str, path: Option<&str>) -> Self {
        Self {
            name: name.to_owned(),
            path: path.map(str::to_owned),
            folded: normalise(name),
            folded_path: path.map(normalise).unwrap_or_default(),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    pub(super) fn folded(&self) -> &str {
        &self.folded
    }

    pub(super) fn folded_path(&self) -> &str {
        &self.folded_path
    }
}
