//! A text read: its tokens in one form, weighed, with what the scoring asks of it.

use super::{
    lexicon::{Class, Mark},
    rewrite::{Role, concerns, rewrite},
    tokens::{Cutter, Token, Tokens},
};

/// A text ready to be compared.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// The tokens, weighed.
    pub(super) tokens: Tokens,
    /// All letters and digits as they stand, without gaps.
    pub(super) glued: String,
    /// The initials of its words, for texts of three words and more.
    pub(super) initials: String,
    /// Whether it says no.
    pub(super) negates: bool,
    /// Whether it says anything that excludes something else.
    pub(super) excludes: bool,
    /// Where the name begins, behind a path's namespace.
    pub(super) name: usize,
}

/// Reads texts, keeping its buffers between them.
#[derive(Debug, Default)]
pub(super) struct Reader {
    cutter: Cutter,
    raw: Tokens,
}

/// Names of fewer words are not called by their initials.
const SHORTEST_INITIALS: usize = 3;

impl Reader {
    /// Reads a text into a reading, over what was there.
    pub(super) fn read(&mut self, text: &str, role: Role, reading: &mut Reading) {
        self.cutter.cut(text, &mut reading.tokens);
        reading.glued.clear();
        reading.glued.push_str(&reading.tokens.text);
        reading.take_initials();
        if concerns(&reading.tokens) {
            std::mem::swap(&mut self.raw, &mut reading.tokens);
            reading.tokens.clear();
            rewrite(&self.raw, role, &mut reading.tokens);
        }
        reading.tokens.weigh();
        reading.observe();
    }
}

impl Reading {
    /// The tokens of the name itself, behind a path's namespace.
    pub(super) fn name(&self) -> impl Iterator<Item = &Token> {
        self.tokens.items.iter().skip(self.name)
    }

    /// Whether no token names an object: small words and kinds of objects alone.
    pub(super) fn names_nothing(&self) -> bool {
        let small = |token: &Token| token.lexeme.class == Class::Stop || token.lexeme.is(Mark::Thing);
        self.tokens.items.iter().all(|token| !token.number && small(token))
    }

    /// The numbers, in their order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &str> {
        self.tokens.items.iter().filter(|token| token.number).map(|token| self.tokens.str(token))
    }

    fn observe(&mut self) {
        let items = &self.tokens.items;
        self.name = items.iter().rposition(|token| token.namespace).map_or(0, |last| last + 1);
        self.negates = items.iter().any(|token| token.lexeme.is(Mark::Negates));
        self.excludes = self.negates || items.iter().any(|token| !token.lexeme.sides.is_empty());
    }

    fn take_initials(&mut self) {
        let is_telling =
            |token: &&Token| !token.number && !token.namespace && token.lexeme.class != Class::Stop;
        let telling = || self.tokens.items.iter().filter(is_telling);
        self.initials.clear();
        if telling().count() >= SHORTEST_INITIALS {
            self.initials.extend(telling().filter_map(|token| self.tokens.str(token).chars().next()));
        }
    }
}
