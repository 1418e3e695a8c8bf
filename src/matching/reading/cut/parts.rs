//! What a run of letters and digits is made of: words and numbers.

use crate::matching::{
    lexicon::{self, Mark},
    reading::{Piece, TokenKind},
};

/// A run of letters and digits: "v1.2" and "USGDA018" apart, "20mo" apart, "2e" as a number, "k8s" whole.
pub(super) fn parts(run: &str) -> Vec<Piece> {
    let word = |text: &str| Piece::new(text, TokenKind::Word);
    let first_digit = run.bytes().position(|byte| byte.is_ascii_digit());
    let Some(digits_at) = first_digit.filter(|_| !lexicon::is_word(run)) else {
        return vec![word(run)];
    };
    let (letters, tail) = run.split_at(digits_at);
    let digits = tail.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, suffix) = tail.split_at(digits);
    // "web01" is not "web1", but "v01" is "v1".
    let counts = letters.len() < 2 || word(letters).lexeme.is(Mark::Counts);
    let value = if counts { number_of(number) } else { number.trim_matches('.').to_owned() };
    let count = Piece::new(&value, TokenKind::Number);
    match (letters, suffix) {
        ("", "" | "er" | "ere" | "re" | "e" | "eme" | "ieme" | "nd" | "nde" | "rd" | "th" | "st" | "o") => {
            vec![count]
        }
        ("", suffix) if suffix.len() > 1 && suffix.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
            vec![count, word(suffix)]
        }
        ("", "h" | "j" | "k" | "l" | "m" | "s" | "t" | "v" | "w") => vec![count, word(suffix)],
        ("", "h00") => vec![count, word("h")],
        ("t" | "q", "") if matches!(number, "1" | "2" | "3" | "4") => vec![word("trimestre"), count],
        // "S42": a week, a half-year; "S1.2" is neither.
        ("s", "") if !number.contains('.') => vec![word("sem"), count],
        (letters, "") if letters.chars().count() > 1 || letters == "v" => vec![word(letters), count],
        _ => vec![word(run)],
    }
}

/// A number or version without leading zeros: "07" is 7, "2026.07" is 2026.7; but "1.05" is not 1.5.
pub(in crate::matching::reading) fn number_of(digits: &str) -> String {
    let decimal = digits.matches('.').count() == 1
        && digits.find('.').is_some_and(|point| point < 4)
        && (!digits.starts_with('0') || digits.starts_with("0."));
    let parts = digits.split('.').filter(|part| !part.is_empty()).enumerate();
    let parts = parts.map(|(number, part)| match part.trim_start_matches('0') {
        _ if decimal && number > 0 => part,
        "" => "0",
        bare => bare,
    });
    parts.collect::<Vec<_>>().join(".")
}
