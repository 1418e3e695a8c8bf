//! What an object is called, prepared once to be compared with many hints.

use super::{
    grams::Grams,
    lexicon::hash,
    normalise,
    people::PersonName,
    reading::{Reading, Set, TextField, Token, TokenKind, signs_of},
};

/// What an object is called, prepared once to be compared with many hints.
#[derive(Debug, Clone)]
pub struct Text {
    /// The name or the title, normalised.
    pub(super) name: String,
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
        Self::read(title, "")
    }

    /// The name and the full path of a project or a group.
    #[must_use]
    pub fn named(name: &str, full_path: &str) -> Self {
        Self::read(name, full_path)
    }

    /// The name and the username of a person.
    #[must_use]
    pub fn person(name: &str, username: &str) -> Self {
        Self { person: Some(Box::new(PersonName::new(name, username))), ..Self::read(name, username) }
    }

    fn read(name: &str, path: &str) -> Self {
        let mut reading = Reading::default();
        reading.add(name, TextField::Name, 0);
        let mut glued = glued_forms(&reading);
        let slug = add_path(&mut reading, (name, path), &mut glued);
        reading.keep_small_words();
        reading.finish(false, path.is_empty());
        Self {
            name: normalise(name),
            folded_path: normalise(path),
            path: path.to_owned(),
            person: None,
            own_words: reading.set(|token| token.field == TextField::Name && is_naming(token)),
            slug,
            words: distinct_words(&reading),
            glued,
            grams: Grams::of(
                reading.tokens.iter().filter(|token| is_near(token)).map(|token| reading.word(token)),
            ),
            reading,
        }
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

/// Whether a token names something: it is no sign and no small word.
pub(super) fn is_naming(token: &Token) -> bool {
    token.is_spoken() && !token.is_small()
}

/// Whether a token belongs to the object's own name, not to its namespace.
fn is_near(token: &Token) -> bool {
    token.is_spoken() && token.field != TextField::Namespace
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
    let segment = read_apart(last);
    let named: Vec<u64> = reading.tokens.iter().map(|token| token.key).collect();
    glued.extend(glue(&segment, segment.set(Token::is_spoken)));
    reading.add(last, TextField::Slug, 0);
    reading
        .retain(|token| token.field == TextField::Name || token.is_spoken() && !named.contains(&token.key));
    let own: Vec<u64> = reading.tokens.iter().map(|token| token.key).collect();
    for (number, above) in (0..).zip(namespace.split('/')) {
        reading.add(above, TextField::Namespace, number);
    }
    reading.retain(|token| {
        token.field != TextField::Namespace || token.is_spoken() && !own.contains(&token.key)
    });
    let stands =
        |word: &Token| reading.set(|token| token.key == word.key && token.field != TextField::Namespace);
    segment.tokens.iter().filter(|token| token.is_spoken()).map(stands).collect()
}

fn read_apart(text: &str) -> Reading {
    let mut reading = Reading::default();
    reading.add(text, TextField::Slug, 0);
    reading
}

/// The text without gaps, with its small words and without them; none where it is too short to be told by that.
fn glued_forms(reading: &Reading) -> Vec<u64> {
    let all = reading.set(Token::is_spoken);
    let named = reading.set(is_naming);
    [all, named].into_iter().filter_map(|set| glue(reading, set)).collect()
}

/// A single letter is written for too many things.
const SHORTEST_GLUED: usize = 2;

/// A set of tokens as they are written, but spelled numbers in digits, without gaps but between numbers, and without a plural's s.
pub(super) fn glue(reading: &Reading, set: Set) -> Option<u64> {
    let mut glued = String::new();
    let mut before: Option<&Token> = None;
    for token in reading.all(set) {
        let number = token.kind == TokenKind::Number;
        // "lot 12 à rappeler" is no "lot 12A".
        let apart = number || token.len() == 1 && token.accents != 0;
        if apart && before.is_some_and(|before| before.kind == TokenKind::Number) {
            glued.push(' ');
        }
        glued.push_str(if number { reading.word(token) } else { reading.raw(token) });
        before = Some(token);
    }
    if let Some(last) = before.filter(|last| last.kind == TokenKind::Word) {
        glued.truncate(glued.len() - reading.raw(last).len());
        glued.push_str(reading.word(last));
    }
    (glued.len() >= SHORTEST_GLUED).then(|| hash(&glued))
}

fn distinct_words(reading: &Reading) -> Box<[u64]> {
    let mut words: Vec<u64> =
        reading.tokens.iter().filter(|token| is_naming(token)).map(|token| token.key).collect();
    words.sort_unstable();
    words.dedup();
    words.into()
}
