//! What a comparison proves: whether a text has a counterpart for all that the hint names.

use super::super::{
    compare::{
        pairing::Pairing,
        relation::{Proof, relation},
    },
    hint::Hint,
    nearness::Weights,
    reading::{Said, Set, TextField, Token, TokenKind, places},
    text::Text,
};

/// Whether the hint surely says a number that the text lacks.
pub(in crate::matching) fn lacks_number(hint: &Hint, text: &Text) -> bool {
    let is_firm =
        |token: &&Token| token.kind == TokenKind::Number && token.is(Said::Firm) && !token.is(Said::Denied);
    hint.reading.tokens.iter().filter(is_firm).any(|number| {
        !text.reading.tokens.iter().filter(|token| token.kind == TokenKind::Number).any(|other| {
            relation(&hint.reading, number, &text.reading, other)
                .is_some_and(|relation| relation.proof > Proof::None)
        })
    })
}

/// The share of the names that must be sure for the rest to be fairly so.
const SURE_SHARE: f32 = 0.25;

/// Whether each word that names has its counterpart.
pub(in crate::matching) fn has_all(hint: &Hint, pairing: &Pairing, weights: &Weights) -> bool {
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
    own && places(names).all(proven)
}

/// The words of the name that the hint leaves out; none where it says all of the path's last segment.
pub(super) fn left(text: &Text, pairing: &Pairing) -> Set {
    let said = !text.slug.is_empty() && text.slug.iter().all(|word| word & pairing.theirs != 0);
    if said { 0 } else { text.own_words & !pairing.theirs }
}
