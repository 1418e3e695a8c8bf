//! The forms of one word: number, ending, prefix.

/// No plurals: without their s they are other words.
const SINGULARS: &[&str] = &[
    "angularjs",
    "bras",
    "cours",
    "corps",
    "customs",
    "ftps",
    "goods",
    "https",
    "imaps",
    "ldaps",
    "mois",
    "news",
    "paris",
    "pays",
    "pops",
    "smtps",
    "temps",
];

/// Cuts the plural off: -eaux, -aux, -eux, -oux, -s.
pub(in crate::matching) fn singular(word: &str) -> &str {
    if SINGULARS.contains(&word) {
        return word;
    }
    let cut = |count: usize| word.get(..word.len() - count).unwrap_or(word);
    match word.as_bytes() {
        [_, _, .., b's', b's'] => word,
        [_, .., b'u' | b'i' | b'o', b's'] if word.len() <= 4 => word,
        [_, .., b'e', b'a', b'u', b'x'] | [_, _, _, .., b'e' | b'o', b'u', b'x'] | [_, _, _, .., b's'] => {
            cut(1)
        }
        _ => word,
    }
}

/// "journaux" is the plural of "journal": what [`singular`] leaves as "-aux".
pub(in crate::matching) fn in_singular(word: &str) -> std::borrow::Cow<'_, str> {
    match word.strip_suffix("aux") {
        Some(stem) if stem.len() > 2 && !stem.ends_with('e') => format!("{stem}al").into(),
        _ => singular(word).into(),
    }
}

/// How closely two words are related by their endings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::matching) enum Family {
    /// They only begin alike, or not even that.
    None,
    /// One root, perhaps another meaning: "serveur", "servir".
    Root,
    /// One word, inflected, or a verb and its noun: "valider", "validé", "validation".
    Inflection,
}

/// Endings of inflected forms.
const INFLECTIONS: &[&str] = &["", "d", "e", "ed", "ee", "ent", "er", "es", "ez", "ie", "ing", "r", "s", "y"];

/// Endings of words made of a verb or a noun, and those of inflected forms.
const DERIVATIONS: &[&str] = &[
    "",
    "age",
    "al",
    "ale",
    "ant",
    "ante",
    "ateur",
    "ation",
    "ator",
    "cation",
    "d",
    "e",
    "ed",
    "ee",
    "el",
    "elle",
    "ement",
    "ent",
    "er",
    "es",
    "eur",
    "euse",
    "ez",
    "i",
    "ie",
    "ier",
    "if",
    "ification",
    "ifier",
    "ing",
    "ion",
    "ique",
    "ir",
    "isation",
    "ise",
    "iser",
    "isme",
    "issement",
    "iste",
    "it",
    "ite",
    "ition",
    "ive",
    "ization",
    "ize",
    "ment",
    "or",
    "que",
    "r",
    "rice",
    "s",
    "tion",
    "ue",
    "ure",
    "y",
];

/// Endings of what is done or made: of two words with different ones, each is another thing.
const NOUNS: &[&str] = &[
    "age",
    "ation",
    "cation",
    "ement",
    "ification",
    "ion",
    "isation",
    "issement",
    "ition",
    "ization",
    "ment",
    "tion",
];

/// Endings that often change the meaning: who does it, what it is like.
const SHIFTING: &[&str] = &[
    "al", "ale", "ateur", "ator", "el", "elle", "eur", "euse", "ier", "if", "ique", "isme", "iste", "ite",
    "ive", "ment", "or", "que", "rice", "ue", "ure",
];

/// Endings under which even a short root is one word.
const ACTIONS: &[&str] = &["age", "ation", "e", "ement", "er", "ing"];

/// Compares two words by what follows their common start.
pub(in crate::matching) fn family(one: &str, other: &str) -> Family {
    let root = common_start(one, other);
    let (Some(mine), Some(theirs)) = (one.get(root..), other.get(root..)) else { return Family::None };
    let both =
        |endings: &[&str]| endings.binary_search(&mine).is_ok() && endings.binary_search(&theirs).is_ok();
    let shorter = one.len().min(other.len());
    if root < 3 {
        return Family::None;
    }
    // "move", "moving"
    if matches!((mine, theirs), ("e", "ing") | ("ing", "e")) {
        return Family::Inflection;
    }
    if both(INFLECTIONS) && (root >= 4 && shorter >= 4 || matches!((mine, theirs), ("", "s") | ("s", ""))) {
        return Family::Inflection;
    }
    if root < 4 || !both(DERIVATIONS) {
        return Family::None;
    }
    let adverb = matches!((mine, theirs), ("", "ment") | ("ment", "")) && root >= 6;
    if adverb {
        return Family::Inflection;
    }
    if NOUNS.binary_search(&mine).is_ok() && NOUNS.binary_search(&theirs).is_ok() {
        return Family::Root;
    }
    let shifts = SHIFTING.binary_search(&mine).is_ok() || SHIFTING.binary_search(&theirs).is_ok();
    if root >= 5 && !shifts || both(ACTIONS) && shorter >= 6 { Family::Inflection } else { Family::Root }
}

/// How many letters two words begin with in common.
pub(in crate::matching) fn common_start(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(mine, theirs)| mine == theirs).count()
}

/// Endings that a word loses to be looked up under its stem, longest first.
const STEM_ENDINGS: &[&str] = &[
    "ification",
    "issement",
    "isation",
    "ization",
    "ement",
    "ation",
    "ition",
    "tion",
    "ment",
    "age",
    "ing",
    "ant",
    "ent",
    "ion",
    "ees",
    "ee",
    "er",
    "ez",
    "ed",
    "es",
    "ie",
    "e",
    "y",
    "s",
];

/// What is left of a word without its ending: at least four letters.
pub(in crate::matching) fn stem(word: &str) -> &str {
    let long_enough = |stem: &&str| stem.len() >= 4;
    STEM_ENDINGS.iter().find_map(|ending| word.strip_suffix(ending).filter(long_enough)).unwrap_or(word)
}

/// Prefixes that make another word of a word, most of them its opposite.
const PREFIXES: &[&str] = &[
    "anti", "auto", "bi", "co", "contre", "de", "des", "dis", "down", "en", "ex", "extra", "hyper", "hypo",
    "il", "im", "in", "inter", "intra", "ir", "macro", "maxi", "micro", "mini", "mis", "mono", "multi",
    "non", "off", "on", "out", "over", "post", "pre", "re", "semi", "sous", "sub", "super", "sur", "trans",
    "tri", "un", "under", "up",
];

/// Whether two words are one behind different prefixes: "actif" and "inactif", "importer" and "exporter".
pub(in crate::matching) fn differ_by_prefix(one: &str, other: &str) -> bool {
    let same = |mine: &str, theirs: &str| {
        mine == theirs || mine.len().min(theirs.len()) >= 5 && family(mine, theirs) == Family::Inflection
    };
    without_prefix(one).any(|(prefix, mine)| {
        without_prefix(other).any(|(other_prefix, theirs)| prefix != other_prefix && same(mine, theirs))
    })
}

/// A word as it is and without each prefix that it may have.
fn without_prefix(word: &str) -> impl Iterator<Item = (&'static str, &str)> {
    let cut = |prefix: &&'static str| {
        word.strip_prefix(*prefix).filter(|rest| rest.len() >= 3).map(|rest| (*prefix, rest))
    };
    std::iter::once(("", word)).chain(PREFIXES.iter().filter_map(cut))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plural_loses_its_ending() {
        for (plural, expected) in [
            ("bureaux", "bureau"),
            ("journaux", "journal"),
            ("cheveux", "cheveu"),
            ("os", "os"),
            ("menus", "menu"),
            ("acces", "acce"),
            ("plus", "plus"),
            ("css", "css"),
            ("bus", "bus"),
            ("sms", "sms"),
            ("process", "process"),
            ("pass", "pass"),
        ] {
            assert_eq!(in_singular(plural), expected, "{plural}");
        }
    }

    #[test]
    fn endings_tell_an_inflection_from_a_root() {
        for (one, other, expected) in [
            ("valider", "validation", Family::Inflection),
            ("duplique", "dupliquer", Family::Inflection),
            ("archivage", "archiver", Family::Inflection),
            ("facturation", "facteur", Family::None),
            ("serveur", "service", Family::None),
            ("portail", "porte", Family::None),
        ] {
            assert_eq!(family(one, other), expected, "{one} {other}");
            assert_eq!(family(other, one), expected, "{other} {one}");
        }
    }

    #[test]
    fn a_prefix_makes_another_word() {
        for (one, other) in [
            ("actif", "inactif"),
            ("inscription", "desinscription"),
            ("import", "export"),
            ("lock", "unlock"),
        ] {
            assert!(differ_by_prefix(one, other), "{one} {other}");
        }
        assert!(!differ_by_prefix("portail", "portal"));
    }

    #[test]
    fn lists_of_endings_are_sorted() {
        for list in [INFLECTIONS, DERIVATIONS, NOUNS, SHIFTING, ACTIONS] {
            assert!(list.is_sorted());
        }
    }
}
