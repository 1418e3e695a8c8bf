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
    let mut gap = false;
    for character in compose(text).chars() {
        fold(character, &mut |character| {
            let signed = folded.ends_with(SIGNS);
            if is_alphanumeric(character) || is_combining_mark(character) {
                // Inside a word a sign is a separator like any other: "n+1", "issue#12".
                if signed && !gap {
                    folded.truncate(folded.trim_end_matches(SIGNS).len());
                }
                if (gap || signed) && !folded.is_empty() {
                    folded.push(' ');
                }
                gap = false;
                folded.push(character);
            } else if !gap && is_sign_of_word(character, &folded) {
                folded.push(character);
            } else {
                gap = true;
            }
        });
    }
    folded
}

/// Signs that belong to a word which ends with them.
const SIGNS: [char; 2] = ['+', '#'];

/// Whether a sign belongs to the word that stands before it, perhaps with such signs: "C++", "C#".
fn is_sign_of_word(sign: char, word: &str) -> bool {
    match sign {
        '+' => !word.is_empty() && !word.ends_with('#'),
        '#' => word.ends_with(char::is_alphabetic),
        _ => false,
    }
}

/// `char::is_alphanumeric`, quicker for what most texts are made of.
pub(super) fn is_alphanumeric(character: char) -> bool {
    character.is_ascii_alphanumeric() || !character.is_ascii() && character.is_alphanumeric()
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
    match character {
        _ if character.is_ascii() => emit(character.to_ascii_lowercase()),
        'й' | 'Й' => emit('й'),
        _ => decompose_compatible(character, |part| {
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
        }),
    }
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
