//! What speaks against a text: words that exclude each other, and numbers that it lacks.

use super::super::{
    hint::Hint,
    lexicon::Lexeme,
    reading::{Field, Kind, Said, only, places},
    text::Text,
};
use super::{
    direction::turned_round,
    pairing::{Pair, Pairing},
    relation::{Proof, Relates, relation},
};

/// What speaks against a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::matching) struct Against {
    /// Words of hint and text exclude each other, or say the same the other way round.
    pub(in crate::matching) opposed: bool,
    /// The hint says a number that the text lacks.
    pub(in crate::matching) number: bool,
}

impl Against {
    pub(in crate::matching) fn of(hint: &Hint, text: &Text, pairing: &Pairing) -> Self {
        Self {
            opposed: contradiction(hint, text, pairing).is_some(),
            number: lacks_number(hint, text, pairing),
        }
    }
}

/// The words of hint and text that exclude each other, both without a partner, or that they have the other way round.
pub(in crate::matching) fn contradiction(
    hint: &Hint,
    text: &Text,
    pairing: &Pairing,
) -> Option<(usize, usize)> {
    let ours = (hint.roles.names | hint.roles.soft | hint.roles.fillers | hint.roles.small) & !pairing.ours;
    let theirs = text.reading.tokens.iter().enumerate().filter(|(place, token)| {
        only(*place) & pairing.theirs == 0 && token.field != Field::Namespace && token.kind == Kind::Word
    });
    let by_prefix = pairing.pairs(hint.roles.names).find(|(_, pair)| pair.relation.by == Relates::Prefix);
    if let Some((place, pair)) = by_prefix {
        return Some((place, pair.theirs.trailing_zeros() as usize));
    }
    let said_by_text = |side: &Lexeme| text.reading.tokens.iter().any(|token| token.lexeme.sides_with(side));
    let said_by_hint = |side: &Lexeme| hint.reading.tokens.iter().any(|token| token.lexeme.sides_with(side));
    let excluded = places(ours).find_map(|place| {
        let mine = hint.reading.tokens.get(place)?.lexeme;
        let mut against = theirs.clone().filter(|(_, other)| mine.excludes(other.lexeme));
        // "import et export" is not excluded by "export".
        let (other, _) = against.find(|(_, other)| !said_by_text(mine) && !said_by_hint(other.lexeme))?;
        Some((place, other))
    });
    excluded.or_else(|| turned_round(hint, text, pairing))
}

/// Whether the hint surely says a number that the text lacks.
fn lacks_number(hint: &Hint, text: &Text, pairing: &Pairing) -> bool {
    let proven = |place| pairing.of_token(place).is_some_and(|pair: &Pair| pair.relation.proof > Proof::None);
    let firm = hint.reading.tokens.iter().enumerate().filter(|(place, token)| {
        token.kind == Kind::Number && token.is(Said::Firm) && !token.is(Said::Denied) && !proven(*place)
    });
    firm.into_iter().any(|(_, number)| {
        !text.reading.tokens.iter().filter(|token| token.kind == Kind::Number).any(|other| {
            relation(&hint.reading, number, &text.reading, other)
                .is_some_and(|relation| relation.proof > Proof::None)
        })
    })
}
