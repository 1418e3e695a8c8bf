//! A text in both languages, until the face that sends it chooses one.

use std::borrow::Cow;

use crate::language::Language;

/// A text in both languages; the face that sends it chooses one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sentence {
    fr: Cow<'static, str>,
    en: Cow<'static, str>,
}

impl Sentence {
    /// A fixed text.
    pub const fn new(fr: &'static str, en: &'static str) -> Self {
        Self { fr: Cow::Borrowed(fr), en: Cow::Borrowed(en) }
    }

    /// One that was made: by [`say!`], or before.
    pub const fn made(fr: String, en: String) -> Self {
        Self { fr: Cow::Owned(fr), en: Cow::Owned(en) }
    }

    /// The text in one language.
    pub fn say(&self, language: Language) -> &str {
        match language {
            Language::Fr => &self.fr,
            Language::En => &self.en,
        }
    }

    /// This text, a space, and another one if there is one.
    #[must_use]
    pub fn then(self, next: impl Into<Option<Self>>) -> Self {
        match next.into() {
            Some(next) => Self::join(&[self, next], " "),
            None => self,
        }
    }

    /// The texts, with this between each two.
    pub fn join(parts: &[Self], between: &str) -> Self {
        let joined = |language| parts.iter().map(|part| part.say(language)).collect::<Vec<_>>().join(between);
        Self::made(joined(Language::Fr), joined(Language::En))
    }
}

/// Formats a text in both languages. Sentences that stand in it are named after it:
/// `say!("{issue} est fermé.", "{issue} is closed.", issue)`.
macro_rules! say {
    ($fr:literal, $en:literal $(, $part:ident)* $(,)?) => {
        $crate::messages::Sentence::made(
            {
                $(let $part = $part.say($crate::language::Language::Fr);)*
                format!($fr)
            },
            {
                $(let $part = $part.say($crate::language::Language::En);)*
                format!($en)
            },
        )
    };
}

pub(crate) use say;

/// The words for a number of things, in both languages.
#[derive(Debug, Clone, Copy)]
pub struct Noun {
    /// In French: the text for 0, for 1, and the word after a higher number.
    pub fr: [&'static str; 3],
    /// The same in English.
    pub en: [&'static str; 3],
}

impl Noun {
    /// `aucun ticket`, `1 ticket`, `2 tickets`
    pub fn count(self, number: usize) -> Sentence {
        let ([no_fr, one_fr, many_fr], [no_en, one_en, many_en]) = (self.fr, self.en);
        match number {
            0 => Sentence::new(no_fr, no_en),
            1 => Sentence::new(one_fr, one_en),
            _ => say!("{number} {many_fr}", "{number} {many_en}"),
        }
    }
}

/// Issues of any state.
pub const ISSUES: Noun =
    Noun { fr: ["aucun ticket", "1 ticket", "tickets"], en: ["no issues", "1 issue", "issues"] };
/// Open issues.
pub const OPEN_ISSUES: Noun = Noun {
    fr: ["aucun ticket ouvert", "1 ticket ouvert", "tickets ouverts"],
    en: ["no open issues", "1 open issue", "open issues"],
};
/// Closed issues.
pub const CLOSED_ISSUES: Noun = Noun {
    fr: ["aucun ticket fermé", "1 ticket fermé", "tickets fermés"],
    en: ["no closed issues", "1 closed issue", "closed issues"],
};
