//! Scores, boosts and margins that the interface fixes (shared rules 1 to 4).

use super::{doubt, rank, scores};
use crate::matching::{Doubt, Kind, Score};

#[test]
fn a_hint_inside_a_title_scores_95_letter_by_letter() {
    for kind in [Kind::Issue, Kind::Milestone] {
        assert_eq!(scores(kind, "struct", &["A superstructure"]), [95]);
        assert_eq!(scores(kind, "fisca", &["Openfisca"]), [95]);
        assert!(scores(kind, "sprint 1", &["Sprint 12"])[0] < 40, "a number is whole");
        assert_eq!(scores(kind, "sprint 1", &["Sprint 1 bis"]), [95]);
    }
    assert_eq!(scores(Kind::Group, "struct", &["Superstructure | a/b"]), [95]);
    assert_eq!(scores(Kind::Group, "struct", &["Name | a/superstructure"]), [90]);
    assert!(scores(Kind::Project, "fisca", &["Openfisca | a/openfisca"])[0] < 95, "rule 1 raises nothing");
}

#[test]
fn equal_texts_are_exact_and_ambiguous_with_each_other_alone() {
    let ranking =
        rank(Kind::Project, "portail AGENTS", &["Portail agents front | a/b", "Portail-Agents | a/c"]);
    assert_eq!(ranking.top().map(|top| (top.item, top.score)), Some((1, Score::EXACT)));
    assert!(!ranking.is_ambiguous() && ranking.doubt().is_none());
    assert_eq!(doubt(Kind::Issue, "export", &["Export", "export"]), Some(Doubt::Rival));
    assert_eq!(
        doubt(Kind::Project, "a/b", &["Nom | a/b", "Autre | a/b-c"]),
        None,
        "a full path is exact too"
    );
}

#[test]
fn a_second_within_ten_points_is_ambiguous() {
    let close = ["Export CSV", "Export CSV des élèves"];
    assert!(rank(Kind::Issue, "un export csv", &close).top().is_some());
    assert!(rank(Kind::Milestone, "csv", &close).is_ambiguous(), "both contain it");
    assert!(rank(Kind::Issue, "csv", &close).is_ambiguous());
}

#[test]
fn a_vague_hint_names_none_but_has_candidates() {
    for hint in ["", "celui-là", "le ticket", "…"] {
        assert_eq!(doubt(Kind::Issue, hint, &["Export CSV"]), Some(Doubt::Vague), "{hint}");
        assert_eq!(scores(Kind::Issue, hint, &["Export CSV", "Autre"]), [95, 95], "{hint}");
    }
    assert_eq!(doubt(Kind::Issue, "le ticket", &["Le ticket"]), None, "unless one is called so");
}

#[test]
fn ties_keep_the_given_order_and_groups_go_by_path() {
    let order = |kind| {
        rank(kind, "zzz", &["B | b/b", "A | a/a"])
            .nearest(2)
            .iter()
            .map(|candidate| candidate.item)
            .collect::<Vec<_>>()
    };
    assert_eq!(order(Kind::Project), [0, 1]);
    assert_eq!(order(Kind::Group), [1, 0]);
}

#[test]
fn nothing_to_choose_from_is_a_doubt() {
    assert_eq!(doubt(Kind::Issue, "export", &[]), Some(Doubt::Weak));
}

#[test]
fn people_are_found_by_name_and_by_username() {
    let pool = ["Camille Durand | cdurand", "Lucie Martin | lmartin", "Lucas Martin | lucas.m"];
    assert_eq!(rank(Kind::Member, "cdurand", &pool).top().map(|top| top.score), Some(Score::EXACT));
    assert_eq!(doubt(Kind::Member, "Lucie Martin", &pool), None);
    assert_eq!(doubt(Kind::Member, "martin", &pool), Some(Doubt::Rival));
    assert!(doubt(Kind::Member, "Luce Martin", &pool).is_some(), "a first name that differs asks");
}

#[test]
fn evidence_reads_as_a_line_of_the_audit_log() {
    let evidence = |hint: &str, title: &str| rank(Kind::Issue, hint, &[title]).evidence().to_string();
    assert_eq!(evidence("export csv", "Export CSV"), "the same text");
    assert_eq!(
        evidence("exporter les inscritpions de mardi", "Export des inscriptions"),
        "2 of 3 words, 1 meaning, 1 slip"
    );
    assert_eq!(evidence("app 8", "App 8.4"), "2 of 2 words, 1 meaning, disagrees");
}
