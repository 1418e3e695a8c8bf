//! The folding under which two texts count as equal.

use std::borrow::Cow;

use unicode_normalization::{
    UnicodeNormalization,
    char::{decompose_compatible, is_combining_mark},
};

/// Folds case, accents, œ/æ/ß/ø, apostrophes and separators: words of letters and digits, one space between them.
///
/// `+` stays where it ends a word and `#` where it ends a word's letters, since "C", "C++" and "C#" are three
/// names. Idempotent.
#[must_use]
pub fn normalise(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    normalise_into(text, &mut folded);
    folded
}

/// [`normalise`] into a buffer that is used again and again.
pub(super) fn normalise_into(text: &str, folded: &mut String) {
    folded.clear();
    let mut words = FoldedWords { folded, signs: Signs::default(), gap: false };
    for character in compose(text).chars() {
        fold(character, &mut |character| words.take(character));
    }
    words.signs.append_to(words.folded);
}

/// The normal form as it grows.
struct FoldedWords<'a> {
    folded: &'a mut String,
    signs: Signs,
    gap: bool,
}

impl FoldedWords<'_> {
    fn take(&mut self, character: char) {
        if is_alphanumeric(character) || is_combining_mark(character) {
            // Inside a word a sign is a separator like any other: "n+1", "issue#12".
            if (self.gap || self.signs.count > 0) && !self.folded.is_empty() {
                self.folded.push(' ');
            }
            self.signs = Signs::default();
            self.gap = false;
            self.folded.push(character);
        } else if !self.gap && self.signs.continued_by(character, self.folded) {
            self.signs.push(character);
        } else {
            self.gap = true;
            self.signs.append_to(self.folded);
        }
    }
}

/// `char::is_alphanumeric`, quicker for what most texts are made of.
pub(super) fn is_alphanumeric(character: char) -> bool {
    character.is_ascii_alphanumeric() || !character.is_ascii() && character.is_alphanumeric()
}

/// The signs that follow a word, held back until it is clear that the word ends there.
#[derive(Default)]
struct Signs {
    sign: char,
    count: usize,
}

impl Signs {
    fn continued_by(&self, character: char, word: &str) -> bool {
        match character {
            '+' => !word.is_empty() && (self.count == 0 || self.sign == '+'),
            '#' => self.count == 0 && word.ends_with(char::is_alphabetic),
            _ => false,
        }
    }

    fn push(&mut self, sign: char) {
        self.sign = sign;
        self.count += 1;
    }

    fn append_to(&mut self, word: &mut String) {
        word.extend(std::iter::repeat_n(self.sign, self.count));
        self.count = 0;
    }
}

/// Takes a sign or a letter and its marks as one character, and all hyphens as one: "≠" is written in two ways.
pub(super) fn compose(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    let hyphen = |character| match character {
        '\u{2010}'..='\u{2012}' | '\u{fe63}' | '\u{ff0d}' => '-',
        other => other,
    };
    text.nfc().map(hyphen).collect()
}

/// Whether a mark says how a letter sounds, and is often left out. In the scripts of India, South-East Asia and Japan marks are vowels and
/// consonants.
fn is_accent(mark: char) -> bool {
    is_combining_mark(mark)
        && !matches!(mark, '\u{900}'..='\u{1aaf}' | '\u{302a}'..='\u{309a}' | '\u{a800}'..='\u{abff}')
}

/// Folds one character: lower case, no accents, compatibility forms and ligatures taken apart.
pub(super) fn fold(character: char, emit: &mut impl FnMut(char)) {
    if character.is_ascii() {
        emit(character.to_ascii_lowercase());
        return;
    }
    if matches!(character, 'й' | 'Й') {
        return emit('й');
    }
    decompose_compatible(character, |part| {
        for lower in part.to_lowercase().filter(|lower| !is_accent(*lower)) {
            match lower {
                // NFKD leaves these four whole.
                'œ' => ['o', 'e'].into_iter().for_each(&mut *emit),
                'æ' => ['a', 'e'].into_iter().for_each(&mut *emit),
                'ß' => ['s', 's'].into_iter().for_each(&mut *emit),
                'ø' => emit('o'),
                other => emit(other),
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn folds_what_people_type_differently() {
        for (text, expected) in [
            ("Éditique", "editique"),
            ("cœur de Straße", "coeur de strasse"),
            ("Ærøskøbing", "aeroskobing"),
            ("l’accueil", "l accueil"),
            ("portail-agents/front_end", "portail agents front end"),
            ("  Sprint   12 !", "sprint 12"),
            ("ﬁn de № 3 ²", "fin de no 3 2"),
            ("İstanbul", "istanbul"),
            ("e\u{301}cole", "ecole"),
        ] {
            assert_eq!(normalise(text), expected, "{text}");
        }
    }

    #[test]
    fn keeps_the_marks_that_are_letters() {
        for (one, other) in
            [("バス", "パス"), ("मेल", "मिल"), ("ไกล", "ใกล้"), ("край", "краи"), ("คน", "คืน"), ("মা", "মি")]
        {
            assert_ne!(normalise(one), normalise(other), "{one}, {other}");
        }
        assert_eq!(normalise("ハ\u{3099}ス"), normalise("バス"));
    }

    #[test]
    fn composes_what_is_written_in_two_characters() {
        for (one, other) in [("=\u{338}", "≠"), ("e\u{301}", "é"), ("\u{2011}5", "-5"), ("－5", "-5")] {
            assert_eq!(compose(one), other);
        }
    }

    #[test]
    fn keeps_the_signs_that_end_a_word() {
        for (text, expected) in [
            ("C", "c"),
            ("C++", "c++"),
            ("C#", "c#"),
            ("C++ et C#, F#", "c++ et c# f#"),
            ("n+1", "n 1"),
            ("issue#12", "issue 12"),
            ("#12#", "12"),
            ("sprint #12# ", "sprint 12"),
            ("+33 #tag", "33 tag"),
            ("a+#b", "a+ b"),
        ] {
            assert_eq!(normalise(text), expected, "{text}");
        }
    }

    #[test]
    fn every_single_character_folds_to_a_fixed_point() {
        for character in '\0'..=char::MAX {
            let once = normalise(&character.to_string());
            assert_eq!(normalise(&once), once, "{character:?}");
        }
    }

    proptest! {
        #[test]
        fn is_idempotent(text in "\\PC{0,60}|[a-zC+# é.-]{0,30}") {
            let once = normalise(&text);
            prop_assert_eq!(normalise(&once), once);
        }

        #[test]
        fn has_single_inner_spaces_only(text in any::<String>()) {
            let folded = normalise(&text);
            prop_assert_eq!(folded.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "), folded);
        }
    }
}
