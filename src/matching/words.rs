//! Which words of a text a host's search is best asked for.

use std::collections::BTreeSet;

use super::{
    lexicon::{is_known, is_meaningful, is_telling},
    normalise,
};

/// Shortest word that the host's search looks at, in characters.
const SHORTEST: usize = 3;
/// Characters of a word's start that survive most typos and plurals.
const STEM: usize = 4;

/// The most telling words of a text, longest first, at most `most`: those that name something, or any where none does.
#[must_use]
pub fn telling_words(text: &str, most: usize) -> Vec<&str> {
    // A version or a number keeps its points: "29.08".
    let words = text.split(|character: char| !(character.is_alphanumeric() || character == '.'));
    let words = words.map(|word| word.trim_matches('.'));
    let mut words: Vec<&str> = words.filter(|word| word.chars().count() >= SHORTEST).collect();
    if words.iter().any(|word| is_telling(&normalise(word))) {
        words.retain(|word| is_telling(&normalise(word)));
    }
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    let mut seen = BTreeSet::new();
    words.retain(|word| seen.insert(normalise(word)));
    words.truncate(most);
    words
}

/// The word of a text that a title elsewhere most surely has: one that is written as a name, else a real word rather than what may be a slip,
/// the longest of these.
#[must_use]
pub fn surest_word(text: &str) -> Option<&str> {
    let begins = text.trim_start().as_ptr();
    let is_name = |word: &str| {
        let upper = word.chars().filter(|letter| letter.is_uppercase() || letter.is_ascii_digit()).count();
        upper > 1 || upper == 1 && word.as_ptr() != begins
    };
    let words = telling_words(text, usize::MAX).into_iter().rev();
    words.max_by_key(|word| (is_name(word), is_known(&normalise(word)), word.chars().count()))
}

/// The start of a word without accents: it finds what a typo, an accent or a plural hides from a host that compares
/// letter by letter. The host leaves small words out of a search, so the start is none: "Fromveur" is not looked for as "from".
#[must_use]
pub fn stem(word: &str) -> String {
    let word = normalise(word);
    let start = |letters| word.chars().take(letters).collect::<String>();
    Some(start(STEM)).filter(|start| is_meaningful(start)).unwrap_or_else(|| start(STEM + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_name_something_come_first_and_once() {
        assert_eq!(telling_words("le projet du portail citoyen, Portail !", 4), ["portail", "citoyen"]);
        assert_eq!(telling_words("corriger le bug", 4), ["corriger", "bug"], "nothing else is there");
        assert_eq!(telling_words("a bc", 4), [""; 0]);
        assert_eq!(telling_words("alpha bravo charlie", 2), ["charlie", "alpha"]);
        assert_eq!(telling_words("la zone 29.08. En double.", 1), ["double"]);
    }

    #[test]
    fn the_start_of_a_word_is_none_that_a_search_leaves_out() {
        for (word, start) in
            [("Fromveur", "fromv"), ("billetterie", "bill"), ("Thistle", "thist"), ("été", "ete")]
        {
            assert_eq!(stem(word), start, "{word}");
        }
    }

    #[test]
    fn the_surest_word_is_written_as_a_name_or_is_a_real_one() {
        for (text, word) in [
            ("signer les livrables avec la clé GPG", Some("GPG")),
            ("schduler stop queing", Some("stop")),
            ("Schduler et GPG", Some("GPG")),
            ("la zone 29.08 en double", Some("29.08")),
            ("a bc", None),
        ] {
            assert_eq!(surest_word(text), word, "{text}");
        }
    }

    #[test]
    fn a_stem_is_four_folded_letters() {
        assert_eq!(stem("Élections"), "elec");
        assert_eq!(stem("œuf"), "oeuf");
    }
}
