//! Which of two things is which: "from X to Y" is not "from Y to X".

use super::super::{
    hint::Hint,
    reading::{Field, Kind, Reading, Set, direction_of, only, places, plays_part},
    text::{Text, is_naming},
};
use super::{
    pairing::Pairing,
    relation::{Proof, Relates},
};

/// What hint and text say the other way round, or put in the same part.
pub(super) fn turned_round(hint: &Hint, text: &Text, pairing: &Pairing) -> Option<(usize, usize)> {
    let told = || {
        places(hint.directions).find_map(|ours| {
            places(text.directions)
                .find_map(|theirs| swapped(hint, ours, text, theirs, pairing))
                .or_else(|| other_part(hint, ours, text, pairing))
        })
    };
    told()
        .or_else(|| done_by_the_other(hint, text, pairing))
        .or_else(|| owned_by_the_other(hint, text, pairing))
        .or_else(|| beside_the_day(hint, text, pairing))
}

/// "les utilisateurs du groupe" for "les groupes de l'utilisateur", "de 30 à 10 s" for "de 10 à 30 s".
fn owned_by_the_other(hint: &Hint, text: &Text, pairing: &Pairing) -> Option<(usize, usize)> {
    let (owned, ranges) = (text.reading.owned(), text.reading.ranges());
    exchanged(hint.reading.owned(), &owned.collect::<Vec<_>>(), pairing)
        .or_else(|| exchanged(hint.reading.ranges(), &ranges.collect::<Vec<_>>(), pairing))
}

/// Two things of the hint that firmly stand for two of the text, the first for the second and the second for the first.
fn exchanged(
    mut ours: impl Iterator<Item = (usize, usize)>,
    theirs: &[(usize, usize)],
    pairing: &Pairing,
) -> Option<(usize, usize)> {
    let found = |place: usize| {
        pairing.of_token(place).filter(|pair| pair.relation.proof == Proof::Firm).map(|pair| pair.theirs)
    };
    ours.find_map(|(first, second)| {
        let (mine, other) = (found(first)?, found(second)?);
        let turned = |(one, next): &&(usize, usize)| mine == only(*next) && other == only(*one);
        theirs.iter().find(turned).map(|(_, next)| (first, *next))
    })
}

/// "avant le 3 mai" for "du 3 mai".
fn beside_the_day(hint: &Hint, text: &Text, pairing: &Pairing) -> Option<(usize, usize)> {
    places(hint.directions).find_map(|side| {
        let day = hint.reading.sided_day(side)?;
        let found = pairing.of_token(day)?.theirs.trailing_zeros() as usize;
        let said = places(text.directions).any(|theirs| {
            direction_of(text.reading.raw_at(theirs)) == direction_of(hint.reading.raw_at(side))
        });
        (!said).then_some((side, found))
    })
}

/// "le client rejette le jeton du serveur" for "le serveur rejette le jeton du client": around one word, two with articles changed places.
fn done_by_the_other(hint: &Hint, text: &Text, pairing: &Pairing) -> Option<(usize, usize)> {
    let articled = |reading: &Reading, set: Set| {
        places(set).filter(|place| reading.is_articled(*place)).fold(0, |set, place| set | only(place))
    };
    let (ours, theirs) = (articled(&hint.reading, pairing.ours), articled(&text.reading, pairing.theirs));
    if ours.count_ones() < 2 || theirs.count_ones() < 2 {
        return None;
    }
    let key = |reading: &Reading, place: usize| reading.tokens.get(place).map(|token| token.key);
    let same = |mine: usize, other: usize| {
        key(&hint.reading, mine) == key(&text.reading, other) && text.reading.may_act(other)
    };
    (0..hint.reading.tokens.len()).filter(|mine| hint.reading.may_act(*mine)).find_map(|mine| {
        (0..text.reading.tokens.len()).filter(|other| same(mine, *other)).find_map(|other| {
            let found = |set: Set, side: Set| place_found(pairing, set & ours, side & theirs);
            found(clause_before(&hint.reading, mine), clause_behind(&text.reading, other))?;
            found(clause_behind(&hint.reading, mine), clause_before(&text.reading, other))
        })
    })
}

/// The first of a set of the hint's tokens that firmly stands for one of a set of the text's.
fn place_found(pairing: &Pairing, set: Set, side: Set) -> Option<(usize, usize)> {
    pairing
        .pairs(set)
        .find(|(_, pair)| pair.relation.proof == Proof::Firm && pair.theirs & side == pair.theirs)
        .map(|(place, pair)| (place, pair.theirs.trailing_zeros() as usize))
}

/// "X vers Y" for "Y vers X": what stands before the word in one stands behind it in the other, both ways.
fn swapped(
    hint: &Hint,
    ours: usize,
    text: &Text,
    theirs: usize,
    pairing: &Pairing,
) -> Option<(usize, usize)> {
    let mine = direction_of(hint.reading.raw_at(ours))?;
    if direction_of(text.reading.raw_at(theirs)) != Some(mine) {
        return None;
    }
    let (before, behind) = (clause_before(&text.reading, theirs), clause_behind(&text.reading, theirs));
    place_found(pairing, clause_before(&hint.reading, ours), behind)?;
    place_found(pairing, clause_behind(&hint.reading, ours), before)
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
    places(behind).find(|place| reading.tokens.get(*place).is_some_and(is_naming))
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
