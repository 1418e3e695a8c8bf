//! Why the evidence does not name just one object.

/// Why the evidence does not name just one object. Words are the caller's and the object's own, folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// The hint names nothing: small words and kinds of objects alone.
    Vague,
    /// A word of the hint that names something has no counterpart.
    Leftover {
        /// The word of the hint.
        word: String,
    },
    /// A number, an opposite or a "no" of the hint disagrees with the text.
    Contradiction {
        /// What the hint says.
        said: String,
        /// What the text says instead; empty where it lacks it.
        found: String,
    },
    /// One slip between two real words is all that supports a word.
    SlipOnly {
        /// The word of the hint.
        said: String,
        /// The word of the text.
        found: String,
    },
    /// A word of the hint stands only in the middle of a longer word.
    Fragment {
        /// The word of the hint.
        said: String,
        /// The word of the text.
        found: String,
    },
    /// The text has a word that names something, and the hint leaves it out.
    Unsaid {
        /// The word of the text.
        word: String,
    },
    /// Another object has as much.
    Rival,
    /// It is only alike: letters in common, words of like meaning.
    Weak,
}
