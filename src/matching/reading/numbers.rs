//! Makes numbers of the words that spell them: "quatre-vingt-dix", "deux point un", "le deuxième sprint".

use super::{Piece, Said, TokenKind, cut::cut, is_one_of};
use crate::matching::lexicon::{self, Class, Lexeme, Mark, Numeral, forms::in_singular};

/// Spelled numbers, ordinals before what is counted, "4 point 11"; a "minus" before a number, and the month of May.
pub(super) fn rewrite(pieces: &[Piece]) -> Vec<Piece> {
    let mut pieces = join_versions(write_digits(pieces));
    // "minus 18" is "-18", but "au moins 18" is not; "May 2024" is a month.
    for place in 1..pieces.len() {
        let bounds =
            place.checked_sub(2).and_then(|before| pieces.get(before)).is_some_and(|it| it.text == "au");
        match pieces.get_mut(place - 1..=place) {
            Some([said, number]) if said.text == "may" && is_date(number) => {
                "mai".clone_into(&mut said.text);
            }
            Some([said, Piece { kind: TokenKind::Number, .. }]) if !bounds => match said.text.as_str() {
                "minus" | "moins" => *said = Piece::new("−", TokenKind::Symbol),
                "plus" => *said = Piece::new("+", TokenKind::Symbol),
                _ => {}
            },
            _ => {}
        }
    }
    pieces
}

/// Writes the numbers that are spelled in digits.
fn write_digits(pieces: &[Piece]) -> Vec<Piece> {
    let words: Vec<Spoken> = pieces.iter().map(Spoken::of).collect();
    let (mut written, mut place) = (Vec::with_capacity(pieces.len()), 0);
    while let Some(piece) = pieces.get(place) {
        let before = place.checked_sub(1).and_then(|before| words.get(before));
        let roman = roman(piece, before).map(|value| (u32::from(value), 1));
        let Some((value, count)) = roman.or_else(|| number_at(&words, place)) else {
            written.push(piece.clone());
            place += 1;
            continue;
        };
        let spelling: Vec<&str> = words.iter().skip(place).take(count).map(|word| word.text).collect();
        let mut number = Piece::new(&value.to_string(), TokenKind::Number);
        number.spelled = Some(spelling.join(" "));
        written.push(number);
        place += count;
    }
    written
}

/// Whether a number is a day of a month or a year.
fn is_date(number: &Piece) -> bool {
    let is_day_or_year = |value| matches!(value, 1..=31 | 2000..=2099);
    number.kind == TokenKind::Number && number.text.parse::<u32>().is_ok_and(is_day_or_year)
}

/// The number that a text spells and nothing else: "quatre-vingt-dix". `None` for digits.
#[must_use]
pub fn spelled_number(text: &str) -> Option<i64> {
    // What it counts makes a number of what may be an article.
    let pieces = rewrite(&cut(&format!("numero {text}")).pieces);
    match pieces.as_slice() {
        [_, number] if number.spelled.is_some() => number.text.parse().ok(),
        _ => None,
    }
}

/// What stands before "one" where it is no number: "the new one".
const DETERMINERS: &str =
    "the this that these those a an my your his her its our their any some each every another which no";

/// Roman units; single letters are more often letters.
const ROMAN: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];

/// What a Roman numeral of several letters counts, below forty.
pub(in crate::matching) fn roman_value(word: &str) -> Option<u8> {
    let units = word.trim_start_matches('x');
    let (tens, value) = (word.len() - units.len(), ROMAN.iter().position(|numeral| *numeral == units)?);
    (word.len() > 1 && tens < 4).then(|| u8::try_from(10 * tens + value).ok()).flatten()
}

/// "Phase II", "Type V".
fn roman(piece: &Piece, before: Option<&Spoken<'_>>) -> Option<u8> {
    let counted = before.is_some_and(|before| before.lexeme.is(Mark::Counts));
    let single = match piece.text.as_str() {
        "i" => Some(1),
        "v" => Some(5),
        "x" => Some(10),
        _ => None,
    };
    single
        .filter(|_| piece.is(Said::Capital))
        .or_else(|| roman_value(&piece.text))
        .filter(|_| counted && piece.kind == TokenKind::Word)
}

/// "2 point 1" is one version.
fn join_versions(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if let [.., number, point] = joined.as_mut_slice()
            && piece.kind == TokenKind::Number
            && number.kind == TokenKind::Number
            && matches!(point.text.as_str(), "point" | "virgule" | "dot")
        {
            number.text.push('.');
            number.text.push_str(&piece.text);
            number.mark(Said::Firm);
            joined.pop();
        } else {
            joined.push(piece);
        }
    }
    joined
}

/// What a piece may say of numbers.
struct Spoken<'a> {
    text: &'a str,
    lexeme: &'static Lexeme,
}

impl<'a> Spoken<'a> {
    fn of(piece: &'a Piece) -> Self {
        let lexeme = match piece.kind {
            TokenKind::Word => lexicon::look_up(&piece.text, &in_singular(&piece.text)),
            _ => &lexicon::PLAIN,
        };
        Self { text: &piece.text, lexeme }
    }

    fn cardinal(&self) -> Option<u32> {
        match self.lexeme.numeral {
            Some(Numeral::Cardinal(value)) => Some(value),
            _ => None,
        }
    }
}

/// The value that is spelled at a place, and how many words spell it.
fn number_at(words: &[Spoken<'_>], place: usize) -> Option<(u32, usize)> {
    let word = words.get(place)?;
    let before = place.checked_sub(1).and_then(|before| words.get(before));
    let after = words.get(place + 1);
    if let Some(Numeral::Ordinal(value)) = word.lexeme.numeral {
        let counted = after.is_some_and(|after| after.lexeme.is(Mark::Counts));
        return counted.then_some((value, 1));
    }
    word.cardinal()?;
    // "8 sept" is a day.
    if word.text == "sept"
        && before.is_some_and(|before| before.text.bytes().all(|byte| byte.is_ascii_digit()))
    {
        return None;
    }
    let counted = before.is_some_and(|before| before.lexeme.is(Mark::Counts));
    let beside_point =
        [before, after].into_iter().flatten().any(|beside| is_one_of(beside.text, "point dot virgule"));
    let may_be_word = matches!(word.text, "un" | "une" | "one" | "neuf" | "cent" | "second" | "seconde");
    // "one hundred"
    let multiplied = after.and_then(Spoken::cardinal).is_some_and(|after| after >= 100);
    let is_last = matches!(word.text, "un" | "une" | "one") && ends_a_name(words, place);
    let is_number = !may_be_word || counted || beside_point || multiplied || is_last;
    is_number.then(|| sum(words, place))
}

/// Whether the word at a place stands behind a name, and nothing that it could be an article of behind it: "Gymnase un", "Gymnase un en panne", but not
/// "the new one".
fn ends_a_name(words: &[Spoken<'_>], place: usize) -> bool {
    let behind = |back| place.checked_sub(back).and_then(|place| words.get(place));
    let names = |word: &Spoken| !matches!(word.lexeme.class, Class::Stop | Class::Filler | Class::Request);
    let ends =
        |word: &Spoken| !word.text.starts_with(char::is_alphanumeric) || word.lexeme.class == Class::Stop;
    let determines = |word: &Spoken| is_one_of(word.text, DETERMINERS);
    let is_pronoun = [2, 3].into_iter().filter_map(behind).any(determines);
    behind(1).is_some_and(names) && words.get(place + 1).is_none_or(ends) && !is_pronoun
}

/// Adds numerals up as long as they go on: "deux mille vingt-quatre", "twenty twenty-five".
fn sum(words: &[Spoken<'_>], place: usize) -> (u32, usize) {
    let (mut total, mut current, mut last) = (0, None, None);
    let (mut used, mut pending) = (0, 0);
    while let Some(word) = words.get(place + used + pending) {
        if matches!(word.text, "et" | "and")
            && last.is_some_and(|last: u32| last.is_multiple_of(10))
            && pending == 0
        {
            pending = 1;
            continue;
        }
        let next =
            word.cardinal().and_then(|value| step(total, current, last, value).map(|sum| (value, sum)));
        let Some((value, sum)) = next else { break };
        (total, current) = (sum.0, Some(sum.1));
        last = Some(value);
        used += 1 + pending;
        pending = 0;
    }
    (total + current.unwrap_or_default(), used.max(1))
}

/// Thousands and the rest after one more numeral; `None` where another number begins with it.
fn step(total: u32, current: Option<u32>, last: Option<u32>, value: u32) -> Option<(u32, u32)> {
    let (Some(current), Some(last)) = (current, last) else { return Some((total, value)) };
    let in_tens = |last: u32| (20..100).contains(&last) && last.is_multiple_of(10);
    match value {
        1_000 if total == 0 => Some((current.max(1) * 1_000, 0)),
        100 if current < 100 => Some((total, current.max(1) * 100)),
        20 if last == 4 => Some((total, current + 76)),
        // "soixante-dix", "quatre-vingt-douze"; after other tens a unit alone goes on.
        1..10 if in_tens(last) => Some((total, current + value)),
        10..20 if matches!(last, 60 | 20 | 80) && current >= 60 => Some((total, current + value)),
        7..10 if last == 10 => Some((total, current + value)),
        0..100 if last >= 100 => Some((total, current + value)),
        // "twenty twenty-five"
        10..100 if current < 100 && total == 0 => Some((total, current * 100 + value)),
        _ => None,
    }
}
