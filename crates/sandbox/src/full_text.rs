//! The host's search of issues: the English full-text search of `PostgreSQL`, which also finds starts of words.
//!
//! Accents are removed, texts are split into words, and words are reduced to English stems; English stop words are left out. A
//! term of the query finds the stems that start with its own stem; a quoted term finds its words next to each other.

mod lexemes;

use lexemes::{PlacedLexeme, lexemes, transliterate};

use super::search::{Pattern, terms};

/// The columns of an issue that a search reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Columns {
    /// The title.
    pub(super) title: bool,
    /// The description.
    pub(super) description: bool,
}

/// What the `search` parameter of an issue list searches for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Search {
    /// All of these terms. An empty list finds nothing: the query has only stop words.
    Words(Vec<Term>),
    /// Substrings, in texts with letters outside of the Latin script, since the query has such letters.
    Letters(Pattern),
}

/// One term of a query: any of these phrases fits.
type Term = Vec<LexemePhrase>;

/// Lexemes at their distances from the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LexemePhrase {
    lexemes: Vec<PlacedLexeme>,
    /// Whether the start of a lexeme is enough.
    is_prefix: bool,
}

impl Search {
    /// Reads a query; `None` if it is blank, which means no search.
    pub(super) fn parse(query: &str) -> Option<Self> {
        if query.trim().is_empty() {
            return None;
        }
        if !is_latin(query) {
            return Pattern::parse(query).map(Self::Letters);
        }
        let plain = transliterate(&without_schemes(query)).replace(|character| !is_allowed(character), " ");
        let squished = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(Self::Words(terms(&squished).iter().filter_map(|term| read_term(term)).collect()))
    }

    /// Whether an issue of that title and description is found.
    pub(super) fn matches(&self, columns: Columns, title: &str, description: &str) -> bool {
        match self {
            Self::Words(terms) => {
                !terms.is_empty() && {
                    let text = IndexedText::of(columns, title, description);
                    terms.iter().all(|phrases| phrases.iter().any(|phrase| text.has(phrase)))
                }
            }
            Self::Letters(pattern) => {
                let shown = [columns.title.then_some(title), columns.description.then_some(description)];
                (!is_latin(title) || !is_latin(description)) && pattern.matches(shown.into_iter().flatten())
            }
        }
    }
}

/// Reads one term; `None` if it is a stop word or no word at all.
fn read_term(term: &str) -> Option<Term> {
    let is_prefix = !term.contains(' ');
    let read = |text: &str| LexemePhrase { lexemes: lexemes(text), is_prefix };
    let is_number = term.bytes().all(|byte| byte.is_ascii_digit());
    // The index reads "release-2" as a word and the number -2.
    let texts = if is_number { vec![term.to_owned(), format!("-{term}")] } else { vec![term.to_owned()] };
    let mut phrases: Vec<_> = texts.iter().map(|text| read(text)).collect();
    phrases.retain(|phrase| !phrase.lexemes.is_empty());
    (!phrases.is_empty()).then_some(phrases)
}

/// Whether a text has only letters and signs of the Latin script. Other texts are not split into words.
fn is_latin(text: &str) -> bool {
    text.chars().all(|character| {
        matches!(character, '\u{0}'..='\u{2FF}' | '\u{1E00}'..='\u{1EFF}' | '\u{2070}'..='\u{218F}')
    })
}

const fn is_allowed(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, ' ' | '.' | '@' | '/' | '-' | '"')
}

/// A text without the `https://` of its addresses, which the host does not index.
fn without_schemes(query: &str) -> String {
    let mut kept = String::with_capacity(query.len());
    let mut rest = query;
    while let Some((before, after)) = rest.split_once("://") {
        let is_word = |character: char| character.is_alphanumeric() || character == '_';
        let scheme = if after.starts_with(is_word) { before.trim_end_matches(is_word) } else { before };
        kept.push_str(scheme);
        rest = after;
    }
    kept + rest
}

/// The lexemes of an issue, at their places.
struct IndexedText(Vec<PlacedLexeme>);

impl IndexedText {
    /// The positions of the description continue those of the title, as in the host's index.
    fn of(columns: Columns, title: &str, description: &str) -> Self {
        let cut = |text: &str| lexemes(&transliterate(&without_schemes(text)));
        let mut found = cut(title);
        let end = found.last().map_or(0, |last| last.place);
        if !columns.title {
            found.clear();
        }
        if columns.description {
            let shifted = |lexeme: PlacedLexeme| PlacedLexeme { place: end + lexeme.place, ..lexeme };
            found.extend(cut(description).into_iter().map(shifted));
        }
        Self(found)
    }

    fn has(&self, phrase: &LexemePhrase) -> bool {
        let Some((first, rest)) = phrase.lexemes.split_first() else { return false };
        self.places_of(&first.text, phrase.is_prefix).any(|start| {
            rest.iter().all(|next| {
                let place = start + next.place - first.place;
                self.places_of(&next.text, phrase.is_prefix).any(|found| found == place)
            })
        })
    }

    fn places_of(&self, lexeme: &str, is_prefix: bool) -> impl Iterator<Item = usize> {
        let fits = move |known: &str| if is_prefix { known.starts_with(lexeme) } else { known == lexeme };
        self.0.iter().filter(move |known| fits(&known.text)).map(|known| known.place)
    }
}
