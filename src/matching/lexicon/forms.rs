//! The forms of one word: number, ending, prefix. The endings stand in `endings.txt`.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use super::{WordHashes, table::headed};

const ENDINGS: &str = include_str!("endings.txt");

/// What the table lists of one kind, in its order.
pub(in crate::matching) fn listed(kind: &str) -> impl Iterator<Item = &'static str> {
    static LISTS: LazyLock<HashMap<&'static str, Vec<&'static str>, WordHashes>> = LazyLock::new(|| {
        let mut lists: HashMap<_, Vec<_>, _> = HashMap::default();
        headed(ENDINGS).for_each(|(kind, words)| lists.entry(kind).or_default().extend(words.split(' ')));
        lists
    });
    LISTS.get(kind).into_iter().flatten().copied()
}

/// Plurals that are another word than their singular.
static PLURALS: LazyLock<HashSet<&'static str, WordHashes>> =
    LazyLock::new(|| listed("plural").filter_map(|plural| plural.split('/').next()).collect());

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

/// The kinds that an ending is of.
fn kinds_of(ending: &str) -> &'static [&'static str] {
    static KINDS: LazyLock<HashMap<&'static str, Vec<&'static str>, WordHashes>> = LazyLock::new(|| {
        let mut kinds: HashMap<_, Vec<_>, _> = HashMap::default();
        for (kind, endings) in headed(ENDINGS) {
            for ending in endings.split(' ') {
                kinds.entry(ending.trim_matches('-')).or_default().push(kind);
            }
        }
        kinds
    });
    KINDS.get(ending).map_or(&[], Vec::as_slice)
}

/// Compares two words by what follows their common start.
pub(in crate::matching) fn family(one: &str, other: &str) -> Family {
    let root = common_start(one, other);
    let kinds = |word: &str| {
        let Some((base, end)) = word.split_at_checked(root) else { return &[][..] };
        // "plot", "plotting"; "muet", "muette"
        let doubled = end
            .strip_prefix(|letter| base.ends_with(letter))
            .filter(|end| matches!(*end, "ing" | "ed" | "er" | "e"));
        kinds_of(doubled.unwrap_or(end))
    };
    let (mine, theirs) = (kinds(one), kinds(other));
    let both = |kind| mine.contains(&kind) && theirs.contains(&kind);
    let ends = |with: &str| one.get(root..) == Some(with) || other.get(root..) == Some(with);
    // "add", "adding"; "move", "moving"; "changer", "changement"
    let verb = ends("ing") && (ends("e") || ends("")) || ends("r") && ends("ment");
    // "sportif", "sportive"
    let adjective = ends("f") && ends("ve");
    if verb || root >= 4 && (adjective || both("inflection")) {
        return Family::Inflection;
    }
    if root < 4 || !both("derivation") {
        return Family::None;
    }
    let adverb = ends("") && ends("ment") && root >= 6;
    let shifting = [mine, theirs].iter().any(|kinds| kinds.contains(&"shifting"));
    let plain = !shifting && root >= 5;
    if adverb || !both("noun") && (plain || both("action")) { Family::Inflection } else { Family::Root }
}

/// How many letters two words begin with in common.
pub(in crate::matching) fn common_start(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(mine, theirs)| mine == theirs).count()
}

/// What is left of a word without its ending: at least four letters.
pub(in crate::matching) fn stem(word: &str) -> &str {
    let long_enough = |stem: &&str| stem.len() >= 4;
    listed("stem").find_map(|ending| word.strip_suffix(ending).filter(long_enough)).unwrap_or(word)
}

/// What a word may be a regular form of, the likeliest first: "étrangère", "directories", "stopped", "replacing".
pub(in crate::matching) fn bases(word: &str) -> impl Iterator<Item = String> {
    let regular = |rule: &str| {
        let (ending, base) = rule.split_once('/')?;
        let start = word.strip_suffix(ending).filter(|start| start.len() > 2)?;
        Some(format!("{start}{base}"))
    };
    let start = ["ed", "ing"].into_iter().find_map(|ending| word.strip_suffix(ending));
    listed("regular").filter_map(regular).chain(start.into_iter().flat_map(|start| {
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
    let cut = |prefix| word.strip_prefix(prefix).filter(|rest| rest.len() >= 3);
    std::iter::once(word).chain(listed("prefix").filter_map(cut))
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
