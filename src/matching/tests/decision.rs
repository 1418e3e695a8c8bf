//! Where the decision between acting and asking turns: how much of a name may be left unsaid, and who is a rival.

use super::{doubt, hold, scores};
use crate::matching::{Doubt, Kind, Score};

fn unsaid(word: &str) -> Option<Doubt> {
    Some(Doubt::Unsaid { word: word.to_owned() })
}

#[test]
fn a_kind_word_around_a_name_is_nothing_unless_another_object_has_it_too() {
    hold(Kind::Milestone, &["Sprint 3"], &[("le sprint numéro 3", 0)], &[]);
    hold(Kind::Project, &["Chat Widget v2 | produit/widget-v2"], &[("widget version deux", 0)], &[]);
    assert_eq!(scores(Kind::Milestone, "milestone v3.166.0", &["v3.166.0"]), [Score::CALLED.value()]);
    let pool = ["Traiteurs app | a/traiteurs-app", "Traiteurs | a/traiteurs"];
    assert_eq!(doubt(Kind::Project, "l'appli traiteurs", &pool), Some(Doubt::Rival));
}

#[test]
fn what_is_called_so_in_another_order_is_named_beside_what_is_written_alike() {
    hold(
        Kind::Milestone,
        &["Versron 31", "Version 31", "Version 31 Alpha", "Vesrion 31"],
        &[("31 Version", 1)],
        &[],
    );
}

#[test]
fn a_path_calls_its_own_object_alone() {
    let pool = ["Autre | ville/autre", "Portail | ville/portail"];
    let scores = scores(Kind::Project, "ville/portail", &pool);
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
fn a_guess_does_not_act_beside_another_that_is_as_near() {
    hold(
        Kind::Project,
        &["Urgences Orvigny | a/urgences-orvigny", "Urgences Brémont | a/urgences-bremont"],
        &[("les urgences mais pas Brémont", 0)],
        &[],
    );
    hold(Kind::Milestone, &["Marcé de Noël", "Marché de Noël"], &[("christmas market", 1)], &[]);
    assert_eq!(doubt(Kind::Milestone, "Modulxi", &["Modulix", "Moduliix"]), Some(Doubt::Rival));
    hold(
        Kind::Project,
        &["Kubernetes csi | k/kubernetes-csi", "Volume validator | k/volume-validator"],
        &[("kubentees csi", 0)],
        &[],
    );
}

#[test]
fn a_namespace_is_said_whole_or_not_at_all() {
    hold(
        Kind::Project,
        &["Base de connaissances | dsi/support/base-de-connaissances"],
        &[("la base de conaissances du support", 0)],
        &[],
    );
    hold(
        Kind::Project,
        &["Instruction des aides | metier/aides-entreprises/instruction"],
        &[("instruction des aides aux entreprises", 0)],
        &[],
    );
    let pool = ["Les Emplois | gip-inclusion/les-emplois"];
    assert_eq!(doubt(Kind::Project, "les emplois de l'inclusion", &pool), Some(Doubt::Weak));
}

#[test]
fn what_only_says_the_kind_may_be_left_out_of_a_name() {
    hold(
        Kind::Project,
        &["Gestion de la cantine | metier/cantine/gestion-cantine"],
        &[("la cantine", 0)],
        &[],
    );
}

#[test]
fn a_stage_is_never_left_out_of_a_name() {
    assert_eq!(doubt(Kind::Milestone, "ouverte", &["Bêta ouverte"]), unsaid("beta"));
}

#[test]
fn a_contrast_lets_what_it_shares_with_the_denied_one_be_left_out() {
    let pool = ["Éditeur de menus | r/editeur-menus", "Éditeur de carte | r/editeur-carte"];
    hold(Kind::Project, &pool, &[("pas l'éditeur de menus, la carte", 1)], &[]);
    let pool = ["Import de menus | r/menu-import", "Éditeur de carte | r/editeur-carte"];
    hold(Kind::Project, &pool, &[], &["pas le menu, la carte"]);
}

#[test]
fn the_fewer_and_the_less_literal_the_words_the_less_of_a_title_is_left_out() {
    for (hint, title, acts) in [
        // One word: all of the title, where it stands there as it is.
        ("teletavail", "Poser des jours de télétravail", false),
        // Two as they are.
        (
            "optimiser la page",
            "Optimiser la page des statistiques et ses en-têtes pour la documentation",
            true,
        ),
        (
            "remettre les exports",
            "Remettre les exports cantines (Open Data & Metabase) à une fréquence journalière",
            false,
        ),
        // Two that only mean the same.
        ("database is empty", "Base de données vide (make install)", false),
        // Two of which one is said otherwise.
        ("dupplicata carte", "Duplicata de carte de transport", true),
        ("key cloak SSO", "Keycloak SSO Integration for User Authentication in Chatwoot", false),
        // Three as they are.
        ("S3 vérification disque", "Proxy Unlock S3 : cache sur disque et vérification ETag", true),
        // What is done is said as well.
        ("add given", "Add method to delete a given job's artifacts", true),
    ] {
        let expected: (&[_], &[_]) = if acts { (&[(hint, 0)], &[]) } else { (&[], &[hint]) };
        hold(Kind::Issue, &[title], expected.0, expected.1);
    }
    let pool = ["Conditions à accepter avant le paiement", "Mettre à jour le règlement intérieur"];
    assert_eq!(
        doubt(Kind::Issue, "règlement", &pool),
        unsaid("interieur"),
        "the other title has something like it"
    );
    let pool = [
        "Crash when rotating the screen",
        "Pourboire non affiché dans le récap de fin de journée",
        "Take a photo as proof of delivery",
    ];
    hold(Kind::Issue, &pool, &[("pourboir non afiché", 1)], &[]);
}
