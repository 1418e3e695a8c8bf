//! The host's search of issues: the English full-text search of `PostgreSQL`, which also finds starts of words.
//!
//! Accents are removed, texts are split into words, and words are reduced to English stems; English stop words are left out. A
//! term of the query finds the stems that start with its own stem; a quoted term finds its words next to each other.

use std::iter;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::search::{Pattern, terms};

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

/// Longest word; a longer run of letters and digits is not indexed.
const LONGEST_WORD: usize = 49;

/// Words that the English configuration leaves out, sorted.
#[rustfmt::skip]
const STOP_WORDS: &[&str] = &[
    "a", "about", "above", "after", "again", "against", "all", "am", "an", "and", "any", "are", "as",
    "at", "be", "because", "been", "before", "being", "below", "between", "both", "but", "by", "can",
    "did", "do", "does", "doing", "don", "down", "during", "each", "few", "for", "from", "further",
    "had", "has", "have", "having", "he", "her", "here", "hers", "herself", "him", "himself", "his",
    "how", "i", "if", "in", "into", "is", "it", "its", "itself", "just", "me", "more", "most", "my",
    "myself", "no", "nor", "not", "now", "of", "off", "on", "once", "only", "or", "other", "our",
    "ours", "ourselves", "out", "over", "own", "s", "same", "she", "should", "so", "some", "such", "t",
    "than", "that", "the", "their", "theirs", "them", "themselves", "then", "there", "these", "they",
    "this", "those", "through", "to", "too", "under", "until", "up", "very", "was", "we", "were",
    "what", "when", "where", "which", "while", "who", "whom", "why", "will", "with", "you", "your",
    "yours", "yourself", "yourselves",
];

/// A word as the index holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PlacedLexeme {
    /// The stem, or the word itself if it is not stemmed.
    text: String,
    /// Its place in the text, from 1. Stop words have a place too.
    place: usize,
}

/// A text in ASCII: each character is replaced by the nearest one, or by a question mark.
fn transliterate(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            ascii if ascii.is_ascii() => plain.push(ascii),
            'œ' => plain.push_str("oe"),
            'Œ' => plain.push_str("OE"),
            'æ' => plain.push_str("ae"),
            'Æ' => plain.push_str("AE"),
            'ß' => plain.push_str("ss"),
            'ø' => plain.push('o'),
            'Ø' => plain.push('O'),
            'ł' => plain.push('l'),
            'Ł' => plain.push('L'),
            other => plain.extend(without_marks(other)),
        }
    }
    plain
}

/// A letter without its accents. Combining accents, which are characters of their own, are removed too.
fn without_marks(character: char) -> impl Iterator<Item = char> {
    let parts = iter::once(character).nfkd().filter(|part| !is_combining_mark(*part));
    parts.map(|part| if part.is_ascii() { part } else { '?' })
}

/// The lexemes of a text in ASCII, in their order.
fn lexemes(text: &str) -> Vec<PlacedLexeme> {
    let mut cut = LexemeCutter { stemmer: Stemmer::create(Algorithm::English), found: Vec::new(), place: 0 };
    for run in text.split(|character: char| !is_in_run(character)) {
        cut.run(run);
    }
    cut.found
}

/// Whether a character may stand inside of an address, a path or a hyphenated word.
const fn is_in_run(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '.' | '@' | '/' | '-' | '_' | '+')
}

struct LexemeCutter {
    stemmer: Stemmer,
    found: Vec<PlacedLexeme>,
    place: usize,
}

impl LexemeCutter {
    /// Reads a run without spaces: an address, a path, a number, a hyphenated word, or words with signs between them.
    fn run(&mut self, run: &str) {
        if run.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return self.word(run);
        }
        let run = run.trim_end_matches(|character: char| !character.is_ascii_alphanumeric());
        let is_signed = is_number(run.strip_prefix('-').unwrap_or_default());
        let bare =
            run.trim_start_matches(|character: char| !character.is_ascii_alphanumeric() && character != '/');
        if is_signed || is_number(bare) {
            self.keep(if is_signed { run } else { bare });
        } else if is_email(bare) || is_host(bare) {
            self.keep(bare);
        } else if let Some((host, path)) = bare.split_once('/').filter(|(host, _)| is_host(host)) {
            self.keep(bare);
            self.keep(host);
            self.keep(&format!("/{path}"));
        } else if is_path(bare) {
            self.keep(bare);
        } else {
            self.words(bare);
        }
    }

    fn words(&mut self, run: &str) {
        for part in run.split(|character: char| !character.is_ascii_alphanumeric() && character != '-') {
            self.hyphenated(part.trim_matches('-'));
        }
    }

    /// `sign-in` is itself and its parts; `release-2` is a word and the number -2.
    fn hyphenated(&mut self, word: &str) {
        let parts: Vec<_> = word.split('-').filter(|part| !part.is_empty()).collect();
        let is_compound = |parts: &[&str]| parts.iter().skip(1).all(|part| !is_number(part));
        if parts.len() > 1 && is_compound(&parts) {
            self.word(word);
        }
        for (index, part) in parts.iter().enumerate() {
            if index > 0 && is_number(part) {
                self.keep(&format!("-{part}"));
            } else {
                self.word(part);
            }
        }
    }

    /// A word of letters is stemmed, unless it is a stop word; one with digits stays as it is.
    fn word(&mut self, word: &str) {
        if word.is_empty() || word.len() > LONGEST_WORD {
            return;
        }
        let lower = word.to_ascii_lowercase();
        if word.bytes().any(|byte| byte.is_ascii_digit()) {
            self.keep(&lower);
        } else if STOP_WORDS.binary_search(&lower.as_str()).is_ok() {
            self.place += 1;
        } else {
            let stem = self.stemmer.stem(&lower).into_owned();
            self.keep(&stem);
        }
    }

    fn keep(&mut self, text: &str) {
        self.place += 1;
        self.found.push(PlacedLexeme { text: text.to_ascii_lowercase(), place: self.place });
    }
}

/// `12`, `2.0`, `1.2.3`.
fn is_number(text: &str) -> bool {
    !text.is_empty()
        && text.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `mairie@example.org`.
fn is_email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && is_host(host))
}

/// `example.org`, `config.toml`: labels with dots between, the last one of letters.
fn is_host(text: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    let last = text.rsplit('.').next().unwrap_or_default();
    text.contains('.')
        && text.split('.').all(is_label)
        && last.len() > 1
        && last.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// `/usr/bin`, `docs/page`.
fn is_path(text: &str) -> bool {
    text.trim_start_matches('/').starts_with(|character: char| character.is_ascii_alphabetic())
        && text.trim_end_matches('/').contains('/')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-'))
}
