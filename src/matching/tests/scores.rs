//! Scores, the order of suggestions, and how much a pool asks of what is near.

use super::{Outcome, outcome, rank, scores};
use crate::matching::{Kind, Score};

/// The places of the two nearest, and their scores.
fn nearest_two(kind: Kind, hint: &str, pool: &[&str]) -> Vec<(usize, u8)> {
    rank(kind, hint, pool).nearest(2).iter().map(|near| (near.item, near.score.value())).collect()
}

#[test]
fn a_path_calls_its_own_object_alone() {
    let scores = scores(Kind::Project, "ville/portail", &["Autre | ville/autre", "Portail | ville/portail"]);
    assert_eq!(scores[0], Score::EXACT.value());
    assert!(scores[1] < Score::MINIMUM.value(), "{scores:?}");
}

#[test]
fn gaps_in_a_name_matter_only_in_its_numbers() {
    for (hint, name) in
        [("relevé CO2", "relevéco2 | a/releveco2"), ("covid19tableau", "covid19-tableau | a/covid19-tableau")]
    {
        assert_eq!(scores(Kind::Project, hint, &[name]), [Score::CALLED.value()], "{hint}");
    }
    assert!(scores(Kind::Project, "lot 1 2", &["lot12 | a/lot12"])[0] < Score::CALLED.value());
}

#[test]
fn what_comes_nearest_is_suggested_first_and_equals_keep_their_order() {
    let quarters = ["2025-Q4 NeTEx", "2025-Q4"];
    assert_eq!(nearest_two(Kind::Milestone, "atec 2025-Q4", &quarters), [(1, 49), (0, 48)]);
    assert_eq!(nearest_two(Kind::Milestone, "RC1", &["v3.0-rc1 2025", "v3.0-rc1"]), [(0, 95), (1, 95)]);
}

#[test]
fn the_others_are_at_least_eleven_points_behind_what_is_named() {
    let milestones = scores(Kind::Milestone, "Apppli 6.1", &["Appli 6.1", "Appli 6.1 Appli"]);
    assert!(milestones[0] >= milestones[1] + 11, "{milestones:?}");
    let issues = ["Upgrade to React 19", "Upgrade to React 19 bags"];
    assert_eq!(scores(Kind::Issue, "upgrade reatc nineteen", &issues), [84, 73]);
}

#[test]
fn the_nearest_are_there_whatever_their_score() {
    let pool = ["Export ICS du planning d'équipe", "Cash payment not working again", "Mode sombre"];
    let ranking = rank(Kind::Issue, "zzz", &pool);
    assert!(ranking.candidates().is_empty());
    assert_eq!((ranking.nearest(2).len(), ranking.nearest(100).len()), (2, 3));
}

#[test]
fn a_read_does_not_pick_one_of_two_that_are_as_near() {
    let pool = [
        "Portail agents | v/n/portail-agents",
        "Portail citoyen | v/n/portail-citoyen",
        "Paie | v/rh/paie",
        "Cadastre | v/geo/cadastre",
    ];
    let portal = rank(Kind::Project, "le portail où l'on se connecte pour payer la crèche", &pool);
    assert!(portal.top().is_some() && portal.is_ambiguous());
}

#[test]
fn what_is_far_is_asked_for_only_beside_another() {
    let pool = ["aaa", "bbb", "ccc", "ddd", "eee", "fff", "ggg", "hhh", "aab"];
    let hint = "kkk mmm nnn ppp qqq aaa";
    assert_eq!(outcome(Kind::Issue, hint, &pool[..8]), Outcome::FindsNothing);
    assert!(rank(Kind::Issue, hint, &pool).is_ambiguous());
}

#[test]
fn the_more_objects_there_are_the_more_must_speak_for_one() {
    let colours = ["bleu", "vert", "jaune", "rouge", "brun", "gris", "rose", "mauve", "noir"];
    let mut pool: Vec<String> = colours.iter().map(|colour| format!("Thème {colour}")).collect();
    pool.push("Horloge du hall".to_owned());
    let found = |pool: &[String]| {
        let pool: Vec<&str> = pool.iter().map(String::as_str).collect();
        outcome(Kind::Issue, "la pendule du hall avance", &pool)
    };
    assert_eq!(found(&pool), Outcome::Asks);
    pool.splice(0..0, (0..200).map(|number| format!("Facture {number}")));
    assert_eq!(found(&pool), Outcome::FindsNothing);
}
