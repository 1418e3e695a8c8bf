//! Makes numbers of the words that spell them: "quatre-vingt-dix", "deux point un", "le deuxième sprint".

use super::{Piece, Said, TokenKind, cut::cut, is_one_of};
use crate::matching::lexicon::{Class, Mark, Numeral};

/// Writes spelled numbers, and ordinals before what is counted, in digits; "4 point 11" is one version, "minus 18" a sign and a number.
pub(super) fn rewrite(pieces: &[Piece]) -> Vec<Piece> {
    let (mut written, mut place) = (Vec::with_capacity(pieces.len()), 0);
    while let Some(piece) = pieces.get(place) {
        let (next, count) = match number_at(pieces, place) {
            None => (piece.clone(), 1),
            Some((value, count)) => {
                let words: Vec<_> = pieces.iter().skip(place).take(count).map(|word| &*word.text).collect();
                let digits = Piece::new(&value.to_string(), TokenKind::Number);
                (Piece { spelled: Some(words.join(" ")), ..digits }, count)
            }
        };
        place += count;
        if next.kind == TokenKind::Number {
            push_number(&mut written, next);
        } else {
            written.push(next);
        }
    }
    written
}

/// Writes a number, with what the words before it make of it.
fn push_number(written: &mut Vec<Piece>, mut number: Piece) {
    let is_day_or_year = |value: u32| matches!(value, 1..=31 | 2000..=2099);
    match written.as_mut_slice() {
        [.., major, point] if major.kind == TokenKind::Number && is_one_of(&point.text, POINTS) => {
            number = Piece { text: format!("{}.{}", major.text, number.text), ..major.clone() };
            number.mark(Said::Firm);
            written.truncate(written.len() - 2);
        }
        // "May 2024" is a month.
        [.., said] if said.text == "may" && number.text.parse().is_ok_and(is_day_or_year) => {
            *said = Piece { marks: said.marks, ..Piece::new("mai", TokenKind::Word) };
        }
        // "au moins 18" is not "-18".
        [.., au, _] if au.text == "au" => {}
        [.., said] if is_one_of(&said.text, "minus moins") => *said = Piece::new("−", TokenKind::Symbol),
        [.., said] if said.text == "plus" => *said = Piece::new("+", TokenKind::Symbol),
        _ => {}
    }
    written.push(number);
}

/// What parts the numbers of a version as it is said.
const POINTS: &str = "point dot virgule";

/// The number that a text spells and nothing else: "quatre-vingt-dix". `None` for digits.
#[must_use]
pub fn spelled_number(text: &str) -> Option<i64> {
    // What it counts makes a number of what may be an article.
    let pieces = rewrite(&cut(&format!("numero {text}")));
    match pieces.as_slice() {
        [_, number] if number.spelled.is_some() => number.text.parse().ok(),
        _ => None,
    }
}

/// The words and numbers of a text, folded, with a space between them: numbers in digits, however they are written ("lot II", "version deux", "3.0").
#[must_use]
pub fn in_figures(text: &str) -> String {
    let pieces = rewrite(&cut(text)).into_iter().filter(|piece| piece.kind != TokenKind::Sign);
    let figures = |piece: Piece| {
        let roman = roman_value(&piece.text).map(|value| value.to_string());
        roman.unwrap_or_else(|| piece.text.trim_end_matches(".0").to_owned())
    };
    pieces.map(figures).collect::<Vec<_>>().join(" ")
}

/// What stands before "one" where it is no number: "the new one".
const DETERMINERS: &str =
    "the this that these those a an my your his her its our their any some each every another which no";

/// Roman units.
const ROMAN: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];

/// What a Roman numeral counts, below forty; single letters are more often letters.
pub(in crate::matching) fn roman_value(word: &str) -> Option<u32> {
    let units = word.trim_start_matches('x');
    let (tens, value) = (word.len() - units.len(), ROMAN.iter().position(|numeral| *numeral == units)?);
    u32::try_from(10 * tens + value).ok().filter(|value| (1..40).contains(value))
}

/// The value that is spelled at a place, and how many words spell it.
fn number_at(pieces: &[Piece], place: usize) -> Option<(u32, usize)> {
    let word = pieces.get(place)?;
    let before = place.checked_sub(1).and_then(|before| pieces.get(before));
    let after = pieces.get(place + 1);
    let counts = |beside: Option<&Piece>| beside.is_some_and(|beside| beside.lexeme.is(Mark::Counts));
    // "Phase II", "Type V"
    let may_be_roman = word.kind == TokenKind::Word && (word.text.len() > 1 || word.is(Said::Capital));
    if let Some(value) = roman_value(&word.text).filter(|_| may_be_roman && counts(before)) {
        return Some((value, 1));
    }
    if let Some(Numeral::Ordinal(value)) = word.lexeme.numeral {
        return counts(after).then_some((value, 1));
    }
    word.cardinal()?;
    // "8 sept" is a day.
    let is_digits = |before: &Piece| before.text.bytes().all(|byte| byte.is_ascii_digit());
    let is_month = word.text == "sept" && before.is_some_and(is_digits);
    let beside_point = [before, after].into_iter().flatten().any(|beside| is_one_of(&beside.text, POINTS));
    let is_one = is_one_of(&word.text, "un une one");
    let may_be_word = is_one || is_one_of(&word.text, "neuf cent second seconde");
    // "one hundred", "cent quatorze"
    let goes_on = |after: u32| after >= 100 || word.text == "cent";
    let multiplied = after.and_then(Piece::cardinal).is_some_and(goes_on);
    let is_last = is_one && ends_a_name(pieces, place);
    let is_number = !may_be_word || counts(before) || beside_point || multiplied || is_last;
    (is_number && !is_month).then(|| sum(pieces, place))
}

/// Whether the word at a place stands behind a name, and nothing that it could be an article of behind it: "Gymnase un", "Gymnase un en panne", but not
/// "the new one".
fn ends_a_name(pieces: &[Piece], place: usize) -> bool {
    let behind = |back| place.checked_sub(back).and_then(|place| pieces.get(place));
    let names = |word: &Piece| !matches!(word.lexeme.class, Class::Stop | Class::Filler | Class::Request);
    let ends =
        |word: &Piece| !word.text.starts_with(char::is_alphanumeric) || word.lexeme.class == Class::Stop;
    let is_pronoun = [2, 3].into_iter().filter_map(behind).any(|word| is_one_of(&word.text, DETERMINERS));
    behind(1).is_some_and(names) && pieces.get(place + 1).is_none_or(ends) && !is_pronoun
}

/// Adds numerals up as long as they go on: "deux mille vingt-quatre", "twenty twenty-five".
fn sum(pieces: &[Piece], place: usize) -> (u32, usize) {
    let (mut total, mut current, mut last, mut used) = (0, None, None, 0);
    loop {
        // "vingt et un"
        let joins = pieces.get(place + used).is_some_and(|word| is_one_of(&word.text, "et and"))
            && last.is_some_and(|last: u32| last.is_multiple_of(10));
        let skipped = usize::from(joins);
        let value = pieces.get(place + used + skipped).and_then(Piece::cardinal);
        let Some((thousands, rest)) = value.and_then(|value| step(total, current, last, value)) else {
            return (total + current.unwrap_or_default(), used);
        };
        (total, current, last) = (thousands, Some(rest), value);
        used += 1 + skipped;
    }
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
