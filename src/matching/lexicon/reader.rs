//! Reads the tables, and writes them as the source of what the program keeps.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
};

use super::{
    forms::{Family, family, in_singular, plurals, stem},
    lexeme::{
        Class, FIRST_BITS, Lexeme, Mark, Numeral, Phrase, SHORTEST_INFLECTED, SIDES, Spelled, first_bits,
        hash,
    },
    table::lines,
};
use crate::matching::normalise::normalise;

pub(super) const EQUAL: &str = include_str!("equal.txt");
pub(super) const NEAR: &str = include_str!("near.txt");
pub(super) const OPPOSITES: &str = include_str!("opposites.txt");
pub(super) const TWINS: &str = include_str!("twins.txt");
const IRREGULAR: &str = include_str!("irregular.txt");
const COMMON: &str = include_str!("common.txt");
const CLASSES: &str = include_str!("classes.txt");
const NUMERALS: &str = include_str!("numerals.txt");

/// The entries of a line, folded: words with a space between them. "n't" is "not", as it is when texts are read.
pub(super) fn entries(line: &str) -> impl Iterator<Item = String> {
    line.split(',').map(|entry| match entry.split_once("n't") {
        Some((verb, rest)) => normalise(&format!("{verb} not{rest}")),
        None => normalise(entry),
    })
}

/// Small words that make another thing of a phrase, beside those that say no: "mise en avant", "sous-titre", "sign-up page".
const TELLING: &[&str] =
    &["after", "apres", "avant", "before", "depuis", "moins", "plus", "since", "sous", "up"];

/// Tables of groups, in the order in which a word's groups stand side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Table {
    Meanings,
    Fields,
    Twins,
    Sides,
}

/// The groups that a word is in.
type WordGroups = BTreeSet<(Table, u16)>;

/// The tables as they are read.
#[derive(Debug, Default)]
pub(super) struct Reader {
    words: BTreeMap<String, (Lexeme, WordGroups)>,
    /// The small words that say no.
    negations: BTreeSet<String>,
    /// The words of each phrase, and its meanings.
    phrases: BTreeMap<Vec<u64>, WordGroups>,
}

impl Reader {
    pub(super) fn read() -> Self {
        let mut reader = Self::default();
        reader.read_classes();
        reader.read_numerals();
        for (line, group) in lines(EQUAL).zip(0..) {
            reader.join(line, (Table::Meanings, group));
        }
        for (line, names) in lines(NEAR).zip((0..).step_by(2)) {
            line.split('|').zip(names..).for_each(|(words, part)| reader.join(words, (Table::Fields, part)));
        }
        let plurals = plurals().map(|(plural, singular)| format!("{plural},{}", singular.unwrap_or(plural)));
        let twins = lines(TWINS).map(str::to_owned).chain(plurals);
        twins.zip(0..).for_each(|(line, group)| reader.join(&line, (Table::Twins, group)));
        for (line, list) in lines(OPPOSITES).zip((0..).step_by(usize::from(SIDES))) {
            line.split('|').zip(list..).for_each(|(words, side)| reader.join(words, (Table::Sides, side)));
        }
        reader.read_irregular();
        for word in lines(COMMON).flat_map(str::split_whitespace) {
            reader.word(&normalise(word)).0.mark(Mark::Known);
        }
        reader.inherit();
        reader
    }

    fn as_written(&mut self, word: &str) -> &mut (Lexeme, WordGroups) {
        self.words.entry(word.to_owned()).or_default()
    }

    /// A word in the singular, unless it is written in another table: a small word is no plural ("sans", "après").
    fn word(&mut self, word: &str) -> &mut (Lexeme, WordGroups) {
        let written = self.words.contains_key(word);
        self.as_written(&if written { word.into() } else { in_singular(word) })
    }

    /// Puts each word of a line, a real word, and each phrase into a group.
    fn join(&mut self, line: &str, group: (Table, u16)) {
        for entry in entries(line) {
            if entry.contains(' ') {
                self.add_phrase(&entry, group);
                continue;
            }
            let (lexeme, groups) = self.word(&entry);
            lexeme.mark(Mark::Known);
            groups.insert(group);
        }
    }

    /// A word, then forms of it: they are in every group that it is in.
    fn read_irregular(&mut self) {
        for line in lines(IRREGULAR) {
            let mut words = line.split(' ').map(normalise);
            let groups = words.next().map(|base| self.word(&base).1.clone()).unwrap_or_default();
            for form in words {
                let form = self.word(&form);
                form.0.mark(Mark::Known);
                form.1.extend(groups.iter().filter(|(table, _)| *table != Table::Twins));
            }
        }
    }

    /// "name: words", for classes and marks.
    fn read_classes(&mut self) {
        for (name, words) in lines(CLASSES).filter_map(|line| line.split_once(':')) {
            // As written: "mais" and "plus" are no plurals.
            for word in normalise(words).split(' ') {
                let (lexeme, _) = self.as_written(word);
                lexeme.mark(Mark::Known);
                lexeme.classify(name);
                if name == "negation" {
                    self.negations.insert(word.to_owned());
                }
            }
        }
    }

    fn read_numerals(&mut self) {
        for line in lines(NUMERALS) {
            let mut words = line.split_whitespace();
            let Some((kind, value)) = words.next().and_then(|head| head.split_once('=')) else { continue };
            let Ok(value) = value.parse() else { continue };
            let numeral = if kind == "ordinal" { Numeral::Ordinal(value) } else { Numeral::Cardinal(value) };
            for word in words {
                let (lexeme, _) = self.as_written(&normalise(word));
                lexeme.mark(Mark::Known);
                lexeme.numeral = Some(numeral);
            }
        }
    }

    /// Several words of one group; small words between them are left out, as they are when texts are read, but for those
    /// that make another thing of them: "sans mot de passe" is no "mot de passe". Speech leaves "ne" out.
    fn add_phrase(&mut self, phrase: &str, group: (Table, u16)) {
        let known = |word: &str| self.words.get(word).map(|(lexeme, _)| lexeme);
        let tells = |word: &str| TELLING.contains(&word) || word != "ne" && self.negations.contains(word);
        let is_small =
            |word: &str| known(word).is_some_and(|lexeme| lexeme.class == Class::Stop) && !tells(word);
        let as_read = |word: &str| match known(word).and_then(|lexeme| lexeme.numeral) {
            Some(Numeral::Cardinal(value)) if value > 1 => hash(&value.to_string()),
            _ => hash(&in_singular(word)),
        };
        let naming = phrase.split(' ').filter(|word| !is_small(word)).count();
        let kept = phrase.split(' ').filter(|word| naming < 2 || !is_small(word));
        let words = kept.map(as_read).collect();
        self.phrases.entry(words).or_default().insert(group);
    }

    /// Words by their stems, those of one stem in the order of the alphabet.
    fn relatives(&self) -> BTreeMap<u64, Vec<&str>> {
        let mut relatives = BTreeMap::<_, Vec<_>>::new();
        for word in self.words.keys().filter(|word| word.len() >= SHORTEST_INFLECTED) {
            relatives.entry(hash(stem(word))).or_default().push(word.as_str());
        }
        relatives
    }

    /// Words that stand in the tables without a meaning have that of the form that they inflect: "retire", "ajoute".
    fn inherit(&mut self) {
        let mut inherited = Vec::new();
        for relatives in self.relatives().values() {
            for word in relatives {
                // Nor has one that is no form of what it looks like.
                let has_own = |(table, _): &(Table, u16)| matches!(table, Table::Meanings | Table::Twins);
                let groups = |word: &str| self.words.get(word).map(|(_, groups)| groups);
                if groups(word).is_some_and(|groups| groups.iter().any(has_own)) {
                    continue;
                }
                let bases = relatives.iter().filter(|base| family(word, base) == Family::Inflection);
                let gained = bases.filter_map(|base| groups(base)).flatten();
                let gained = gained.filter(|(table, _)| *table != Table::Twins);
                inherited.push(((*word).to_owned(), gained.copied().collect::<Vec<_>>()));
            }
        }
        for (word, groups) in inherited {
            self.as_written(&word).1.extend(groups);
        }
    }

    /// The source of the tables that `lexicon` looks words up in: keys in their order, and what belongs to each at its place.
    pub(super) fn source(&self) -> String {
        let mut words: Vec<_> =
            self.words.iter().map(|(word, (lexeme, own))| (hash(word), word, lexeme, own)).collect();
        words.sort_unstable_by_key(|word| word.0);
        let places: BTreeMap<&str, u32> = words.iter().map(|word| word.1.as_str()).zip(0..).collect();
        let (mut groups, mut letters, mut phrase_words) = (Vec::new(), String::new(), Vec::<u64>::new());
        let lexemes: Vec<Lexeme> =
            words.iter().map(|(_, _, lexeme, own)| lexeme.within(own, &mut groups)).collect();
        let (mut stems, mut relatives) = (Vec::new(), Vec::new());
        for (stem, words) in self.relatives() {
            for word in words {
                let start = place(letters.len());
                letters.push_str(word);
                let word = places.get(word).copied().unwrap_or_default();
                stems.push(stem);
                relatives.push(Spelled { letters: start..place(letters.len()), word });
            }
        }
        let mut phrases: Vec<Phrase> = Vec::new();
        for (words, own) in &self.phrases {
            let start = place(phrase_words.len());
            phrase_words.extend(words);
            phrases.push(Phrase {
                words: start..place(phrase_words.len()),
                lexeme: Lexeme::default().within(own, &mut groups),
            });
        }
        let firsts: Vec<u64> = self.phrases.keys().filter_map(|words| words.first().copied()).collect();
        let hashes: Vec<u64> = words.iter().map(|word| word.0).collect();
        [
            keys("WORDS", &hashes),
            table("LEXEMES", "Lexeme", &lexemes),
            table("GROUPS", "u16", &groups),
            keys("STEMS", &stems),
            table("RELATIVES", "Spelled", &relatives),
            format!("pub(super) static LETTERS: &str = {letters:?};\n"),
            keys("PHRASES_BY_FIRST", &firsts),
            table("PHRASES", "Phrase", &phrases),
            table("PHRASE_WORDS", "u64", &phrase_words),
        ]
        .concat()
    }
}

fn place(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn keys(name: &str, keys: &[u64]) -> String {
    let start = |bits| place(keys.partition_point(|key| first_bits(*key) < bits));
    let starts: Vec<u32> = (0..=1 << FIRST_BITS).map(start).collect();
    let (starts, keys) = (listed(&starts), listed(keys));
    format!("pub(super) static {name}: Keys = Keys {{ starts: &{starts}, keys: &{keys} }};\n")
}

fn table<T: Debug>(name: &str, item: &str, items: &[T]) -> String {
    format!("pub(super) static {name}: [{item}; {}] = {};\n", items.len(), listed(items))
}

/// In short lines: a message of the compiler repeats the whole line that it is about.
fn listed<T: Debug>(items: &[T]) -> String {
    format!("{items:?}").replace(", ", ",\n")
}

impl Lexeme {
    fn mark(&mut self, mark: Mark) {
        self.marks |= mark as u16;
    }

    /// The same with these groups, which are added to those of all words.
    fn within(&self, own: &WordGroups, groups: &mut Vec<u16>) -> Self {
        let start = place(groups.len());
        groups.extend(own.iter().map(|(_, group)| *group));
        let up_to = |last| own.iter().filter(|(table, _)| *table <= last).count();
        let ends = [Table::Meanings, Table::Fields, Table::Twins, Table::Sides].map(up_to);
        let bit = |(table, group): &(Table, u16)| match table {
            Table::Sides => group / SIDES,
            Table::Fields => group / 2,
            _ => *group,
        };
        let bits =
            own.iter().fold(0, |bits, group| bits | 1_u64 << (u64::from(bit(group)) % u64::from(u64::BITS)));
        let ends = ends.map(|end| u8::try_from(end).unwrap_or(u8::MAX));
        Self { groups: start, ends, bits, ..self.clone() }
    }

    fn classify(&mut self, name: &str) {
        match name {
            "stop" => self.class = Class::Stop,
            "filler" => self.class = Class::Filler,
            "request" => self.class = Class::Request,
            "soft" => self.class = Class::Soft,
            "head" => self.class = Class::Head,
            "counted" => self.mark(Mark::Counts),
            "stage" => self.mark(Mark::Stage),
            "thing" => self.mark(Mark::Thing),
            "works" => self.mark(Mark::Works),
            "action" => self.mark(Mark::Acts),
            "light" => self.mark(Mark::Light),
            "states" => self.mark(Mark::States),
            "changes" => self.mark(Mark::Changes),
            "accented" => self.mark(Mark::Accented),
            _ => {}
        }
    }
}
