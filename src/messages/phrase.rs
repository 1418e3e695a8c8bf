//! Texts in both languages: a fixed one ([`Phrase`]), one that is formatted in a known language (`say!`), and one whose
//! language is chosen later ([`Sentence`]).

use std::borrow::Cow;

use crate::language::Language;

/// A fixed text in both languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phrase {
    /// In French.
    pub fr: &'static str,
    /// In English.
    pub en: &'static str,
}

impl Phrase {
    /// A text in both languages.
    #[must_use]
    pub const fn new(fr: &'static str, en: &'static str) -> Self {
        Self { fr, en }
    }

    /// The text in one language.
    #[must_use]
    pub const fn say(self, language: Language) -> &'static str {
        match language {
            Language::Fr => self.fr,
            Language::En => self.en,
        }
    }
}

/// A text in both languages; the face that sends it chooses one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    fr: Cow<'static, str>,
    en: Cow<'static, str>,
}

impl Sentence {
    /// One that was said before.
    #[must_use]
    pub fn written(fr: String, en: String) -> Self {
        Self { fr: fr.into(), en: en.into() }
    }

    /// Makes it from the result of `say` in each language.
    pub fn of(say: impl Fn(Language) -> String) -> Self {
        Self { fr: say(Language::Fr).into(), en: say(Language::En).into() }
    }

    /// The text in one language.
    #[must_use]
    pub fn say(&self, language: Language) -> &str {
        match language {
            Language::Fr => &self.fr,
            Language::En => &self.en,
        }
    }
}

impl From<Phrase> for Sentence {
    fn from(phrase: Phrase) -> Self {
        Self { fr: phrase.fr.into(), en: phrase.en.into() }
    }
}

/// Formats a text in a language: `say!(language, "{n} fait", "{n} done")`.
macro_rules! say {
    ($language:expr, $fr:literal, $en:literal $(,)?) => {
        match $language {
            $crate::language::Language::Fr => format!($fr),
            $crate::language::Language::En => format!($en),
        }
    };
}

pub(super) use say;

/// The words for a number of things, in both languages.
#[derive(Debug, Clone, Copy)]
pub(super) struct Noun {
    /// The text for 0, for 1, and the word after a higher number; in French and in English.
    pub(super) fr: [&'static str; 3],
    pub(super) en: [&'static str; 3],
}

impl Noun {
    /// `aucun ticket`, `1 ticket`, `2 tickets`
    pub(super) fn count(self, language: Language, number: usize) -> String {
        let [none, one, many] = match language {
            Language::Fr => self.fr,
            Language::En => self.en,
        };
        match number {
            0 => none.to_owned(),
            1 => one.to_owned(),
            _ => format!("{number} {many}"),
        }
    }
}

/// Issues.
pub(super) const ISSUES: Noun =
    Noun { fr: ["aucun ticket", "1 ticket", "tickets"], en: ["no issues", "1 issue", "issues"] };
/// Open issues.
pub(super) const OPEN_ISSUES: Noun = Noun {
    fr: ["aucun ticket ouvert", "1 ticket ouvert", "tickets ouverts"],
    en: ["no open issues", "1 open issue", "open issues"],
};
/// Closed issues.
pub(super) const CLOSED_ISSUES: Noun = Noun {
    fr: ["aucun ticket fermé", "1 ticket fermé", "tickets fermés"],
    en: ["no closed issues", "1 closed issue", "closed issues"],
};
