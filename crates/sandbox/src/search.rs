//! The host's plain search, which finds words as substrings; and its order of texts.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Shortest word that searches of projects, groups and milestones look for; if all words are shorter, the whole query must equal a
/// column. Searches of labels and members look for words of any length.
pub(super) const MIN_WORD: usize = 3;

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
    /// Reads a query, whose words count from this length on. A blank one has no words, and so finds everything.
    pub(super) fn parse(query: &str, minimum: usize) -> Self {
        let query = query.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let words = query.split(' ').filter(|word| word.chars().count() >= minimum);
        let words: Vec<_> = words.map(str::to_owned).collect();
        if words.is_empty() && !query.is_empty() { Self::Whole(query) } else { Self::Words(words) }
    }

    /// Whether one of the columns fits.
    pub(super) fn matches<'a>(&self, columns: impl IntoIterator<Item = &'a str>) -> bool {
        columns.into_iter().map(str::to_lowercase).any(|column| match self {
            Self::Words(words) => words.iter().all(|word| column.contains(word.as_str())),
            Self::Whole(query) => column == *query,
        })
    }
}

/// A key that sorts texts like the host's database: case and accents weigh little.
pub(super) fn collation_key(text: &str) -> String {
    text.nfkd().filter(|character| !is_combining_mark(*character)).flat_map(char::to_lowercase).collect()
}
