//! What a run of letters and digits is made of: words and numbers.

use crate::matching::{
    lexicon::{self, Mark, forms::in_singular},
    reading::TokenKind,
};

/// A run of letters and digits: "v1.2" and "USGDA018" apart, "20mo" apart, "2e" as a number, "k8s" whole.
pub(super) fn parts(run: &str) -> Vec<(String, TokenKind)> {
    let first_digit = run.bytes().position(|byte| byte.is_ascii_digit());
    let Some(digits_at) = first_digit.filter(|_| !lexicon::is_word(run)) else {
        return vec![(run.to_owned(), TokenKind::Word)];
    };
    let (letters, tail) = run.split_at(digits_at);
    let digits = tail.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, suffix) = tail.split_at(digits);
    let word = |text: &str| (text.to_owned(), TokenKind::Word);
    // "web01" is not "web1", but "v01" is "v1".
    let counts = letters.len() < 2 || lexicon::look_up(letters, &in_singular(letters)).is(Mark::Counts);
    let count =
        (if counts { number_of(number) } else { number.trim_matches('.').to_owned() }, TokenKind::Number);
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
    let bare = |part: &str| match part.trim_start_matches('0') {
        "" => "0".to_owned(),
        bare => bare.to_owned(),
    };
    let decimal = digits.matches('.').count() == 1
        && digits.find('.').is_some_and(|point| point < 4)
        && (!digits.starts_with('0') || digits.starts_with("0."));
    let part =
        |(number, part): (usize, &str)| if decimal && number > 0 { part.to_owned() } else { bare(part) };
    digits.split('.').filter(|part| !part.is_empty()).enumerate().map(part).collect::<Vec<_>>().join(".")
}
