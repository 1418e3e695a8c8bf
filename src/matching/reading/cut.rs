//! Cuts a text into words, runs of digits, and signs: those that part sentences and those that say something.

mod digits;
mod hyphens;
mod parts;
mod signs;

pub(super) use self::parts::number_of;
use self::{
    digits::{is_decimal, is_digit, iso_month, month, parts_thousands},
    parts::parts,
    signs::{OF_SEVERAL, is_sign, telling},
};
use super::{Piece, Said, TokenKind, is_one_of};
use crate::matching::{
    lexicon::{self, Class, Mark, forms::in_singular},
    normalise::{compose, fold, is_alphanumeric},
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
    let text = &*compose(text);
    let mixed = text.chars().any(char::is_lowercase) || !text.trim().contains(char::is_whitespace);
    let mut cutter = Cutter { mixed, first: true, ..Cutter::default() };
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if cutter.pieces.len() >= MOST_PIECES {
            return Cut { pieces: cutter.pieces, more: true };
        }
        for _ in 0..cutter.take(character, rest.as_str()) {
            rest.next();
        }
    }
    cutter.end = End::OfText;
    cutter.end_run();
    Cut { pieces: cutter.pieces, more: false }
}

/// What follows a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum End {
    /// It is a part of a word: "s'affiche", "client's".
    #[default]
    Apostrophe,
    Sign,
    OfText,
}

#[derive(Default)]
struct Cutter {
    pieces: Vec<Piece>,
    run: String,
    /// Letters in lower case since the last that was not.
    lower: usize,
    /// The same before it was folded.
    written: String,
    /// Whether the text has letters in lower case too: then capitals mean something.
    mixed: bool,
    /// What follows the run that ends.
    end: End,
    /// Whether a sign stood before the run behind which capitals say nothing.
    first: bool,
    /// The character before.
    previous: Option<char>,
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

/// No word needs more of a run; what a single sign folds to can be long.
const LONGEST_RUN: usize = 128;

impl Cutter {
    /// Takes a character; says how many of the next ones it took with it.
    fn take(&mut self, character: char, rest: &str) -> usize {
        let previous = self.previous.replace(character);
        // A sign behind "UTC" is that of the number: "UTC+3".
        let inside =
            previous.is_some_and(|previous| !previous.is_whitespace()) && !is_one_of(&self.run, "utc gmt");
        if character.is_uppercase() {
            let hump = self.lower >= BEFORE_HUMP && rest.starts_with(char::is_lowercase);
            if hump {
                self.end_run();
                self.parted = Some(character);
            }
        }
        if is_alphanumeric(character) || !character.is_ascii() && !is_sign(character) {
            self.lower = if character.is_lowercase() { self.lower + 1 } else { 0 };
            self.written.push(character);
            fold(character, &mut |folded| self.push(folded));
            return 0;
        }
        self.lower = 0;
        let before = self.pieces.last().map(|piece| piece.text.as_str());
        if let Some((month, taken)) = iso_month(&self.run, character, rest, before) {
            self.end_run();
            month.clone_into(&mut self.run);
            self.end_run();
            return taken;
        }
        if matches!(character, '.' | ',') && is_decimal(&self.run, character, rest) {
            self.run.push('.');
            return 0;
        }
        if self.take_sign_of_name(character, rest) || parts_thousands(&self.run, character, rest) {
            return 0;
        }
        if character == '/'
            && let Some((month, taken)) = month(&self.run, rest, self.follows_date_word())
        {
            if taken > 0 {
                self.end_run();
            }
            month.clone_into(&mut self.run);
            self.end_run();
            return taken;
        }
        self.end = if matches!(character, '\'' | '’') { End::Apostrophe } else { End::Sign };
        let stays = |sign: &char| matches!(sign, '/' | '-') || sign.is_uppercase();
        self.parted = self.parted.filter(stays).or(Some(character));
        self.end_run();
        self.parted = Some(character);
        self.dashed = character == '-' && !inside;
        self.hyphens = if character == '-' && inside { self.hyphens + 1 } else { 0 };
        self.first |= ".:;?!()[]{}\"«“/|_–—>".contains(character) || character == '-' && !inside;
        if let Some((sign, taken)) = telling(character, rest, inside) {
            self.sign(sign, inside);
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
    fn sign(&mut self, sign: char, inside: bool) {
        // "<<" is no "<".
        let doubled =
            |piece: &&mut Piece| inside && piece.kind == TokenKind::Symbol && piece.text.starts_with(sign);
        if let Some(piece) = self.pieces.last_mut().filter(doubled) {
            piece.text.push(sign);
            return;
        }
        let word = match sign {
            '%' => "pourcent",
            '‰' => "pourmille",
            '€' => "euro",
            '$' => "dollar",
            '£' => "sterling",
            '¥' => "yen",
            _ => "",
        };
        let several = OF_SEVERAL.iter().find(|(written, is)| *is == sign && written.ends_with('/'));
        let sign = several.map_or_else(|| sign.to_string(), |(written, _)| (*written).to_owned());
        let mut piece = if word.is_empty() {
            Piece::new(&sign, TokenKind::Symbol)
        } else {
            Piece::new(word, TokenKind::Word)
        };
        piece.spelled = Some(sign);
        if inside {
            piece.mark(Said::Glued);
        }
        self.pieces.push(piece);
    }

    /// "C++", "C#" and ".NET" are names, and so are "F#", "O+" and "AB-"; "n't" is "not".
    fn take_sign_of_name(&mut self, character: char, rest: &str) -> bool {
        let ends = !rest.starts_with(is_alphanumeric);
        let letters =
            self.is_capitals() && (1..=2).contains(&self.run.len()) && !self.run.ends_with(is_digit);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        match character {
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
            _ => return false,
        }
        true
    }

    /// "du 06/10" is a date, "page 06/10" may be none.
    fn follows_date_word(&self) -> bool {
        let before = self.pieces.last().map_or("", |piece| &*piece.text);
        is_one_of(before, "le du au on of avant apres depuis jusqu until before after by from since")
    }

    fn is_capitals(&self) -> bool {
        !self.written.contains(char::is_lowercase)
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

    /// "Langage C", "ligne A", "30 s": a single letter in capitals behind a word, or behind a number, whose unit it is; "I" is seldom one but for
    /// "Phase I", "Zone I".
    fn is_letter_of_name(&self, run: &str) -> bool {
        if self.end == End::Apostrophe {
            return false;
        }
        let large = self.mixed && self.is_capitals();
        // "C build", but not "A build", "I build", "Y a-t-il".
        let Some(before) = self.pieces.last() else {
            return large && matches!(run, "b" | "c" | "d" | "e" | "r");
        };
        match (before.kind, run.as_bytes()) {
            // "Export d", "Étude I"
            (TokenKind::Word, [b'a'..=b'z']) if self.end == End::OfText => true,
            (TokenKind::Word, [b'a'..=b'z']) if !large => false,
            // "B > A"
            (TokenKind::Symbol, [b'a'..=b'z']) => large,
            (TokenKind::Word, b"i") => {
                is_one_of(&before.text, LETTERED)
                    || lexicon::look_up(&before.text, &in_singular(&before.text)).is(Mark::Counts)
            }
            (TokenKind::Word, [letter]) => letter.is_ascii_lowercase(),
            (TokenKind::Number, [letter @ b'b'..=b'z']) => large || !matches!(letter, b'd' | b'n' | b'y'),
            _ => false,
        }
    }

    fn is_behind_number(&self) -> bool {
        self.pieces.last().is_some_and(|piece| piece.kind == TokenKind::Number)
    }

    fn end_run(&mut self) {
        if self.run.is_empty() {
            // "°C" begins with a capital.
            self.written.clear();
            return;
        }
        let mut run = std::mem::take(&mut self.run);
        // "07h12" is "7h12".
        if matches!(run.as_bytes(), [b'0', b'0'..=b'9', b'h', ..]) {
            run.remove(0);
        }
        if run == "s" && self.end == End::Apostrophe {
            // French elides it, English appends it.
            run.push('e');
        }
        let parted = self.parted.take();
        self.take_compound(&mut run, parted);
        let single = run.len() == 1 && run.starts_with(char::is_alphabetic);
        // "km/h", "m/s"
        let rate = parted == Some('/') && single;
        let glued = self.is_glued(&run, parted);
        let letter = rate || self.is_letter_of_name(&run);
        // "-V" is no "-v".
        let flag = std::mem::take(&mut self.dashed) && letter && self.mixed && self.is_capitals();
        if flag {
            run.push_str("upper");
        }
        let acronym =
            run.len() > 1 && run.starts_with(char::is_alphabetic) && self.mixed && self.is_capitals();
        let written = std::mem::take(&mut self.written);
        let large = written.starts_with(char::is_uppercase);
        let unit =
            written.trim_start_matches(|letter: char| !letter.is_ascii_digit()).trim_start_matches(is_digit);
        // "portail Est", "grotte de l'Ours", "2 To": what is written large behind what is not.
        let before = self.pieces.last().filter(|piece| !piece.is(Said::Large) && !self.first);
        let large_small =
            large && run.len() > 1 && before.is_some() && lexicon::look_up(&run, &run).class == Class::Stop;
        // "CalDAV", "iButton": its letters are chosen.
        let inner = written.contains(char::is_lowercase) && written.chars().skip(1).any(char::is_uppercase);
        let east = run == "est" && large && !self.pieces.is_empty();
        let named = east || large_small || !written.is_ascii() && is_one_of(&run, TOLD_BY_ACCENT);
        self.lower = 0;
        let (first, hyphened) = (std::mem::take(&mut self.first), self.hyphens > 0);
        for (place, (text, kind)) in parts(&run).into_iter().enumerate() {
            let mut piece = Piece::new(&text, kind);
            piece.accents = accents(&written);
            piece.spelled = flag.then(|| format!("-{written}"));
            let marks = [
                (Said::Capital, acronym && text.len() > 1 || named || letter),
                (Said::Large, if place == 0 { large } else { unit.starts_with(char::is_uppercase) }),
                (Said::First, first && place == 0),
                (Said::Hyphened, hyphened && place == 0),
                (Said::Proper, inner),
                (Said::Mixed, inner),
                (Said::Upper, self.mixed && written.contains(char::is_uppercase)),
                (Said::Firm, kind == TokenKind::Number),
                (Said::Glued, glued || place > 0 && (kind == TokenKind::Number || text.len() == 1)),
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
