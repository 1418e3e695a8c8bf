//! What the scores promise, as tables named for the rule.

use proptest::prelude::*;

use super::*;

const RESOLVED: u8 = 40;
const MARGIN: u8 = 10;

fn similarity(hint: &str, text: &str) -> u8 {
    Matcher::new(hint).compare(text).similarity.value()
}

fn is_within(hint: &str, text: &str) -> bool {
    Matcher::new(hint).compare(text).within
}

#[track_caller]
fn assert_found(rule: &str, cases: &[(&str, &str)]) {
    for (hint, text) in cases {
        let score = similarity(hint, text);
        assert!(score >= RESOLVED, "{rule}: {hint:?} should find {text:?}, scores {score}");
    }
}

#[track_caller]
fn assert_not_found(rule: &str, cases: &[(&str, &str)]) {
    for (hint, text) in cases {
        let score = similarity(hint, text);
        assert!(score < RESOLVED, "{rule}: {hint:?} should not find {text:?}, scores {score}");
    }
}

/// The first text is chosen, whether or not the second is a candidate.
#[track_caller]
fn assert_told_apart(rule: &str, cases: &[(&str, &str, &str)]) {
    for (hint, meant, other) in cases {
        let (meant_score, other_score) = (similarity(hint, meant), similarity(hint, other));
        let apart = other_score < RESOLVED || meant_score > other_score + MARGIN;
        assert!(
            meant_score >= RESOLVED && apart,
            "{rule}: {hint:?} means {meant:?} ({meant_score}), not {other:?} ({other_score})"
        );
    }
}

#[test]
fn equal_after_normalisation_is_exact() {
    for (hint, text) in [
        ("Sprint 12", "sprint 12"),
        ("portail agents", "Portail-Agents"),
        ("ÉDITIQUE", "editique"),
        ("l'accueil", "L’accueil"),
        ("C++", "c++"),
    ] {
        let comparison = Matcher::new(hint).compare(text);
        assert_eq!(comparison, Comparison { similarity: Score::EXACT, within: true }, "{hint}");
    }
}

#[test]
fn nothing_else_is_exact() {
    for (hint, text) in
        [("geonature", "Geo nature"), ("C", "C++"), ("C++", "C#"), ("le sprint 1", "Sprint 1")]
    {
        assert!(similarity(hint, text) <= 100, "{hint} / {text}");
    }
}

#[test]
fn a_blank_hint_is_within_everything_and_like_nothing() {
    for hint in ["", "  ", "…", "-- !"] {
        let mut matcher = Matcher::new(hint);
        assert!(matcher.is_blank());
        assert_eq!(matcher.compare("Sprint 1"), Comparison { similarity: Score::default(), within: true });
    }
}

#[test]
fn numbers_and_versions_agree_or_fail() {
    assert_not_found(
        "another number",
        &[
            ("sprint 1", "Sprint 12"),
            ("sprint 12", "Sprint 1"),
            ("v2", "v3"),
            ("version 1.2", "v1.3"),
            ("v4.0.0", "v4.0.0-rc.1"),
            ("django 4.2", "Django 5.2"),
            ("aspa 2027", "ASPA 2026"),
            ("lot 5", "Lot 3 – Recette"),
            ("er 1197", "er1179"),
        ],
    );
    assert_told_apart(
        "the same number",
        &[
            ("sprint 1", "Sprint 1", "Sprint 11"),
            ("la v2", "v2.0", "v1.2"),
            (
                "ligne 12",
                "Les horaires de la ligne 12 sont faux",
                "Les horaires de la ligne 21 ne s'affichent pas",
            ),
            ("chouette 2", "chouette2", "chouette"),
            ("lot 12", "Lot 12 – Évolutions", "Lot 1 – Inscription"),
        ],
    );
}

#[test]
fn the_same_digits_are_not_the_same_numbers() {
    assert!(similarity("sprint 1 2", "sprint 12") < RESOLVED);
    assert!(similarity("lot 2 1", "lot 1 2") <= 100);
}

#[test]
fn spoken_numbers_are_numbers() {
    assert_found(
        "spelled",
        &[
            ("sprint vingt et un", "Sprint 21"),
            ("version un point deux", "v1.2"),
            ("quatre-vingt-dix-sept pages", "97 pages"),
            ("erreur cinq cents", "Erreur 500"),
            ("février deux mille vingt-cinq", "Février 2025"),
            ("n huit n workflows", "n8n-workflows"),
            ("version quatre point zéro point zéro rc un", "v4.0.0-rc.1"),
            ("paiement en 3 fois", "Paiement en trois fois"),
            ("two factor auth", "2 factor authentication"),
        ],
    );
    assert_not_found("spelled otherwise", &[("sprint vingt", "Sprint 21"), ("sprint douze", "Sprint 2")]);
    assert_eq!(canonical_form("un écran neuf"), " ecran neuf", "articles and adjectives are no numbers");
}

#[test]
fn opposites_exclude_each_other() {
    assert_not_found(
        "opposites",
        &[
            ("désactiver le compte", "Activer le compte"),
            ("supprimer un utilisateur", "Ajouter un utilisateur"),
            ("portail agents front", "Portail Agents Back"),
            ("page sans logo", "Page avec logo"),
            ("fermer la modale", "Ouvrir la modale"),
            ("data exclusion", "data-inclusion"),
            ("import csv des agents", "Export CSV des agents"),
            ("stopcovid android", "Stopcovid iOS"),
            ("bêta ouverte", "Bêta fermée"),
            ("juin 2025", "Juillet 2025"),
            ("enable the cache", "Disable the cache"),
            ("ne pas afficher les alertes", "Afficher les alertes"),
            ("upload the logo", "Download the logo"),
        ],
    );
    assert_found(
        "a side that both say excludes nothing",
        &[("import et export csv", "Export et import CSV des agents")],
    );
}

#[test]
fn a_missing_word_that_names_sinks_the_score() {
    assert_not_found(
        "absent",
        &[
            ("portail fournisseurs", "Portail Agents Front"),
            ("intranet comptabilité", "Intranet juridique"),
            ("tableau de bord des chauffeurs", "Tableau de bord direction"),
            ("spank i2c", "spank"),
            ("esup calendrier", "Esup Pod"),
            ("geonature mobile ios", "Geo nature"),
            ("upgrade vue 3", "Upgrade React 18"),
            ("ministère des armées", "Ministère chargé de la culture"),
        ],
    );
}

#[test]
fn what_people_add_to_a_name_costs_little() {
    assert_found(
        "fillers",
        &[
            ("le projet qui s'appelle Portail Agents Back", "Portail Agents Back"),
            ("l'intranet des RH s'il te plaît", "Intranet RH"),
            (
                "ferme le ticket Fix on_eos not triggering",
                "Fix on_eos not triggering when body has precise content-length",
            ),
            ("the 3.10.0 milestone", "3.10.0"),
            ("euh dora je crois", "dora"),
            ("l'application fantoir", "fantoir"),
        ],
    );
}

#[test]
fn slips_sounds_and_short_forms_are_recognised() {
    assert_found(
        "close words",
        &[
            ("portial agents", "Portail Agents"),
            ("teraform modules", "Modules Terraform"),
            ("intranet juridik", "Intranet juridique"),
            ("le service d'auth", "Service d'authentification"),
            ("kubernetes", "k8s"),
            ("maj phoenix", "Mise à jour Phoenix"),
            ("rembourser les familles", "Remboursement des familles"),
            ("data quality", "Qualité des données"),
            ("news letter", "Newsletter"),
            ("geonature atlas", "Geo Nature Atlas"),
            ("nos gestes climat site", "nosgestesclimat-site"),
            ("wdg", "Wiki data gouv"),
        ],
    );
}

#[test]
fn a_hint_stands_within_where_a_word_begins() {
    for (hint, text, expected) in [
        ("sprint 1", "Sprint 1 – démarrage", true),
        ("sprint 1", "Sprint 12", false),
        ("4.0", "v4.0.1", false),
        ("formation", "Information", false),
        ("infra", "Infrastructure", true),
        ("moteur recherche", "Moteur de recherche géographique", true),
        ("page logo", "Page sans logo", false),
        ("agents portail", "Portail agents", false),
        ("transport scolaire web", "Transport scolaire", false),
    ] {
        assert_eq!(is_within(hint, text), expected, "{hint} / {text}");
    }
}

#[test]
fn a_name_counts_more_than_its_namespace() {
    assert_told_apart(
        "path",
        &[
            ("airvam backend", "fabnum-minarm/airvam/backend", "fabnum-minarm/stargate/backend"),
            ("dsi/infra/supervision", "dsi/infra/supervision", "dsi/infra/sauvegardes"),
        ],
    );
    assert_eq!(similarity("api", "kubernetes/api"), 100, "a path that ends in the hint");
    assert_not_found(
        "another path",
        &[
            ("afimb/ievkit", "afimb/ievkit-views"),
            ("gip-inclusion/data-inclusion", "gip-inclusion/datacube"),
            ("gip-inclusion/traiteurs-engages-app", "gip-inclusion/traiteurs-engages"),
        ],
    );
    assert_found("a path with a slip", &[("dsi/infra/supervison", "dsi/infra/supervision")]);
    assert_not_found(
        "a name that shares its word with another group's name",
        &[("inclusion observatoire", "gip-inclusion/agent-observatoire-engine")],
    );
}

#[test]
fn a_slip_does_not_bring_in_the_longer_siblings() {
    assert_told_apart(
        "slip",
        &[
            ("kube-schduler", "Kube-scheduler", "kube-scheduler-simulator"),
            ("portial famille", "Portail famille", "Portail famille mobile"),
            ("Chouwtte", "Chouette", "Chouette Pkg"),
        ],
    );
    let (june, july) = (similarity("jui 2025", "Juin 2025"), similarity("jui 2025", "Juillet 2025"));
    assert!(june.abs_diff(july) <= MARGIN, "a word cut short may stand for both: {june}, {july}");
}

#[test]
fn the_worked_examples_of_the_documentation_hold() {
    for (hint, text, expected) in [
        ("Portail Agents", "portail-agents", 110),
        ("sprint vingt et un", "Sprint 21", 100),
        ("le portail des agents côté front", "Portail Agents Front", 77),
        ("teraform modules", "Modules Terraform", 82),
        ("maj phoenix", "Mise à jour Phoenix et LiveView", 73),
        ("portail fournisseurs", "Portail Agents Front", 15),
        ("désactiver le compte utilisateur", "Activer le compte utilisateur", 13),
        ("sprint 1", "Sprint 12", 6),
        ("portail agents", "Portail Agents Front", 78),
    ] {
        assert_eq!(similarity(hint, text), expected, "docs/matching.md: {hint} / {text}");
    }
}

#[test]
fn long_texts_are_cheap() {
    let long = "mot clé 12 ".repeat(1_000);
    let endless = "é".repeat(10_000);
    let mixed = "abc1".repeat(100_000);
    for hint in ["mot clé 12", &long, &endless, &mixed] {
        for text in ["mot", &long, &endless, &mixed] {
            assert!(similarity(hint, text) <= 110);
        }
    }
}

proptest! {
    #[test]
    fn any_texts_score_within_bounds(hint in any::<String>(), text in any::<String>()) {
        let mut matcher = Matcher::new(&hint);
        let comparison = matcher.compare(&text);
        let equal = !matcher.is_blank() && super::super::normalise(&hint) == super::super::normalise(&text);
        prop_assert_eq!(comparison.similarity == Score::EXACT, equal);
        prop_assert!(equal || comparison.similarity <= Score::FULL);
    }

    #[test]
    fn comparing_leaves_no_trace(hint in TITLE, first in TITLE, second in TITLE) {
        let mut matcher = Matcher::new(&hint);
        let fresh = matcher.compare(&first);
        matcher.compare(&second);
        prop_assert_eq!(matcher.compare(&first), fresh);
    }

    #[test]
    fn case_and_accents_change_nothing(hint in TITLE, text in TITLE) {
        let bare: String = text.chars().map(|c| match c { 'é' => 'e', 'ç' => 'c', c => c }).collect();
        prop_assert_eq!(similarity(&hint, &text), similarity(&hint.to_uppercase(), &bare));
    }

    #[test]
    fn a_number_that_the_text_lacks_is_never_found(word in "[a-z]{3,9}", ours in 1_u32..999, theirs in 1_u32..999) {
        prop_assume!(ours != theirs);
        let (hint, text) = (format!("{word} {ours}"), format!("{word} {theirs}"));
        prop_assert!(similarity(&hint, &text) < RESOLVED);
    }

    #[test]
    fn within_is_substring_of_forms(hint in TITLE, text in TITLE) {
        let mut matcher = Matcher::new(&hint);
        let within = matcher.compare(&text).within;
        prop_assume!(!matcher.is_blank());
        let mut reading = Reading::default();
        Reader::default().read(&text, Role::Text, &mut reading);
        let form = canonical::form(&reading);
        let equal = super::super::normalise(&hint) == super::super::normalise(&text);
        prop_assert_eq!(within, equal || form.contains(&canonical_form(&hint)));
    }
}

/// Words as titles have them, small ones and numbers among them.
const TITLE: &str = "(le|la|de|page|sprint|agent|agents|version|deux|un|12|1|2\\.0|pas|projet|éàç|front|back|[a-zéç]{1,6})( (le|des|page|sprint|agent|v|trois|12|1|rc|sans|[a-zéç]{1,6})){0,5}";
