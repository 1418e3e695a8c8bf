//! The form in which a hint stands within a text or does not.
//!
//! Stricter than plain folding: a hint begins where a word begins and a number is whole, so that "sprint 1" is not
//! within "Sprint 12" and "formation" not within "information"; and more forgiving: small words do not count.

use super::{
    lexicon::{Class, Mark},
    reading::Reading,
    tokens::{Token, Tokens},
};

/// The tokens of which the form is made: small words go, unless nothing else is there or they say no.
pub(super) fn essentials(tokens: &Tokens) -> impl Iterator<Item = &Token> + Clone {
    let is_essential = |token: &&Token| {
        let lexeme = token.lexeme;
        token.number || lexeme.class != Class::Stop || lexeme.is(Mark::Negates)
    };
    let any = tokens.items.iter().any(|token| is_essential(&token));
    tokens.items.iter().filter(move |token| !any || is_essential(token))
}

/// Whether the hint's form stands within the text's.
pub(super) fn is_within(hint: &Reading, text: &Reading) -> bool {
    let mut starts = essentials(&text.tokens);
    loop {
        if continues(hint, text, starts.clone()) {
            return true;
        }
        if starts.next().is_none() {
            return false;
        }
    }
}

/// Whether the hint's tokens stand one after the other from here on; the last word may be the start of one.
fn continues<'a>(hint: &Reading, text: &Reading, mut from: impl Iterator<Item = &'a Token>) -> bool {
    let mut ours = essentials(&hint.tokens).peekable();
    while let Some(token) = ours.next() {
        let Some(other) = from.next().filter(|other| other.number == token.number) else { return false };
        let (word, theirs) = (hint.tokens.str(token), text.tokens.str(other));
        let fits = word == theirs || ours.peek().is_none() && !token.number && theirs.starts_with(word);
        if !fits {
            return false;
        }
    }
    true
}

/// The form as a string of which the hint's is a substring exactly when it stands within the text.
pub(super) fn form(reading: &Reading) -> String {
    let mut form = String::new();
    for token in essentials(&reading.tokens) {
        form.push(' ');
        let text = reading.tokens.str(token);
        if token.number {
            form.extend(["#", text, "#"]);
        } else {
            form.push_str(text);
        }
    }
    form
}
