//! The host's search: words as substrings, and its way of sorting texts.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Shorter words are left out, unless there is no longer one.
const MIN_WORD: usize = 3;

/// What a `search` parameter looks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Search {
    /// All of these, each a substring of one and the same column.
    Words(Vec<String>),
    /// A column that equals this: no word was long enough.
    Whole(String),
}

impl Search {
    /// Reads a query as project, group, issue and milestone searches do; blank is no search.
    pub(super) fn parse(query: &str) -> Option<Self> {
        Self::with_minimum(query, MIN_WORD)
    }

    /// Reads a query as label searches do: every word counts.
    pub(super) fn parse_short(query: &str) -> Option<Self> {
        Self::with_minimum(query, 1)
    }

    fn with_minimum(query: &str, minimum: usize) -> Option<Self> {
        let query = query.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        if query.is_empty() {
            return None;
        }
        let words: Vec<_> =
            words(&query).into_iter().filter(|word| word.chars().count() >= minimum).collect();
        Some(if words.is_empty() { Self::Whole(query) } else { Self::Words(words) })
    }

    /// Whether one of the columns holds what is looked for. Case does not count, accents do.
    pub(super) fn matches<'a>(&self, columns: impl IntoIterator<Item = &'a str>) -> bool {
        columns.into_iter().map(str::to_lowercase).any(|column| match self {
            Self::Words(words) => words.iter().all(|word| column.contains(word.as_str())),
            Self::Whole(query) => column == *query,
        })
    }
}

/// The words of a query; what stands between double quotes is one.
fn words(query: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (index, part) in query.split('"').enumerate() {
        if index % 2 == 1 {
            found.push(part.trim().to_owned());
        } else {
            found.extend(part.split(' ').map(str::to_owned));
        }
    }
    found.retain(|word| !word.is_empty());
    found
}

/// How the host's database sorts texts: case and accents weigh little.
pub(super) fn collation_key(text: &str) -> String {
    text.nfkd().filter(|character| !is_combining_mark(*character)).flat_map(char::to_lowercase).collect()
}
