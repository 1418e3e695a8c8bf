//! The forms of one word: number, ending, prefix. The endings stand in `endings.txt`.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use super::{WordHashes, table::lines};

/// What the table says of one kind: its words, in their order.
fn listed(kind: &str) -> impl Iterator<Item = &'static str> {
    let lines = lines(include_str!("endings.txt")).filter_map(|line| line.split_once(": "));
    lines.filter(move |(head, _)| *head == kind).flat_map(|(_, words)| words.split(' '))
}

/// Plurals that are another word than their singular, and that singular where there is one.
pub(in crate::matching) fn plurals() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    listed("plural").map(|word| word.split_once('/').map_or((word, None), |(one, other)| (one, Some(other))))
}

static PLURALS: LazyLock<HashSet<&'static str, WordHashes>> =
    LazyLock::new(|| plurals().map(|(plural, _)| plural).collect());

/// Cuts the plural off: -eaux, -aux, -eux, -oux, -s.
pub(in crate::matching) fn singular(word: &str) -> &str {
    if PLURALS.contains(word) {
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
pub(in crate::matching) fn in_singular(word: &str) -> Cow<'_, str> {
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

/// The kinds of endings, a bit each.
const KINDS: [(&str, u8); 5] = [
    ("inflection", INFLECTION),
    ("derivation", DERIVATION),
    ("noun", NOUN),
    ("shifting", SHIFTING),
    ("action", ACTION),
];
const INFLECTION: u8 = 1;
const DERIVATION: u8 = 2;
const NOUN: u8 = 4;
const SHIFTING: u8 = 8;
const ACTION: u8 = 16;

/// Which kinds an ending is of.
static ENDINGS: LazyLock<HashMap<&'static str, u8, WordHashes>> = LazyLock::new(|| {
    let mut endings = HashMap::default();
    for (kind, bit) in KINDS {
        for ending in listed(kind) {
            *endings.entry(ending.trim_matches('-')).or_default() |= bit;
        }
    }
    endings
});

/// Compares two words by what follows their common start.
pub(in crate::matching) fn family(one: &str, other: &str) -> Family {
    let root = common_start(one, other);
    let ending = |word: &str| {
        let (base, end) = word.split_at_checked(root)?;
        // "plot", "plotting"; "muet", "muette"
        let doubled = end
            .strip_prefix(|letter| base.ends_with(letter))
            .filter(|end| matches!(*end, "ing" | "ed" | "er" | "e"));
        ENDINGS.get(doubled.unwrap_or(end)).copied()
    };
    let ends = |with: &str| one.get(root..) == Some(with) || other.get(root..) == Some(with);
    // "sportif", "sportive"
    if root >= 4 && ends("f") && ends("ve") {
        return Family::Inflection;
    }
    let (Some(mine), Some(theirs)) = (ending(one), ending(other)) else { return Family::None };
    let (both, either) = (mine & theirs, mine | theirs);
    // "add", "adding"; "move", "moving"; "changer", "changement"
    let verb = ends("ing") && (ends("e") || ends("")) || ends("r") && ends("ment");
    if verb || both & INFLECTION != 0 && root >= 4 {
        return Family::Inflection;
    }
    if root < 4 || both & DERIVATION == 0 {
        return Family::None;
    }
    if ends("") && ends("ment") && root >= 6 {
        return Family::Inflection;
    }
    if both & NOUN != 0 {
        return Family::Root;
    }
    let plain = either & SHIFTING == 0 && root >= 5;
    if plain || both & ACTION != 0 { Family::Inflection } else { Family::Root }
}

/// How many letters two words begin with in common.
pub(in crate::matching) fn common_start(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(mine, theirs)| mine == theirs).count()
}

/// What is left of a word without its ending: at least four letters.
pub(in crate::matching) fn stem(word: &str) -> &str {
    static STEMS: LazyLock<Vec<&'static str>> = LazyLock::new(|| listed("stem").collect());
    let long_enough = |stem: &&str| stem.len() >= 4;
    STEMS.iter().find_map(|ending| word.strip_suffix(ending).filter(long_enough)).unwrap_or(word)
}

/// What a word may be a regular form of, the likeliest first: "étrangère", "directories", "stopped", "replacing".
pub(in crate::matching) fn bases(word: &str) -> impl Iterator<Item = String> {
    static REGULAR: LazyLock<Vec<(&'static str, &'static str)>> =
        LazyLock::new(|| listed("regular").filter_map(|ending| ending.split_once('/')).collect());
    let regular = |(ending, base): &(&'static str, &'static str)| {
        let start = word.strip_suffix(*ending).filter(|start| start.len() > 2)?;
        Some(format!("{start}{base}"))
    };
    let start = ["ed", "ing"].into_iter().find_map(|ending| word.strip_suffix(ending));
    REGULAR.iter().filter_map(regular).chain(start.into_iter().flat_map(|start| {
        let is_vowel = |letter: &u8| b"aeiou".contains(letter);
        let (plain, with_e) = (start.to_owned(), format!("{start}e"));
        match start.as_bytes() {
            [.., one, last] if one == last => {
                // Equal bytes may be a part of one letter.
                let single = start.get(..start.len() - 1).unwrap_or(start).to_owned();
                vec![plain, single]
            }
            // "filed" is of "file", "planted" of "plant".
            [.., before, one, last] if is_vowel(one) && !is_vowel(before) && !is_vowel(last) => {
                vec![with_e, plain]
            }
            _ => vec![plain, with_e],
        }
    }))
}

/// Whether two words are one behind different prefixes: "actif" and "inactif", "importer" and "exporter".
pub(in crate::matching) fn differ_by_prefix(one: &str, other: &str) -> bool {
    without_prefix(one).any(|mine| without_prefix(other).any(|theirs| mine == theirs))
}

/// Whether one of two words is the other with a "no" before it: "lisible" and "illisible", "readable" and "unreadable".
pub(in crate::matching) fn is_denial(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    let denies = |prefix| long.strip_prefix(prefix) == Some(short);
    short.len() > 4 && ["un", "in", "im", "il", "ir", "non"].into_iter().any(denies)
}

/// A word as it is and without each prefix that it may have.
fn without_prefix(word: &str) -> impl Iterator<Item = &str> {
    static PREFIXES: LazyLock<Vec<&'static str>> = LazyLock::new(|| listed("prefix").collect());
    let cut = |prefix: &&'static str| word.strip_prefix(*prefix).filter(|rest| rest.len() >= 3);
    std::iter::once(word).chain(PREFIXES.iter().filter_map(cut))
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
}
