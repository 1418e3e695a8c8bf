//! A team's own words (decisions, section 1): what it calls projects and groups, and its words of one meaning.

use std::{iter, ops::Range};

use super::{
    normalise,
    reading::{says_nothing, signs_of},
};

/// Most readings of one hint beside its own: each is compared with every object.
const MOST_READINGS: usize = 6;

/// A team's own words.
#[derive(Debug, Clone, Default)]
pub struct Names {
    paths: Vec<(Words, String)>,
    meanings: Vec<Vec<Words>>,
}

/// Why a name can't be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameProblem {
    /// Nothing is left of it, or of a word of its meaning, after normalisation.
    Blank,
    /// Another name is equal to it.
    Twice,
}

impl Names {
    /// Adds what the team calls the project or the group at a path.
    ///
    /// # Errors
    /// A name that is blank, or that is there.
    pub fn call(&mut self, name: &str, path: &str) -> Result<(), NameProblem> {
        let name = self.new_name(name)?;
        self.paths.push((name, path.to_owned()));
        Ok(())
    }

    /// Adds a name and words that mean the same.
    ///
    /// # Errors
    /// A name or a word that is blank, or a name that is there.
    pub fn equate(&mut self, name: &str, words: &[String]) -> Result<(), NameProblem> {
        let names = iter::once(self.new_name(name)).chain(words.iter().map(|word| Words::named(word)));
        self.meanings.push(names.collect::<Result<_, _>>()?);
        Ok(())
    }

    fn new_name(&self, name: &str) -> Result<Words, NameProblem> {
        let name = Words::named(name)?;
        let called = self.paths.iter().map(|(known, _)| known);
        let mut known = called.chain(self.meanings.iter().filter_map(|meaning| meaning.first()));
        if known.any(|known| known.is(&name)) { Err(NameProblem::Twice) } else { Ok(name) }
    }

    /// The paths that names stand for, each with its name as it is written.
    pub fn paths(&self) -> impl Iterator<Item = (&str, &str)> {
        self.paths.iter().map(|(name, path)| (name.text.as_str(), path.as_str()))
    }

    /// The path of what the team calls so, in one of the readings.
    #[must_use]
    pub fn path(&self, hint: &str) -> Option<&str> {
        let readings: Vec<_> = self.readings(hint).iter().map(|reading| Words::of(reading)).collect();
        let is_called = |name: &Words| readings.iter().any(|reading| reading.is(name));
        self.paths.iter().find(|(name, _)| is_called(name)).map(|(_, path)| path.as_str())
    }

    /// The hint itself, and the same with other words of the same meaning.
    #[must_use]
    pub fn readings(&self, hint: &str) -> Vec<String> {
        let mut readings = vec![hint.to_owned()];
        for meaning in &self.meanings {
            for reading in readings.clone() {
                let said = Words::of(&reading);
                let own = meaning.iter().find_map(|own| Some((own, said.place_of(own)?)));
                let Some((own, place)) = own else { continue };
                readings.extend(meaning.iter().filter(|other| !other.is(own)).map(|other| {
                    let mut text = said.text.clone();
                    text.replace_range(place.clone(), &other.text);
                    text
                }));
            }
        }
        readings.truncate(1 + MOST_READINGS);
        readings
    }

    /// Whether the team says what this folded word means.
    pub(super) fn define(&self, word: &str) -> bool {
        self.meanings.iter().flatten().any(|own| own.words().eq([word]))
    }
}

/// A text as it is compared with names: normalised, without small words that say nothing, and where each word stands.
#[derive(Debug, Clone)]
struct Words {
    text: String,
    parts: Vec<(String, Range<usize>)>,
    /// "C" is not "C++", and "<" is not ">".
    signs: u64,
}

impl Words {
    fn of(text: &str) -> Self {
        let text = text.trim();
        let part = |word: &str| {
            let start = word.as_ptr().addr() - text.as_ptr().addr();
            (normalise(word), start..start + word.len())
        };
        let words = text.split(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '+' | '#')));
        let mut parts: Vec<_> = words.map(part).filter(|(word, _)| !word.is_empty()).collect();
        if parts.iter().any(|(word, _)| !says_nothing(word)) {
            parts.retain(|(word, _)| !says_nothing(word));
        }
        Self { text: text.to_owned(), parts, signs: signs_of(text) }
    }

    fn named(name: &str) -> Result<Self, NameProblem> {
        let name = Self::of(name);
        if name.parts.is_empty() { Err(NameProblem::Blank) } else { Ok(name) }
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|(word, _)| word.as_str())
    }

    fn is(&self, other: &Self) -> bool {
        self.signs == other.signs && self.words().eq(other.words())
    }

    /// Where the other's words stand in this text.
    fn place_of(&self, other: &Self) -> Option<Range<usize>> {
        let is_it = |window: &&[(String, _)]| window.iter().map(|(word, _)| word).eq(other.words());
        let found = self.parts.windows(other.parts.len()).find(is_it)?;
        Some(found.first()?.1.start..found.last()?.1.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        let mut names = Names::default();
        names.call("le 360", "ville/portail-citoyen").unwrap();
        names.call("C++", "dsi/cpp").unwrap();
        names.equate("GRU", &["gestion de la relation usager".to_owned()]).unwrap();
        names.call("portail GRU", "dsi/gru").unwrap();
        names
    }

    #[test]
    fn a_name_is_the_whole_hint_after_normalisation_and_small_words_apart() {
        for (hint, path) in [
            ("le 360", Some("ville/portail-citoyen")),
            ("  LE 360 ! ", Some("ville/portail-citoyen")),
            ("360", Some("ville/portail-citoyen")),
            ("du 360", Some("ville/portail-citoyen")),
            ("le portail de gestion de relation usager", Some("dsi/gru")),
            ("gestion de relation usager", None),
            ("c++", Some("dsi/cpp")),
            ("c", None),
            ("sans 360", None),
            ("360 photos", None),
            ("le 361", None),
            ("", None),
        ] {
            assert_eq!(names().path(hint), path, "{hint:?}");
        }
    }

    #[test]
    fn words_of_one_meaning_stand_for_each_other_anywhere_in_a_hint() {
        assert_eq!(
            names().readings("l'export GRU, lent"),
            ["l'export GRU, lent", "l'export gestion de la relation usager, lent"]
        );
        assert_eq!(names().readings("Gestion relation usager")[1], "GRU");
        assert_eq!(names().readings("grue"), ["grue"]);
    }

    #[test]
    fn a_name_is_neither_blank_nor_there_twice() {
        let mut names = names();
        assert_eq!(names.call("les 360", "a/b"), Err(NameProblem::Twice));
        assert_eq!(names.call("gru", "a/b"), Err(NameProblem::Twice));
        assert_eq!(names.call(" ! ", "a/b"), Err(NameProblem::Blank));
        assert_eq!(names.equate("x", &[String::new()]), Err(NameProblem::Blank));
    }

    #[test]
    fn a_hint_has_a_bounded_number_of_readings() {
        let mut names = Names::default();
        for letter in 'a'..'f' {
            names.equate(&format!("q{letter}"), &["x".to_owned(), "y".to_owned(), "z".to_owned()]).unwrap();
        }
        assert_eq!(names.readings("qa qb qc qd qe").len(), 1 + MOST_READINGS);
    }
}
