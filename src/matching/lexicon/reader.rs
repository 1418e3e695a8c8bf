//! Reads the tables, and writes them as the source of what the program keeps.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
    ops::Range,
};

use super::{
    forms::{Family, family, in_singular, listed, stem},
    lexeme::{
        Class,
        GroupKind::{self, Fields, Meanings, Sides, Twins},
        Lexeme, Mark, Numeral, Phrase, SHORTEST_INFLECTED, hash,
    },
    table::{headed, lines},
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

/// The groups that a word is in.
type WordGroups = BTreeSet<(GroupKind, u16)>;

/// The tables as they are read.
#[derive(Debug, Default)]
pub(super) struct Reader {
    words: BTreeMap<String, (Lexeme, WordGroups)>,
    /// Small words that make another thing of a phrase: "sans mot de passe".
    telling: BTreeSet<String>,
    /// The words of each phrase, and its meanings.
    phrases: BTreeMap<Vec<u64>, WordGroups>,
}

impl Reader {
    pub(super) fn read() -> Self {
        let mut reader = Self::default();
        reader.read_classes();
        reader.read_numerals();
        let plurals: Vec<_> = listed("plural").map(|plural| plural.replace('/', ",")).collect();
        let twins = format!("{TWINS}\n{}", plurals.join("\n"));
        for (kind, table) in [(Meanings, EQUAL), (Fields, NEAR), (Twins, &twins), (Sides, OPPOSITES)] {
            for (line, first) in lines(table).zip((0..).step_by(usize::from(kind.parts()))) {
                line.split('|').zip(first..).for_each(|(words, group)| reader.join(words, (kind, group)));
            }
        }
        reader.read_irregular();
        for word in lines(COMMON).flat_map(str::split_whitespace) {
            reader.word(&normalise(word));
        }
        reader.inherit();
        reader
    }

    /// The entry of a word. What has one is a real word.
    fn as_written(&mut self, word: &str) -> &mut (Lexeme, WordGroups) {
        let entry = self.words.entry(word.to_owned()).or_default();
        entry.0.mark(Mark::Known);
        entry
    }

    /// A word in the singular, unless it is written in another table: a small word is no plural ("sans", "après").
    fn word(&mut self, word: &str) -> &mut (Lexeme, WordGroups) {
        let written = self.words.contains_key(word);
        self.as_written(&if written { word.into() } else { in_singular(word) })
    }

    /// Puts each word and each phrase of a line into a group.
    fn join(&mut self, line: &str, group: (GroupKind, u16)) {
        for entry in entries(line) {
            let groups = if entry.contains(' ') { self.phrase(&entry) } else { &mut self.word(&entry).1 };
            groups.insert(group);
        }
    }

    /// A word, then forms of it: they are in every group that it is in.
    fn read_irregular(&mut self) {
        for line in lines(IRREGULAR) {
            let mut words = line.split(' ').map(normalise);
            let groups = words.next().map(|base| self.word(&base).1.clone()).unwrap_or_default();
            for form in words {
                self.word(&form).1.extend(groups.iter().filter(|(kind, _)| *kind != Twins));
            }
        }
    }

    /// "name: words", for classes and marks.
    fn read_classes(&mut self) {
        for (name, words) in headed(CLASSES) {
            // As written: "mais" and "plus" are no plurals.
            for word in normalise(words).split(' ') {
                self.as_written(word).0.classify(name);
                if name == "tells" {
                    self.telling.insert(word.to_owned());
                }
            }
        }
    }

    fn read_numerals(&mut self) {
        for (head, words) in lines(NUMERALS).filter_map(|line| line.split_once(' ')) {
            let value = head.split_once('=').and_then(|(_, value)| value.parse().ok());
            let numeral = if head.starts_with("ordinal") { Numeral::Ordinal } else { Numeral::Cardinal };
            for word in words.split_whitespace() {
                self.as_written(&normalise(word)).0.numeral = value.map(numeral);
            }
        }
    }

    /// Several words of one group; small words between them are left out, as they are when texts are read, but for those
    /// that make another thing of them: "sans mot de passe" is no "mot de passe". Speech leaves "ne" out.
    fn phrase(&mut self, phrase: &str) -> &mut WordGroups {
        let known = |word: &str| self.words.get(word).map(|(lexeme, _)| lexeme);
        let is_stop = |word: &str| known(word).is_some_and(|lexeme| lexeme.class == Class::Stop);
        let is_small = |word: &str| is_stop(word) && !self.telling.contains(word);
        let as_read = |word: &str| match known(word).and_then(|lexeme| lexeme.numeral) {
            Some(Numeral::Cardinal(value)) if value > 1 => hash(&value.to_string()),
            _ => hash(&in_singular(word)),
        };
        let naming = phrase.split(' ').filter(|word| !is_small(word)).count();
        let kept = phrase.split(' ').filter(|word| naming < 2 || !is_small(word));
        let words = kept.map(as_read).collect();
        self.phrases.entry(words).or_default()
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
        let groups = |word: &str| self.words.get(word).into_iter().flat_map(|(_, groups)| groups);
        // Nor has one that is no form of what it looks like.
        let has_own = |word: &str| groups(word).any(|(kind, _)| matches!(kind, Meanings | Twins));
        for relatives in self.relatives().values() {
            for word in relatives.iter().filter(|word| !has_own(word)) {
                let bases = relatives.iter().filter(|base| family(word, base) == Family::Inflection);
                let gained = bases.flat_map(|base| groups(base)).filter(|(kind, _)| *kind != Twins);
                inherited.push(((*word).to_owned(), gained.copied().collect::<Vec<_>>()));
            }
        }
        for (word, groups) in inherited {
            self.as_written(&word).1.extend(groups);
        }
    }

    /// The source of the tables that `lexicon` looks words up in: keys in their order, and what belongs to each at its place.
    pub(super) fn source(&self) -> String {
        let (mut groups, mut letters, mut phrase_words) = (Vec::new(), Vec::new(), Vec::new());
        let words = self.words.iter();
        let words: BTreeMap<u64, Lexeme> =
            words.map(|(word, (lexeme, own))| (hash(word), lexeme.within(own, &mut groups))).collect();
        let stems = self.relatives();
        let relatives = stems.values().map(|words| append(&mut letters, words.join(" ").bytes()));
        let relatives = table("RELATIVES", "std::ops::Range<u32>", relatives);
        let firsts = self.phrases.keys().filter_map(|words| words.first());
        let phrases = self.phrases.iter().map(|(words, own)| Phrase {
            words: append(&mut phrase_words, words.iter().copied()),
            lexeme: Lexeme::default().within(own, &mut groups),
        });
        let phrases = table("PHRASES", "Phrase", phrases);
        [
            table("WORDS", "u64", words.keys()),
            table("LEXEMES", "Lexeme", words.values()),
            table("GROUPS", "u16", groups),
            table("STEMS", "u64", stems.keys()),
            relatives,
            format!("pub(super) static LETTERS: &str = {:?};\n", String::from_utf8_lossy(&letters)),
            table("FIRST_WORDS", "u64", firsts),
            phrases,
            table("PHRASE_WORDS", "u64", phrase_words),
        ]
        .concat()
    }
}

/// Adds items behind all that are there; where they stand.
fn append<T>(all: &mut Vec<T>, items: impl Iterator<Item = T>) -> Range<u32> {
    let end = |all: &[T]| u32::try_from(all.len()).unwrap_or(u32::MAX);
    let start = end(all);
    all.extend(items);
    start..end(all)
}

/// In short lines: a message of the compiler repeats the whole line that it is about.
fn table<T: Debug>(name: &str, item: &str, items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<T> = items.into_iter().collect();
    let listed = format!("{items:?}").replace(", ", ",\n");
    format!("pub(super) static {name}: [{item}; {}] = {listed};\n", items.len())
}

impl Lexeme {
    fn mark(&mut self, mark: Mark) {
        self.marks |= mark as u16;
    }

    /// The same with these groups, which are added to those of all words.
    fn within(&self, own: &WordGroups, groups: &mut Vec<u16>) -> Self {
        let of_kind = |kind| own.iter().filter(move |group| group.0 == kind).map(|(_, group)| *group);
        let start = append(groups, std::iter::empty()).start;
        let [a, b, c, d] = [Meanings, Fields, Twins, Sides].map(|kind| append(groups, of_kind(kind)).end);
        let bit = |(kind, group): &(GroupKind, u16)| 1 << (u32::from(group / kind.parts()) % u64::BITS);
        let bits = own.iter().fold(0, |bits, group| bits | bit(group));
        Self { groups: [start, a, b, c, d], bits, ..self.clone() }
    }

    /// Gives it the class or the mark of this name.
    fn classify(&mut self, name: &str) {
        use Mark::{Accented, Acts, Changes, Counts, Light, Stage, States, Thing, Works};
        let classes = [Class::Stop, Class::Filler, Class::Request, Class::Soft, Class::Head];
        let marks = [Counts, Stage, Thing, Works, Acts, Light, States, Changes, Accented];
        let is_named = |value: &dyn Debug| format!("{value:?}").eq_ignore_ascii_case(name);
        self.class = classes.into_iter().find(|class| is_named(class)).unwrap_or(self.class);
        marks.into_iter().filter(|mark| is_named(mark)).for_each(|mark| self.mark(mark));
    }
}
