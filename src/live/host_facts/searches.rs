//! How the host searches: projects, groups, labels and milestones by substrings; issues by the starts of words.

use crate::live::{
    answer::{HostAnswer, Trial},
    fact::facts,
    fixture::Fixture,
};

facts! {
    "projects are found by a part of a word", "rule 1, Project by hint",
        |fixture| projects(fixture, "ortai").await?.lists("name", &["Portail citoyen"]);
    "all words of a project search stand in one name", "one search for each word of a hint", |fixture| {
        projects(fixture, "citoyen portail").await?.lists("name", &["Portail citoyen"])?;
        projects(fixture, "portail fontaine").await?.lists("name", &[])
    };
    "accents count in a project search", "searching for words without accents as well", |fixture| {
        projects(fixture, "Médiathèque").await?.lists("name", &["Médiathèque"])?;
        projects(fixture, "mediatheque").await?.lists("name", &[])
    };
    "words of two letters find no project", "searching for longer words",
        |fixture| projects(fixture, "po").await?.lists("name", &[]);
    "a search of projects reads no full path", "asking for search_namespaces",
        |fixture| everywhere(fixture, "").await?.lists("name", &[]);
    "search_namespaces reads full paths", "hints such as group/project",
        |fixture| everywhere(fixture, "&search_namespaces=true").await?.lists("name", &["Portail citoyen"]);
    "a search of projects can be ordered by their last activity", "the order of equal candidates", |fixture| {
        let path = "/projects?search=ortai&simple=true&order_by=last_activity_at&sort=desc";
        let seen = fixture.host.see(fixture.root.call(path)).await?;
        seen.lists("name", &["Portail citoyen"])
    };
    "groups are found by a part of a word", "the second look for groups", |fixture| {
        let name = fixture.root.path().rsplit('/').next().unwrap_or_default();
        let part: String = name.chars().skip(3).collect();
        let seen = fixture.host.see(format!("/groups?search={part}&all_available=true")).await?;
        seen.lists_one("full_path", fixture.root.path(), true)
    };
    "issues are found by the start of a word", "the second look for issues",
        |fixture| issues(fixture, "te").await?.lists("title", TERMINALS);
    "issues are not found by the middle of a word", "the same",
        |fixture| issues(fixture, "erminals").await?.lists("title", &[]);
    "issues are found by the stem of a word", "the same",
        |fixture| issues(fixture, "connections").await?.lists("title", TERMINALS);
    "accents do not count in an issue search", "the same",
        |fixture| issues(fixture, "cafe").await?.lists("title", TERMINALS);
    "labels are found by a part of a word", "the second look for labels",
        |fixture| fixture.read("/labels?search=ccuei").await?.lists("name", &["Accueil"]);
    "milestones are found by a part of a word", "the second look for milestones",
        |fixture| fixture.read("/milestones?search=prin").await?.lists("title", &["Sprint 1"]);
}

async fn projects(fixture: &Fixture, query: &str) -> Trial<HostAnswer> {
    let filter = "include_subgroups=true&simple=true&with_shared=false";
    let path = format!("/projects?search={}&{filter}", urlencoding::encode(query));
    fixture.host.see(fixture.root.call(&path)).await
}

/// The search of all projects. No other object has the name of the subgroup.
async fn everywhere(fixture: &Fixture, more: &str) -> Trial<HostAnswer> {
    let path = urlencoding::encode(fixture.fixed.path()).into_owned();
    fixture.host.see(format!("/projects?search={path}&simple=true{more}")).await
}

async fn issues(fixture: &Fixture, query: &str) -> Trial<HostAnswer> {
    let path = format!("/issues?search={}&in=title", urlencoding::encode(query));
    fixture.host.see(fixture.fixed.call(&path)).await
}

const TERMINALS: &[&str] = &["Connecting the café terminals"];
