//! A text in both languages, until the face that sends it chooses one.

use std::{borrow::Cow, cell::Cell, fmt};

use crate::language::Language;

thread_local! {
    /// The language in which sentences are written just now.
    static WRITTEN_IN: Cell<Language> = const { Cell::new(Language::Fr) };
}

/// Writes something with `write`, the sentences in it in one language. Neither serde nor `format!` can pass the language to a
/// value, so it is kept beside this call, which does not wait for anything.
pub fn in_language<T>(language: Language, write: impl FnOnce() -> T) -> T {
    let before = WRITTEN_IN.replace(language);
    let written = write();
    WRITTEN_IN.set(before);
    written
}

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

    /// A text that is made while the program runs.
    pub const fn made(fr: String, en: String) -> Self {
        Self { fr: Cow::Owned(fr), en: Cow::Owned(en) }
    }

    /// The text that each of these functions writes in its language, as [`say!`] calls them.
    pub fn written(fr: impl FnOnce() -> String, en: impl FnOnce() -> String) -> Self {
        Self::made(in_language(Language::Fr, fr), in_language(Language::En, en))
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

/// In the language of [`in_language`].
impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.say(WRITTEN_IN.get()))
    }
}

/// Formats a text in both languages. The values in it may be sentences: `say!("{issue} est fermé.", "{issue} is closed.")`.
macro_rules! say {
    ($fr:literal, $en:literal $(,)?) => {
        $crate::messages::Sentence::written(|| format!($fr), || format!($en))
    };
}

pub(crate) use say;

/// The words for a number of things, in both languages.
#[derive(Debug, Clone, Copy)]
pub struct Noun {
    /// In French: the word for none, then the words for one and for several.
    pub fr: [&'static str; 3],
    /// In English: the words for one and for several.
    pub en: [&'static str; 2],
}

impl Noun {
    /// `aucun ticket`, `1 ticket`, `2 tickets`
    pub fn count(self, number: usize) -> Sentence {
        let ([none, one_fr, many_fr], [one_en, many_en]) = (self.fr, self.en);
        match number {
            0 => say!("{none} {one_fr}", "no {many_en}"),
            1 => say!("1 {one_fr}", "1 {one_en}"),
            _ => say!("{number} {many_fr}", "{number} {many_en}"),
        }
    }
}

/// Issues of any state.
pub const ISSUES: Noun = Noun { fr: ["aucun", "ticket", "tickets"], en: ["issue", "issues"] };
/// Open issues.
pub const OPEN_ISSUES: Noun =
    Noun { fr: ["aucun", "ticket ouvert", "tickets ouverts"], en: ["open issue", "open issues"] };
/// Closed issues.
pub const CLOSED_ISSUES: Noun =
    Noun { fr: ["aucun", "ticket fermé", "tickets fermés"], en: ["closed issue", "closed issues"] };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_written_in_the_chosen_language_also_inside_of_another() {
        let (yes, who) = (Sentence::new("oui", "yes"), "Zoé");
        let sentence = say!("{who} dit {yes}", "{who} says {yes}");
        for (language, written) in [(Language::Fr, "Zoé dit oui"), (Language::En, "Zoé says yes")] {
            assert_eq!(in_language(language, || sentence.to_string()), written);
        }
    }
}
