//! Which of two things is which: "from X to Y" is not "from Y to X".

use super::super::{
    hint::Hint,
    reading::{Field, Kind, Reading, Set, only, places, plays_part, turn},
    text::{Text, telling},
};
use super::{
    pairing::Pairing,
    relation::{Proof, Relates},
};

/// What hint and text say the other way round, or put in the same part.
pub(super) fn turned_round(hint: &Hint, text: &Text, pairing: &Pairing) -> Option<(usize, usize)> {
    if hint.directions == 0 || text.directions == 0 {
        return None;
    }
    places(hint.directions).find_map(|ours| {
        places(text.directions)
            .find_map(|theirs| swapped(hint, ours, text, theirs, pairing))
            .or_else(|| other_part(hint, ours, text, pairing))
    })
}

/// "X vers Y" for "Y vers X": what stands before the word in one stands behind it in the other, both ways.
fn swapped(
    hint: &Hint,
    ours: usize,
    text: &Text,
    theirs: usize,
    pairing: &Pairing,
) -> Option<(usize, usize)> {
    let mine = turn(hint.reading.raw_at(ours))?;
    if turn(text.reading.raw_at(theirs)) != Some(mine) {
        return None;
    }
    let (before, behind) = (clause_before(&text.reading, theirs), clause_behind(&text.reading, theirs));
    let found = |set: Set, side: Set| {
        pairing
            .pairs(set)
            .find(|(_, pair)| pair.relation.proof == Proof::Firm && pair.theirs & side == pair.theirs)
            .map(|(place, pair)| (place, pair.theirs.trailing_zeros() as usize))
    };
    found(clause_before(&hint.reading, ours), behind)?;
    found(clause_behind(&hint.reading, ours), before)
}

/// "au parrain" for "au filleul": the hint has in this part what the text has elsewhere, and only in another form.
fn other_part(hint: &Hint, ours: usize, text: &Text, pairing: &Pairing) -> Option<(usize, usize)> {
    let part = hint.reading.raw_at(ours);
    let played = next_telling(&hint.reading, ours)?;
    let pair = pairing.of_token(played).filter(|pair| pair.relation.by != Relates::Same)?;
    let parts = places(text.directions).filter(|theirs| text.reading.raw_at(*theirs) == part);
    let players: Vec<usize> = parts.filter_map(|theirs| next_telling(&text.reading, theirs)).collect();
    if !plays_part(part) || players.iter().any(|player| pair.theirs & only(*player) != 0) {
        return None;
    }
    players.into_iter().find(|player| pairing.theirs & only(*player) == 0).map(|player| (played, player))
}

fn next_telling(reading: &Reading, place: usize) -> Option<usize> {
    let behind = clause_behind(reading, place);
    places(behind).find(|place| reading.tokens.get(*place).is_some_and(telling))
}

/// The places of the same clause before a place.
fn clause_before(reading: &Reading, place: usize) -> Set {
    (0..place).rev().take_while(|before| in_clause(reading, *before)).fold(0, |set, place| set | only(place))
}

/// The places of the same clause behind a place.
fn clause_behind(reading: &Reading, place: usize) -> Set {
    (place + 1..reading.tokens.len())
        .take_while(|behind| in_clause(reading, *behind))
        .fold(0, |set, place| set | only(place))
}

fn in_clause(reading: &Reading, place: usize) -> bool {
    reading.tokens.get(place).is_some_and(|token| token.kind != Kind::Sign && token.field == Field::Name)
}
