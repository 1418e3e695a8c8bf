//! Reads the tables.

use super::{
    Class, Lexeme, Lexicon, Mark, Numeral, Phrase, Side,
    forms::{Family, family, in_singular, stem},
    hash,
};
use crate::matching::normalise::normalise;

const EQUAL: &str = include_str!("equal.txt");
const NEAR: &str = include_str!("near.txt");
const OPPOSITES: &str = include_str!("opposites.txt");
const TWINS: &str = include_str!("twins.txt");
const COMMON: &str = include_str!("common.txt");
const CLASSES: &str = include_str!("classes.txt");
const NUMERALS: &str = include_str!("numerals.txt");

/// The lines of a table, folded, without comments.
fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The entries of a line, each as its folded words.
fn entries(line: &str) -> impl Iterator<Item = Vec<String>> {
    line.split(',').map(|entry| normalise(entry).split(' ').map(str::to_owned).collect())
}

fn number<T: TryFrom<usize> + Default>(place: usize) -> T {
    T::try_from(place).unwrap_or_default()
}

impl Lexicon {
    pub(super) fn read() -> Self {
        let mut lexicon = Self::default();
        lexicon.read_classes();
        lexicon.read_numerals();
        lexicon.read_meanings();
        for (field, line) in lines(NEAR).enumerate() {
            lexicon.each_word(line, |lexeme| lexeme.fields.push(number(field)));
        }
        for (group, line) in lines(TWINS).enumerate() {
            lexicon.each_word(line, |lexeme| lexeme.twins.push(number(group)));
        }
        for (list, line) in lines(OPPOSITES).enumerate() {
            for (place, side) in line.split('|').enumerate() {
                let side_of = Side { list: number(list), place: number(place) };
                lexicon.each_word(side, |lexeme| lexeme.sides.push(side_of));
            }
        }
        for word in lines(COMMON).flat_map(str::split_whitespace) {
            lexicon.entry(&normalise(word)).mark(Mark::Known);
        }
        lexicon.add_stems();
        lexicon.inherit();
        lexicon
    }

    fn entry(&mut self, word: &str) -> &mut Lexeme {
        // A small word is no plural: "sans", "après".
        let form = if self.words.contains_key(word) { word.into() } else { in_singular(word) };
        self.words.entry(form.into_owned()).or_default()
    }

    /// Each single word of a line: real words.
    fn each_word(&mut self, line: &str, mut change: impl FnMut(&mut Lexeme)) {
        for entry in entries(line) {
            if let [word] = entry.as_slice() {
                let lexeme = self.entry(word);
                lexeme.mark(Mark::Known);
                change(lexeme);
            }
        }
    }

    /// "name: words", for classes and marks.
    fn read_classes(&mut self) {
        for line in lines(CLASSES) {
            let Some((name, words)) = line.split_once(':') else { continue };
            for word in normalise(words).split(' ') {
                // As written: "mais" and "plus" are no plurals.
                let lexeme = self.words.entry(word.to_owned()).or_default();
                lexeme.mark(Mark::Known);
                lexeme.classify(name);
            }
        }
    }

    fn read_numerals(&mut self) {
        for line in lines(NUMERALS) {
            let mut words = line.split_whitespace();
            let Some((kind, value)) = words.next().and_then(|head| head.split_once('=')) else { continue };
            let Ok(value) = value.parse() else { continue };
            for word in words {
                let lexeme = self.words.entry(normalise(word)).or_default();
                lexeme.numeral =
                    Some(if kind == "ordinal" { Numeral::Ordinal(value) } else { Numeral::Cardinal(value) });
                lexeme.mark(Mark::Known);
            }
        }
    }

    fn read_meanings(&mut self) {
        for (meaning, line) in lines(EQUAL).enumerate() {
            let meaning = number(meaning);
            for entry in entries(line) {
                match entry.as_slice() {
                    [word] => {
                        let lexeme = self.entry(word);
                        lexeme.mark(Mark::Known);
                        lexeme.meanings.push(meaning);
                    }
                    words => self.add_phrase(words, meaning),
                }
            }
        }
    }

    /// Several words of one meaning; small words between them are left out, as they are when texts are read.
    fn add_phrase(&mut self, words: &[String], meaning: u16) {
        let is_small =
            |word: &&String| self.words.get(*word).is_some_and(|lexeme| lexeme.class == Class::Stop);
        let mut naming: Vec<&String> = words.iter().filter(|word| !is_small(word)).collect();
        if naming.len() < 2 {
            naming = words.iter().collect();
        }
        let as_read = |word: &String| match self.words.get(word).and_then(|lexeme| lexeme.numeral) {
            Some(Numeral::Cardinal(value)) if value > 1 => hash(&value.to_string()),
            _ => hash(&in_singular(word)),
        };
        let words: Vec<u64> = naming.into_iter().map(as_read).collect();
        let Some(first) = words.first() else { return };
        let phrases = self.phrases.entry(*first).or_default();
        match phrases.iter_mut().find(|phrase| phrase.words == words) {
            Some(known) => known.lexeme.meanings.push(meaning),
            None => phrases
                .push(Phrase { words, lexeme: Lexeme { meanings: vec![meaning], ..Lexeme::default() } }),
        }
    }

    /// Words that stand in the tables without a meaning have that of the form that they inflect: "retire", "ajoute".
    fn inherit(&mut self) {
        let without: Vec<String> = self
            .words
            .iter()
            .filter(|(_, lexeme)| lexeme.meanings.is_empty())
            .map(|(word, _)| word.clone())
            .collect();
        for word in without {
            let Some(base) = self.base_of(&word) else { continue };
            let (meanings, fields, sides) = (base.meanings.clone(), base.fields.clone(), base.sides.clone());
            if let Some(lexeme) = self.words.get_mut(&word) {
                lexeme.meanings = meanings;
                lexeme.fields.extend(fields);
                lexeme.sides.extend(sides);
            }
        }
    }

    fn base_of(&self, word: &str) -> Option<&Lexeme> {
        let relatives = self.stems.get(stem(word)).filter(|_| word.len() >= super::SHORTEST_INFLECTED)?;
        let own = self.words.get(word)?;
        let bases = relatives.iter().filter(|base| *base != word && family(word, base) == Family::Inflection);
        let mut known = bases.filter_map(|base| self.words.get(base));
        known.find(|base| !base.meanings.is_empty() && !own.is_twin_of(base))
    }

    fn add_stems(&mut self) {
        for word in self.words.keys().filter(|word| word.len() >= super::SHORTEST_INFLECTED) {
            self.stems.entry(stem(word).to_owned()).or_default().push(word.clone());
        }
        self.stems.values_mut().for_each(|words| words.sort_unstable());
    }
}

impl Lexeme {
    fn mark(&mut self, mark: Mark) {
        self.marks |= mark as u8;
    }

    fn classify(&mut self, name: &str) {
        match name {
            "stop" => self.class = Class::Stop,
            "filler" => self.class = Class::Filler,
            "request" => self.class = Class::Request,
            "soft" => self.class = Class::Soft,
            "head" => self.class = Class::Head,
            "negation" => self.mark(Mark::Negates),
            "counted" => self.mark(Mark::Counts),
            "stage" => self.mark(Mark::Stage),
            "thing" => self.mark(Mark::Thing),
            "works" => self.mark(Mark::Works),
            "action" => self.mark(Mark::Acts),
            "light" => self.mark(Mark::Light),
            _ => {}
        }
    }
}
