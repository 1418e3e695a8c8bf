//! Cuts a text into words, runs of digits, and signs: those that part sentences and those that say something.

mod digits;
mod hyphens;
mod parts;
mod signs;

pub(super) use self::parts::number_of;
use self::{
    digits::{is_decimal, is_digit, month_of_date, parts_thousands},
    parts::parts,
    signs::{is_sign, telling, word_of},
};
use super::{Piece, Said, TokenKind, is_one_of};
use crate::matching::{
    lexicon::{self, Class, Mark},
    normalise::{compose, fold, is_alphanumeric},
};

/// No more pieces are cut: a few more than tokens are kept, since numbers are made of several.
pub(super) const MOST_PIECES: usize = 96;

/// Folds and cuts a text: at what is no letter or digit, between letters and digits ("v2"), at the humps of camel case.
pub(super) fn cut(text: &str) -> Vec<Piece> {
    let text = &*compose(text);
    let mixed = text.chars().any(char::is_lowercase) || !text.trim().contains(char::is_whitespace);
    let mut cutter = Cutter { mixed, first: true, end: Some('\''), previous: ' ', ..Cutter::default() };
    let mut rest = text.chars();
    while let Some(character) = rest.next().filter(|_| cutter.pieces.len() < MOST_PIECES) {
        for _ in 0..cutter.take(character, rest.as_str()) {
            rest.next();
        }
    }
    cutter.end = None;
    cutter.end_run();
    cutter.pieces
}

#[derive(Default)]
struct Cutter {
    pieces: Vec<Piece>,
    run: String,
    /// The same before it was folded.
    written: String,
    /// Whether the text has letters in lower case too: then capitals mean something.
    mixed: bool,
    /// The sign behind the run that ends; none at the end of the text.
    end: Option<char>,
    /// Whether a sign stood before the run behind which capitals say nothing.
    first: bool,
    /// The character before.
    previous: char,
    /// What parts the run from another: a sign, or its own capital.
    parted: Option<char>,
    /// Whether a dash stands right before the run, and no word before that.
    dashed: bool,
    /// How many hyphens stand before the run in a compound.
    hyphens: usize,
}

/// Letters in lower case that must stand before a hump: "iPhone" and "GitLab" are one word.
const BEFORE_HUMP: usize = 3;

/// Names that are small words without their accents: "dé-", "maïs", "thèse", "sûr".
const TOLD_BY_ACCENT: &str = "de mais sur sure surs these theses";

/// Places that are called by letters: "Zone I".
const LETTERED: &str = "zone salle batiment bloc aile secteur porte quai wing block";

/// A word is cut to about so many bytes: no comparison can become costly.
const LONGEST_RUN: usize = 48;

impl Cutter {
    /// Takes a character; says how many of the next ones it took with it.
    fn take(&mut self, character: char, rest: &str) -> usize {
        let previous = std::mem::replace(&mut self.previous, character);
        // A sign behind "UTC" is that of the number: "UTC+3".
        let inside = !previous.is_whitespace() && !is_one_of(&self.run, "utc gmt");
        let lower = self.written.chars().rev().take_while(|letter| letter.is_lowercase());
        let hump = character.is_uppercase() && rest.starts_with(char::is_lowercase);
        if hump && lower.count() >= BEFORE_HUMP {
            self.end_run();
            self.parted = Some(character);
        }
        if is_alphanumeric(character) || !character.is_ascii() && !is_sign(character) {
            self.written.push(character);
            fold(character, &mut |folded| self.push(folded));
            return 0;
        }
        let before = self.pieces.last().map(|piece| piece.text.as_str());
        if let Some((month, taken)) = month_of_date(&self.run, character, rest, before) {
            if taken > 0 {
                self.end_run();
            }
            month.clone_into(&mut self.run);
            self.end_run();
            return taken;
        }
        if self.take_inner_sign(character, rest) {
            return 0;
        }
        self.end = Some(character);
        let stays = |sign: &char| matches!(sign, '/' | '-') || sign.is_uppercase();
        self.parted = self.parted.filter(stays).or(Some(character));
        self.end_run();
        self.parted = Some(character);
        self.dashed = character == '-' && !inside;
        self.hyphens = if character == '-' && inside { self.hyphens + 1 } else { 0 };
        self.first |= ".:;?!()[]{}\"«“/|_–—>".contains(character) || character == '-' && !inside;
        if let Some((sign, taken)) = telling(character, rest, inside) {
            self.push_sign(&sign, inside);
            return taken;
        }
        if matches!(character, ',' | ';' | ':' | '(' | ')' | '–' | '—' | '?' | '!')
            || character == '-' && !inside && !rest.starts_with(is_alphanumeric)
        {
            let dash = matches!(character, '–' | '—' | '-');
            self.pieces.push(Piece::new(if dash { "-" } else { "," }, TokenKind::Sign));
        }
        0
    }

    /// A sign that says something: some are words.
    fn push_sign(&mut self, sign: &str, inside: bool) {
        // "<<" is no "<".
        let doubled =
            |piece: &&mut Piece| inside && piece.kind == TokenKind::Symbol && piece.text.starts_with(sign);
        if let Some(piece) = self.pieces.last_mut().filter(doubled) {
            piece.text.push_str(sign);
            return;
        }
        let (text, kind) = word_of(sign).map_or((sign, TokenKind::Symbol), |word| (word, TokenKind::Word));
        let mut piece = Piece { spelled: Some(sign.to_owned()), ..Piece::new(text, kind) };
        if inside {
            piece.mark(Said::Glued);
        }
        self.pieces.push(piece);
    }

    /// Takes a sign that belongs to a number or a name: "5.5", "15 000"; "C++", "C#" and ".NET" are names, and so are "F#", "O+" and "AB-"; "n't" is "not".
    fn take_inner_sign(&mut self, character: char, rest: &str) -> bool {
        let ends = !rest.starts_with(is_alphanumeric);
        let capitals = !self.written.contains(char::is_lowercase) && !self.run.ends_with(is_digit);
        let letters = capitals && (1..=2).contains(&self.run.len());
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        match character {
            '.' | ',' if is_decimal(&self.run, character, rest) => self.run.push('.'),
            // "no. 7", "no 7"
            '.' | ' ' if self.run == "no" && rest.trim_start().starts_with(is_digit) => {
                "numero".clone_into(&mut self.run);
                self.end_run();
            }
            '-' if self.run == "e" && rest.starts_with("mail") => {}
            '+' if self.run == "c" && rest.starts_with('+') => self.run.push_str("pp"),
            '+' if self.run == "cpp" && ends => {}
            '#' if ends && self.run.len() == 1 && letters || ends && self.run == "c" => {
                self.run.push_str("sharp");
            }
            '+' if ends && letters => self.run.push_str("plus"),
            '-' if ends && letters => self.run.push_str("moins"),
            // "J-15", "N+1", but not "T-114"
            '-' | '+' if is_one_of(&self.run, "j d n m t h s") && (1..=2).contains(&digits) => {
                self.run.push_str(if character == '-' { "moins" } else { "plus" });
            }
            // "6:15" is "6h15".
            ':' if (1..=2).contains(&self.run.len()) && self.run.chars().all(is_digit) && digits == 2 => {
                self.run.push('h');
            }
            '.' if self.run.is_empty() && starts_with_word(rest, "net") => self.run.push_str("dot"),
            '\'' | '’' if self.run.ends_with('n') && self.run.len() > 2 && starts_with_word(rest, "t") => {
                self.run.pop();
                match self.run.as_str() {
                    "ca" => self.run.push('n'),
                    "wo" => "will".clone_into(&mut self.run),
                    _ => {}
                }
                self.end_run();
                self.run.push_str("no");
            }
            other => return parts_thousands(&self.run, other, rest),
        }
        true
    }

    fn push(&mut self, folded: char) {
        if !is_alphanumeric(folded) {
            self.end_run();
        } else if self.run.len() < LONGEST_RUN {
            self.run.push(folded);
        }
    }

    /// "Langage C", "ligne A", "30 s": a single letter in capitals behind a word, or behind a number, whose unit it is; "I" is seldom one but for
    /// "Phase I", "Zone I".
    fn is_letter_of_name(&self, run: &str, large: bool) -> bool {
        let [letter @ b'a'..=b'z'] = run.as_bytes() else { return false };
        // "C build", but not "A build", "I build", "Y a-t-il".
        let Some(before) = self.pieces.last() else { return large && b"bcder".contains(letter) };
        match before.kind {
            // "Export d", "Étude I"
            TokenKind::Word if self.end.is_none() => true,
            TokenKind::Word if *letter == b'i' => {
                large && (before.lexeme.is(Mark::Counts) || is_one_of(&before.text, LETTERED))
            }
            // "B > A"
            TokenKind::Word | TokenKind::Symbol => large,
            TokenKind::Number => *letter != b'a' && (large || !b"dny".contains(letter)),
            TokenKind::Sign => false,
        }
    }

    fn end_run(&mut self) {
        let (mut run, written) = (std::mem::take(&mut self.run), std::mem::take(&mut self.written));
        if run.is_empty() {
            // What was written has gone: "°C" begins with a capital.
            return;
        }
        // "07h12" is "7h12".
        if matches!(run.as_bytes(), [b'0', b'0'..=b'9', b'h', ..]) {
            run.remove(0);
        }
        // "s'affiche", "client's": the run is a part of a word.
        let apostrophe = matches!(self.end, Some('\'' | '’'));
        if run == "s" && apostrophe {
            // French elides it, English appends it.
            run.push('e');
        }
        let parted = self.parted.take();
        self.take_compound(&mut run, parted);
        let glued = self.is_glued(&run, parted);
        let capitals = self.mixed && !written.contains(char::is_lowercase);
        // "km/h", "m/s"
        let rate = parted == Some('/') && run.len() == 1 && run.starts_with(char::is_alphabetic);
        let letter = rate || !apostrophe && self.is_letter_of_name(&run, capitals);
        // "-V" is no "-v".
        let flag = std::mem::take(&mut self.dashed) && letter && capitals;
        if flag {
            run.push_str("upper");
        }
        let acronym = capitals && run.len() > 1 && run.starts_with(char::is_alphabetic);
        let large = written.starts_with(char::is_uppercase);
        let unit =
            written.trim_start_matches(|letter: char| !letter.is_ascii_digit()).trim_start_matches(is_digit);
        // "portail Est", "grotte de l'Ours", "2 To": what is written large behind what is not.
        let behind_small = !self.first && self.pieces.last().is_some_and(|piece| !piece.is(Said::Large));
        let large_small =
            behind_small && large && run.len() > 1 && lexicon::look_up(&run, &run).class == Class::Stop;
        // "CalDAV", "iButton": its letters are chosen.
        let inner = written.contains(char::is_lowercase) && written.chars().skip(1).any(char::is_uppercase);
        let east = run == "est" && large && !self.pieces.is_empty();
        let named = east || large_small || !written.is_ascii() && is_one_of(&run, TOLD_BY_ACCENT);
        let (first, hyphened) = (std::mem::take(&mut self.first), self.hyphens > 0);
        for (place, mut piece) in parts(&run).into_iter().enumerate() {
            let is_number = piece.kind == TokenKind::Number;
            piece.accents = accents(&written);
            piece.spelled = flag.then(|| format!("-{written}"));
            let marks = [
                (Said::Capital, acronym && piece.text.len() > 1 || named || letter),
                (Said::Large, if place == 0 { large } else { unit.starts_with(char::is_uppercase) }),
                (Said::First, first && place == 0),
                (Said::Hyphened, hyphened && place == 0),
                (Said::Proper, inner),
                (Said::Mixed, inner),
                (Said::Upper, self.mixed && written.contains(char::is_uppercase)),
                (Said::Firm, is_number),
                (Said::Glued, glued || place > 0 && (is_number || piece.text.len() == 1)),
            ];
            marks.into_iter().filter(|(_, holds)| *holds).for_each(|(said, _)| piece.mark(said));
            self.pieces.push(piece);
        }
    }
}

/// A hash of the letters that are no ASCII ones, and of where they stand.
fn accents(word: &str) -> u32 {
    let lower =
        word.chars().flat_map(char::to_lowercase).zip(1_u32..).filter(|(letter, _)| !letter.is_ascii());
    lower.fold(0, |accents, (letter, place)| accents.rotate_left(5) ^ u32::from(letter).wrapping_mul(place))
}

fn starts_with_word(rest: &str, word: &str) -> bool {
    rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        && !rest.get(word.len()..).unwrap_or_default().starts_with(is_alphanumeric)
}
