//! What a title says of a part is said of the whole.

use super::{Aligned, AlignedPair, Difference, around::is_owed};
use crate::matching::{
    hint::{ARTICLES, is_articled},
    lexicon::Class,
    reading::{Link, Quantity, Reading, Said, TextField, Token, TokenKind, is_one_of, places},
    text::is_naming,
};

/// Articles of a thing that is known, as a sentence has them, not keywords.
const DEFINITE: &str = "le la l les the";

impl<'a> Aligned<'a> {
    /// "changer le four" for "changer la poignée du four", "le logiciel est en anglais" for "le menu du logiciel est en anglais".
    pub(super) fn widened(&self) -> Option<Difference> {
        let mut next = self.pairs.iter().zip(self.pairs.iter().skip(1));
        next.find_map(|(verb, object)| self.object_of(verb, object))
            .or_else(|| self.headed())
            .or_else(|| self.subject())
    }

    /// "repair the mast" for "repair the mast's ladder", "replace treadmills" for "replace treadmill belts".
    fn headed(&self) -> Option<Difference> {
        let (hint, text) = (&self.hint.reading, &self.text.reading);
        let (verb, object) = (self.pairs.first()?, self.pairs.last()?);
        // A hint of keywords says no article, and nothing of several.
        let many = |reading: &Reading, token| reading.raw(token) != reading.word(token);
        let is_word = object.mine.kind == TokenKind::Word;
        let several = is_word && many(hint, object.mine) && !many(text, object.other);
        let known = (verb.ours..object.ours).any(|place| hint.raw_at(place) == "the");
        let part = object.theirs + if text.raw_at(object.theirs + 1) == "s" { 2 } else { 1 };
        let linked = (verb.ours..object.ours).any(|place| hint.has(place, |token| token.link().is_some()));
        let does = !linked && verb.ours == 0 && verb.theirs == 0;
        (does && (several || known) && self.is_part(part)).then(|| self.told(object.ours, part))
    }

    /// What is done is done to something else.
    fn object_of(&self, verb: &AlignedPair<'a>, object: &AlignedPair<'a>) -> Option<Difference> {
        let text = &self.text.reading;
        let small = |place| self.mine(place).is_some_and(|token| token.is_small() && token.link().is_none());
        // A hint of keywords has no article where the text has one.
        let before = object.theirs.checked_sub(1)?;
        let articled = object.ours > verb.ours + 1 || is_one_of(text.raw_at(before), "de d of");
        let article = text.raw_at(verb.theirs + 1);
        let acts = is_one_of(article, ARTICLES) || matches!(article, "a" | "an" | "one");
        let mut parts = (verb.theirs + 1..object.theirs).filter(|place| text.has(*place, is_naming));
        let part = parts.next()?;
        let alone = |place| text.has(place, |token| token.qualifier.link.is_none());
        let bare = (verb.ours + 1..object.ours).all(small) && parts.all(alone);
        (articled && acts && bare && is_whole(object) && self.is_part(part))
            .then(|| self.told(object.ours, part))
    }

    /// What is so is so of something else.
    fn subject(&self) -> Option<Difference> {
        let [whole, others @ ..] = self.pairs.as_slice() else { return None };
        // "tranchoir à remplacer" for "couteau du tranchoir à remplacer"
        let is_job = |said: &&AlignedPair<'a>| is_owed(&self.hint.reading, said.ours) == Some(true);
        let job = others.iter().find(is_job).filter(|_| whole.ours == 0);
        let said = job.or(others.first())?;
        let stated = (job.is_some() || is_articled(&self.hint.reading, whole.ours, DEFINITE))
            && said.theirs > whole.theirs;
        let part = (0..whole.theirs).rev().find(|place| self.text.reading.has(*place, is_naming))?;
        (stated && is_whole(whole) && self.is_part(part)).then(|| self.told(whole.ours, part))
    }

    /// "le sous-groupe de X" for the group X.
    pub(super) fn below(&self) -> Option<Difference> {
        let hint = &self.hint.reading;
        let below = |place: &usize| {
            let glued = hint.has(*place, |token| token.is(Said::Glued));
            glued && place.checked_sub(1).is_some_and(|before| hint.raw_at(before) == "sous")
        };
        places(self.ours).find(below).map(|place| self.told(place, None))
    }

    /// Whether the hint leaves out a word here that names a thing of its own, not what kind it is.
    fn is_part(&self, place: usize) -> bool {
        let named = |token: &Token| {
            token.field == TextField::Name
                && (token.lexeme.class == Class::Name || token.qualifier.quantity == Some(Quantity::One))
        };
        self.is_left(place) && self.text.reading.has(place, named)
    }
}

/// Whether the text says that it has parts or owns something: "du logiciel".
fn is_whole(pair: &AlignedPair<'_>) -> bool {
    matches!(pair.other.qualifier.link, Some(Link::Of | Link::Owner | Link::On))
}
