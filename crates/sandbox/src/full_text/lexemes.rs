//! Splits texts as the English configuration of `PostgreSQL` does.

use std::iter;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

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
pub(super) struct PlacedLexeme {
    /// The stem, or the word itself if it is not stemmed.
    pub(super) text: String,
    /// Its place in the text, from 1. Stop words have a place too.
    pub(super) place: usize,
}

/// A text in ASCII: each character is replaced by the nearest one, or by a question mark.
pub(super) fn transliterate(text: &str) -> String {
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
pub(super) fn lexemes(text: &str) -> Vec<PlacedLexeme> {
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
