//! The host's plain search, which finds words as substrings; and its order of texts.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Shortest word that is searched; if all words are shorter, the whole query must equal a column.
const MIN_WORD: usize = 3;

/// What a `search` parameter searches for in the columns of projects, groups, milestones, labels and members. Case does not
/// count; accents do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Pattern {
    /// All of these words, as substrings of one column.
    Words(Vec<String>),
    /// A column that equals this text, since no word is long enough.
    Whole(String),
}

impl Pattern {
    /// Reads a query as project, group and milestone searches do: words of three characters and more count. `None` if it is
    /// blank, which means no search.
    pub(super) fn parse(query: &str) -> Option<Self> {
        Self::with_minimum(query, MIN_WORD)
    }

    /// Reads a query as label and member searches do: every word counts.
    pub(super) fn any_length(query: &str) -> Option<Self> {
        Self::with_minimum(query, 1)
    }

    fn with_minimum(query: &str, minimum: usize) -> Option<Self> {
        let query = query.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        if query.is_empty() {
            return None;
        }
        let mut words = terms(&query);
        words.retain(|word| word.chars().count() >= minimum);
        Some(if words.is_empty() { Self::Whole(query) } else { Self::Words(words) })
    }

    /// Whether one of the columns fits.
    pub(super) fn matches<'a>(&self, columns: impl IntoIterator<Item = &'a str>) -> bool {
        columns.into_iter().map(str::to_lowercase).any(|column| match self {
            Self::Words(words) => words.iter().all(|word| column.contains(word.as_str())),
            Self::Whole(query) => column == *query,
        })
    }
}

/// The terms of a query with single spaces: its words, then its texts in double quotes. A quoted text must be bounded by spaces
/// or by the ends of the query.
pub(super) fn terms(query: &str) -> Vec<String> {
    let (mut words, mut quoted) = (Vec::new(), Vec::new());
    let mut rest = query;
    while !rest.is_empty() {
        if let Some((term, after)) = leading_quote(rest) {
            quoted.push(term.to_owned());
            rest = after;
        } else {
            let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
            words.push(word.to_owned());
            rest = after;
        }
        rest = rest.trim_start_matches(' ');
    }
    words.retain(|word| !word.is_empty());
    words.append(&mut quoted);
    words
}

/// The quoted term at the start of a text, and the rest.
fn leading_quote(text: &str) -> Option<(&str, &str)> {
    let (term, after) = text.strip_prefix('"')?.split_once('"')?;
    let is_bounded = after.is_empty() || after.starts_with(' ');
    (is_bounded && !term.is_empty()).then_some((term, after))
}

/// A key that sorts texts like the host's database: case and accents weigh little.
pub(super) fn collation_key(text: &str) -> String {
    text.nfkd().filter(|character| !is_combining_mark(*character)).flat_map(char::to_lowercase).collect()
}
