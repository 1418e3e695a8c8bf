//! Cuts a text into words, runs of digits and the signs that part sentences.

use super::{Kind, Piece};
use crate::matching::{
    lexicon::{self, Mark, forms::in_singular},
    normalise::{fold, is_alphanumeric},
};

/// No more pieces are cut: a few more than tokens are kept, since numbers are made of several.
const MOST_PIECES: usize = 96;

/// A text in pieces.
pub(super) struct Cut {
    pub(super) pieces: Vec<Piece>,
    /// Whether there was more to cut.
    pub(super) more: bool,
}

/// Folds and cuts a text: at what is no letter or digit, between letters and digits ("v2"), at the humps of camel case.
pub(super) fn cut(text: &str) -> Cut {
    let mixed = text.chars().any(char::is_lowercase) || !text.trim().contains(char::is_whitespace);
    let mut cutter = Cutter { mixed, ..Cutter::default() };
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if cutter.pieces.len() >= MOST_PIECES {
            return Cut { pieces: cutter.pieces, more: true };
        }
        cutter.take(character, rest.as_str());
    }
    cutter.names = true;
    cutter.end_run();
    cutter.name_last_letter();
    Cut { pieces: cutter.pieces, more: false }
}

#[derive(Default)]
struct Cutter {
    pieces: Vec<Piece>,
    run: String,
    /// Letters in lower case since the last that was not.
    lower: usize,
    /// What is seen of the run's letters so far.
    seen: Seen,
    /// Whether the text has letters in lower case too: then capitals mean something.
    mixed: bool,
    /// Whether the run that ends is a word of its own: no apostrophe follows.
    names: bool,
}

/// What is seen of a run's letters before they are folded.
#[derive(Default)]
struct Seen {
    /// They are capitals alone.
    capitals: bool,
    /// The first is a capital.
    begins_large: bool,
    /// One of them has an accent.
    accented: bool,
}

/// Letters in lower case that must stand before a hump: "iPhone" and "GitLab" are one word.
const BEFORE_HUMP: usize = 3;

/// Names that are small words without their accents: "dé-", "maïs", "thèse", "sûr".
const TOLD_BY_ACCENT: &[&str] = &["de", "mais", "sur", "sure", "surs", "these", "theses"];

/// Small words that name where they end a text.
const ENDS_AS_NAME: &[&str] = &["est", "si"];

/// No word needs more of a run; what a single sign folds to can be long.
const LONGEST_RUN: usize = 128;

impl Cutter {
    fn take(&mut self, character: char, rest: &str) {
        if character.is_uppercase() {
            let hump = self.lower >= BEFORE_HUMP && rest.starts_with(char::is_lowercase);
            if hump {
                self.end_run();
            }
        }
        if is_alphanumeric(character) || !character.is_ascii() && !is_sign(character) {
            self.lower = if character.is_lowercase() { self.lower + 1 } else { 0 };
            self.seen.accented |= !character.is_ascii();
            if self.run.is_empty() {
                self.seen.begins_large = character.is_uppercase();
            }
            self.seen.capitals = (self.run.is_empty() || self.seen.capitals) && !character.is_lowercase();
            fold(character, &mut |folded| self.push(folded));
            return;
        }
        self.lower = 0;
        if character == '.'
            && self.run.ends_with(|last: char| last.is_ascii_digit())
            && rest.starts_with(|next: char| next.is_ascii_digit())
        {
            self.run.push('.');
            return;
        }
        if character == ',' && self.is_decimal(rest) {
            self.run.push('.');
            return;
        }
        if self.take_sign_of_name(character, rest) || self.parts_thousands(character, rest) {
            return;
        }
        self.names = !matches!(character, '\'' | '’');
        self.end_run();
        if let Some(word) = word_of(character) {
            self.pieces.push(Piece {
                text: word.to_owned(),
                spelled: None,
                kind: Kind::Word,
                capital: false,
                firm: false,
            });
        }
        if matches!(character, ',' | ';' | ':' | '(' | ')' | '–' | '—' | '?' | '!')
            || character == '-' && self.stands_alone(rest)
        {
            self.pieces.push(Piece {
                text: ",".to_owned(),
                spelled: None,
                kind: Kind::Sign,
                capital: false,
                firm: false,
            });
        }
    }

    /// "C++", "C#" and ".NET" are names; "n't" is "not".
    fn take_sign_of_name(&mut self, character: char, rest: &str) -> bool {
        let ends = !rest.starts_with(is_alphanumeric);
        match character {
            '+' if self.run == "c" && rest.starts_with('+') => self.run.push_str("pp"),
            '+' if self.run == "cpp" && ends => {}
            '#' if self.run == "c" && ends => self.run.push_str("sharp"),
            '.' if self.run.is_empty() && starts_with_word(rest, "net") => self.run.push_str("dot"),
            '\'' | '’' if self.run.ends_with('n') && self.run.len() > 2 && starts_with_word(rest, "t") => {
                self.run.pop();
                self.end_run();
                self.run.push_str("no");
            }
            _ => return false,
        }
        true
    }

    /// "5,5" is 5.5.
    fn is_decimal(&self, rest: &str) -> bool {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let ends = !rest.get(digits..).unwrap_or_default().starts_with([',', '.']);
        !self.run.is_empty()
            && self.run.bytes().all(|byte| byte.is_ascii_digit())
            && (1..=2).contains(&digits)
            && ends
    }

    /// "15 000" and "15,000" are one number.
    fn parts_thousands(&self, character: char, rest: &str) -> bool {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let whole = self.run.bytes().all(|byte| byte.is_ascii_digit());
        (character.is_whitespace() || character == ',')
            && whole
            && (1..=3).contains(&self.run.len())
            && !self.run.starts_with('0')
            && digits == 3
            && !rest.get(digits..).unwrap_or_default().starts_with(is_alphanumeric)
    }

    /// A dash between spaces parts sentences; within a word it does not.
    fn stands_alone(&self, rest: &str) -> bool {
        self.run.is_empty() && rest.starts_with(char::is_whitespace)
    }

    fn push(&mut self, folded: char) {
        if is_alphanumeric(folded) {
            if self.run.len() < LONGEST_RUN {
                self.run.push(folded);
            }
        } else {
            self.end_run();
        }
    }

    /// "Langage C", "ligne A": a single letter in capitals behind a word; "I" is seldom one but for "Phase I".
    fn is_letter_of_name(&self, run: &str) -> bool {
        let before = self.pieces.last().filter(|piece| piece.kind == Kind::Word && self.names);
        before.is_some_and(|before| match run.as_bytes() {
            b"i" => lexicon::look_up(&before.text, &in_singular(&before.text)).is(Mark::Counts),
            letter => matches!(letter, [b'a'..=b'z']),
        })
    }

    /// "langage c", "réseau est": no small word ends a text.
    fn name_last_letter(&mut self) {
        if let [.., before, last] = self.pieces.as_mut_slice()
            && (last.text.len() == 1 || ENDS_AS_NAME.contains(&last.text.as_str()))
            && (before.kind, last.kind) == (Kind::Word, Kind::Word)
        {
            last.capital = true;
        }
    }

    fn end_run(&mut self) {
        if self.run.is_empty() {
            return;
        }
        let run = std::mem::take(&mut self.run);
        let acronym = run.len() > 1 && run.starts_with(char::is_alphabetic) || self.is_letter_of_name(&run);
        let seen = std::mem::take(&mut self.seen);
        let east = run == "est" && seen.begins_large && !self.pieces.is_empty();
        let named = east || seen.accented && TOLD_BY_ACCENT.contains(&run.as_str());
        let capital = self.mixed && seen.capitals && acronym || named;
        self.lower = 0;
        for (text, kind) in parts(&run) {
            self.pieces.push(Piece { text, spelled: None, kind, capital, firm: kind == Kind::Number });
        }
    }
}

/// What a sign says.
fn word_of(sign: char) -> Option<&'static str> {
    match sign {
        '%' => Some("pourcent"),
        '€' => Some("euro"),
        '$' => Some("dollar"),
        _ => None,
    }
}

fn is_sign(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '’' | '–' | '—' | '«' | '»' | '“' | '”' | '…' | '·' | '•' | '→' | '€')
}

fn starts_with_word(rest: &str, word: &str) -> bool {
    rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        && !rest.get(word.len()..).unwrap_or_default().starts_with(is_alphanumeric)
}

/// A run of letters and digits: "v1.2" and "USGDA018" apart, "20mo" apart, "2e" as a number, "k8s" whole.
fn parts(run: &str) -> Vec<(String, Kind)> {
    let first_digit = run.bytes().position(|byte| byte.is_ascii_digit());
    let Some(digits_at) = first_digit.filter(|_| !lexicon::is_word(run)) else {
        return vec![(run.to_owned(), Kind::Word)];
    };
    let (letters, tail) = run.split_at(digits_at);
    let digits = tail.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, suffix) = tail.split_at(digits);
    let word = |text: &str| (text.to_owned(), Kind::Word);
    let count = (number_of(number), Kind::Number);
    match (letters, suffix) {
        ("", "" | "er" | "ere" | "re" | "e" | "eme" | "ieme" | "nd" | "nde" | "rd" | "th" | "st" | "o") => {
            vec![count]
        }
        ("", suffix) if suffix.len() > 1 && suffix.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
            vec![count, word(suffix)]
        }
        ("", "h" | "j" | "k") => vec![count, word(suffix)],
        ("t" | "q", "") if matches!(number, "1" | "2" | "3" | "4") => vec![word("trimestre"), count],
        ("", _) if number.len() == 4 => year_and_quarter(&count, suffix).unwrap_or_else(|| vec![word(run)]),
        // "S42": a week, a half-year.
        ("s", "") => vec![word("sem"), count],
        (letters, "") if letters.chars().count() > 1 || letters == "v" => vec![word(letters), count],
        _ => vec![word(run)],
    }
}

/// "2026q3".
fn year_and_quarter(year: &(String, Kind), suffix: &str) -> Option<Vec<(String, Kind)>> {
    let quarter = suffix.strip_prefix(['q', 't']).filter(|rest| matches!(*rest, "1" | "2" | "3" | "4"))?;
    Some(vec![year.clone(), ("trimestre".to_owned(), Kind::Word), (quarter.to_owned(), Kind::Number)])
}

/// A number or version without leading zeros: "07" is 7.
pub(super) fn number_of(digits: &str) -> String {
    let part = |part: &str| match part.trim_start_matches('0') {
        "" => "0".to_owned(),
        bare => bare.to_owned(),
    };
    digits.split('.').filter(|part| !part.is_empty()).map(part).collect::<Vec<_>>().join(".")
}
