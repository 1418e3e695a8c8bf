//! Whether a hint and a text exclude each other: "activer" and "désactiver", "front" and "back", "avec" and "sans".

use super::{
    alignment::Alignment,
    lexicon::{Mark, Side},
    reading::Reading,
    tokens::{Token, Tokens},
};

/// Whether the hint says one thing of a list and the text another instead, or the hint says no and the text does not.
///
/// What is matched excludes nothing, nor does a side that both say: "import et export" and "export".
pub(super) fn is_opposed(hint: &Reading, text: &Reading, alignment: &Alignment) -> bool {
    let mut ours = unmatched(&hint.tokens, &alignment.ours);
    ours.any(|token| {
        token.lexeme.is(Mark::Negates) && !text.negates
            || token.lexeme.sides.iter().any(|side| is_replaced(*side, hint, text, alignment))
    })
}

/// Whether the text says another side instead of the hint's.
fn is_replaced(side: Side, hint: &Reading, text: &Reading, alignment: &Alignment) -> bool {
    !says(&text.tokens, side)
        && unmatched(&text.tokens, &alignment.theirs).any(|token| {
            let is_other = |other: &Side| other.list == side.list && other.place != side.place;
            token.lexeme.sides.iter().any(|other| is_other(other) && !says(&hint.tokens, *other))
        })
}

fn says(tokens: &Tokens, side: Side) -> bool {
    tokens.items.iter().any(|token| token.lexeme.sides.contains(&side))
}

fn unmatched<'a>(tokens: &'a Tokens, likeness: &'a [f32]) -> impl Iterator<Item = &'a Token> {
    tokens.items.iter().zip(likeness).filter(|(_, likeness)| **likeness == 0.0).map(|(token, _)| token)
}
