//! What an object is called, prepared once to be compared with many hints.

use std::collections::BTreeSet;

use super::{
    grams::Grams,
    lexicon::hash,
    normalise,
    people::PersonName,
    reading::{Reading, Set, TextField, Token, TokenKind, only, places, signs_of},
};

/// What an object is called, prepared once to be compared with many hints.
#[derive(Debug, Clone)]
pub struct Text {
    /// The name or the title, normalised.
    pub(super) name: String,
    /// The name in lower case, if it has a `/`.
    slashed: Option<Box<str>>,
    /// The full path or the username, as it is.
    pub(super) path: String,
    /// The same, normalised.
    pub(super) folded_path: String,
    pub(super) reading: Reading,
    /// The tokens of the name that name something.
    pub(super) own_words: Set,
    /// The parts of a person's name.
    pub(super) person: Option<Box<PersonName>>,
    /// For each word of the path's last segment, the tokens that have it.
    pub(super) slug: Vec<Set>,
    /// The distinct words, as hashes.
    pub(super) words: Box<[u64]>,
    /// What a hint must say to say it all, without gaps between the words: the name, the last segment of the path.
    pub(super) glued: Vec<u64>,
    pub(super) grams: Grams,
}

impl Text {
    /// The title of an issue or a milestone.
    #[must_use]
    pub fn title(title: &str) -> Self {
        Self::named(title, "")
    }

    /// The name and the username of a person.
    #[must_use]
    pub fn person(name: &str, username: &str) -> Self {
        Self { person: Some(Box::new(PersonName::new(name, username))), ..Self::named(name, username) }
    }

    /// The name and the full path of a project or a group.
    #[must_use]
    pub fn named(name: &str, path: &str) -> Self {
        let mut reading = Reading::default();
        reading.add(name, TextField::Name, 0);
        // With its small words and without them.
        let spoken = [reading.set(Token::is_spoken), reading.set(Token::is_naming)];
        let mut glued: Vec<u64> = spoken.into_iter().filter_map(|set| glue(&reading, set)).collect();
        let slug = add_path(&mut reading, (name, path), &mut glued);
        reading.finish(false, path.is_empty());
        let near = reading.set(|token| token.is_spoken() && token.field != TextField::Namespace);
        let words: BTreeSet<u64> = reading.all(reading.naming).map(|token| token.key).collect();
        Self {
            name: normalise(name),
            slashed: name.contains('/').then(|| name.to_lowercase().into()),
            folded_path: normalise(path),
            path: path.to_owned(),
            person: None,
            own_words: reading.set(|token| token.field == TextField::Name && token.is_naming()),
            slug,
            words: words.into_iter().collect(),
            glued,
            grams: Grams::of(reading.all(near).map(|token| reading.word(token))),
            reading,
        }
    }

    /// Whether these letters stand in the name, with the `/` in them.
    pub(super) fn has_slashed(&self, written: &str) -> bool {
        self.slashed.as_ref().is_some_and(|name| name.contains(written))
    }
}

/// A text as it is compared for equality: normalised, and which signs in it say something (`<`, `→`, the `-` of "-1").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folded {
    normal: String,
    signs: u64,
}

impl Folded {
    /// Folds a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self { normal: normalise(text), signs: signs_of(text) }
    }

    /// Folds the name of a label, which keeps more signs (decisions, section 5): the `&` of "R&D", the `-` of "zoom -" and "-bug".
    #[must_use]
    pub fn label(name: &str) -> Self {
        let name = name.trim();
        let edges = u64::from(name.starts_with('-')) << 1 | u64::from(name.ends_with('-'));
        let own = (name.matches('&').count() as u64) << 2 | edges;
        Self { signs: signs_of(name).wrapping_add(own), ..Self::of(name) }
    }

    /// Whether the two are equal, and something is left of them.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        !self.normal.is_empty() && self == other
    }
}

/// Reads the path after the name: the words that its last segment adds, then the namespace. Returns the places of each word of the segment.
fn add_path(reading: &mut Reading, (name, path): (&str, &str), glued: &mut Vec<u64>) -> Vec<Set> {
    if path.is_empty() {
        return Vec::new();
    }
    let (namespace, last) = path.rsplit_once('/').unwrap_or(("", path));
    // A path has no signs: of "C++" and "+1" it has "c" and "1".
    let signed = name.contains(['+', '#']) || reading.signs != 0;
    let last =
        if signed && normalise(last) == normalise(&name.replace(['+', '#'], " ")) { name } else { last };
    let mut segment = Reading::default();
    segment.add(last, TextField::Slug, 0);
    let spoken = segment.set(Token::is_spoken);
    glued.extend(glue(&segment, spoken));
    add_new_words(reading, TextField::Slug, [last]);
    add_new_words(reading, TextField::Namespace, namespace.split('/'));
    let stands =
        |word: &Token| reading.set(|token| token.key == word.key && token.field != TextField::Namespace);
    segment.all(spoken).map(stands).collect()
}

/// Reads the segments of a field, and keeps the words that did not stand before.
fn add_new_words<'a>(reading: &mut Reading, field: TextField, segments: impl IntoIterator<Item = &'a str>) {
    let known: Vec<u64> = reading.tokens.iter().map(|token| token.key).collect();
    for (number, segment) in (0..).zip(segments) {
        reading.add(segment, field, number);
    }
    reading.tokens.retain(|token| token.field != field || token.is_spoken() && !known.contains(&token.key));
}

/// A single letter is written for too many things.
const SHORTEST_GLUED: usize = 2;

/// A set of tokens as they are written, but spelled numbers in digits, without gaps but between numbers, and without a plural's s.
pub(super) fn glue(reading: &Reading, set: Set) -> Option<u64> {
    let mut glued = String::new();
    let mut behind_number = false;
    for (place, token) in places(set).zip(reading.all(set)) {
        let number = token.kind == TokenKind::Number;
        // "lot 12 à rappeler" is no "lot 12A".
        if behind_number && (number || token.len() == 1 && token.accents != 0) {
            glued.push(' ');
        }
        let is_last = set >> place == only(0);
        glued.push_str(if number || is_last { reading.word(token) } else { reading.raw(token) });
        behind_number = number;
    }
    (glued.len() >= SHORTEST_GLUED).then(|| hash(&glued))
}
