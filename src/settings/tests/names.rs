//! `resolution.names_file`: a team's own words.

use super::*;

/// The settings with names of this text, and where it stands.
fn named(text: &str) -> (Result<Settings, SettingsError>, String) {
    let folder = Folder::new();
    let path = folder.file("names.toml", text);
    (from_toml(&format!("resolution.names_file = '{path}'")), path)
}

#[test]
fn a_name_is_a_path_or_a_list_of_words_and_comments_alone_are_no_names() {
    let text =
        "\"le 360\" = \"/ville/numerique/portail-citoyen/\"\nGRU = [\"gestion de la relation usager\"]";
    let names = named(text).0.unwrap().resolution.names;
    assert_eq!(names.paths().collect::<Vec<_>>(), [("le 360", "ville/numerique/portail-citoyen")]);
    assert_eq!(names.readings("gru"), ["gru", "gestion de la relation usager"]);
    assert_eq!(named("# \"\" = \"ville/portail\"").0.unwrap().resolution.names.paths().count(), 0);
}

#[test]
fn what_is_no_name_stops_the_start_with_one_line() {
    let neither = "is neither a full path nor a list of words; write \"team/tools\" or [\"some\", \"words\"]";
    let root = "names no group or project; write a full path, like team/tools, without blanks and without empty, . or .. segments";
    let twice = "stands there twice, small words and accents apart; write it once";
    for (text, problem) in [
        ("\"le 360\" = 5", format!("(\"le 360\") {neither}")),
        ("\"le 360\" = []", format!("(\"le 360\") {neither}")),
        ("\"le 360\" = [5]", format!("(\"le 360\") {neither}")),
        ("[section]\na = \"b/c\"", format!("(\"section\") {neither}")),
        ("\"le 360\" = \"a//b\"", format!("(\"le 360\") {root}")),
        ("\"le 360\" = \"\"", format!("(\"le 360\") {root}")),
        ("\"a\" = [\"!\"]", "(\"a\") is blank, or a word of it; write letters or digits".to_owned()),
        ("\"le 360\" = \"a/b\"\n\"Les 360\" = \"c/d\"", format!("(\"Les 360\") {twice}")),
        ("\"guichet\" = \"a/b\"\n\"GUICHET\" = [\"accueil\"]", format!("(\"GUICHET\") {twice}")),
    ] {
        let (outcome, path) = named(text);
        assert_eq!(line(outcome), format!("resolution.names_file: {path:?} {problem}"));
    }
    for text in ["\"le 360\" =", "no TOML", "\"a\" = \"b/c\"\n\"a\" = \"d/e\""] {
        assert!(line(named(text).0).contains("is no TOML at line"), "{text}");
    }
    assert_eq!(
        line(with("resolution.names_file", "/absent")),
        format!("resolution.names_file: \"/absent\" {FILE}")
    );
}
