//! Reads the tables.
//!
//! What is read is kept in a few long runs: no word has an allocation of its own.

use std::{collections::HashMap, ops::Range};

use super::{
    Class, Index, Lexeme, Lexicon, Mark, Numeral, Phrase, Spelled, WordHashes,
    forms::{Family, family, in_singular, plurals, stem},
    hash, side,
    table::lines,
};
use crate::matching::normalise::normalise;

pub(super) const EQUAL: &str = include_str!("equal.txt");
const NEAR: &str = include_str!("near.txt");
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
const TELLING: &[&str] = &["after", "apres", "avant", "before", "moins", "plus", "sous", "up"];

/// Tables of groups, in the order in which a word's groups stand side by side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Table {
    Meanings,
    Fields,
    Twins,
    Sides,
}

/// A word's number, and a group that it is in.
type Member = (u32, Table, u16);

fn number<T: TryFrom<usize> + Default>(place: usize) -> T {
    T::try_from(place).unwrap_or_default()
}

/// The tables as they are read.
#[derive(Default)]
struct Reader {
    numbers: HashMap<u64, u32, WordHashes>,
    lexemes: Vec<Lexeme>,
    members: Vec<Member>,
    /// The words that have relatives, one behind the other.
    letters: String,
    spelled: Vec<Spelled>,
    phrase_words: Vec<u64>,
    /// Where the words of each phrase stand, and a meaning of it.
    phrases: Vec<(Range<usize>, u16)>,
}

impl Lexicon {
    pub(super) fn read() -> Self {
        let mut reader = Reader::default();
        reader.read_classes();
        reader.read_numerals();
        reader.read_meanings();
        reader.read_groups(NEAR, Table::Fields);
        reader.read_groups(TWINS, Table::Twins);
        for (group, (plural, singular)) in (lines(TWINS).count()..).zip(plurals()) {
            [Some(plural), singular]
                .into_iter()
                .flatten()
                .for_each(|word| reader.join(word, Table::Twins, number(group)));
        }
        for (list, line) in lines(OPPOSITES).enumerate() {
            for (place, words) in line.split('|').enumerate() {
                reader.join(words, Table::Sides, side(list, place));
            }
        }
        reader.read_irregular();
        for word in lines(COMMON).flat_map(str::split_whitespace) {
            let word = reader.number_of(&normalise(word));
            reader.mark(word, Mark::Known);
        }
        reader.finish()
    }
}

impl Reader {
    /// The number of a word as it is written.
    fn number_as_written(&mut self, word: &str) -> u32 {
        let next = number(self.lexemes.len());
        let known = *self.numbers.entry(hash(word)).or_insert(next);
        if known == next {
            self.lexemes.push(Lexeme::default());
            if word.len() >= super::SHORTEST_INFLECTED {
                self.spelled.push(Spelled {
                    start: number(self.letters.len()),
                    length: number(word.len()),
                    word: next,
                });
                self.letters.push_str(word);
            }
        }
        known
    }

    /// The number of a word in the singular, unless it is written in another table: a small word is no plural ("sans", "après").
    fn number_of(&mut self, word: &str) -> u32 {
        match self.numbers.get(&hash(word)) {
            Some(known) => *known,
            None => self.number_as_written(&in_singular(word)),
        }
    }

    fn lexeme(&mut self, word: u32) -> Option<&mut Lexeme> {
        self.lexemes.get_mut(word as usize)
    }

    fn known(&self, word: &str) -> Option<&Lexeme> {
        self.numbers.get(&hash(word)).and_then(|number| self.lexemes.get(*number as usize))
    }

    fn mark(&mut self, word: u32, mark: Mark) {
        if let Some(lexeme) = self.lexeme(word) {
            lexeme.mark(mark);
        }
    }

    /// Puts each single word of a line, a real word, into a group.
    fn join(&mut self, line: &str, table: Table, group: u16) {
        for entry in entries(line).filter(|entry| !entry.contains(' ')) {
            let word = self.number_of(&entry);
            self.mark(word, Mark::Known);
            self.members.push((word, table, group));
        }
    }

    fn read_groups(&mut self, lines_of: &'static str, table: Table) {
        for (group, line) in lines(lines_of).enumerate() {
            self.join(line, table, number(group));
        }
    }

    /// A word, then forms of it: they are in every group that it is in.
    fn read_irregular(&mut self) {
        for line in lines(IRREGULAR) {
            let mut words = line.split(' ').map(normalise);
            let base = words.next().map(|base| self.number_of(&base)).unwrap_or_default();
            let groups: Vec<Member> = self
                .members
                .iter()
                .filter(|member| member.0 == base && member.1 != Table::Twins)
                .copied()
                .collect();
            for form in words {
                let form = self.number_of(&form);
                self.mark(form, Mark::Known);
                self.members.extend(groups.iter().map(|(_, table, group)| (form, *table, *group)));
            }
        }
    }

    /// "name: words", for classes and marks.
    fn read_classes(&mut self) {
        for line in lines(CLASSES) {
            let Some((name, words)) = line.split_once(':') else { continue };
            for word in normalise(words).split(' ') {
                // As written: "mais" and "plus" are no plurals.
                let word = self.number_as_written(word);
                self.mark(word, Mark::Known);
                if let Some(lexeme) = self.lexeme(word) {
                    lexeme.classify(name);
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
                let word = self.number_as_written(&normalise(word));
                self.mark(word, Mark::Known);
                if let Some(lexeme) = self.lexeme(word) {
                    lexeme.numeral = Some(numeral);
                }
            }
        }
    }

    fn read_meanings(&mut self) {
        for (meaning, line) in lines(EQUAL).enumerate() {
            let meaning = number(meaning);
            self.join(line, Table::Meanings, meaning);
            for phrase in entries(line).filter(|entry| entry.contains(' ')) {
                self.add_phrase(&phrase, meaning);
            }
        }
    }

    /// Several words of one meaning; small words between them are left out, as they are when texts are read, but for those
    /// that make another thing of them: "sans mot de passe" is no "mot de passe". Speech leaves "ne" out.
    fn add_phrase(&mut self, phrase: &str, meaning: u16) {
        let is_small = |word: &str| {
            self.known(word).is_some_and(|lexeme| lexeme.class == Class::Stop)
                && !TELLING.contains(&word)
                && (word == "ne" || !self.known(word).is_some_and(|lexeme| lexeme.is(Mark::Negates)))
        };
        let as_read = |word: &str| match self.known(word).and_then(|lexeme| lexeme.numeral) {
            Some(Numeral::Cardinal(value)) if value > 1 => hash(&value.to_string()),
            _ => hash(&in_singular(word)),
        };
        let naming = phrase.split(' ').filter(|word| !is_small(word)).count();
        let kept = phrase.split(' ').filter(|word| naming < 2 || !is_small(word));
        let words: Vec<u64> = kept.map(as_read).collect();
        let begin = self.phrase_words.len();
        self.phrase_words.extend(words);
        self.phrases.push((begin..self.phrase_words.len(), meaning));
    }

    fn spelling(&self, spelled: Spelled) -> &str {
        spelled.of(&self.letters)
    }
}

/// Where each run of equal keys stands.
fn index(keys: impl Iterator<Item = u64>) -> Index {
    let mut places = Index::default();
    for (place, key) in keys.enumerate() {
        let place = number(place);
        places.entry(key).or_insert(place..place).end = place + 1;
    }
    places.shrink_to_fit();
    places
}

impl Reader {
    fn finish(mut self) -> Lexicon {
        let mut relatives = std::mem::take(&mut self.spelled);
        relatives.sort_unstable_by_key(|relative| self.spelling(*relative));
        relatives.sort_by_cached_key(|relative| hash(stem(self.spelling(*relative))));
        let stems = index(relatives.iter().map(|relative| hash(stem(self.spelling(*relative)))));
        self.members.sort_unstable();
        self.members.dedup();
        let inherited = self.inherited(&relatives, &stems);
        self.members.extend(inherited);
        self.members.sort_unstable();
        self.members.dedup();
        let mut values: Vec<u16> = self.members.iter().map(|(.., group)| *group).collect();
        let phrases = self.distinct_phrases(&mut values);
        let (values, phrase_words) = (values.leak(), self.phrase_words.leak());
        let mut rest = &*values;
        for members in self.members.chunk_by(|one, next| one.0 == next.0) {
            let (Some(word), Some((own, others))) = (members.first(), rest.split_at_checked(members.len()))
            else {
                break;
            };
            rest = others;
            let up_to = |table: Table| number(members.partition_point(|member| member.1 <= table));
            if let Some(lexeme) = self.lexemes.get_mut(word.0 as usize) {
                lexeme.groups = own;
                lexeme.ends = [Table::Meanings, Table::Fields, Table::Twins].map(up_to);
            }
        }
        let phrases: Vec<Phrase> = phrases
            .into_iter()
            .map(|(words, meanings)| Phrase {
                words: phrase_words.get(words).unwrap_or_default(),
                lexeme: Lexeme {
                    ends: [number(meanings.len()); 3],
                    groups: values.get(meanings).unwrap_or_default(),
                    ..Lexeme::default()
                },
            })
            .collect();
        self.lexemes.shrink_to_fit();
        Lexicon {
            numbers: self.numbers,
            lexemes: self.lexemes,
            letters: self.letters,
            relatives,
            stems,
            phrases_by_first: index(phrases.iter().filter_map(|phrase| phrase.words.first().copied())),
            phrases,
        }
    }

    /// Words that stand in the tables without a meaning have that of the form that they inflect: "retire", "ajoute".
    fn inherited(&self, relatives: &[Spelled], stems: &Index) -> Vec<Member> {
        let mut inherited = Vec::new();
        for relative in relatives {
            let own = self.members_of(relative.word);
            // Nor has one that is no form of what it looks like.
            if own.iter().any(|member| matches!(member.1, Table::Meanings | Table::Twins)) {
                continue;
            }
            let word = self.spelling(*relative);
            let beside = stems.get(&hash(stem(word))).and_then(|places| relatives.get(super::range(places)));
            let base = beside.into_iter().flatten().find_map(|base| {
                let theirs = self.members_of(base.word);
                let inflects = family(word, self.spelling(*base)) == Family::Inflection;
                let means = theirs.first().is_some_and(|member| member.1 == Table::Meanings);
                (base.word != relative.word && inflects && means).then_some(theirs)
            });
            let gained = base.into_iter().flatten().filter(|member| member.1 != Table::Twins);
            inherited.extend(gained.map(|member| (relative.word, member.1, member.2)));
        }
        inherited
    }

    /// What a word is in, once the members are sorted.
    fn members_of(&self, word: u32) -> &[Member] {
        let begin = self.members.partition_point(|member| member.0 < word);
        let rest = self.members.get(begin..).unwrap_or_default();
        rest.get(..rest.partition_point(|member| member.0 == word)).unwrap_or_default()
    }

    /// Each phrase once: where its words stand, and where its meanings, which are added to the values.
    fn distinct_phrases(&mut self, values: &mut Vec<u16>) -> Vec<(Range<usize>, Range<usize>)> {
        let mut phrases = std::mem::take(&mut self.phrases);
        let words = |place: &Range<usize>| self.phrase_words.get(place.clone()).unwrap_or_default();
        phrases.sort_by(|one, next| (words(&one.0), one.1).cmp(&(words(&next.0), next.1)));
        phrases.dedup_by(|next, one| words(&one.0) == words(&next.0) && one.1 == next.1);
        let same = |one: &(Range<usize>, u16), next: &(Range<usize>, u16)| words(&one.0) == words(&next.0);
        let mut distinct = Vec::new();
        for meanings in phrases.chunk_by(same) {
            let begin = values.len();
            values.extend(meanings.iter().map(|(_, meaning)| *meaning));
            distinct.extend(meanings.first().map(|(place, _)| (place.clone(), begin..values.len())));
        }
        distinct
    }
}

impl Lexeme {
    fn mark(&mut self, mark: Mark) {
        self.marks |= mark as u16;
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
            "states" => self.mark(Mark::States),
            "given" => self.mark(Mark::Given),
            "two genders" => self.mark(Mark::TwoGenders),
            _ => {}
        }
    }
}
