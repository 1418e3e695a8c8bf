//! Why the evidence does not name just one object.

/// Two things that face each other, in a hint and a text, and that differ otherwise than a careful reader passes over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Difference {
    /// Whether the text is then another object, rather than perhaps the one.
    pub(super) excludes: bool,
    /// Whether the hint says no of the object itself, so that none is meant instead.
    pub(super) refuses: bool,
    /// What the hint says; empty where it says nothing.
    pub(super) said: String,
    /// What the text says; empty where it says nothing.
    pub(super) found: String,
}

impl Difference {
    /// The same as a doubt.
    pub(super) fn told(&self) -> Doubt {
        if self.refuses {
            return Doubt::Refused { said: self.said.clone() };
        }
        Doubt::Contradiction { said: self.said.clone(), found: self.found.clone() }
    }
}

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
    /// The hint says no, and of nothing that the text says: it may refuse what is asked for.
    Refused {
        /// Its "no".
        said: String,
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

impl Doubt {
    /// Whether the hint says no of what the text says: "login pas mobile" is not "Login mobile".
    pub fn is_denial(&self) -> bool {
        matches!(self, Self::Contradiction { said, found } if found.is_empty() && matches!(said.as_str(), "pas" | "non" | "not"))
    }
}
