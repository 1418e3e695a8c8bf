//! What a pool knows as a whole: how rare each word is.

use std::collections::HashMap;

use super::{lexicon::WordHashes, text::Text};

/// The words of all texts, and in how many each stands.
pub(super) struct WordCounts {
    texts: usize,
    counts: HashMap<u64, u32, WordHashes>,
}

impl WordCounts {
    /// Counts the words of all texts.
    pub(super) fn of(texts: &[&Text]) -> Self {
        let mut counts = HashMap::default();
        for word in texts.iter().flat_map(|text| &text.words) {
            *counts.entry(*word).or_default() += 1;
        }
        Self { texts: texts.len(), counts }
    }

    /// How many texts have a word.
    pub(super) fn count(&self, word: u64) -> usize {
        self.counts.get(&word).map_or(0, |count| *count as usize)
    }

    /// The weight of a word that so many texts have.
    #[expect(clippy::cast_precision_loss, reason = "pools are small")]
    pub(super) fn rarity(&self, count: usize) -> f32 {
        (1.0 + self.texts as f32 / (count as f32 + 0.5)).ln()
    }

    /// The weight of a word of a text.
    pub(super) fn rarity_of(&self, word: u64) -> f32 {
        self.rarity(self.count(word).max(1))
    }
}
