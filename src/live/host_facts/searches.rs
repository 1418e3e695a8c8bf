//! How the host searches: projects, groups, labels and milestones by substrings; issues by the starts of words.

use crate::live::{
    answer::{HostAnswer, Trial},
    fact::facts,
    suite::Suite,
};

facts! {
    "projects are found by a part of a word", "rule 1, Project by hint",
        |suite| projects(suite, "ortai").await?.lists("name", &["Portail citoyen"]);
    "all words of a project search stand in one name", "one search for each word of a hint", |suite| {
        projects(suite, "citoyen portail").await?.lists("name", &["Portail citoyen"])?;
        projects(suite, "portail fontaine").await?.lists("name", &[])
    };
    "accents count in a project search", "searching for words without accents as well", |suite| {
        projects(suite, "Médiathèque").await?.lists("name", &["Médiathèque"])?;
        projects(suite, "mediatheque").await?.lists("name", &[])
    };
    "words of two letters find no project", "searching for longer words",
        |suite| projects(suite, "po").await?.lists("name", &[]);
    "a search of projects reads no full path", "asking for search_namespaces",
        |suite| everywhere(suite, "").await?.lists("name", &[]);
    "search_namespaces reads full paths", "hints such as group/project",
        |suite| everywhere(suite, "&search_namespaces=true").await?.lists("name", &["Portail citoyen"]);
    "a search of projects can be ordered by their last activity", "the order of equal candidates", |suite| {
        let path = "/projects?search=ortai&simple=true&order_by=last_activity_at&sort=desc";
        let seen = suite.host.see(suite.root.call(path)).await?;
        seen.lists("name", &["Portail citoyen"])
    };
    "groups are found by a part of a word", "the second look for groups", |suite| {
        let name = suite.root.path().rsplit('/').next().unwrap_or_default();
        let part: String = name.chars().skip(3).collect();
        let seen = suite.host.see(format!("/groups?search={part}&all_available=true")).await?;
        seen.lists_one("full_path", suite.root.path(), true)
    };
    "issues are found by the start of a word", "the second look for issues",
        |suite| issues(suite, "te").await?.lists("title", TERMINALS);
    "issues are not found by the middle of a word", "the same",
        |suite| issues(suite, "erminals").await?.lists("title", &[]);
    "issues are found by the stem of a word", "the same",
        |suite| issues(suite, "connections").await?.lists("title", TERMINALS);
    "accents do not count in an issue search", "the same",
        |suite| issues(suite, "cafe").await?.lists("title", TERMINALS);
    "labels are found by a part of a word", "the second look for labels",
        |suite| suite.read("/labels?search=ccuei").await?.lists("name", &["Accueil"]);
    "milestones are found by a part of a word", "the second look for milestones",
        |suite| suite.read("/milestones?search=prin").await?.lists("title", &["Sprint 1"]);
}

async fn projects(suite: &Suite, query: &str) -> Trial<HostAnswer> {
    let filter = "include_subgroups=true&simple=true&with_shared=false";
    let path = format!("/projects?search={}&{filter}", urlencoding::encode(query));
    suite.host.see(suite.root.call(&path)).await
}

/// The search of all projects. No other object has the name of the subgroup.
async fn everywhere(suite: &Suite, more: &str) -> Trial<HostAnswer> {
    let path = urlencoding::encode(suite.fixed.path()).into_owned();
    suite.host.see(format!("/projects?search={path}&simple=true{more}")).await
}

async fn issues(suite: &Suite, query: &str) -> Trial<HostAnswer> {
    suite.read(&format!("/issues?search={}&in=title", urlencoding::encode(query))).await
}

const TERMINALS: &[&str] = &["Connecting the café terminals"];
