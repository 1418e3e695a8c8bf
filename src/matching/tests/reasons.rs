//! Why a hint does not act, in the words that the caller reads.

use super::doubt;
use crate::matching::{Doubt, Hint, Kind, Names, Ranking, Text};

fn contradiction(said: &str, found: &str) -> Doubt {
    Doubt::Contradiction { said: said.to_owned(), found: found.to_owned() }
}

fn leftover(word: &str) -> Doubt {
    Doubt::Leftover { word: word.to_owned() }
}

fn unsaid(word: &str) -> Doubt {
    Doubt::Unsaid { word: word.to_owned() }
}

#[test]
fn a_doubt_names_the_words_that_it_is_about() {
    let slip = Doubt::SlipOnly { said: "famine".to_owned(), found: "famille".to_owned() };
    let fragment = Doubt::Fragment { said: "loc".to_owned(), found: "localization".to_owned() };
    for (kind, hint, name, expected) in [
        (Kind::Issue, "images de moins de 8 Mo", "Images de plus de 8 Mo", contradiction("moins", "plus")),
        (Kind::Issue, "sign up page", "Sign in page", contradiction("up", "in")),
        (
            Kind::Issue,
            "import Salesforce vers SAP",
            "Import SAP vers Salesforce",
            contradiction("sap", "salesforce"),
        ),
        (Kind::Milestone, "app 8", "App 8.4", contradiction("8", "8.4")),
        (Kind::Issue, "contrat Lambert", "Affaire Lambert", leftover("contrat")),
        (Kind::Issue, "remise de 10 €", "Remise de 10 %", leftover("€")),
        (Kind::Project, "portail parents mobile", "Portail parents | a/portail-parents", leftover("mobile")),
        (Kind::Project, "glpi", "Plugins GLPI | dsi/glpi-plugins", unsaid("plugins")),
        (Kind::Milestone, "ouverte", "Bêta ouverte", unsaid("beta")),
        (Kind::Milestone, "recette famine", "Recette famille", slip),
        (Kind::Project, "loc", "Localization | a/localization", fragment),
    ] {
        assert_eq!(doubt(kind, hint, &[name]), Some(expected), "{hint}");
    }
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
        (Kind::Project, "l'appli traiteurs", ["Traiteurs app | a/traiteurs-app", "Traiteurs | a/traiteurs"]),
    ] {
        assert_eq!(doubt(kind, hint, &pool), Some(Doubt::Rival), "{hint}");
    }
}

#[test]
fn what_a_team_calls_one_object_is_a_rival_of_what_is_called_as_the_hint_says() {
    let mut names = Names::default();
    names.equate("GRU", &["gestion de la relation usager".to_owned()]).unwrap();
    let pool = ["Lot GRU", "Lot gestion de la relation usager"];
    let texts = pool.map(Text::title);
    let hint = Hint::of_team("lot gestion relation usager", &names);
    let ranking = Ranking::of(&hint, Kind::Issue, pool.into_iter().zip(&texts));
    assert_eq!(ranking.doubt(), Some(&Doubt::Rival));
}

#[test]
fn a_hint_that_was_cut_short_acts_on_what_it_equals_alone() {
    let hint = format!("export csv des inscriptions à la cantine{}", " s'il te plaît".repeat(40));
    let title = "Export CSV des inscriptions à la cantine";
    assert_eq!(doubt(Kind::Issue, &hint, &[title]), Some(Doubt::Weak));
    assert_eq!(doubt(Kind::Issue, &hint, &[title, &hint]), None);
}
