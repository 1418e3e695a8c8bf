//! What is near enough to be asked for, and what is not.

use super::{Outcome, outcome, rank};
use crate::matching::Kind;

const ISSUES: &[&str] = &[
    "Impossible d'activer les notifications lors de l'onboarding",
    "Ajouter un bouton « Créer un RDV » dans l'interface agent",
    "Export ICS du planning d'équipe",
    "Cash payment not working again",
    "Le solde de RTT n'est pas remis à zéro au 1er janvier",
    "Contrastes des textes - Critère RGAA 3.2",
];

#[test]
fn what_is_said_in_other_words_is_asked_for() {
    for (hint, place) in [
        ("les RTT qui ne repartent pas de zéro en janvier", 4),
        ("impossible d'activer les notifs à l'on bordine", 0),
    ] {
        assert_ne!(outcome(Kind::Issue, hint, ISSUES), Outcome::FindsNothing, "{hint}");
        assert_eq!(rank(Kind::Issue, hint, ISSUES).nearest(1)[0].item, place, "{hint}");
    }
}

#[test]
fn what_is_not_there_is_not_found() {
    for hint in [
        "mode sombre",
        "export PDF du planning d'équipe",
        "jours d'ancienneté",
        "le solde de RTT au 1er mars",
    ] {
        assert_eq!(outcome(Kind::Issue, hint, ISSUES), Outcome::FindsNothing, "{hint}");
    }
}

#[test]
fn a_sibling_is_not_what_is_meant() {
    let pool = [
        "Connecteur Pronote | a/connecteur-pronote",
        "Widget iOS | a/widget-ios",
        "Export CSV des demandes | a/export-csv",
    ];
    for hint in ["connecteur moodle", "widget android", "export XML des demandes"] {
        assert_eq!(outcome(Kind::Project, hint, &pool), Outcome::FindsNothing, "{hint}");
    }
}

#[test]
fn a_name_said_with_a_description_or_its_kind_is_asked_about_and_so_is_what_is_below_a_group() {
    let pool = [
        "Chartly | vets/clinical/chartly",
        "LabHound | vets/clinical/labhound",
        "Front caisse | vets/sales/front-caisse",
        "Online booking | vets/owners/booking",
        "Vaccine stock | vets/stock/vaccines",
        "Payroll | vets/hr/payroll",
        "Newsletter | vets/owners/newsletter",
        "Kennels | vets/boarding/kennels",
    ];
    for (hint, place) in [
        ("the patient records, chartly", 0),
        ("les dossiers des animaux (Chartly)", 0),
        ("chartly software", 0),
        ("front caisse, la compta", 2),
        ("sales", 2),
    ] {
        assert_eq!(outcome(Kind::Project, hint, &pool), Outcome::Asks, "{hint}");
        assert_eq!(rank(Kind::Project, hint, &pool).nearest(1)[0].item, place, "{hint}");
    }
    let mut below: Vec<_> =
        rank(Kind::Project, "clinical", &pool).nearest(2).iter().map(|near| near.item).collect();
    below.sort_unstable();
    assert_eq!(below, [0, 1]);
    assert_eq!(outcome(Kind::Project, "chartly patient records", &pool), Outcome::Asks);
}

#[test]
fn what_describes_at_length_is_asked_about_and_what_looks_like_a_sibling_is_not() {
    let pool = [
        "Portail agents | v/n/portail-agents",
        "Portail citoyen | v/n/portail-citoyen",
        "Paie | v/rh/paie",
        "Cadastre | v/geo/cadastre",
    ];
    for (hint, place) in [
        ("l'outil qui montre les parcelles du cadastre aux notaires", 3),
        ("la paie pour les gens en intérim de la région", 2),
    ] {
        assert_eq!(outcome(Kind::Project, hint, &pool), Outcome::Asks, "{hint}");
        assert_eq!(rank(Kind::Project, hint, &pool).nearest(1)[0].item, place, "{hint}");
    }
    // Where others have another word in that place, the one left over names another; where none has, it is asked about.
    assert_eq!(outcome(Kind::Project, "portail familles", &pool), Outcome::FindsNothing);
    assert_eq!(outcome(Kind::Project, "portail", &["Portail", "Portail API", "Cadastre"]), Outcome::Acts(0));
    assert_eq!(
        outcome(Kind::Project, "portail mobile", &["Portail", "Portail API", "Cadastre"]),
        Outcome::FindsNothing
    );
    assert_eq!(outcome(Kind::Project, "paie intérim", &pool), Outcome::Asks);
    // No text has all of its words, and two are as near: a read does not pick one.
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
fn an_opposite_is_not_read_however_much_else_is_said() {
    let title = "Copier chaque nuit les relevés et les factures de Lyon à Paris";
    let ranking =
        rank(Kind::Issue, "copier chaque nuit les relevés et les factures de Paris à Lyon", &[title]);
    assert!(ranking.top().is_none(), "{:?}", ranking.nearest(1));
}

#[test]
fn the_more_objects_there_are_the_more_must_speak_for_one() {
    let colours = ["bleu", "vert", "jaune", "rouge", "brun", "gris", "rose", "mauve", "noir"];
    let mut pool: Vec<String> = colours.iter().map(|colour| format!("Thème {colour}")).collect();
    pool.push("Horloge du hall".to_owned());
    let asks = |pool: &[String]| {
        let pool: Vec<&str> = pool.iter().map(String::as_str).collect();
        outcome(Kind::Issue, "la pendule du hall avance", &pool)
    };
    assert_eq!(asks(&pool), Outcome::Asks);
    pool.splice(0..0, (0..200).map(|number| format!("Facture {number}")));
    assert_eq!(asks(&pool), Outcome::FindsNothing);
}

#[test]
fn the_nearest_are_there_whatever_their_score() {
    let ranking = rank(Kind::Issue, "zzz", ISSUES);
    assert!(ranking.candidates().is_empty());
    assert_eq!(ranking.nearest(3).len(), 3);
    assert_eq!(ranking.nearest(100).len(), ISSUES.len());
}

#[test]
fn numeronyms_and_misheard_names_are_near() {
    let pool = [
        "observability | a/observability",
        "Terraform OVH | a/terraform-ovh",
        "Keycloak SSO | a/keycloak-sso",
        "Consultation du cadastre | a/cadastre",
    ];
    for (hint, place) in [("o11y", 0), ("terre à forme OVH", 1), ("qui cloque SSO", 2)] {
        assert_eq!(rank(Kind::Project, hint, &pool).nearest(1)[0].item, place, "{hint}");
    }
}
