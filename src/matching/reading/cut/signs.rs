//! Signs: which of them say something, and which only part words.

use super::{is_alphanumeric, is_digit};

/// Signs of several characters, and what they are.
const OF_SEVERAL: &str = "../ ../|./ ./|<-> ↔|-> →|=> →|<- ←|<= ≤|>= ≥|!= ≠|<> ≠|== =";

/// What a sign that stands for a word is called.
const CALLED: &str = "% pourcent|‰ pourmille|€ euro|$ dollar|£ sterling|¥ yen";

/// The lines of such a list: what is written, what it is.
fn rows(list: &str) -> impl Iterator<Item = (&str, &str)> {
    list.split('|').filter_map(|row| row.split_once(' '))
}

/// The word that a sign stands for.
pub(super) fn word_of(sign: &str) -> Option<&'static str> {
    rows(CALLED).find_map(|(written, word)| (written == sign).then_some(word))
}

/// The sign that begins here and says something, and how many more characters it has. A plus or a minus does before a number of its own: "-5", not "2-5".
pub(super) fn telling(character: char, rest: &str, inside: bool) -> Option<(String, usize)> {
    let begins = |written: &str| written.strip_prefix(character).is_some_and(|more| rest.starts_with(more));
    let mut several = rows(OF_SEVERAL).filter(|(written, _)| !inside || !written.ends_with('/'));
    if let Some((written, sign)) = several.find(|(written, _)| begins(written)) {
        return Some((sign.to_owned(), written.len() - 1));
    }
    let before_number = !inside && rest.starts_with(is_digit);
    let sign = match character {
        // "D&I" is an acronym.
        '&' if inside && rest.starts_with(is_alphanumeric) => None,
        '/' if !inside => Some('/'),
        '+' if !inside && rest.trim_start_matches(' ').starts_with(is_digit) => Some('+'),
        // It says nothing of what follows.
        '+' => Some('＋'),
        // "(-)" is the sign itself.
        '-' | '−' | '–' if before_number || rest.starts_with(')') => Some('−'),
        // "Zoom -"
        '-' if !inside && rest.trim().is_empty() => Some('−'),
        // "!important" too says no to who reads code.
        '!' if !inside && rest.starts_with(is_alphanumeric) => Some('≠'),
        '¬' => Some('≠'),
        '⇒' | '⟶' | '➔' | '➜' | '➡' => Some('→'),
        '⇐' | '⟵' | '⬅' => Some('←'),
        other => Some(other).filter(|sign| is_telling(*sign)),
    };
    Some((sign?.to_string(), 0))
}

/// Whether a sign says something by itself: comparison, money, mathematics, arrows, pictures.
fn is_telling(sign: char) -> bool {
    r"&|~^@#*\§<>=%$‰£¥×÷±−¬".contains(sign)
        || matches!(sign, '\u{20a0}'..='\u{20bf}' | '\u{2190}'..='\u{23ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

pub(super) fn is_sign(character: char) -> bool {
    character.is_whitespace()
        || is_telling(character)
        || matches!(character, '’' | '–' | '—' | '«' | '»' | '“' | '”' | '…' | '·' | '•')
}
