//! Trigrams: what two texts have in common letter by letter, wherever it stands.

/// Three neighbouring bytes as one number.
type Gram = u32;

/// The distinct trigrams of a text, sorted.
#[derive(Debug, Clone, Default)]
pub(super) struct Grams(Box<[Gram]>);

/// No more trigrams of a hint are told apart: a set of them is a [`GramSet`].
pub(super) const MOST_GRAMS: usize = 128;

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
        let mut grams = Vec::new();
        let mut spaced = Vec::new();
        for word in words {
            spaced.clear();
            spaced.push(b' ');
            spaced.extend_from_slice(word.as_bytes());
            spaced.push(b' ');
            grams.extend(
                spaced
                    .windows(3)
                    .map(|three| three.iter().fold(0, |gram, byte| gram << 8 | Gram::from(*byte))),
            );
        }
        grams.sort_unstable();
        grams.dedup();
        Self(grams.into())
    }

    /// The same, as many as a hint may have.
    pub(super) fn of_hint<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let Self(grams) = Self::of(words);
        Self(grams.into_iter().take(MOST_GRAMS).collect())
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Which of these another text has.
    pub(super) fn found_in(&self, text: &Self) -> GramSet {
        let mut found = 0;
        let mut theirs = text.0.iter().peekable();
        for (place, gram) in self.0.iter().enumerate() {
            while theirs.next_if(|other| *other < gram).is_some() {}
            if theirs.peek() == Some(&gram) {
                found |= 1 << place;
            }
        }
        found
    }
}
