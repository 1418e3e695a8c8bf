//! A text as words and numbers.
//!
//! Two steps: [`Cutter::cut`] folds a text and cuts it where words end ("front-end", "v1.2", camel case), and
//! the rewriting (`rewrite`) brings what is spoken and what is written to one form ("version deux point un" and
//! "v2.1").

use super::{
    lexicon::{self, Class, Lexeme},
    words::{self, Word},
};
use crate::matching::normalise::fold;

/// Texts are cut to this many words: a title of 255 characters, the host's limit, has at most 128.
pub(super) const MOST_TOKENS: usize = 128;
/// And a word to this many bytes, so that no text can make a comparison dear.
const LONGEST_WORD: usize = 64;

/// One word or number of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    start: u32,
    end: u32,
    /// Where the word ends as it stands, plural included.
    full: u32,
    /// Letters that occur, see [`words::letters`].
    pub(super) letters: u32,
    /// Whether it is a number or a version.
    pub(super) number: bool,
    /// Whether it stands before the last `/` of a path.
    pub(super) namespace: bool,
    /// Whether an apostrophe follows: "l'", "d'".
    pub(super) elided: bool,
    /// What the tables say about it.
    pub(super) lexeme: &'static Lexeme,
    /// How much it tells: set once the whole text is known.
    pub(super) weight: f32,
}

/// The tokens of one text. The buffer holds them without gaps, so that neighbours are read as one word.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    pub(super) text: String,
    pub(super) items: Vec<Token>,
}

impl Tokens {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.items.clear();
    }

    /// The text of a token.
    pub(super) fn str(&self, token: &Token) -> &str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or_default()
    }

    /// The text of a token as it stands, in the plural if it is.
    pub(super) fn full(&self, token: &Token) -> &str {
        self.text.get(token.start as usize..token.full as usize).unwrap_or_default()
    }

    /// The text from one token to another, as if they were written together.
    pub(super) fn joined(&self, first: &Token, last: &Token) -> &str {
        self.text.get(first.start as usize..last.end as usize).unwrap_or_default()
    }

    /// Everything from a token on, as if it were one word.
    pub(super) fn glued_from(&self, first: &Token) -> &str {
        self.text.get(first.start as usize..).unwrap_or_default()
    }

    /// A token as a word to compare.
    pub(super) fn word(&self, token: &Token) -> Word<'_> {
        Word { text: self.str(token), letters: token.letters, lexeme: token.lexeme }
    }

    /// The token at a place.
    pub(super) fn at(&self, place: usize) -> Option<&Token> {
        self.items.get(place)
    }

    /// The text of the token at a place, or nothing.
    pub(super) fn str_at(&self, place: usize) -> &str {
        self.items.get(place).map_or("", |token| self.str(token))
    }

    pub(super) fn push_word(&mut self, word: &str, namespace: bool, elided: bool) {
        let word = clip(word);
        let start = self.text.len();
        self.text.push_str(word);
        self.push_range(start, false, namespace, elided);
    }

    pub(super) fn push_number(&mut self, number: &str, namespace: bool) {
        let start = self.text.len();
        // "07" is 7 and "3.01" is 3.1, but "0" stays.
        for (place, part) in clip(number).split('.').enumerate() {
            if place > 0 {
                self.text.push('.');
            }
            let digits = part.trim_start_matches('0');
            let bare =
                if digits.starts_with(|first: char| first.is_ascii_digit()) { digits } else { zero(part) };
            self.text.push_str(bare);
        }
        self.push_range(start, true, namespace, false);
    }

    /// Makes a token of what was written to the buffer since `start`.
    fn push_range(&mut self, start: usize, number: bool, namespace: bool, elided: bool) {
        let written = self.text.get(start..).unwrap_or_default();
        if written.is_empty() || self.items.len() >= MOST_TOKENS {
            self.text.truncate(start);
            return;
        }
        let word = if number || !words::is_plain(written) { written } else { words::singular(written) };
        let lexeme = if number { &lexicon::PLAIN } else { lexicon::look_up(word) };
        let letters = words::letters(word);
        let (full, start, end) = (offset(self.text.len()), offset(start), offset(start + word.len()));
        self.items.push(Token { start, end, full, letters, number, namespace, elided, lexeme, weight: 0.0 });
    }

    /// Takes the last token back, with its letters.
    pub(super) fn pop(&mut self) {
        if let Some(token) = self.items.pop() {
            self.text.truncate(token.start as usize);
        }
    }
}

fn offset(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

fn zero(part: &str) -> &str {
    // All zeros: the last of them, with the letters behind it ("0a").
    let zeros = part.bytes().take_while(|byte| *byte == b'0').count();
    part.get(zeros.saturating_sub(1)..).unwrap_or(part)
}

fn clip(word: &str) -> &str {
    let mut end = word.len().min(LONGEST_WORD);
    while !word.is_char_boundary(end) {
        end -= 1;
    }
    word.get(..end).unwrap_or_default()
}

/// Cuts texts, keeping its buffer between them.
#[derive(Debug, Default)]
pub(super) struct Cutter {
    run: String,
}

impl Cutter {
    /// Folds and cuts a text. Words before the last `/` of a text without spaces count as its namespace.
    pub(super) fn cut(&mut self, text: &str, tokens: &mut Tokens) {
        tokens.clear();
        self.run.clear();
        let text = text.trim();
        let mut name = match text.rfind('/') {
            Some(slash) if !text.contains(char::is_whitespace) => slash + 1,
            _ => 0,
        };
        let mut hump = Hump::default();
        let mut rest = text.chars();
        while let Some(character) = rest.next() {
            if tokens.items.len() >= MOST_TOKENS {
                break;
            }
            if character.is_ascii_lowercase() {
                // Most of a text: letters that fold to themselves and cut nothing.
                let more = rest.as_str().bytes().take_while(u8::is_ascii_lowercase).count();
                let (letters, after) = rest.as_str().split_at_checked(more).unwrap_or_default();
                self.run.push(character);
                self.run.push_str(letters);
                hump.rises(1 + more);
                name = name.saturating_sub(1 + more);
                rest = after.chars();
                continue;
            }
            let namespace = name > 0;
            name = name.saturating_sub(character.len_utf8());
            if hump.begins(character, &rest) {
                self.end_run(tokens, namespace, false);
            }
            fold(character, &mut |folded| self.take(folded, &rest, tokens, namespace));
        }
        self.end_run(tokens, false, false);
    }

    fn take(&mut self, character: char, rest: &std::str::Chars<'_>, tokens: &mut Tokens, namespace: bool) {
        if character.is_alphanumeric() {
            self.run.push(character);
            return;
        }
        let next = || rest.clone().next().unwrap_or(' ');
        let after_digit = self.run.ends_with(|last: char| last.is_ascii_digit());
        if character == '.' && after_digit && next().is_ascii_digit() {
            self.run.push('.');
            return;
        }
        if let Some(sign) = self.sign_of_letter(character, next()) {
            self.run.push_str(sign);
            return;
        }
        self.end_run(tokens, namespace, matches!(character, '\'' | '’' | 'ʼ'));
        if character == '+' && next() != '+' {
            self.run.push_str("plus");
            self.end_run(tokens, namespace, false);
        }
    }

    /// What a sign adds to a letter that it ends: "C", "C++" and "C#" are three names.
    fn sign_of_letter(&self, character: char, next: char) -> Option<&'static str> {
        let letter = self.run.strip_suffix("plus").unwrap_or(&self.run);
        let ends = letter.len() == 1 && !letter.starts_with(|letter: char| letter.is_ascii_digit());
        match character {
            '+' if ends && !next.is_alphanumeric() => Some("plus"),
            '#' if ends && !next.is_alphanumeric() => Some("sharp"),
            _ => None,
        }
    }

    /// Cuts a run of letters and digits: "v1.2" and "er838" apart, "30a" as a number, "k8s" whole.
    fn end_run(&mut self, tokens: &mut Tokens, namespace: bool, elided: bool) {
        if self.run.is_empty() {
            return;
        }
        let mut run = std::mem::take(&mut self.run);
        push_run(&run, tokens, namespace, elided);
        run.clear();
        self.run = run;
    }
}

fn push_run(run: &str, tokens: &mut Tokens, namespace: bool, elided: bool) {
    if tokens.items.len() >= MOST_TOKENS {
        return;
    }
    let Some(digits_at) = run.bytes().position(|byte| byte.is_ascii_digit()) else {
        tokens.push_word(run, namespace, elided);
        return;
    };
    let (letters, tail) = run.split_at(digits_at);
    let digits = tail.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, suffix) = tail.split_at(digits);
    if !letters.is_empty() {
        // "k8s", "i18n", "gf2x" are words; "covid19map" is three.
        if !suffix.is_empty() && (letters.len() < APART || suffix.len() < APART) {
            tokens.push_word(run, namespace, elided);
            return;
        }
        tokens.push_word(letters, namespace, false);
    }
    match suffix {
        "" | "er" | "re" | "e" | "eme" | "ieme" | "nd" | "rd" | "th" | "st" => {
            tokens.push_number(number, namespace);
        }
        letter if letter.len() == 1 => tokens.push_number(tail, namespace),
        rest => {
            tokens.push_number(number, namespace);
            push_run(rest, tokens, namespace, elided);
        }
    }
}

/// Fewer letters than this around digits make one word with them.
const APART: usize = 3;

/// Finds the humps of camel case, where a new word begins.
#[derive(Default)]
struct Hump {
    lower: usize,
}

impl Hump {
    /// Letters in lower case that must stand before a hump: "iPhone" and "GitLab" are one word.
    const BEFORE: usize = 3;

    /// So many letters in lower case go by.
    fn rises(&mut self, letters: usize) {
        self.lower += letters;
    }

    fn begins(&mut self, character: char, rest: &std::str::Chars<'_>) -> bool {
        if character.is_lowercase() {
            self.rises(1);
            return false;
        }
        let before = std::mem::take(&mut self.lower);
        before >= Self::BEFORE
            && character.is_uppercase()
            && rest.clone().next().is_some_and(char::is_lowercase)
    }
}

/// How much a class of words tells, and how much a letter more.
pub(super) mod weight {
    /// Numbers tell siblings apart.
    pub(in super::super) const NUMBER: f32 = 1.0;
    /// Articles and prepositions.
    pub(in super::super) const STOP: f32 = 0.07;
    /// What the object is rather than which.
    pub(in super::super) const SOFT: f32 = 0.2;
    /// Verbs that most titles share.
    pub(in super::super) const LIGHT: f32 = 0.7;
    /// A content word without any letter.
    pub(in super::super) const CONTENT: f32 = 0.43;
    /// Words of two and three letters are common: each letter adds this, up to a number's weight.
    pub(in super::super) const LETTER: f32 = 0.14;
}

impl Tokens {
    /// Weighs every token; a word said twice counts once, where it tells most.
    pub(super) fn weigh(&mut self) {
        if let Some(label) = self.items.last_mut().filter(|last| last.full - last.start == 1 && !last.elided)
        {
            // "lot C", "plan d": a last letter is a label, not an article.
            label.lexeme = &lexicon::PLAIN;
        }
        let mut telling = false;
        for token in &mut self.items {
            token.weight = if token.number { weight::NUMBER } else { weigh_word(token) };
            telling |= token.weight > weight::SOFT;
        }
        if !telling {
            // Nothing but small words: they are the name.
            for token in &mut self.items {
                token.weight = weight::NUMBER;
            }
        }
        self.drop_repetitions();
    }

    fn drop_repetitions(&mut self) {
        for place in 0..self.items.len() {
            let Some(token) = self.items.get(place).copied() else { continue };
            let repeats =
                |later: &Token| later.letters == token.letters && self.str(later) == self.str(&token);
            if let Some(again) = self.items.iter().skip(place + 1).position(repeats) {
                // In a path the name's own words count, not the namespace's.
                let (repeated, weight) =
                    if token.namespace { (place, 0.0) } else { (place + 1 + again, weight::STOP) };
                if let Some(repeated) = self.items.get_mut(repeated) {
                    repeated.weight = weight;
                }
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "words have few letters")]
fn weigh_word(token: &Token) -> f32 {
    match token.lexeme.class {
        Class::Stop => weight::STOP,
        Class::Soft => weight::SOFT,
        Class::Light => weight::LIGHT,
        Class::Content => {
            (weight::CONTENT + weight::LETTER * (token.end - token.start) as f32).min(weight::NUMBER)
        }
    }
}
