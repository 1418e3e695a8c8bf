//! How well a hint fits a text.

use super::{normalise, rank::Score};

/// A hint, folded once, to be compared with many texts.
#[derive(Debug)]
pub struct Matcher {
    hint: String,
}

/// What one comparison says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    /// 0 to 100, or [`Score::EXACT`] for texts that are equal after normalisation.
    pub similarity: Score,
    /// Whether the normalised hint stands inside the normalised text.
    pub within: bool,
}

impl Matcher {
    /// Folds the hint.
    #[must_use]
    pub fn new(hint: &str) -> Self {
        Self { hint: normalise(hint) }
    }

    /// Whether nothing is left of the hint once normalised.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.hint.is_empty()
    }

    /// Compares the hint with a name, a path or a title.
    pub fn compare(&mut self, text: &str) -> Comparison {
        let text = normalise(text);
        let within = text.contains(&self.hint);
        if self.hint == text && !text.is_empty() {
            return Comparison { similarity: Score::EXACT, within };
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a ratio is within 0 and 1"
        )]
        let percent = (strsim::sorensen_dice(&self.hint, &text) * 100.0) as u8;
        Comparison { similarity: Score::new(percent.min(99)), within }
    }
}
