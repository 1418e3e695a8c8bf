//! Brings what is spoken and what is written to one form, and drops from a hint what does not name anything.

use super::{
    lexicon::{Mark, Numeral, PLAIN},
    tables,
    tokens::{Token, Tokens},
};

/// Whether a text asks for an object or names one: only what is asked loses its courtesies and lead-ins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// What a person said.
    Hint,
    /// A name, a path or a title of the host.
    Text,
}

/// Whether a cut text may have anything to rewrite.
pub(super) fn concerns(raw: &Tokens) -> bool {
    let beside_number = |token: &Token| {
        !token.number && (raw.full(token).len() == 1 || tables::BESIDE_NUMBERS.contains(&raw.str(token)))
    };
    raw.items.iter().any(|token| token.lexeme.is(Mark::Rewritten))
        || raw.items.iter().any(|token| token.number) && raw.items.iter().any(beside_number)
}

/// Rewrites cut tokens: spelled numbers, versions, abbreviations; for hints also fillers.
pub(super) fn rewrite(raw: &Tokens, role: Role, out: &mut Tokens) {
    let all = 0..raw.items.len();
    let named = if role == Role::Hint { without_fillers(raw) } else { all.clone() };
    Rewriter { raw, out, courtesies: role == Role::Hint }.run(named);
    if out.items.is_empty() {
        // Nothing but fillers: then they are the name.
        Rewriter { raw, out, courtesies: false }.run(all);
    }
}

/// How many tokens the words of a phrase take up from a place on; zero if they do not stand there.
fn phrase_at(raw: &Tokens, place: usize, phrase: &str) -> usize {
    let mut length = 0;
    for word in phrase.split(' ') {
        let stands = raw.at(place + length).is_some_and(|token| raw.full(token) == word);
        if !stands {
            return 0;
        }
        length += 1;
    }
    length
}

/// The longest of several phrases at a place.
fn any_at(raw: &Tokens, place: usize, phrases: &[&str]) -> usize {
    phrases.iter().map(|phrase| phrase_at(raw, place, phrase)).max().unwrap_or_default()
}

fn courtesy_at(raw: &Tokens, place: usize) -> usize {
    if raw.at(place).is_some_and(|token| token.lexeme.is(Mark::Opens)) {
        any_at(raw, place, tables::COURTESIES)
    } else {
        0
    }
}

/// The part of a hint that names something: after the lead-ins, before an English "… project".
fn without_fillers(raw: &Tokens) -> std::ops::Range<usize> {
    let mut start = 0;
    while let Some(after) = lead_in(raw, start) {
        start = after;
    }
    let mut end = raw.items.len();
    let is_thing = |token: &Token| token.lexeme.is(Mark::Thing);
    if start == 0 && end > 2 && raw.str_at(0) == "the" && raw.at(end - 1).is_some_and(is_thing) {
        end -= 1;
    }
    start..end
}

/// Where the text goes on after one lead-in, if one stands at the place and a name follows it.
fn lead_in(raw: &Tokens, place: usize) -> Option<usize> {
    let mut after = place + courtesy_at(raw, place);
    if raw.at(after).is_some_and(|token| token.lexeme.is(Mark::Opens)) {
        let verb = any_at(raw, after, tables::LEAD_VERBS);
        let phrase = any_at(raw, after, tables::LEAD_INS);
        if verb == 0 || thing_at(raw, after + verb).is_some() {
            after += phrase;
        }
    }
    if let Some(name) = thing_at(raw, after) {
        after = name;
    }
    (after > place && names_something(raw, after)).then_some(after)
}

/// Where the name begins after "notre projet qui s'appelle".
fn thing_at(raw: &Tokens, place: usize) -> Option<usize> {
    let is_determiner = |token: &&Token| tables::DETERMINERS.split(' ').any(|word| word == raw.full(token));
    let determiners = raw.items.iter().skip(place).take_while(is_determiner).count();
    let thing = place + determiners;
    if !raw.at(thing)?.lexeme.is(Mark::Thing) {
        return None;
    }
    let mut name = thing + 1;
    loop {
        match any_at(raw, name, tables::CONNECTORS) {
            0 => break,
            length => name += length,
        }
    }
    names_something(raw, name).then_some(name)
}

/// "milestone 1" keeps its "milestone": a bare number or letter names nothing.
fn names_something(raw: &Tokens, place: usize) -> bool {
    raw.items.iter().skip(place).any(|token| !token.number && raw.full(token).len() > 1)
}

/// Letters that may belong to a number before them; "à" and "y" are words of their own.
const SUFFIXES: &str = "bcdefghijklmnopqrstuvwxz";

struct Rewriter<'a> {
    raw: &'a Tokens,
    out: &'a mut Tokens,
    courtesies: bool,
}

impl Rewriter<'_> {
    fn run(&mut self, named: std::ops::Range<usize>) {
        let mut place = named.start;
        while place < named.end {
            let taken = if self.courtesies { courtesy_at(self.raw, place) } else { 0 };
            place += if taken > 0 { taken } else { self.take(place) };
        }
    }

    /// Rewrites what stands at a place; returns how many tokens that used up.
    fn take(&mut self, place: usize) -> usize {
        let raw = self.raw;
        let Some(token) = raw.at(place) else { return 1 };
        if token.number {
            return 1 + self.push_number(raw.str(token), token.namespace, place + 1);
        }
        if let Some((value, used)) = self.spelled(place) {
            return used + self.push_number(&value.to_string(), token.namespace, place + used);
        }
        if token.lexeme.phrase.is_empty() {
            self.out.push_word(raw.full(token), token.namespace, token.elided);
        } else {
            for word in token.lexeme.phrase.split(' ') {
                self.out.push_word(word, token.namespace, false);
            }
        }
        1
    }

    /// Pushes a number with what belongs to it; returns how many of the following tokens that used up.
    fn push_number(&mut self, digits: &str, namespace: bool, next: usize) -> usize {
        if let Some(version) = self.continued_version(digits) {
            self.out.push_number(&version, namespace);
            return 0;
        }
        let Some(letter) = self.suffix(next) else {
            self.drop_number_sign();
            self.out.push_number(digits, namespace);
            return 0;
        };
        match self.out.items.last().copied().filter(|last| self.is_part_of_name(last)) {
            // "n 8 n" is n8n, "gf 2 x" is gf2x.
            Some(last) => {
                let name = format!("{}{digits}{letter}", self.out.full(&last));
                self.out.pop();
                self.out.push_word(&name, namespace, false);
            }
            None => self.out.push_number(&format!("{digits}{letter}"), namespace),
        }
        1
    }

    /// "2 point 1" and "4.0.0 rc 1": the number goes on the one before.
    fn continued_version(&mut self, digits: &str) -> Option<String> {
        let link = self.out.items.last().copied()?;
        let before =
            self.out.at(self.out.items.len().checked_sub(2)?).copied().filter(|token| token.number)?;
        let number = self.out.str(&before);
        let joined = match self.out.str(&link) {
            "point" | "virgule" | "dot" => format!("{number}.{digits}"),
            stage @ ("rc" | "alpha" | "beta") if number.contains('.') => format!("{number}{stage}{digits}"),
            _ => return None,
        };
        self.out.pop();
        self.out.pop();
        Some(joined)
    }

    /// "numéro 3", "n° 3" are 3; "v 3" and "release 3" are version 3.
    fn drop_number_sign(&mut self) {
        if let Some(last) = self.out.items.last().copied().filter(|last| !last.number && !last.elided)
            && matches!(self.out.str(&last), "numero" | "num" | "no" | "n")
        {
            self.out.pop();
        }
        if let Some(last) = self.out.items.last().copied()
            && matches!(self.out.str(&last), "v" | "release")
        {
            self.out.pop();
            self.out.push_word("version", last.namespace, false);
        }
    }

    /// A lone letter behind a number belongs to it ("300 k"), unless a further number follows ("2025 Q 3").
    fn suffix(&self, next: usize) -> Option<&'static str> {
        let raw = self.raw;
        let token = raw.at(next).filter(|token| !token.number && !token.elided)?;
        if raw.at(next + 1).is_some_and(|after| after.number || after.lexeme.numeral.is_some()) {
            return None;
        }
        let letter = raw.full(token);
        (letter.len() == 1).then(|| SUFFIXES.find(letter)).flatten().and_then(|at| SUFFIXES.get(at..=at))
    }

    fn is_part_of_name(&self, token: &Token) -> bool {
        let word = self.out.full(token);
        let known = !std::ptr::eq(token.lexeme, &raw const PLAIN);
        !token.number && !token.elided && (word.len() == 1 || word.len() <= 3 && !known)
    }

    /// The value of a spelled number and how many tokens it takes.
    fn spelled(&self, place: usize) -> Option<(u32, usize)> {
        if let Some(Numeral::Ordinal(value)) = self.raw.at(place)?.lexeme.numeral {
            let counted = self.raw.at(place + 1).is_some_and(|next| next.lexeme.is(Mark::Counts));
            return counted.then_some((value, 1));
        }
        let numbered = self.is_numbered(place);
        let mut sum = Sum::default();
        let mut used = 0;
        while let Some(token) = self.raw.at(place + used).filter(|token| !token.number) {
            let word = self.raw.full(token);
            let Some(numeral) = token.lexeme.numeral else {
                if sum.takes_and() && word == "et" && self.is_one(place + used + 1) {
                    used += 1;
                    continue;
                }
                break;
            };
            // "un", "une" are articles and "neuf" is new, unless something is being numbered.
            if used == 0 && !numbered && matches!(word, "un" | "une" | "one" | "neuf") {
                return None;
            }
            let score = numeral == Numeral::Unit(4) && self.is_twenty(place + used + 1);
            let step = if score { 2 } else { 1 };
            if !sum.add(if score { Numeral::Ten(80) } else { numeral }) {
                break;
            }
            used += step;
        }
        (used > 0).then_some((sum.value(), used))
    }

    fn is_one(&self, place: usize) -> bool {
        matches!(self.raw.str_at(place), "un" | "une" | "onze")
    }

    fn is_twenty(&self, place: usize) -> bool {
        self.raw.at(place).is_some_and(|token| token.lexeme.numeral == Some(Numeral::Ten(20)))
    }

    /// Whether a number is to be expected at a place: after "sprint", after "3 point", before "point 2".
    fn is_numbered(&self, place: usize) -> bool {
        let counted = self.out.items.last().is_some_and(|last| last.number || last.lexeme.is(Mark::Counts));
        let is_number =
            |place| self.raw.at(place).is_some_and(|token| token.number || token.lexeme.numeral.is_some());
        counted || self.raw.str_at(place + 1) == "point" && is_number(place + 2)
    }
}

/// A spelled number as it grows.
#[derive(Default)]
struct Sum {
    thousands: u32,
    rest: u32,
    begun: bool,
}

impl Sum {
    /// Adds a numeral, unless a new number begins with it.
    fn add(&mut self, numeral: Numeral) -> bool {
        let tail = self.rest % 100;
        let goes_on = match numeral {
            // "soixante-dix" and "quatre-vingt-douze" go past ten, "vingt dix" does not.
            Numeral::Unit(unit) if unit >= 10 => matches!(tail, 0 | 60 | 80),
            Numeral::Unit(_) => tail.is_multiple_of(10),
            Numeral::Ten(_) => tail == 0,
            Numeral::Scale(100) => self.rest < 100,
            Numeral::Scale(_) => self.thousands == 0,
            Numeral::Ordinal(_) => false,
        };
        // After "zéro" nothing can follow within one number.
        if !goes_on || self.begun && self.value() == 0 {
            return false;
        }
        match numeral {
            Numeral::Unit(value) | Numeral::Ten(value) | Numeral::Ordinal(value) => self.rest += value,
            Numeral::Scale(100) => self.rest = self.rest.max(1) * 100,
            Numeral::Scale(scale) => {
                self.thousands = self.rest.max(1) * scale;
                self.rest = 0;
            }
        }
        self.begun = true;
        true
    }

    fn takes_and(&self) -> bool {
        self.rest % 100 >= 20
    }

    fn value(&self) -> u32 {
        self.thousands + self.rest
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::tokens::Cutter, *};

    proptest! {
        #[test]
        fn what_it_does_not_concern_stays_as_it_is(
            text in "(le|page|points?|dot|rc|betas|num|numero|release|v|deux|the|projet|12|07|1\\.2|30a|00b|[a-zé/. ]{1,4})([ /-]?(pages|rc|no|virgule|n|v|k|et|12|3\\.4|[a-z]{1,5})){0,5}",
        ) {
            let (mut raw, mut out) = (Tokens::default(), Tokens::default());
            Cutter::default().cut(&text, &mut raw);
            for role in [Role::Hint, Role::Text] {
                out.clear();
                rewrite(&raw, role, &mut out);
                let (before, after) = (format!("{raw:?}"), format!("{out:?}"));
                prop_assert!(concerns(&raw) || before == after, "{before} became {after}");
            }
        }
    }
}
