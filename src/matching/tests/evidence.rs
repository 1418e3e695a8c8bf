//! For each relation of words, what it proves and what it does not.

use super::{doubt, hold};
use crate::matching::{Doubt, Kind};

const ISSUES: &[&str] = &[
    "Désactiver les notifications par courriel le week-end",
    "Réinitialiser le mot de passe depuis la page de connexion",
    "Export CSV des inscriptions à la cantine",
    "Mode sombre pour le tableau de bord",
    "Augmenter la taille maximale des pièces jointes à 20 Mo",
    "Migrer la base vers PostgreSQL 15",
    "Le formulaire de contact ne s'envoie plus sur Safari",
    "Synchronisation du calendrier avec Outlook",
    "Chiffrer les sauvegardes avant envoi vers S3",
    "Impossible de supprimer un compte inactif",
    "Memory leak in the image worker",
    "Archivage des dossiers de plus de cinq ans",
    "Les notifications sont envoyées deux fois",
];

#[test]
fn words_and_their_forms_are_evidence_and_opposites_are_none() {
    hold(
        Kind::Issue,
        ISSUES,
        &[
            ("désactiver la notification par courriel le week-end", 0),
            ("réinitialisation du mot de passe page de connexion", 1),
            ("archiver les dossiers de plus de 5 ans", 11),
            ("chiffrement des sauvegardes envoi S3", 8),
        ],
        &[
            "activer les notifications par courriel le week-end",
            "réduire la taille maximale des pièces jointes",
            "augmenter la taille minimale des pièces jointes",
            "import CSV des inscriptions à la cantine",
            "export CSV des désinscriptions à la cantine",
            "impossible de supprimer un compte actif",
            "désarchivage des dossiers de plus de cinq ans",
            "déchiffrer les sauvegardes avant envoi vers S3",
        ],
    );
}

#[test]
fn translations_and_abbreviations_are_evidence_and_akin_words_are_none() {
    hold(
        Kind::Issue,
        ISSUES,
        &[
            ("reset password from the login page", 1),
            ("dark mode dashboard", 3),
            ("taille max des PJ à 20 Mo", 4),
            ("encrypt backups before sending to S3", 8),
            ("fuite mémoire worker image", 10),
        ],
        &["light mode dashboard", "export CSV des absences à la cantine", "fuite mémoire worker vidéo"],
    );
}

#[test]
fn another_thing_of_one_kind_is_none() {
    hold(
        Kind::Issue,
        ISSUES,
        &[
            ("export csv inscriptions cantine", 2),
            ("formulaire de contact safari", 6),
            ("calendrier outlook", 7),
        ],
        &[
            "export PDF des inscriptions à la cantine",
            "formulaire de contact sur Chrome",
            "synchronisation du calendrier avec Google",
            "migrer la base vers MySQL",
            "désactiver les notifications par SMS le week-end",
        ],
    );
}

#[test]
fn numbers_agree_or_nothing_is_named() {
    hold(
        Kind::Issue,
        ISSUES,
        &[
            ("migration base PostgreSQL 15", 5),
            ("taille des pièces jointes vingt mo", 4),
            ("postgresql quinze", 5),
        ],
        &[
            "migrer la base vers PostgreSQL 17",
            "augmenter la taille des pièces jointes à 50 Mo",
            "archivage des dossiers de plus de dix ans",
        ],
    );
    let milestones = ["Sprint 7", "Sprint 17", "v2.3", "v2.3.1", "Q3 2026", "Juin 2026", "Phase 2"];
    hold(
        Kind::Milestone,
        &milestones,
        &[
            ("sprint sept", 0),
            ("le sprint dix-sept", 1),
            ("version 2.3", 2),
            ("v2 point 3 point 1", 3),
            ("T3 2026", 4),
            ("troisième trimestre 2026", 4),
            ("june 2026", 5),
            ("phase II", 6),
            ("la deuxième phase", 6),
        ],
        &["sprint 1", "sprint 71", "v2.4", "v2", "Q2 2026", "juin 2025", "phase 3"],
    );
}

#[test]
fn a_slip_is_evidence_where_no_other_word_was_typed() {
    hold(
        Kind::Issue,
        ISSUES,
        &[("synchronistion calendrier Outlook", 7), ("worker image memroy leak", 10)],
        &["massage de contact safari", "mode nombre tableau de bord"],
    );
    hold(
        Kind::Project,
        &[
            "Observatoire des loyers | ville/observatoire-loyers",
            "fhir-gateway | sante/fhir-gateway",
            "loyalty-program | shop/loyalty-program",
        ],
        &[("observatoir des loyers", 0)],
        &["observatoire des foyers", "observatoire des lovers", "fire gateway", "royalty program"],
    );
    assert!(matches!(
        doubt(Kind::Milestone, "recette famine", &["Recette famille"]),
        Some(Doubt::SlipOnly { .. })
    ));
}

#[test]
fn a_start_is_evidence_unless_it_is_a_word_of_its_own() {
    let pool = [
        "Terraform réseau | dsi/terraform-reseau",
        "Portail parents | ville/portail-parents",
        "Annuaire | rh/annuaire",
    ];
    hold(Kind::Project, &pool, &[("terraf reseau", 0), ("portal parents", 1)], &["port parents", "nuai"]);
    assert!(matches!(
        doubt(Kind::Project, "loc", &["Localization | a/localization"]),
        Some(Doubt::Fragment { .. })
    ));
}

#[test]
fn initials_stand_for_a_name_both_ways() {
    let pool = [
        "Ressources humaines | ville/ressources",
        "CET | ville/cet-conges",
        "Direction des achats | ville/achats",
    ];
    hold(Kind::Group, &pool, &[("RH", 0), ("compte épargne temps", 1)], &["RM", "compte courant temps"]);
}

#[test]
fn a_word_written_apart_together_or_as_heard_is_the_word() {
    let pool = [
        "Newsletter municipale | ville/newsletter",
        "Conf Centreon | dsi/centreon-conf",
        "LDAP annuaire | dsi/ldap",
        "openRésultat | ville/openresultat",
    ];
    hold(
        Kind::Project,
        &pool,
        &[("news letter municipale", 0), ("open résultat", 3)],
        &["open élections", "lettre municipale de l'eau"],
    );
    assert_eq!(
        super::rank(Kind::Project, "conf sans tréon", &pool).nearest(1)[0].item,
        1,
        "it is at least offered first"
    );
}

#[test]
fn every_word_that_names_needs_its_counterpart() {
    hold(
        Kind::Issue,
        ISSUES,
        &[("le ticket sur la synchronisation outlook s'il te plaît", 7)],
        &[
            "la synchronisation outlook des salles",
            "mode sombre pour la page d'accueil",
            "memory leak in the video worker",
        ],
    );
    assert_eq!(
        doubt(Kind::Project, "portail parents mobile", &["Portail parents | a/portail-parents"]),
        Some(Doubt::Leftover { word: "mobile".to_owned() })
    );
}

#[test]
fn a_name_that_says_more_is_another_name() {
    let pool = ["Portail agents | rh/portail-agents", "Portail agents front | rh/portail-agents-front"];
    hold(Kind::Project, &pool, &[("portail agents", 0), ("le front du portail agents", 1)], &["portail"]);
    assert_eq!(
        doubt(Kind::Project, "glpi", &["Plugins GLPI | dsi/glpi-plugins"]),
        Some(Doubt::Unsaid { word: "plugins".to_owned() })
    );
}

#[test]
fn two_that_have_as_much_are_rivals() {
    for (kind, hint, pool) in [
        (
            Kind::Issue,
            "crash au démarrage",
            ["Crash au démarrage sur iOS 18", "Crash au démarrage sur Android 14"],
        ),
        (
            Kind::Group,
            "les partenaires",
            ["Partenaires Belgique | a/partenaires-be", "Partenaires Suisse | a/partenaires-ch"],
        ),
        (Kind::Milestone, "la MEP", ["MEP portail citoyen – mars 2026", "MEP portail agents – avril 2026"]),
    ] {
        assert_eq!(doubt(kind, hint, &pool), Some(Doubt::Rival), "{hint}");
    }
}

#[test]
fn a_no_of_the_hint_needs_a_no_of_the_text() {
    let pool = ["Mail de validation non reçu par le responsable", "Compte sans adresse"];
    hold(
        Kind::Issue,
        &pool,
        &[("mail de validation pas reçu", 0), ("account without address", 1)],
        &["mail de validation reçu", "compte avec adresse"],
    );
}

#[test]
fn what_is_done_must_not_differ() {
    let pool = ["Add moderation link to the footer", "Fix export of invoices"];
    hold(
        Kind::Issue,
        &pool,
        &[("create moderation link footer", 0), ("repair the export of invoices", 1)],
        &["fix moderation link to the footer", "add export of invoices"],
    );
}

#[test]
fn one_word_that_stands_in_one_title_alone_names_it() {
    hold(
        Kind::Issue,
        &["Corriger la page de connexion"],
        &[("connexion", 0)],
        &["déconnexion", "connecteur"],
    );
    hold(
        Kind::Issue,
        &["Export CSV des inscriptions à la cantine"],
        &[("export csv", 0)],
        &["export pdf", "import csv"],
    );
    let pool =
        ["Add pagination to GET /transfers", "Erreur 502 pendant les inscriptions", "Erreur 504 au paiement"];
    hold(
        Kind::Issue,
        &pool,
        &[("le ticket sur la pagination", 0), ("erreur cinq cent deux", 1)],
        // Another action, another that is alike, only a form or a meaning of the word.
        &["corriger la pagination", "erreur", "erreur 505", "inscrit"],
    );
    hold(
        Kind::Milestone,
        &["Sprint 1 de printemps"],
        &[("printemps", 0), ("spring", 0)],
        &["automne", "sprint 2"],
    );
    // A number alone may be the issue's own; a product is not what is in production.
    hold(Kind::Issue, &["Signalement 8 : photos"], &[("signalement huit", 0)], &["numéro huit", "le huit"]);
    hold(Kind::Group, &["Product | a/product"], &[("les produits", 0)], &["production"]);
}

#[test]
fn a_letter_doubled_or_not_is_a_slip_of_a_word_that_is_none() {
    hold(
        Kind::Issue,
        &["La moyenne du semestre est fausse", "Dessert absent du menu"],
        &[("moyene du semestre fause", 0)],
        &["désert absent du menu"],
    );
}

#[test]
fn a_letter_at_the_end_tells_one_of_several() {
    hold(
        Kind::Issue,
        &["Export d", "Export mensuel", "Étude I", "Étude II"],
        &[("export d", 0), ("étude I", 2)],
        &["export", "étude"],
    );
}
