//! How a word sounds, coarsely: one letter for what French and English speakers hear alike.
//!
//! Speech-to-text writes "conf sans tréon" for "conf Centreon"; both sound the same here.

use std::sync::LazyLock;

use super::lexicon::{hash, table::lines};

/// Letters as written, what must follow them, what is heard: a line of `lexicon/sounds.txt`.
struct Rule {
    written: &'static str,
    next: &'static str,
    heard: &'static str,
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let rules = lines(include_str!("lexicon/sounds.txt")).map(|line| {
        let mut parts = line.splitn(3, ' ').map(|part| part.trim_matches('-'));
        let mut next = || parts.next().unwrap_or_default();
        Rule { written: next(), next: next(), heard: next() }
    });
    rules.collect()
});

/// Endings that French leaves silent, longest first.
const SILENT: &[&str] = &["ent", "es", "ts", "ds", "e", "s", "x", "t", "d", "p"];

/// The hash of the sounds of folded words that are said one after the other; zero if there are fewer than `fewest`.
pub(super) fn sound_of<'a>(words: impl IntoIterator<Item = &'a str>, fewest: usize) -> u64 {
    let mut sounds = String::new();
    words.into_iter().for_each(|word| sound_into(word, &mut sounds));
    if sounds.len() >= fewest { hash(&sounds) } else { 0 }
}

/// Writes the sounds of a folded word behind what stands in the buffer already.
fn sound_into(word: &str, sounds: &mut String) {
    let start = sounds.len();
    let mut rest = spoken(word);
    while let Some(letter) = rest.chars().next() {
        let (length, heard) = match rules_of(letter).iter().find(|rule| holds(rule, rest)) {
            Some(rule) => (rule.written.len(), rule.heard),
            None => (letter.len_utf8(), rest.get(..letter.len_utf8()).unwrap_or_default()),
        };
        for sound in heard.chars() {
            if sounds.get(start..).is_some_and(|heard| !heard.ends_with(sound)) {
                sounds.push(sound);
            }
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    let trimmed = sounds.get(start..).unwrap_or_default().trim_end_matches('e').len();
    if trimmed > 0 {
        sounds.truncate(start + trimmed);
    }
}

/// The rules that begin with a letter.
fn rules_of(letter: char) -> &'static [Rule] {
    let from = RULES.partition_point(|rule| !rule.written.starts_with(|first| first >= letter));
    let rest = RULES.get(from..).unwrap_or_default();
    let to = rest.partition_point(|rule| rule.written.starts_with(letter));
    rest.get(..to).unwrap_or_default()
}

fn holds(rule: &Rule, rest: &str) -> bool {
    let Some(after) = rest.strip_prefix(rule.written) else { return false };
    let first = after.chars().next();
    match (rule.next, rule.next.strip_prefix('^')) {
        ("*", _) => true,
        ("$", _) => first.is_none(),
        (_, Some(none)) => first.is_none_or(|first| !none.contains(first)),
        (some, None) => first.is_some_and(|first| some.contains(first)),
    }
}

/// A word without an ending that is not heard.
fn spoken(word: &str) -> &str {
    let heard = |stem: &&str| stem.len() >= 3 && stem.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    SILENT.iter().find_map(|ending| word.strip_suffix(ending).filter(heard)).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::{RULES, sound_into};

    fn sound(word: &str) -> String {
        let mut sounds = String::new();
        sound_into(word, &mut sounds);
        sounds
    }

    #[test]
    fn rules_are_sorted_by_their_first_letter() {
        assert!(RULES.is_sorted_by_key(|rule| rule.written.chars().next()));
    }

    #[test]
    fn what_is_heard_alike_sounds_the_same() {
        for (one, other) in [
            ("centreon", "santreon"),
            ("crash", "crache"),
            ("terraform", "terraforme"),
            ("chaume", "chome"),
            ("phare", "fard"),
            ("valider", "validez"),
            ("keycloak", "kicloque"),
            ("python", "pitonne"),
        ] {
            assert_eq!(sound(one), sound(other), "{one} {other}");
        }
    }
}
