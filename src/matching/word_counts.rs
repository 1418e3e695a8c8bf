//! What a pool knows as a whole: how rare each word is.

use std::collections::HashMap;

use super::{lexicon::WordHashes, text::Text};

/// The words of all texts, and in how many each stands.
pub(in crate::matching) struct WordCounts {
    texts: usize,
    counts: HashMap<u64, u32, WordHashes>,
}

impl WordCounts {
    /// Counts the words of all texts.
    pub(in crate::matching) fn of<'a>(texts: impl Iterator<Item = &'a Text>) -> Self {
        let mut pool = Self { texts: 0, counts: HashMap::default() };
        for text in texts {
            pool.texts += 1;
            for word in &text.words {
                *pool.counts.entry(*word).or_default() += 1;
            }
        }
        pool
    }

    /// How many texts have a word.
    pub(in crate::matching) fn count(&self, word: u64) -> usize {
        self.counts.get(&word).map_or(0, |count| *count as usize)
    }

    /// The weight of a word that so many texts have.
    #[expect(clippy::cast_precision_loss, reason = "pools are small")]
    pub(in crate::matching) fn rarity(&self, count: usize) -> f32 {
        (1.0 + self.texts as f32 / (count as f32 + 0.5)).ln()
    }

    /// The weight of a word of a text.
    pub(in crate::matching) fn rarity_of(&self, word: u64) -> f32 {
        self.rarity(self.count(word).max(1))
    }
}
