//! Trigrams: what two texts have in common letter by letter, wherever it stands.

/// Three neighbouring bytes as one number.
type Gram = u32;

/// The distinct trigrams of a text, sorted.
#[derive(Debug, Clone, Default)]
pub(super) struct Grams(Box<[Gram]>);

/// No more trigrams of a hint are told apart: a set of them is a [`GramSet`].
const MOST_GRAMS: usize = 128;

/// A set of the trigrams of a hint, a bit each.
pub(super) type GramSet = u128;

/// The numbers in a set, ascending.
pub(super) fn numbers(mut set: GramSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let number = set.trailing_zeros() as usize;
            set &= set - 1;
            number
        })
    })
}

impl Grams {
    /// The trigrams of words, each with a space before and behind it.
    pub(super) fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let gram = |three: &[u8]| three.iter().fold(0, |gram, byte| gram << 8 | Gram::from(*byte));
        let mut grams = Vec::new();
        for word in words {
            grams.extend(format!(" {word} ").as_bytes().windows(3).map(gram));
        }
        grams.sort_unstable();
        grams.dedup();
        Self(grams.into())
    }

    /// How many of them are told apart in a hint.
    pub(super) fn told_apart(&self) -> usize {
        self.0.len().min(MOST_GRAMS)
    }

    /// Which of these another text has.
    pub(super) fn found_in(&self, text: &Self) -> GramSet {
        let mut found = 0;
        let mut theirs = text.0.iter().peekable();
        for (place, gram) in self.0.iter().enumerate().take(MOST_GRAMS) {
            while theirs.next_if(|other| *other < gram).is_some() {}
            if theirs.peek() == Some(&gram) {
                found |= 1 << place;
            }
        }
        found
    }
}
