//! How alike two numbers or versions are: digits agree or they do not.

use super::{
    lexicon::Mark,
    tokens::{Token, Tokens},
    words,
};

/// "2" for "2.0".
const SAME_VERSION: f32 = 0.96;
/// "2" for "2.1", "3.1" for "3.1.4".
const START_OF_VERSION: f32 = 0.85;
/// "30a" for "30".
const OTHER_LETTER: f32 = 0.5;
/// What is left of a number that counts something else: "lot 12" for "ligne 12".
const COUNTS_OTHER: f32 = 0.4;

/// How surely the hint's number stands for the text's: 0 to 1.
pub(super) fn similarity(hint: &Tokens, ours: usize, text: &Tokens, theirs: usize) -> f32 {
    let alike = agreement(hint.str_at(ours), text.str_at(theirs));
    if alike > 0.0 && counts_other(hint, ours, text, theirs) { alike * COUNTS_OTHER } else { alike }
}

/// How well two numbers agree, wherever they stand.
pub(super) fn agreement(hint: &str, text: &str) -> f32 {
    if hint == text {
        return 1.0;
    }
    if whole(hint) == whole(text) && hint.len() <= text.len() {
        return SAME_VERSION;
    }
    if text.strip_prefix(hint).is_some_and(|rest| rest.starts_with('.')) {
        return START_OF_VERSION;
    }
    if hint.strip_prefix(text).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_lowercase())) {
        return OTHER_LETTER;
    }
    0.0
}

/// A version without its last zeros: 2.0 is 2.
fn whole(number: &str) -> &str {
    number.trim_end_matches(".0")
}

fn counts_other(hint: &Tokens, ours: usize, text: &Tokens, theirs: usize) -> bool {
    match (counted(hint, ours), counted(text, theirs)) {
        (Some(ours), Some(theirs)) => words::similarity(hint.word(ours), text.word(theirs)) < SAME_THING,
        _ => false,
    }
}

/// Words less alike than this count different things.
const SAME_THING: f32 = 0.6;

/// The word before a number, if it is one that counts.
fn counted(tokens: &Tokens, place: usize) -> Option<&Token> {
    tokens.at(place.checked_sub(1)?).filter(|token| token.lexeme.is(Mark::Counts))
}
