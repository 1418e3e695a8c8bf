//! What speaks against a text: words that exclude each other, and numbers that it lacks.

use super::super::{
    hint::Hint,
    lexicon::Lexeme,
    reading::{Field, Kind, Said, only, places},
    text::Text,
};
use super::{
    pairing::Pairing,
    relation::{Proof, Relates, relation},
};

/// Whether what is left of the hint excludes what is left of the text: "ajouter" and "supprimer".
pub(in crate::matching) fn disagrees(hint: &Hint, text: &Text, pairing: &Pairing) -> bool {
    contradiction(hint, text, pairing).is_some()
}

/// The words of hint and text that exclude each other, both without a partner.
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
    places(ours).find_map(|place| {
        let mine = hint.reading.tokens.get(place)?.lexeme;
        let mut against = theirs.clone().filter(|(_, other)| mine.excludes(other.lexeme));
        // "import et export" is not excluded by "export".
        let (other, _) = against.find(|(_, other)| !said_by_text(mine) && !said_by_hint(other.lexeme))?;
        Some((place, other))
    })
}

/// Whether the hint surely says a number that the text lacks.
pub(in crate::matching) fn lacks_number(hint: &Hint, text: &Text) -> bool {
    let firm = hint
        .reading
        .tokens
        .iter()
        .filter(|token| token.kind == Kind::Number && token.is(Said::Firm) && !token.is(Said::Denied));
    firm.into_iter().any(|number| {
        !text.reading.tokens.iter().filter(|token| token.kind == Kind::Number).any(|other| {
            relation(&hint.reading, number, &text.reading, other)
                .is_some_and(|relation| relation.proof > Proof::None)
        })
    })
}
