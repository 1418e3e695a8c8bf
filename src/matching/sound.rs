//! How a word sounds, coarsely: one letter for what French and English speakers hear alike.
//!
//! Speech-to-text writes "conf sans tréon" for "conf Centreon"; both sound the same here.

/// Letters as written, what must follow them, what is heard.
type Rule = (&'static str, Next, &'static str);

/// What must follow for a rule to hold.
#[derive(Clone, Copy)]
enum Next {
    Any,
    /// One of these letters.
    In(&'static [u8]),
    /// None of these letters; the word's end will do.
    Not(&'static [u8]),
    /// The word's end.
    End,
}

const FRONT: Next = Next::In(b"eiy");
const VOWEL: &[u8] = b"aeiouy";
/// A nasal is none before a vowel or another nasal: "bonne".
const CLOSED: Next = Next::Not(b"aeiouynm");
const LIPS: Next = Next::In(b"bp");

/// By first letter; of one letter's rules the first that holds is taken. A letter that none names is heard as it is.
const RULES: &[Rule] = &[
    ("aux", Next::Any, "o"),
    ("au", Next::Any, "o"),
    ("aw", Next::Any, "o"),
    ("ain", CLOSED, "in"),
    ("aim", CLOSED, "in"),
    ("am", LIPS, "an"),
    ("ai", Next::Any, "e"),
    ("ay", Next::Any, "e"),
    ("ck", Next::Any, "k"),
    ("ch", Next::In(b"rlt"), "k"),
    ("ch", Next::Any, "S"),
    ("cc", FRONT, "ks"),
    ("c", FRONT, "s"),
    ("c", Next::Any, "k"),
    ("eaux", Next::Any, "o"),
    ("eau", Next::Any, "o"),
    ("ein", CLOSED, "in"),
    ("en", CLOSED, "an"),
    ("em", LIPS, "an"),
    ("ei", Next::Any, "e"),
    ("ey", Next::Any, "i"),
    ("ea", Next::Not(b"u"), "i"),
    ("ee", Next::Any, "i"),
    ("eu", Next::Any, "e"),
    ("er", Next::End, "e"),
    ("ez", Next::End, "e"),
    ("et", Next::End, "e"),
    ("gn", Next::Any, "N"),
    ("gu", FRONT, "g"),
    ("ge", Next::In(b"ao"), "j"),
    ("g", FRONT, "j"),
    ("h", Next::Any, ""),
    ("ien", CLOSED, "jin"),
    ("in", CLOSED, "in"),
    ("im", LIPS, "in"),
    ("oin", CLOSED, "win"),
    ("oi", Next::Any, "wa"),
    ("oy", Next::Any, "wa"),
    ("ou", Next::Any, "u"),
    ("oo", Next::Any, "u"),
    ("om", LIPS, "on"),
    ("oa", Next::Any, "o"),
    ("ow", Next::Any, "o"),
    ("oeu", Next::Any, "e"),
    ("ph", Next::Any, "f"),
    ("qu", Next::Any, "k"),
    ("q", Next::Any, "k"),
    ("sch", Next::Any, "S"),
    ("sh", Next::Any, "S"),
    ("sc", FRONT, "s"),
    ("tion", Next::Any, "sjon"),
    ("ti", Next::In(b"ae"), "sj"),
    ("th", Next::Any, "t"),
    ("um", Next::End, "om"),
    ("un", CLOSED, "in"),
    ("w", Next::Any, "v"),
    ("x", Next::Any, "ks"),
    ("yn", CLOSED, "in"),
    ("ym", CLOSED, "in"),
    ("y", Next::Any, "i"),
    ("z", Next::Any, "s"),
];

/// Endings that French leaves silent, longest first.
const SILENT: &[&str] = &["ent", "es", "ts", "ds", "e", "s", "x", "t", "d", "p"];

/// Writes the sounds of a folded word behind what stands in the buffer already.
pub(super) fn sound_into(word: &str, sounds: &mut String) {
    let start = sounds.len();
    let mut rest = spoken(word);
    while let Some(letter) = rest.chars().next() {
        let (length, heard) = match rules_of(letter).iter().find(|rule| holds(rule, rest)) {
            Some((written, _, heard)) => (written.len(), *heard),
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
    let from = RULES.partition_point(|(written, ..)| !written.starts_with(|first| first >= letter));
    let rest = RULES.get(from..).unwrap_or_default();
    let to = rest.partition_point(|(written, ..)| written.starts_with(letter));
    rest.get(..to).unwrap_or_default()
}

fn holds((written, next, _): &Rule, rest: &str) -> bool {
    let Some(after) = rest.strip_prefix(written) else { return false };
    let first = after.bytes().next();
    match next {
        Next::Any => true,
        Next::In(letters) => first.is_some_and(|first| letters.contains(&first)),
        Next::Not(letters) => first.is_none_or(|first| !letters.contains(&first)),
        Next::End => first.is_none(),
    }
}

/// A word without an ending that is not heard.
fn spoken(word: &str) -> &str {
    let heard = |stem: &&str| stem.len() >= 3 && (stem.bytes().any(|letter| VOWEL.contains(&letter)));
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
        assert!(RULES.is_sorted_by_key(|(written, ..)| written.chars().next()));
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
