//! The folding under which two texts count as equal.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Folds case, accents, œ/æ/ß/ø, apostrophes and separators: words of letters and digits, one space between them.
///
/// `+` and `#` stay when they end a word, since "C", "C++" and "C#" are three names. Idempotent.
#[must_use]
pub fn normalise(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut gap = false;
    for character in
        text.nfkd().filter(|character| !is_combining_mark(*character)).flat_map(char::to_lowercase)
    {
        let ends_word = matches!(character, '+' | '#') && !gap && !folded.is_empty();
        if !character.is_alphanumeric() && !ends_word {
            gap = true;
            continue;
        }
        if gap && !folded.is_empty() {
            folded.push(' ');
        }
        gap = false;
        match character {
            'œ' => folded.push_str("oe"),
            'æ' => folded.push_str("ae"),
            'ß' => folded.push_str("ss"),
            'ø' => folded.push('o'),
            other => folded.push(other),
        }
    }
    folded
}
