//! What is denied lowers what has it.

use super::hold;
use crate::matching::{Hint, Kind, Ranking, Text};

#[test]
fn what_is_denied_is_not_meant() {
    let pool = [
        "Portail agents | rh/portail-agents",
        "Portail agents front | rh/portail-agents-front",
        "Portail agents API | rh/portail-agents-api",
        "Facturation | compta/facturation",
        "Facturation (legacy) | compta/facturation-legacy",
    ];
    hold(
        Kind::Project,
        &pool,
        &[
            ("le portail agents, pas le front, l'API", 2),
            ("pas l'API mais le front du portail agents", 1),
            ("la facturation, pas l'ancienne", 3),
            ("facturation, not legacy", 3),
            ("the facturation repo that isn't legacy", 3),
            ("le portail agents, ni le front ni l'API", 0),
        ],
        &[],
    );
    let pool = ["Boutique | vente/boutique", "Boutique staging | vente/boutique-staging"];
    let staging = ["boutique not staging", "boutique pas staging", "boutique non staging"];
    hold(Kind::Project, &pool, &staging.map(|hint| (hint, 0)), &["pas staging"]);
    hold(Kind::Milestone, &["Lot nord", "Lot sud"], &[("lot pas nord", 1)], &[]);
}

#[test]
fn what_a_speaker_takes_back_is_not_meant_and_what_holds_is_asked_about() {
    for (pool, hint, asked) in [
        (["Bac jaune", "Bac vert"], "le bac jaune, non pardon le vert", "Bac vert"),
        (["Bac jaune", "Bac vert"], "bac jaune euh non le bac vert", "Bac vert"),
        (["Bac jaune", "Bac vert"], "le bac jaune, enfin le vert", "Bac vert"),
        (["Bac jaune", "Bac vert"], "le bac jaune, non pardon, l'autre", "Bac jaune"),
        (["Actus 2024", "Actus 2025"], "actus 2024, non pardon 2025", "Actus 2025"),
        (["Login page", "Signup page"], "login page, no wait, the signup page", "Signup page"),
        (["Yellow bin", "Green bin"], "the yellow bin, I mean the green one", "Green bin"),
    ] {
        let texts = pool.map(Text::title);
        let ranking = Ranking::of(&Hint::new(hint), Kind::Issue, pool.into_iter().zip(&texts));
        assert_eq!(ranking.top().map(|top| top.item), Some(asked), "{hint}");
        assert!(ranking.doubt().is_some(), "{hint}");
    }
    let pool = ["Rendez-vous non le lundi", "Oups, le serveur dort"];
    hold(Kind::Issue, &pool, &[("rendez-vous non le lundi", 0), ("oups le serveur dort", 1)], &[]);
}

#[test]
fn a_no_about_a_state_is_no_contrast() {
    hold(Kind::Issue, &["Page", "Page payée"], &[], &["page pas payée"]);
    let pool = ["Compte actif en double", "Compte bloqué après trois essais"];
    hold(Kind::Issue, &pool, &[], &["compte pas actif", "compte pas active"]);
    hold(Kind::Issue, &["Facture envoyée deux fois", "Facture en double"], &[], &["facture pas envoyee"]);
    hold(Kind::Issue, &["Fichier introuvable", "Fichier vide"], &[("fichier pas trouvable", 0)], &[]);
    hold(Kind::Issue, &["Page not loading", "Page"], &[("page not loading", 0)], &[]);
}

#[test]
fn a_no_about_what_happens_is_no_contrast() {
    let pool = ["L'agenda ne s'affiche pas sur mobile", "L'agenda s'affiche en double"];
    hold(Kind::Issue, &pool, &[("agenda ne s'affiche pas mobile", 0)], &[]);
}

#[test]
fn a_no_that_says_what_is_not_there_is_no_contrast() {
    let pool =
        ["Temps de conduite dépassé sans alerte", "Client non averti du retard", "Export des tournées"];
    hold(
        Kind::Issue,
        &pool,
        &[("pas d'alerte quand le temps de conduite est dépassé", 0), ("pas averti du retard", 1)],
        &[
            "alerte temps de conduite dépassé",
            "averti du retard",
            "pas l'export",
            "pas le client averti du retard",
        ],
    );
}

#[test]
fn a_number_is_denied_with_what_it_counts() {
    let pool = ["Formation des référents – vague 1", "Formation des référents – vague 2"];
    hold(Kind::Milestone, &pool, &[("formation des référents, pas la vague 2, la vague 1", 0)], &[]);
}

#[test]
fn a_contrast_that_excludes_nothing_was_not_understood() {
    hold(
        Kind::Milestone,
        &["Jurys de janvier", "Jurys de juin"],
        &[("les jurys, pas ceux de janvier", 1), ("les jurys, pas ceux de janvier, les autres", 1)],
        &["les jurys, pas ceux de l'hiver"],
    );
    hold(Kind::Milestone, &["Jurys de janvier"], &[("les jurys", 0)], &["les jurys, pas ceux de l'hiver"]);
    hold(
        Kind::Group,
        &["Sécurité du SI | banque/securite-si", "Sécurité physique | banque/securite-physique"],
        &[("la sécurité, pas celle du SI", 1)],
        &["la sécurité"],
    );
}
