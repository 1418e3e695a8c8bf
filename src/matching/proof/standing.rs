//! What a comparison proves: whether a text has a counterpart for all that the hint names.

use super::super::{
    compare::{
        pairing::{Pair, Pairing},
        relation::{Proof, relation},
    },
    hint::Hint,
    nearness::Weights,
    reading::{Said, Set, TextField, TokenKind, places},
    text::Text,
};

/// Whether the hint surely says a number that the text lacks.
pub(in crate::matching) fn lacks_number(hint: &Hint, text: &Text, pairing: &Pairing) -> bool {
    let proven = |place| pairing.of_token(place).is_some_and(|pair: &Pair| pair.relation.proof > Proof::None);
    let firm = hint.reading.tokens.iter().enumerate().filter(|(place, token)| {
        token.kind == TokenKind::Number && token.is(Said::Firm) && !token.is(Said::Denied) && !proven(*place)
    });
    firm.into_iter().any(|(_, number)| {
        !text.reading.tokens.iter().filter(|token| token.kind == TokenKind::Number).any(|other| {
            relation(&hint.reading, number, &text.reading, other)
                .is_some_and(|relation| relation.proof > Proof::None)
        })
    })
}

/// How much a comparison proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::matching) enum Standing {
    /// Words are missing.
    Partial,
    /// Each word has something much like it, but not all of it is proof.
    Almost,
    /// Each word that names has its counterpart.
    Full,
}

/// The share of the names that must be sure for the rest to be fairly so.
const SURE_SHARE: f32 = 0.25;
/// What is much like a word is at least this near.
const MUCH_LIKE: f32 = 0.55;

/// Judges one comparison.
pub(in crate::matching) fn standing(hint: &Hint, pairing: &Pairing, weights: &Weights) -> Standing {
    let names = hint.roles.names;
    let sure: f32 = pairing
        .pairs(names)
        .filter(|(_, pair)| pair.relation.proof == Proof::Firm)
        .map(|(place, _)| weights.of_token(place))
        .sum();
    let rest_fair = sure >= SURE_SHARE * weights.of_set(names);
    let proven = |place| match pairing.of_token(place).map(|pair| pair.relation.proof) {
        Some(Proof::Firm) => true,
        Some(Proof::Fair) => rest_fair,
        _ => false,
    };
    let own = pairing.pairs(names).any(|(_, pair)| pair.field != TextField::Namespace);
    if own && places(names).all(proven) {
        return Standing::Full;
    }
    let much_like =
        |place| pairing.of_token(place).is_some_and(|pair: &Pair| pair.relation.likeness >= MUCH_LIKE);
    if places(names).all(much_like) { Standing::Almost } else { Standing::Partial }
}

/// The words of the name that the hint leaves out; none where it says all of the path's last segment.
pub(super) fn left(text: &Text, pairing: &Pairing) -> Set {
    let said = !text.slug.is_empty() && text.slug.iter().all(|word| word & pairing.theirs != 0);
    if said { 0 } else { text.own_words & !pairing.theirs }
}
