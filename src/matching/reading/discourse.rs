//! Discourse markers and requests, which people say around what they mean: "tu peux m'ouvrir", "you know".

use std::{cmp::Reverse, sync::LazyLock};

use super::{Reading, Token, TokenKind, cut::cut};
use crate::matching::lexicon::{Class, table::lines};

/// The words and signs of each marker as they are read, the longest first.
static MARKERS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let words = |line| cut(line).into_iter().map(|piece| piece.text).collect();
    let mut markers: Vec<Vec<String>> = lines(include_str!("../lexicon/discourse.txt")).map(words).collect();
    markers.sort_by_key(|marker| Reverse(marker.len()));
    markers
});

/// Takes the markers out of a hint, unless it says nothing else.
pub(super) fn take_out(reading: &mut Reading) {
    let names = |token: &Token| token.is_naming() && token.lexeme.class != Class::Filler;
    while let Some((from, to)) = find(reading) {
        let (before, behind) = (reading.tokens.iter().take(from), reading.tokens.iter().skip(to));
        if !before.chain(behind).any(names) {
            return;
        }
        reading.tokens.drain(from..to);
        // A sign at the end parts nothing any more.
        reading.tokens.pop_if(|last| last.kind == TokenKind::Sign);
    }
}

/// The first marker that begins or ends the hint, or a part of it between signs.
fn find(reading: &Reading) -> Option<(usize, usize)> {
    let sign = |token: &Token| token.kind == TokenKind::Sign;
    let filler = |token: &Token| sign(token) || token.lexeme.class == Class::Filler;
    let stands = |from: usize, marker: &[String]| {
        let to = from + marker.len();
        let (before, behind) = (reading.tokens.get(..from)?, reading.tokens.get(to..)?);
        let begins = before.iter().all(filler) || before.last().is_some_and(sign);
        let ends = behind.iter().all(filler) || behind.first().is_some_and(sign);
        let said = (from..).zip(marker).all(|(place, word)| reading.raw_at(place) == word);
        (said && (begins || ends)).then_some((from, to))
    };
    MARKERS.iter().find_map(|marker| (0..reading.tokens.len()).find_map(|from| stands(from, marker)))
}
