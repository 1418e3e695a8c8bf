//! Where the decision between acting and asking turns: how much of a name may be left unsaid, and who is a rival.

use super::{doubt, hold, rank, scores};
use crate::matching::{Doubt, Hint, Kind, Names, Ranking, Score, Text};

fn unsaid(word: &str) -> Doubt {
    Doubt::Unsaid { word: word.to_owned() }
}

#[test]
fn a_kind_word_around_a_name_is_nothing_unless_another_object_has_it_too() {
    hold(Kind::Milestone, &["Sprint 3"], &[("le sprint numéro 3", 0)], &[]);
    hold(Kind::Milestone, &["v3.166.0"], &[("milestone v3.166.0", 0)], &[]);
    let pool = ["Traiteurs app | a/traiteurs-app", "Traiteurs | a/traiteurs"];
    assert_eq!(doubt(Kind::Project, "l'appli traiteurs", &pool), Some(Doubt::Rival));
}

#[test]
fn the_end_of_a_path_calls_the_object_that_alone_has_it() {
    let pool = [
        "Portail web | ville/portail/portail-web",
        "Portail mobile | ville/portail/portail-mobile",
        "Playbooks | ville/dsi/infra/ansible",
        "Scripts | region/dsi/infra/scripts",
        "Scripts | ville/dsi/infra/scripts",
    ];
    let acts = [
        ("portail/portail-web", 0),
        ("dsi/infra/ansible", 2),
        ("infra/Ansible/", 2),
        ("region/dsi/infra/scripts", 3),
    ];
    hold(Kind::Project, &pool, &acts, &["infra/scripts", "fra/ansible"]);
}

#[test]
fn a_path_has_no_signs_and_calls_nothing_by_them() {
    for name in ["Culture sport | culture-sport", "Pôle 7 | culture-sport"] {
        let pool = [name, "Culture et patrimoine | culture"];
        hold(Kind::Group, &pool, &[("culture-sport", 0), ("culture ≠ sport", 1)], &[]);
    }
    let pool = ["Boutique staging | ville/boutique-staging", "Boutique | ville/boutique"];
    hold(Kind::Project, &pool, &[("ville/boutique ≠ staging", 1)], &[]);
}

#[test]
fn what_does_not_happen_somewhere_is_no_contrast() {
    for (titles, hint) in [
        (
            ["Les mails ne partent pas en prod", "Les mails partent deux fois"],
            "les mails partent pas en prod",
        ),
        (["Le bus ne passe pas à Nantes", "Le bus passe trop tôt"], "le bus passe pas à Nantes"),
        (["La page ne charge pas sur mobile", "Plan de charge"], "la page charge pas sur mobile"),
        (["Le site n'est pas en HTTPS", "Le site"], "le site est pas en HTTPS"),
    ] {
        hold(Kind::Issue, &titles, &[(hint, 0)], &[]);
    }
}

#[test]
fn who_speaks_is_not_which_object_is_meant() {
    for (title, hint) in [
        ("Error when you upload your photo", "error when I upload my photo"),
        ("User cannot reset their password", "user cannot reset my password"),
        ("Impossible de modifier votre adresse", "impossible de modifier mon adresse"),
    ] {
        hold(Kind::Issue, &[title], &[(hint, 0)], &[]);
    }
}

#[test]
fn a_path_that_says_something_else_than_the_name_is_left_unsaid() {
    let pool = ["Portail citoyen | ville/pc", "Autre | ville/autre"];
    hold(Kind::Project, &pool, &[("portail citoyen", 0), ("portails citoyens", 0)], &[]);
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
fn a_sign_that_only_the_name_has_is_no_small_word() {
    for name in ["Voirie + | z/n", "Voirie est | z/n"] {
        hold(Kind::Group, &[name, "Voirie nord | b/s"], &[], &["voirie"]);
    }
    hold(Kind::Issue, &["✅ Rapport", "Rapport"], &[("le rapport", 1)], &[]);
}

#[test]
fn who_has_all_of_the_words_is_meant_beside_another_that_has_some() {
    hold(
        Kind::Project,
        &["Urgences Orvigny | a/urgences-orvigny", "Urgences Brémont | a/urgences-bremont"],
        &[("les urgences mais pas Brémont", 0)],
        &[],
    );
    hold(Kind::Milestone, &["Marcé de Noël", "Marché de Noël"], &[("christmas market", 1)], &[]);
    // Who has the very word is no less meant than who is called so in another language.
    let pool = ["Facturation | w/facturation", "Billing service | w/billing-service"];
    hold(Kind::Project, &pool, &[("la facturation", 0)], &["billing"]);
    hold(
        Kind::Project,
        &["Kubernetes csi | k/kubernetes-csi", "Volume validator | k/volume-validator"],
        &[("kubentees csi", 0)],
        &[],
    );
}

#[test]
fn a_hint_may_say_the_namespace_too() {
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
    hold(
        Kind::Project,
        &["Les Emplois | gip-inclusion/les-emplois"],
        &[("les emplois de l'inclusion", 0)],
        &["les emplois de l'exclusion"],
    );
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
    assert_eq!(doubt(Kind::Milestone, "ouverte", &["Bêta ouverte"]), Some(unsaid("beta")));
}

#[test]
fn the_fewer_the_words_the_less_of_a_title_is_left_out() {
    for (hint, title, acts) in [
        // One word: all of the title, where it stands there as it is.
        ("teletavail", "Poser des jours de télétravail", false),
        // One that only means the same means something else as well.
        ("payment", "Règlement intérieur", false),
        ("theft", "Vol retardé", false),
        ("réservation", "Book of the month", false),
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
        ("key cloak SSO", "Keycloak SSO Integration for User Authentication in Chatwoot", true),
        // Three as they are.
        ("S3 vérification disque", "Proxy Unlock S3 : cache sur disque et vérification ETag", true),
        // What is done is said as well.
        ("add given", "Add method to delete a given job's artifacts", true),
    ] {
        let expected: (&[_], &[_]) = if acts { (&[(hint, 0)], &[]) } else { (&[], &[hint]) };
        hold(Kind::Issue, &[title], expected.0, expected.1);
    }
    let pool = ["Conditions à accepter avant le paiement", "Mettre à jour le règlement intérieur"];
    assert_eq!(doubt(Kind::Issue, "règlement", &pool), None, "the other title has only something near it");
    let pool = [
        "Crash when rotating the screen",
        "Pourboire non affiché dans le récap de fin de journée",
        "Take a photo as proof of delivery",
    ];
    hold(Kind::Issue, &pool, &[("pourboir non afiché", 1)], &[]);
}

#[test]
fn what_is_done_is_a_doubt_only_where_the_title_says_another_thing() {
    let invoices = ["Ajouter le lien de facturation et supprimer le menu"];
    hold(Kind::Issue, &invoices, &[("ajouter le lien de facturation", 0)], &[]);
    hold(Kind::Issue, &["Migrer l'API notes en v2"], &[("fix notes v2 migration API", 0)], &[]);
    hold(Kind::Issue, &["Export Excel de la liste des agents"], &[], &["ajouter excel"]);
}

#[test]
fn a_slip_names_what_another_does_not_have() {
    let pool = ["The Openvibe Group | openvibe", "The Loire Group | openvibe/the-loire-group"];
    hold(Kind::Group, &pool, &[("Openvibae Group", 0)], &[]);
}

#[test]
fn a_slip_of_a_short_word_alone_proves_nothing() {
    hold(Kind::Project, &["bvpy | mosaic/bvpy"], &[], &["bvpi"]);
}

#[test]
fn what_comes_nearest_is_suggested_first_and_equals_keep_their_order() {
    let order = |hint: &str, pool: &[&str]| {
        let ranking = rank(Kind::Milestone, hint, pool);
        ranking
            .nearest(2)
            .iter()
            .map(|candidate| (candidate.item, candidate.score.value()))
            .collect::<Vec<_>>()
    };
    assert_eq!(order("atec 2025-Q4", &["2025-Q4 NeTEx", "2025-Q4"]), [(1, 49), (0, 48)]);
    assert_eq!(order("RC1", &["v3.0-rc1 2025", "v3.0-rc1"]), [(0, 95), (1, 95)]);
}

#[test]
fn the_others_are_at_least_eleven_points_behind_what_is_named() {
    let scores_of = scores(Kind::Milestone, "Apppli 6.1", &["Appli 6.1", "Appli 6.1 Appli"]);
    assert!(scores_of[0] >= scores_of[1] + 11, "{scores_of:?}");
    let issues = ["Upgrade to React 19", "Upgrade to React 19 bags"];
    assert_eq!(scores(Kind::Issue, "upgrade reatc nineteen", &issues), [84, 73]);
}

#[test]
fn a_number_that_says_less_is_another_number() {
    let doubt = doubt(Kind::Milestone, "app 8", &["App 8.4"]);
    assert!(
        matches!(doubt, Some(Doubt::Contradiction { said, found }) if (said.as_str(), found.as_str()) == ("8", "8.4"))
    );
}

#[test]
fn a_hint_that_was_cut_short_acts_on_what_it_equals_alone() {
    let hint = format!("export csv des inscriptions à la cantine{}", " s'il te plaît".repeat(40));
    let title = "Export CSV des inscriptions à la cantine";
    assert_eq!(doubt(Kind::Issue, &hint, &[title]), Some(Doubt::Weak));
    assert_eq!(doubt(Kind::Issue, &hint, &[title, &hint]), None);
}

#[test]
fn a_number_in_words_is_that_of_the_name_whatever_its_path_says() {
    hold(
        Kind::Group,
        &["Licence 1 | univ/l1", "Licence 2 | univ/l2"],
        &[("licence deux", 1)],
        &["licence trois"],
    );
}

#[test]
fn what_the_team_calls_one_object_does_not_hide_another_that_is_called_as_the_hint_says() {
    let mut names = Names::default();
    names.equate("GRU", &["gestion de la relation usager".to_owned()]).unwrap();
    let pool = ["Lot GRU", "Lot gestion de la relation usager"];
    let texts = pool.map(Text::title);
    let hint = Hint::of_team("lot gestion relation usager", &names);
    let ranking = Ranking::of(&hint, Kind::Issue, pool.into_iter().zip(&texts));
    assert_eq!(ranking.doubt(), Some(&Doubt::Rival));
}
