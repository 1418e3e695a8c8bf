//! Answers as JSON, their sentences in one language.

use std::cell::Cell;

use serde::{Serialize, Serializer, ser::Error};

use crate::{language::Language, messages::Sentence};

thread_local! {
    /// The language of the answer that is being written.
    static WRITTEN_IN: Cell<Option<Language>> = const { Cell::new(None) };
}

/// Writes an answer with `write`, its sentences in one language. Serde passes nothing down to a value, so the language stands
/// beside this one call, which does not wait for anything.
pub(in crate::api) fn in_language<T>(language: Language, write: impl FnOnce() -> T) -> T {
    WRITTEN_IN.set(Some(language));
    let written = write();
    WRITTEN_IN.set(None);
    written
}

/// In the language of [`in_language`]; an error outside of it.
impl Serialize for Sentence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let language = WRITTEN_IN.get().ok_or_else(|| S::Error::custom("a sentence without a language"))?;
        serializer.serialize_str(self.say(language))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_written_in_the_chosen_language_and_not_without_one() {
        let sentence = Sentence::new("oui", "yes");
        for (language, written) in [(Language::Fr, r#""oui""#), (Language::En, r#""yes""#)] {
            assert_eq!(in_language(language, || serde_json::to_string(&sentence)).unwrap(), written);
        }
        assert!(serde_json::to_string(&sentence).is_err());
    }
}
