use proptest::prelude::*;
use serde_json::json;

use super::{get, one_project};
use crate::{Sandbox, full_text::Search};

const BOTH: [bool; 2] = [true, true];

fn finds(query: &str, title: &str) -> bool {
    Search::parse(query).is_some_and(|search| search.matches([title, ""], BOTH))
}

#[track_caller]
fn assert_found(query: &str, titles: &[&str]) {
    for title in titles {
        assert!(finds(query, title), "{query} finds {title}");
    }
}

#[track_caller]
fn assert_missed(query: &str, titles: &[&str]) {
    for title in titles {
        assert!(!finds(query, title), "{query} misses {title}");
    }
}

#[test]
fn words_are_found_by_their_start_and_not_by_their_middle() {
    assert_found("form", &["Formulaire de contact", "Plate-forme"]);
    assert_missed("mulaire", &["Formulaire de contact"]);
    assert_missed("informations", &["Formulaire"]);
}

#[test]
fn english_words_are_found_by_their_stem() {
    assert_found("connections", &["Connecting fails", "A connection", "connected"]);
    assert_found("pages", &["La page d'accueil"]);
    assert_missed("running", &["ran"]);
}

#[test]
fn english_stop_words_are_left_out() {
    assert_found("the page", &["Page blanche"]);
    for word in ["the", "a", "about", "just", "on", "t", "yourselves"] {
        assert_missed(word, &[word, "The page"]);
    }
    assert_missed("a on", &["On a", "Page"]);
    assert_missed("la page", &["Page blanche"]);
}

#[test]
fn accents_and_case_do_not_count() {
    assert_found("impots", &["Impôts locaux", "IMPÔTS"]);
    assert_found("Élève", &["les eleves"]);
    assert_found("oeuvre", &["Chef d'œuvre"]);
}

#[test]
fn short_words_count() {
    assert_found("ia", &["IA et données"]);
    assert_found("v", &["Vélo"]);
    assert_missed("ia", &["Média"]);
}

#[test]
fn every_word_must_be_there_in_any_order_and_either_text() {
    assert_found("contact formulaire", &["Formulaire de contact"]);
    assert_missed("contact page", &["Formulaire de contact"]);
    let search = Search::parse("panne portail").unwrap();
    assert!(search.matches(["Panne", "Sur le portail"], BOTH));
    assert!(!search.matches(["Panne", "Sur le portail"], [true, false]));
}

#[test]
fn numbers_are_found_behind_a_hyphen_too() {
    assert_found("404", &["Page 404", "erreur-404", "4041"]);
    assert_missed("404", &["14040"]);
    assert_found("2", &["Sprint 2", "release-2"]);
}

#[test]
fn hyphenated_words_are_found_whole_and_in_part() {
    assert_found("sign", &["Sign-in page"]);
    assert_found("sign-in", &["Sign-in page"]);
    assert_missed("sign-in", &["Sign the paper"]);
}

#[test]
fn addresses_and_paths_are_one_word() {
    assert_found("example.org", &["Voir https://example.org/aide"]);
    assert_found("https://example.org", &["Voir example.org"]);
    assert_missed("aide", &["Voir example.org/aide"]);
    assert_missed("toml", &["config.toml"]);
    assert_found("config", &["config.toml"]);
    assert_found("mairie@example.org", &["Écrire à mairie@example.org."]);
}

#[test]
fn other_scripts_are_searched_by_substrings_of_three_letters_and_more() {
    assert_found("ведом", &["Уведомления"]);
    assert_missed("ув", &["Уведомления"]);
    assert_missed("l’école", &["L'école"]);
    assert_found("l’école", &["L’école"]);
}

#[test]
fn a_list_takes_the_search_and_the_columns() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        world.issue(id, "Page de connexion");
        world.issue_with(id, json!({ "title": "Autre", "description": "Voir les pages" })).unwrap();
    });
    let titles = |query: &str| titles(&sandbox, id, query);
    assert_eq!(titles("search=PAGES"), "Autre, Page de connexion");
    assert_eq!(titles("search=pages&in=title"), "Page de connexion");
    assert_eq!(titles("search=pages&in=description"), "Autre");
    assert_eq!(titles("search="), "Autre, Page de connexion");
    assert_eq!(titles("search=%20the%20"), "");
}

fn titles(sandbox: &Sandbox, id: u64, query: &str) -> String {
    get(sandbox, &format!("/projects/{id}/issues?{query}")).all("title").join(", ")
}

proptest! {
    #[test]
    fn any_text_can_be_searched_for(query in ".{0,40}", title in ".{0,80}", description in "\\PC{0,80}") {
        if let Some(search) = Search::parse(&query) {
            search.matches([&title, &description], BOTH);
        }
    }

    #[test]
    fn a_word_is_found_by_itself_wherever_it_stands(word in "[a-z]{3,10}[0-9]?", before in "[a-z ]{0,9}") {
        let is_stop_word = Search::parse(&word) == Search::parse("the");
        let title = format!("{before} {word}, ensuite");
        prop_assert!(is_stop_word || finds(&word, &title));
    }
}
