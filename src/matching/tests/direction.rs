//! Which of two things is which, and which letter, number or part is meant.

use super::{doubt, hold};
use crate::matching::{Doubt, Kind};

#[test]
fn one_thing_to_another_is_not_the_other_to_the_one() {
    hold(
        Kind::Project,
        &[
            "Passerelle GEPAL vers SILLAGE | navires/passerelle-gepal-sillage",
            "FBX to Wick Converter | tools/fbx-to-wick",
            "migrate-from-mysql | tools/migrate-from-mysql",
        ],
        &[
            ("la passerelle GEPAL vers SILLAGE", 0),
            ("passerelle gepal sillage", 0),
            ("FBX to wick", 1),
            ("migrate from mysql", 2),
        ],
        &["passerelle SILLAGE vers GEPAL", "Wick to FBX converter", "migrate-to-mysql"],
    );
    hold(
        Kind::Issue,
        &[
            "Apport blé tendre classé en blé dur",
            "Co-op: guest can't revive host",
            "Migrate database from MySQL to MariaDB",
        ],
        &[
            ("le blé tendre classé en blé dur", 0),
            ("guest can't revive the host", 1),
            ("migrate the database from mysql to mariadb", 2),
        ],
        &[
            "apport blé dur classé en blé tendre",
            "co-op: host can't revive guest",
            "migrate from MariaDB to MySQL",
        ],
    );
    assert!(matches!(
        doubt(Kind::Issue, "import Salesforce vers SAP", &["Import SAP vers Salesforce"]),
        Some(Doubt::Contradiction { .. })
    ));
}

#[test]
fn what_plays_the_same_part_must_be_the_same() {
    hold(
        Kind::Issue,
        &["Parrainage : créditer 30 € au filleul", "Publier l'appli sur le Play Store"],
        &[("créditer 30 € au filleul", 0), ("publier l'appli sur le play store", 1)],
        &["créditer 30 € au parrain", "publier l'appli sur l'App Store"],
    );
}

#[test]
fn a_letter_behind_a_word_names() {
    hold(
        Kind::Project,
        &[
            "PCC ligne A | metro/pcc-ligne-a",
            "TP Langage C | info/tp-c",
            "Sécurité du SI | banque/securite-si",
        ],
        &[("le PCC de la ligne A", 0), ("tp langage c", 1), ("sécurité du SI", 2)],
        &["PCC ligne C", "le TP de langage D", "la sécurité"],
    );
}

#[test]
fn numbers_are_said_in_words_and_in_parts() {
    hold(
        Kind::Issue,
        &["Relever le plafond à 15 000 € pour les pros", "Fichier pain.001 de plus de 10 000 lignes rejeté"],
        &[
            ("plafond à quinze mille euros pour les pros", 0),
            ("fichier pain zéro zéro un de plus de dix mille lignes", 1),
        ],
        &["plafond à 15 € pour les pros", "fichier pain.001 de plus de 20 000 lignes"],
    );
}

#[test]
fn numbers_apart_are_several_unless_they_are_said_as_one() {
    let pool = ["Lot 12 : pose des bordures", "Lot 3 : réception", "Erreur 404 au paiement"];
    hold(
        Kind::Issue,
        &pool,
        &[("lot 12", 0), ("lot douze", 0), ("erreur quatre zéro quatre", 2), ("error 4 0 4", 2)],
        &[
            "lot 1 2",
            "lots 1, 2",
            "lots 1,2",
            "lots 1 et 2",
            "lots 1/2",
            "lot 1-2",
            "lot un deux",
            "erreur 40 4",
        ],
    );
    hold(Kind::Milestone, &["Sprint 12"], &[("sprint douze", 0)], &["sprint 1 2", "sprints 1 & 2"]);
    hold(Kind::Issue, &["Lots 1 et 2 : pose des bordures"], &[("lots 1 et 2", 0)], &["lot 12", "lot douze"]);
    hold(
        Kind::Issue,
        &["Débloquer l'emplacement B-12-08", "Relancer le relais 8266", "Commande 48213 bloquée"],
        &[
            ("relancer le relais quatre-vingt-deux soixante-six", 1),
            ("commande quarante-huit deux cent treize", 2),
        ],
        &["débloquer l'emplacement b douze huit zéro", "relancer le relais 66 82"],
    );
}

#[test]
fn what_a_number_counts_is_the_same() {
    hold(
        Kind::Milestone,
        &["MEP du 12 avril", "Appli 5.2", "Semaine 14"],
        &[("MEP du 12", 0), ("version 5.2", 1), ("week 14", 2)],
        &["version 12", "sprint 14"],
    );
}

#[test]
fn a_comma_between_digits_is_a_decimal_point() {
    hold(
        Kind::Issue,
        &["TVA à 5,5 % pour les livres", "Import de 15 000 lignes"],
        &[("TVA 5.5% livres", 0), ("la TVA à 5,5 pour les livres", 0), ("import de 15,000 lignes", 1)],
        &["TVA 55 % livres", "TVA 5 livres", "import de 15 lignes"],
    );
}

#[test]
fn a_roman_one_is_a_number_behind_what_is_counted() {
    hold(
        Kind::Issue,
        &["Audit SOC 2 Type II", "Travaux phase II", "The version I want"],
        &[("audit SOC 2 type 2", 0), ("travaux phase 2", 1)],
        &["audit SOC 2 Type I", "les travaux de la phase I"],
    );
}

#[test]
fn what_is_of_what_is_told() {
    hold(
        Kind::Issue,
        &["Liste des groupes de l'utilisateur", "Facture sans commande", "Afficher le menu dans l'agenda"],
        &[
            ("les groupes d'un utilisateur", 0),
            ("les factures sans commande", 1),
            ("dans l'agenda, afficher le menu", 2),
        ],
        &["liste des utilisateurs du groupe", "commande sans facture", "afficher l'agenda dans le menu"],
    );
    hold(
        Kind::Issue,
        &["Facture : adresse de livraison au lieu de l'adresse de facturation"],
        &[("facture avec l'adresse de livraison au lieu de celle de facturation", 0)],
        &["facture : adresse de facturation au lieu de l'adresse de livraison"],
    );
}

#[test]
fn a_range_has_its_order_and_what_is_before_a_date_is_not_of_it() {
    hold(
        Kind::Issue,
        &[
            "Augmenter le délai d'attente de 10 s à 30 s",
            "Livraison du 3 mai",
            "Devis à valider avant le 30 juin",
            "Courbe illisible au-delà de 7 jours",
        ],
        &[
            ("courbe après 7 jours illisible", 3),
            ("délai d'attente de 10 à 30 s", 0),
            ("la livraison du 3 mai", 1),
            ("livraison 3 mai", 1),
            ("devis à valider avant le 30 juin", 2),
            ("devis avant le 30 juin", 2),
            ("devis du 30 juin", 2),
        ],
        &["délai d'attente de 30 à 10 s", "livraison avant le 3 mai", "devis à valider après le 30 juin"],
    );
}

#[test]
fn before_and_after_a_thing_is_not_the_thing() {
    let pool = ["Go-live paie", "Bêta publique"];
    hold(
        Kind::Milestone,
        &pool,
        &[("le go-live paie", 0), ("la bêta publique", 1)],
        &["après le go-live paie", "avant la bêta publique"],
    );
}

#[test]
fn accents_tell_names_from_small_words() {
    let pool =
        ["Céréales | coop/cereales", "Maïs | coop/cereales/mais", "Dépôt des thèses | bu/depot-theses"];
    hold(Kind::Group, &pool, &[("le maïs", 1), ("les céréales", 0), ("le dépôt des thèses", 2)], &[]);
}

#[test]
fn who_does_what_to_whom_is_told() {
    let pool = [
        "Le vendeur peut noter l'acheteur",
        "Le serveur rejette le jeton du client",
        "Envoyer un mail au client après la commande",
    ];
    hold(
        Kind::Issue,
        &pool,
        &[
            ("le vendeur peut noter l'acheteur", 0),
            ("le serveur rejette le jeton du client", 1),
            ("le jeton du client rejeté par le serveur", 1),
            ("mail au client après la commande", 2),
        ],
        &[
            "l'acheteur peut noter le vendeur",
            "le client rejette le jeton du serveur",
            "envoyer un mail au client avant la commande",
        ],
    );
}

#[test]
fn small_words_that_name_are_told_by_where_they_stand() {
    let pool = ["Réseau Est | c/reseau-est", "Sécurité | c/securite", "Freeze Noël | c/freeze-noel"];
    hold(Kind::Group, &pool, &[("réseau est", 0), ("le réseau Est", 0)], &["réseau", "dé-freeze Noël"]);
}

#[test]
fn letters_inside_a_word_do_not_outdo_what_is_named() {
    let pool = ["Data science | c/data-science", "Communication interne | c/comm-interne"];
    hold(Kind::Group, &pool, &[], &["CI"]);
}
