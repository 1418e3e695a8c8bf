//! How a word sounds, coarsely: one letter for what French and English speakers hear alike.
//!
//! Speech-to-text writes "conf sans tréon" for "conf Centreon"; both sound the same here.

use std::{collections::HashMap, sync::LazyLock};

use super::lexicon::{WordHashes, hash, table::lines};

/// Letters as written, what must follow them, what is heard: a line of `lexicon/sounds.txt`.
type Rule = [&'static str; 3];

/// The rules, by the first letter that they are about.
static RULES: LazyLock<HashMap<char, Vec<Rule>, WordHashes>> = LazyLock::new(|| {
    let mut rules: HashMap<_, Vec<_>, _> = HashMap::default();
    for line in lines(include_str!("lexicon/sounds.txt")) {
        let mut parts = line.split(' ').map(|part| part.trim_matches('-'));
        let rule = [(); 3].map(|()| parts.next().unwrap_or_default());
        rules.entry(line.chars().next().unwrap_or_default()).or_default().push(rule);
    }
    rules
});

/// Endings that French leaves silent, longest first.
const SILENT: &[&str] = &["ent", "es", "ts", "ds", "e", "s", "x", "t", "d", "p"];

/// The hash of the sounds of folded words that are said one after the other; zero if there are fewer than `fewest`.
pub(super) fn sound_of<'a>(words: impl IntoIterator<Item = &'a str>, fewest: usize) -> u64 {
    let sounds: String = words.into_iter().map(sounds_of_word).collect();
    if sounds.len() >= fewest { hash(&sounds) } else { 0 }
}

fn sounds_of_word(word: &str) -> String {
    let (mut sounds, mut rest) = (String::new(), spoken(word));
    while let Some(letter) = rest.chars().next() {
        let rule = RULES.get(&letter).and_then(|rules| rules.iter().find(|rule| holds(rule, rest)));
        let itself = rest.split_at(letter.len_utf8()).0;
        let [written, _, heard] = rule.copied().unwrap_or([itself, "", itself]);
        for sound in heard.chars() {
            if !sounds.ends_with(sound) {
                sounds.push(sound);
            }
        }
        rest = rest.get(written.len()..).unwrap_or_default();
    }
    let heard = sounds.trim_end_matches('e').len();
    if heard > 0 {
        sounds.truncate(heard);
    }
    sounds
}

fn holds([written, next, _]: &Rule, rest: &str) -> bool {
    let Some(after) = rest.strip_prefix(written) else { return false };
    let first = after.chars().next();
    match (*next, next.strip_prefix('^')) {
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
    use super::sounds_of_word;

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
            assert_eq!(sounds_of_word(one), sounds_of_word(other), "{one} {other}");
        }
    }
}
