//! How the host searches: projects, groups, labels and milestones by substrings; issues by the starts of words.

use crate::live::{
    fact::facts,
    outcome::{Held, Unmet},
    scene::Scene,
    seen::Seen,
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

async fn projects(scene: &Scene, query: &str) -> Result<Seen, Unmet> {
    let filter = "include_subgroups=true&simple=true&with_shared=false";
    let path = format!("/projects?search={}&{filter}", urlencoding::encode(query));
    scene.host.get(scene.root.call(&path)).await?.is(200)
}

async fn part_of_a_name(scene: &Scene) -> Held {
    projects(scene, "ortai").await?.lists("name", &["Portail citoyen"]).map(drop)
}

async fn all_words(scene: &Scene) -> Held {
    projects(scene, "citoyen portail").await?.lists("name", &["Portail citoyen"])?;
    projects(scene, "portail fontaine").await?.lists("name", &[]).map(drop)
}

async fn accents(scene: &Scene) -> Held {
    projects(scene, "Médiathèque").await?.lists("name", &["Médiathèque"])?;
    projects(scene, "mediatheque").await?.lists("name", &[]).map(drop)
}

async fn short_words(scene: &Scene) -> Held {
    projects(scene, "po").await?.lists("name", &[]).map(drop)
}

/// The search of all projects; the subgroup's name is no other's.
async fn everywhere(scene: &Scene, more: &str) -> Result<Seen, Unmet> {
    let path = urlencoding::encode(scene.fixed.path()).into_owned();
    scene.host.get(format!("/projects?search={path}&simple=true{more}")).await?.is(200)
}

async fn no_paths(scene: &Scene) -> Held {
    everywhere(scene, "").await?.lists("name", &[]).map(drop)
}

async fn full_paths(scene: &Scene) -> Held {
    everywhere(scene, "&search_namespaces=true").await?.lists("name", &["Portail citoyen"]).map(drop)
}

async fn newest(scene: &Scene) -> Held {
    let seen = scene.host.get(scene.root.call("/projects?simple=true&with_shared=false")).await?.is(200)?;
    seen.lists("name", &["Portail citoyen", "Voirie", "Médiathèque"]).map(drop)
}

async fn part_of_a_group(scene: &Scene) -> Held {
    let name = scene.root.path().rsplit('/').next().unwrap_or_default();
    let part: String = name.chars().skip(3).collect();
    let seen = scene.host.get(format!("/groups?search={part}&all_available=true")).await?.is(200)?;
    seen.lists_one("full_path", scene.root.path(), true).map(drop)
}

async fn issues(scene: &Scene, query: &str) -> Result<Seen, Unmet> {
    let path = format!("/issues?search={}&in=title", urlencoding::encode(query));
    scene.host.get(scene.fixed.call(&path)).await?.is(200)
}

const TERMINALS: &[&str] = &["Connecting the café terminals"];

async fn start_of_a_word(scene: &Scene) -> Held {
    issues(scene, "te").await?.lists("title", TERMINALS).map(drop)
}

async fn middle_of_a_word(scene: &Scene) -> Held {
    issues(scene, "erminals").await?.lists("title", &[]).map(drop)
}

async fn stem(scene: &Scene) -> Held {
    issues(scene, "connections").await?.lists("title", TERMINALS).map(drop)
}

async fn issue_accents(scene: &Scene) -> Held {
    issues(scene, "cafe").await?.lists("title", TERMINALS).map(drop)
}

async fn part_of_a_label(scene: &Scene) -> Held {
    let seen = scene.host.get(scene.fixed.call("/labels?search=ccuei")).await?.is(200)?;
    seen.lists("name", &["Accueil"]).map(drop)
}

async fn part_of_a_milestone(scene: &Scene) -> Held {
    let seen = scene.host.get(scene.fixed.call("/milestones?search=prin")).await?.is(200)?;
    seen.lists("title", &["Sprint 1"]).map(drop)
}
