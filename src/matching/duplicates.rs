//! Whether a new title says what an existing one says (issues assistant-create, "Duplicate score").

use std::collections::BTreeSet;

use super::{
    grading::contains, hint::Hint, lexicon::is_meaningful, normalise::normalise, ranking::likeness,
    score::Score, text::Text,
};

/// One title contains the other.
const CONTAINED: Score = Score::new(95);
/// The titles share one meaningful word.
const ONE_SHARED: Score = Score::new(60);
/// The titles share two meaningful words or more.
const TWO_SHARED: Score = Score::new(85);

/// A new title, folded once, to be compared with existing ones.
#[derive(Debug)]
pub struct DuplicateMatcher {
    hint: Hint,
    words: BTreeSet<String>,
}

impl DuplicateMatcher {
    /// Folds the new title.
    pub fn new(title: &str) -> Self {
        let words = meaningful(&normalise(title)).map(str::to_owned).collect();
        Self { hint: Hint::new(title), words }
    }

    /// How surely an existing title says the same: the similarity of the titles, or what their words share. Beside it the
    /// similarity alone, which tells apart titles of one score.
    pub fn score(&self, text: &Text) -> (Score, Score) {
        if self.hint.is_blank() || text.name.is_empty() {
            return Default::default();
        }
        let similarity = likeness(&self.hint, text);
        let contained = contains(&text.name, &self.hint.normal) || contains(&self.hint.normal, &text.name);
        let base = if contained { similarity.max(CONTAINED) } else { similarity };
        (base.max(self.overlap(&text.name)), similarity)
    }

    /// The share of common words among all, raised for one and for two common words.
    fn overlap(&self, existing: &str) -> Score {
        let theirs: BTreeSet<_> = meaningful(existing).collect();
        let common = theirs.iter().filter(|word| self.words.contains(**word)).count();
        let all = self.words.len() + theirs.len() - common;
        let share = (100 * common).checked_div(all).and_then(|share| u8::try_from(share).ok());
        let share = Score::new(share.unwrap_or_default());
        match common {
            0 => share,
            1 => share.max(ONE_SHARED),
            _ => share.max(TWO_SHARED),
        }
    }
}

/// The meaningful words of a normalised title, without a plural s.
fn meaningful(title: &str) -> impl Iterator<Item = &str> {
    title
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty() && is_meaningful(word))
        .map(without_plural)
}

/// A word of more than four characters loses its final s (interface, "Duplicate score").
fn without_plural(word: &str) -> &str {
    word.strip_suffix('s').filter(|stem| stem.chars().count() >= 4).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn score(new: &str, existing: &str) -> u8 {
        DuplicateMatcher::new(new).score(&Text::title(existing)).0.value()
    }

    #[test]
    fn titles_that_say_the_same_in_other_words_are_alike() {
        let (score, similarity) = DuplicateMatcher::new("Mode sombre pour le tableau de bord")
            .score(&Text::title("Dark mode dashboard"));
        assert!(score == similarity && similarity > ONE_SHARED, "{score:?} {similarity:?}");
    }

    #[test]
    fn shared_words_decide() {
        for (new, existing, expected, rule) in [
            ("Carte grise", "Carte de bus", 60, "one shared word gives 60"),
            ("Page blanche au paiement en ligne", "Le paiement mène à une page vide", 85, "two give 85"),
            ("Ajouter un filtre", "Ajouter une légende", 0, "light verbs are no meaningful words"),
            ("Filtre", "Filtres avancés", 95, "one title contains the other"),
            ("Filtres rouges", "Un filtre avancé", 60, "a plural s is cut"),
            ("Légende", "légende", 110, "equal titles are equal"),
        ] {
            let found = score(new, existing);
            let fits = if expected == 0 { found < 60 } else { found == expected };
            assert!(fits, "{rule}: {new} / {existing} gives {found}");
        }
    }

    #[test]
    fn containment_goes_both_ways() {
        assert_eq!(score("Export PDF", "Export PDF de la fiche agent"), 95);
        assert_eq!(score("Export PDF de la fiche agent", "Export PDF"), 95);
    }

    #[test]
    fn a_title_without_letters_is_nobodys_duplicate() {
        assert_eq!(score("…", "Export PDF"), 0);
        assert!(score("Export PDF", "…") < 60);
    }

    #[test]
    fn only_words_of_more_than_four_characters_lose_their_s() {
        assert_eq!(without_plural("tarifs"), "tarif");
        assert_eq!(without_plural("accès"), "accè");
        assert_eq!(without_plural("sens"), "sens");
    }

    proptest! {
        #[test]
        fn scores_any_titles_within_bounds(new in any::<String>(), existing in any::<String>()) {
            prop_assert!(DuplicateMatcher::new(&new).score(&Text::title(&existing)).0 <= Score::EXACT);
        }

        #[test]
        fn a_title_duplicates_itself(title in "[a-zé]{1,9}( [a-z0-9]{1,9}){0,6}") {
            prop_assert_eq!(DuplicateMatcher::new(&title).score(&Text::title(&title)).0, Score::EXACT);
        }
    }
}
