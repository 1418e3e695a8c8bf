//! How the host searches: projects, groups, labels and milestones by substrings; issues by the starts of words.

use crate::live::{
    answer::{HostAnswer, TrialResult, Unmet},
    fact::facts,
    fixture::Fixture,
};

facts! {
    "projects are found by a part of a word", "rule 1, Project by hint", part_of_a_name;
    "all words of a project search stand in one name", "one search for each word of a hint", all_words;
    "accents count in a project search", "searching for words without accents as well", accents;
    "words of two letters find no project", "searching for longer words", short_words;
    "a search of projects reads no full path", "asking for search_namespaces", no_paths;
    "search_namespaces reads full paths", "hints such as group/project", full_paths;
    "the newest project is found first", "looking past the first page", newest;
    "groups are found by a part of a word", "the second look for groups", part_of_a_group;
    "issues are found by the start of a word", "the second look for issues", start_of_a_word;
    "issues are not found by the middle of a word", "the same", middle_of_a_word;
    "issues are found by the stem of a word", "the same", stem;
    "accents do not count in an issue search", "the same", issue_accents;
    "labels are found by a part of a word", "the second look for labels", part_of_a_label;
    "milestones are found by a part of a word", "the second look for milestones", part_of_a_milestone;
}

async fn projects(fixture: &Fixture, query: &str) -> Result<HostAnswer, Unmet> {
    let filter = "include_subgroups=true&simple=true&with_shared=false";
    let path = format!("/projects?search={}&{filter}", urlencoding::encode(query));
    fixture.host.get(fixture.root.call(&path)).await?.is(200)
}

async fn part_of_a_name(fixture: &Fixture) -> TrialResult {
    projects(fixture, "ortai").await?.lists("name", &["Portail citoyen"]).map(drop)
}

async fn all_words(fixture: &Fixture) -> TrialResult {
    projects(fixture, "citoyen portail").await?.lists("name", &["Portail citoyen"])?;
    projects(fixture, "portail fontaine").await?.lists("name", &[]).map(drop)
}

async fn accents(fixture: &Fixture) -> TrialResult {
    projects(fixture, "Médiathèque").await?.lists("name", &["Médiathèque"])?;
    projects(fixture, "mediatheque").await?.lists("name", &[]).map(drop)
}

async fn short_words(fixture: &Fixture) -> TrialResult {
    projects(fixture, "po").await?.lists("name", &[]).map(drop)
}

/// The search of all projects; the subgroup's name is no other's.
async fn everywhere(fixture: &Fixture, more: &str) -> Result<HostAnswer, Unmet> {
    let path = urlencoding::encode(fixture.fixed.path()).into_owned();
    fixture.host.get(format!("/projects?search={path}&simple=true{more}")).await?.is(200)
}

async fn no_paths(fixture: &Fixture) -> TrialResult {
    everywhere(fixture, "").await?.lists("name", &[]).map(drop)
}

async fn full_paths(fixture: &Fixture) -> TrialResult {
    everywhere(fixture, "&search_namespaces=true").await?.lists("name", &["Portail citoyen"]).map(drop)
}

async fn newest(fixture: &Fixture) -> TrialResult {
    let seen =
        fixture.host.get(fixture.root.call("/projects?simple=true&with_shared=false")).await?.is(200)?;
    seen.lists("name", &["Portail citoyen", "Voirie", "Médiathèque"]).map(drop)
}

async fn part_of_a_group(fixture: &Fixture) -> TrialResult {
    let name = fixture.root.path().rsplit('/').next().unwrap_or_default();
    let part: String = name.chars().skip(3).collect();
    let seen = fixture.host.get(format!("/groups?search={part}&all_available=true")).await?.is(200)?;
    seen.lists_one("full_path", fixture.root.path(), true).map(drop)
}

async fn issues(fixture: &Fixture, query: &str) -> Result<HostAnswer, Unmet> {
    let path = format!("/issues?search={}&in=title", urlencoding::encode(query));
    fixture.host.get(fixture.fixed.call(&path)).await?.is(200)
}

const TERMINALS: &[&str] = &["Connecting the café terminals"];

async fn start_of_a_word(fixture: &Fixture) -> TrialResult {
    issues(fixture, "te").await?.lists("title", TERMINALS).map(drop)
}

async fn middle_of_a_word(fixture: &Fixture) -> TrialResult {
    issues(fixture, "erminals").await?.lists("title", &[]).map(drop)
}

async fn stem(fixture: &Fixture) -> TrialResult {
    issues(fixture, "connections").await?.lists("title", TERMINALS).map(drop)
}

async fn issue_accents(fixture: &Fixture) -> TrialResult {
    issues(fixture, "cafe").await?.lists("title", TERMINALS).map(drop)
}

async fn part_of_a_label(fixture: &Fixture) -> TrialResult {
    let seen = fixture.host.get(fixture.fixed.call("/labels?search=ccuei")).await?.is(200)?;
    seen.lists("name", &["Accueil"]).map(drop)
}

async fn part_of_a_milestone(fixture: &Fixture) -> TrialResult {
    let seen = fixture.host.get(fixture.fixed.call("/milestones?search=prin")).await?.is(200)?;
    seen.lists("title", &["Sprint 1"]).map(drop)
}
