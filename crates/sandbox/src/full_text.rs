//! The host's search of issues: the English full-text search of `PostgreSQL`, which also finds starts of words.
//!
//! Accents are removed, texts are split into words, and words are reduced to English stems; English stop words are left out. A
//! term of the query finds the stems that start with its own stem.

use std::iter;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::search::{MIN_WORD, Pattern};

/// What the `search` parameter of an issue list searches for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Search {
    /// All of these terms. An empty list finds nothing: the query has only stop words.
    Words(Vec<Term>),
    /// Substrings, in texts with letters outside of the Latin script, since the query has such letters.
    Letters(Pattern),
}

/// One term of a query: any of these rows of words stands in the text.
type Term = Vec<Lexemes>;

/// The words of a text in their order, each by its stem, or as it is if it is not stemmed; `None` for a stop word.
type Lexemes = Vec<Option<String>>;

impl Search {
    /// Reads a query; `None` if it is blank, which means no search.
    pub(super) fn parse(query: &str) -> Option<Self> {
        if query.trim().is_empty() {
            return None;
        }
        if !is_latin(query) {
            return Some(Self::Letters(Pattern::parse(query, MIN_WORD)));
        }
        let plain = transliterate(query).replace(|character| !is_one_of(character, " .@/-"), " ");
        Some(Self::Words(plain.split_whitespace().filter_map(read_term).collect()))
    }

    /// Whether an issue of that title and description is found, by what is read of the two.
    pub(super) fn matches(&self, columns: [&str; 2], are_read: [bool; 2]) -> bool {
        let read = columns.into_iter().zip(are_read).filter_map(|(text, is_read)| is_read.then_some(text));
        match self {
            Self::Words(terms) => {
                let text: Lexemes = read.flat_map(|text| lexemes(&transliterate(text))).collect();
                let is_there = |term: &Term| term.iter().any(|phrase| has(&text, phrase));
                !terms.is_empty() && terms.iter().all(is_there)
            }
            Self::Letters(pattern) => !columns.into_iter().all(is_latin) && pattern.matches(read),
        }
    }
}

/// Reads one term; `None` if it is a stop word or no word at all.
fn read_term(term: &str) -> Option<Term> {
    // The index reads "release-2" as a word and the number -2.
    let negative = term.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("-{term}"));
    let phrase = |text| lexemes(text).into_iter().skip_while(Option::is_none).collect::<Lexemes>();
    let phrases = iter::once(term).chain(negative.as_deref()).map(phrase);
    let phrases: Term = phrases.filter(|phrase| !phrase.is_empty()).collect();
    (!phrases.is_empty()).then_some(phrases)
}

/// Whether words that start like those of a phrase stand side by side in a text.
fn has(text: &[Option<String>], phrase: &[Option<String>]) -> bool {
    let starts = |(known, asked): (&Option<String>, &Option<String>)| match (known, asked) {
        (_, None) => true,
        (Some(known), Some(asked)) => known.starts_with(asked.as_str()),
        (None, Some(_)) => false,
    };
    text.windows(phrase.len()).any(|part| part.iter().zip(phrase).all(starts))
}

/// Whether a text has only letters and signs of the Latin script. Other texts are not split into words.
fn is_latin(text: &str) -> bool {
    text.chars().all(|character| {
        matches!(character, '\u{0}'..='\u{2FF}' | '\u{1E00}'..='\u{1EFF}' | '\u{2070}'..='\u{218F}')
    })
}

/// Whether a character is a letter or a digit of ASCII, or one of these signs.
fn is_one_of(character: char, signs: &str) -> bool {
    character.is_ascii_alphanumeric() || signs.contains(character)
}

/// What the host spells in another way, or does not index.
#[rustfmt::skip]
const SPELLINGS: [(&str, &str); 11] = [
    ("https://", ""), ("http://", ""), ("œ", "oe"), ("Œ", "OE"), ("æ", "ae"), ("Æ", "AE"), ("ß", "ss"), ("ø", "o"), ("Ø", "O"),
    ("ł", "l"), ("Ł", "L"),
];

/// A text in ASCII: each character is replaced by the nearest one, or by a question mark.
fn transliterate(text: &str) -> String {
    let spelt = SPELLINGS.iter().fold(text.to_owned(), |text, (there, here)| text.replace(there, here));
    let bare = spelt.nfkd().filter(|part| !is_combining_mark(*part));
    bare.map(|part| if part.is_ascii() { part } else { '?' }).collect()
}

/// The lexemes of a text in ASCII, without stop words at its end.
fn lexemes(text: &str) -> Lexemes {
    // What may stand inside of an address, a path or a hyphenated word.
    let runs = text.split(|character| !is_one_of(character, ".@/-_+"));
    let mut found: Lexemes = runs.flat_map(cut).collect();
    while found.pop_if(|last| last.is_none()).is_some() {}
    found
}

/// The lexemes of a run without spaces: an address, a path, a number, a hyphenated word, or words with signs between them.
fn cut(run: &str) -> Lexemes {
    let is_sign = |character: char| !character.is_ascii_alphanumeric();
    let whole = |text: &str| Some(text.to_ascii_lowercase());
    let run = run.trim_end_matches(is_sign);
    let bare = run.trim_start_matches(|character| is_sign(character) && character != '/');
    if run.strip_prefix('-').is_some_and(is_number) {
        return vec![whole(run)];
    }
    if let Some((host, path)) = bare.split_once('/').filter(|(host, _)| is_host(host)) {
        return vec![whole(bare), whole(host), whole(&format!("/{path}"))];
    }
    if is_number(bare) || is_email(bare) || is_host(bare) || is_path(bare) {
        return vec![whole(bare)];
    }
    let words = bare.split(|character| is_sign(character) && character != '-');
    words.flat_map(|word| hyphenated(word.trim_matches('-'))).collect()
}

/// `sign-in` is itself and its parts; `release-2` is a word and the number -2.
fn hyphenated(word: &str) -> Lexemes {
    let parts: Vec<_> = word.split('-').filter(|part| !part.is_empty()).collect();
    let is_compound = parts.len() > 1 && parts.iter().skip(1).all(|part| !is_number(part));
    let part = |(index, part): (usize, &&str)| {
        if index > 0 && is_number(part) { format!("-{part}") } else { (*part).to_owned() }
    };
    let whole = is_compound.then(|| word.to_owned()).into_iter();
    let all = whole.chain(parts.iter().enumerate().map(part));
    all.filter(|word| word.len() <= LONGEST_WORD).map(|word| stem(&word)).collect()
}

/// A word of letters by its stem, unless it is a stop word; one with digits stays as it is.
fn stem(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    if lower.bytes().any(|byte| byte.is_ascii_digit()) {
        return Some(lower);
    }
    let is_stop_word = STOP_WORDS.binary_search(&lower.as_str()).is_ok();
    (!is_stop_word).then(|| Stemmer::create(Algorithm::English).stem(&lower).into_owned())
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
    let is_label =
        |label: &str| !label.is_empty() && label.chars().all(|character| is_one_of(character, "-_"));
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
        && text.chars().all(|character| is_one_of(character, "/._-"))
}
