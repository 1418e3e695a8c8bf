//! What holds for any texts.

use proptest::prelude::*;

use super::{Outcome, outcome};
use crate::matching::{Folded, Hint, Kind, Ranking, Score, Text, normalise};

const KINDS: [Kind; 5] = [Kind::Project, Kind::Group, Kind::Issue, Kind::Milestone, Kind::Member];

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "\\PC{0,60}",
        "(\\PC{1,4}(ed|ing|s|x|er|eur|able|ment|tion|less)? ){1,3}",
        "[a-zé]{1,9}([ -/][a-z0-9.]{1,9}){0,6}",
        "(lot|web|→|<|>=|-5|\\+5|5 mV|5 MV|O-|C#|✅|❌|a|b){0,6}",
        "(lot |web |→ |< |>= |-5 |\\+5 |5 mV |5 MV |O- |C# |✅ |❌ ){0,6}",
        "(ne|pas|sans|le|sprint|v|q|deux|cent|vingt|et|point|mars|12|3\\.1|2026|a b c|,){0,12}",
        "(portail|agents|front|api|export|csv|pdf|mot de passe|mdp|désactiver|activer)( (portail|front|le|12|pas|legacy)){0,5}",
    ]
}

proptest! {
    #[test]
    fn any_texts_are_ranked_whole_and_within_bounds(hint in any_text(), names in prop::collection::vec(any_text(), 0..6)) {
        let texts: Vec<Text> = names.iter().map(|name| Text::named(name, name)).collect();
        for kind in KINDS {
            let ranking = Ranking::of(&Hint::new(&hint), kind, texts.iter().enumerate());
            let all = ranking.nearest(names.len());
            prop_assert_eq!(all.len(), names.len());
            prop_assert!(all.is_sorted_by(|a, b| a.score >= b.score));
            prop_assert!(all.iter().all(|candidate| candidate.score.value() <= 100 || candidate.score >= Score::CALLED));
            prop_assert!(ranking.candidates().iter().all(|candidate| candidate.score >= Score::MINIMUM));
            prop_assert!(ranking.doubt().is_some() || ranking.top().is_some());
        }
    }

    #[test]
    fn exact_is_what_is_equal_with_its_signs(hint in any_text(), title in any_text()) {
        for (hint, title) in [(&hint, &title), (&title, &title)] {
            let text = Text::title(title);
            let ranking = Ranking::of(&Hint::new(hint), Kind::Issue, [((), &text)]);
            let equal = Folded::of(hint).is_same(&Folded::of(title));
            prop_assert_eq!(ranking.nearest(1)[0].score == Score::EXACT, equal);
        }
    }

    #[test]
    fn a_piece_of_a_title_scores_at_least_95(title in "[a-zé ]{4,30}", start in 0..20_usize, length in 1..10_usize) {
        let normal = normalise(&title);
        let piece: String = normal.chars().skip(start).take(length).collect();
        prop_assume!(!normalise(&piece).is_empty() && normal.contains(&normalise(&piece)));
        let text = Text::title(&title);
        let ranking = Ranking::of(&Hint::new(&piece), Kind::Issue, [((), &text)]);
        prop_assert!(ranking.nearest(1)[0].score >= Score::WITHIN_NAME);
    }

    #[test]
    fn a_title_names_itself_among_others(titles in prop::collection::hash_set("[a-zé]{3,9}( [a-z0-9]{2,9}){0,5}", 1..6)) {
        let titles: Vec<String> = titles.into_iter().collect();
        let texts: Vec<Text> = titles.iter().map(|title| Text::title(title)).collect();
        for (place, title) in titles.iter().enumerate() {
            prop_assume!(titles.iter().filter(|other| normalise(other) == normalise(title)).count() == 1);
            let ranking = Ranking::of(&Hint::new(title), Kind::Issue, texts.iter().enumerate());
            prop_assert_eq!(ranking.top().map(|top| top.item), Some(place));
            prop_assert!(ranking.doubt().is_none());
        }
    }

    #[test]
    fn what_is_ranked_does_not_depend_on_where_it_stands(hint in any_text(), names in prop::collection::vec(any_text(), 1..5)) {
        let texts: Vec<Text> = names.iter().map(|name| Text::title(name)).collect();
        let scores = |order: &mut dyn Iterator<Item = (usize, &Text)>| {
            let ranking = Ranking::of(&Hint::new(&hint), Kind::Issue, order);
            let mut scores: Vec<_> = ranking.nearest(names.len()).iter().map(|candidate| (candidate.item, candidate.score)).collect();
            scores.sort_unstable();
            (scores, ranking.doubt().is_none())
        };
        prop_assert_eq!(scores(&mut texts.iter().enumerate()), scores(&mut texts.iter().enumerate().rev()));
    }

    #[test]
    fn a_number_is_not_its_digits_apart(tens in 1..10, units in 1..10) {
        let title = format!("Lot {tens}{units} : pose des bordures");
        prop_assert_eq!(outcome(Kind::Issue, &format!("lot {tens}{units}"), &[&title]), Outcome::Acts(0));
        for apart in [format!("lot {tens} {units}"), format!("lots {tens}, {units}"), format!("lots {tens} et {units}")] {
            prop_assert!(!matches!(outcome(Kind::Issue, &apart, &[&title]), Outcome::Acts(_)), "{}", apart);
        }
    }

    #[test]
    fn from_one_town_to_another_is_not_the_way_back(
        towns in prop::sample::subsequence(vec!["Lyon", "Paris", "Lille", "Nantes", "Rennes", "Brest", "Nice", "Metz"], 2).prop_shuffle(),
        to in prop::sample::select(vec!["à", "vers"]),
        kind in prop::sample::select(vec![Kind::Issue, Kind::Milestone]),
    ) {
        let [from, into] = [towns[0], towns[1]];
        let (there, back) = (format!("transfert de {from} {to} {into}"), format!("transfert de {into} {to} {from}"));
        prop_assert_eq!(outcome(kind, &format!("le {there}"), &[&there]), Outcome::Acts(0));
        prop_assert!(!matches!(outcome(kind, &back, &[&there]), Outcome::Acts(_)));
    }
}
