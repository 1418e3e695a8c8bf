//! What a title says of a part is said of the whole.

use super::{Aligned, AlignedPair, Difference, told, word::Word};
use crate::matching::{
    hint::ARTICLES,
    lexicon::Class,
    reading::{Link, Quantity, Said, TextField, TokenKind, is_one_of},
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
            .or_else(|| self.below())
    }

    /// "repair the mast" for "repair the mast's ladder", "replace treadmills" for "replace treadmill belts".
    fn headed(&self) -> Option<Difference> {
        let (verb, object) = (self.pairs.first()?, self.pairs.last()?);
        // A hint of keywords says no article, and nothing of several.
        let is_word = object.ours.kind == TokenKind::Word;
        let several = is_word && object.ours.is_plural() && !object.theirs.is_plural();
        let mut between = verb.ours.up_to(object.ours);
        let known = between.clone().any(|word| word.raw() == "the");
        let linked = between.any(|word| word.link().is_some());
        let does = !linked && verb.ours.place == 0 && verb.theirs.place == 0;
        let part = object.theirs.behind().find(|word| word.raw() != "s")?;
        // "email Tom" for "Email Tom's manager"
        let owner = object.theirs.raw_behind() == "s" && object.ours.raw_behind() != "s";
        (does && (several || known || owner) && self.is_part(part)).then(|| told(object.ours, part))
    }

    /// What is done is done to something else.
    fn object_of(&self, verb: &AlignedPair<'a>, object: &AlignedPair<'a>) -> Option<Difference> {
        // A hint of keywords has no article where the text has one.
        let is_next = verb.ours.place + 1 >= object.ours.place;
        let articled = !is_next || is_one_of(object.theirs.raw_before(), "de d of");
        let article = verb.theirs.raw_behind();
        let acts = is_one_of(article, ARTICLES) || matches!(article, "a" | "an" | "one" | "des");
        // "order the van" for "Order spare keys for the van"
        let is_for = verb.literal
            && verb.ours.has_object()
            && verb.theirs.place == 0
            && matches!(object.theirs.qualifier.link, Some(Link::For | Link::To | Link::With | Link::From));
        let mut parts = verb.theirs.up_to(object.theirs).skip(1).filter(|word| word.is_naming());
        let part = parts.next()?;
        let small = |word: Word<'a>| word.is_small() && word.link().is_none();
        let bare = verb.ours.up_to(object.ours).skip(1).all(small)
            && parts.all(|word| word.qualifier.link.is_none());
        let is_whole = is_for || acts && is_whole(object);
        (articled && bare && is_whole && self.is_part(part)).then(|| told(object.ours, part))
    }

    /// What is so is so of something else.
    fn subject(&self) -> Option<Difference> {
        let [whole, others @ ..] = self.pairs.as_slice() else { return None };
        // "tranchoir à remplacer" for "couteau du tranchoir à remplacer"
        let is_job = |said: &&AlignedPair<'a>| said.ours.is_owed() == Some(true);
        let job = others.iter().find(is_job).filter(|_| whole.ours.place == 0);
        let said = job.or(others.first())?;
        let stated = (job.is_some() || is_one_of(whole.ours.raw_before(), DEFINITE))
            && said.theirs.place > whole.theirs.place;
        let part = whole.theirs.before().find(|word| word.is_naming())?;
        (stated && is_whole(whole) && self.is_part(part)).then(|| told(whole.ours, part))
    }

    /// "le sous-groupe de X" for the group X.
    fn below(&self) -> Option<Difference> {
        let below = |word: &Word<'a>| word.is(Said::Glued) && word.raw_before() == "sous";
        self.hint.open().find(below).map(|word| told(word, None))
    }

    /// Whether the hint leaves out a word that names a thing of its own, not what kind it is.
    fn is_part(&self, word: Word<'a>) -> bool {
        let is_own = word.lexeme.class == Class::Name || word.qualifier.quantity == Some(Quantity::One);
        self.is_left(word) && word.field == TextField::Name && is_own
    }
}

/// Whether the text says that it has parts or owns something: "du logiciel".
fn is_whole(pair: &AlignedPair<'_>) -> bool {
    matches!(pair.theirs.qualifier.link, Some(Link::Of | Link::Owner | Link::On))
}
