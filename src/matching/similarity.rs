//! How well a hint fits a text.
//!
//! - `tokens`, `rewrite`, `reading`: a text as words and numbers in one form, weighed
//! - `lexicon`, `tables`, `relations`: what is known about single words
//! - `words`, `numbers`: how alike two words, two numbers are
//! - `alignment`, `opposition`, `verdict`: which word stands for which, what excludes what, and the score
//! - `canonical`: whether the hint stands within the text

mod alignment;
mod canonical;
mod lexicon;
mod numbers;
mod opposition;
mod reading;
mod relations;
mod rewrite;
mod tables;
mod tokens;
mod verdict;
mod words;

#[cfg(test)]
mod tests;

use self::{
    alignment::Alignment,
    reading::{Reader, Reading},
    rewrite::Role,
};
use super::{
    normalise::{normalise_into, normalises_to},
    rank::Score,
};

/// A hint, folded once, to be compared with many texts.
#[derive(Debug, Default)]
pub struct Matcher {
    folded: String,
    hint: Reading,
    scratch: Scratch,
}

/// Buffers that every comparison writes anew.
#[derive(Debug, Default)]
struct Scratch {
    folded: String,
    text: Reading,
    reader: Reader,
    alignment: Alignment,
}

/// What one comparison says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    /// 0 to 100, or [`Score::EXACT`] for texts that are equal after normalisation.
    pub similarity: Score,
    /// Whether the hint stands inside the text, word by word: its last word may be the start of one, numbers are whole.
    pub within: bool,
}

impl Matcher {
    /// Folds the hint.
    #[must_use]
    pub fn new(hint: &str) -> Self {
        let mut matcher = Self::default();
        normalise_into(hint, &mut matcher.folded);
        matcher.scratch.reader.read(hint, Role::Hint, &mut matcher.hint);
        matcher
    }

    /// Whether nothing is left of the hint once normalised.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.folded.is_empty()
    }

    /// Whether no word of the hint could name an object: it has only small words and kinds of objects, like "celui-là" or
    /// "le ticket", or none at all.
    #[must_use]
    pub fn is_vague(&self) -> bool {
        self.hint.names_nothing()
    }

    /// Compares the hint with a name, a path or a title.
    pub fn compare(&mut self, text: &str) -> Comparison {
        if self.is_blank() {
            return Comparison { similarity: Score::default(), within: true };
        }
        let Scratch { folded, text: reading, reader, alignment } = &mut self.scratch;
        if normalises_to(text, &self.folded, folded) {
            return Comparison { similarity: Score::EXACT, within: true };
        }
        reader.read(text, Role::Text, reading);
        let similarity = Score::new(verdict::score(&self.hint, reading, alignment));
        Comparison { similarity, within: canonical::is_within(&self.hint, reading) }
    }
}

/// The form of a text that decides [`Comparison::within`], for measuring: a hint stands within a text when its form
/// is a substring of the text's.
#[must_use]
pub fn canonical_form(text: &str) -> String {
    let mut reading = Reading::default();
    Reader::default().read(text, Role::Hint, &mut reading);
    canonical::form(&reading)
}
