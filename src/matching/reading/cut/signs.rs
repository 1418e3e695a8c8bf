//! Signs: which of them say something, and which only part words.

use super::{is_alphanumeric, is_digit};

/// Signs of several characters, and what they are.
pub(super) const OF_SEVERAL: &[(&str, char)] = &[
    ("../", '‥'),
    ("./", '․'),
    ("<->", '↔'),
    ("->", '→'),
    ("=>", '→'),
    ("<-", '←'),
    ("<=", '≤'),
    (">=", '≥'),
    ("!=", '≠'),
    ("<>", '≠'),
    ("==", '='),
];

/// The sign that begins here and says something, and how many more characters it has. A plus or a minus does before a number of its own: "-5", not "2-5".
pub(super) fn telling(character: char, rest: &str, inside: bool) -> Option<(char, usize)> {
    let several = OF_SEVERAL.iter().find(|(written, _)| {
        let mut letters = written.chars();
        letters.next() == Some(character) && rest.starts_with(letters.as_str())
    });
    if let Some((written, sign)) = several.filter(|(written, _)| !inside || !written.ends_with('/')) {
        return Some((*sign, written.len() - 1));
    }
    let before_number = !inside && rest.starts_with(is_digit);
    let sign = match character {
        // "D&I" is an acronym.
        '&' if inside && rest.starts_with(is_alphanumeric) => return None,
        '/' if !inside => return Some(('/', 0)),
        '+' if !inside && rest.trim_start_matches(' ').starts_with(is_digit) => return Some(('+', 0)),
        // It says nothing of what follows.
        '+' => return Some(('＋', 0)),
        // "(-)" is the sign itself.
        '-' | '−' | '–' if before_number || rest.starts_with(')') => return Some(('−', 0)),
        // "Zoom -"
        '-' if !inside && rest.trim().is_empty() => return Some(('−', 0)),
        '¬' => '≠',
        '⇒' | '⟶' | '➔' | '➜' | '➡' => '→',
        '⇐' | '⟵' | '⬅' => '←',
        other => other,
    };
    is_telling(sign).then_some((sign, 0))
}

/// Whether a sign says something by itself: comparison, money, mathematics, arrows, pictures.
fn is_telling(sign: char) -> bool {
    r"&|~^@#*\§<>=%$‰£¥×÷±−¬".contains(sign)
        || matches!(sign, '\u{20a0}'..='\u{20bf}' | '\u{2190}'..='\u{22ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

pub(super) fn is_sign(character: char) -> bool {
    character.is_whitespace()
        || is_telling(character)
        || matches!(character, '’' | '–' | '—' | '«' | '»' | '“' | '”' | '…' | '·' | '•')
}
