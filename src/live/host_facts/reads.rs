//! What is read: pages and their tags, objects by path and number, searches, groups and their projects.

use secrecy::SecretString;
use serde_json::json;

use crate::{
    gitlab::Credential,
    live::{
        answer::{HostAnswer, Trial, Unmet},
        fact::facts,
        suite::Suite,
    },
};

facts! {
    // Pages of lists, and their headers.
    "a page names the next one", "reading further pages",
        |suite| suite.read("/issues?per_page=2").await?
            .has_header("x-page", "1")?.has_header("x-next-page", "2");
    "the last page names no next one", "knowing that a list is whole",
        |suite| suite.read("/issues?per_page=2&page=2").await?.has_header("x-next-page", "");
    "a list says how many rows it has", "exact counts",
        |suite| suite.read("/issues?per_page=1").await?
            .has_header("x-total", "3")?.has_header("x-total-pages", "3");
    "a page has at most 100 rows", "asking for full pages",
        |suite| suite.read("/issues?per_page=1000").await?.has_header("x-per-page", "100");
    "a page past the end is empty", "pages that are read side by side",
        |suite| suite.read("/issues?page=9").await?.lists("title", &[]);
    "a page of no rows is refused", "never asking for it",
        |suite| suite.host.get(suite.fixed.call("/issues?per_page=0")).await?.is(400)?.has_text("/error");

    // Tags of answers, and answers that are confirmed.
    "an answer has a tag", "asking again without reading it all again (upstream.revalidate)", |suite| {
        let (seen, tag) = read(suite, &suite.fixed.call("/issues")).await?;
        let is_tag = tag.trim_start_matches("W/").len() > 2 && tag.ends_with('"');
        if is_tag { Ok(()) } else { seen.differs("an ETag in quotes", &tag) }
    };
    "an answer that is known is a 304 without a body", "the same", |suite| {
        let path = suite.fixed.call("/issues?order_by=updated_at");
        let (_, tag) = read(suite, &path).await?;
        let again = suite.host.get_unless(&path, &tag).await?.is(304)?;
        if again.text().is_empty() { Ok(()) } else { again.differs("no body", &again.text()) }
    };
    "a 304 has the headers of its page", "knowing whether a confirmed list is whole", |suite| {
        let path = suite.fixed.call("/issues?per_page=1");
        let (_, tag) = read(suite, &path).await?;
        suite.host.get_unless(&path, &tag).await?.is(304)?.has_header("x-next-page", "2")
    };
    "a changed object has another tag", "never taking old data for new", |suite| {
        let iid = suite.issue("Banc cassé place du marché").await?;
        let path = suite.open.call(&format!("/issues/{iid}"));
        let (_, tag) = read(suite, &path).await?;
        suite.change(iid, json!({ "title": "Banc réparé place du marché" })).await?;
        suite.host.get_unless(&path, &tag).await?.is(200)?.has("/title", "Banc réparé place du marché")
    };

    // Objects by path and number, what is missing, and how a refusal reads.
    "a project is found by its encoded path", "resolved_project_path, references", |suite| {
        let seen = suite.host.see(suite.fixed.call_by_path("")).await?;
        seen.has("/id", suite.fixed.id())?.has("/path_with_namespace", suite.fixed.path())
    };
    "the case of a path does not count", "paths as people write them", |suite| {
        let path = suite.fixed.path().to_uppercase();
        suite.host.see(format!("/projects/{}", urlencoding::encode(&path))).await?.has("/id", suite.fixed.id())
    };
    "a project is found by its id", "every call after the first",
        |suite| suite.read("").await?.has("/name", "Portail citoyen");
    "a missing project is 404 with a message", "telling callers what the host says",
        |suite| missing(suite, suite.root.call_by_path("%2Fabsent").replacen("/groups", "/projects", 1)).await;
    "a missing group is 404 with a message", "the same",
        |suite| missing(suite, suite.root.call_by_path("%2Fabsent")).await;
    "a missing issue is 404 with a message", "the same",
        |suite| missing(suite, suite.fixed.call("/issues/999999")).await;
    "a missing label is 404 with a message", "the same",
        |suite| missing(suite, suite.fixed.call("/labels/absent")).await;
    "an unknown route is 404 with an error", "telling a wrong address from a missing object",
        |suite| suite.host.get("/no/such/route").await?.is(404)?.has_text("/error");
    "a wrong token is 401 with a message", "telling a refused token from a refused caller", |suite| {
        let token = Credential::new(&SecretString::from("not-a-token"));
        let token = token.map_err(|error| Unmet::Untried(error.to_string()))?;
        suite.host.with(token).get("/user").await?.is(401)?.has_text("/message")
    };
    "an issue has its fields", "issue records", |suite| {
        let seen = suite.read("/issues/1").await?;
        seen.number("/id")?;
        let seen = seen.has("/iid", 1)?.has("/state", "opened")?.has_text("/web_url")?.has("/labels/0", "bug")?;
        let seen = seen.has("/milestone/id", suite.sprint)?.has("/assignees/0/id", suite.user.0)?;
        seen.has("/title", "Connecting the café terminals")
    };

    // How the host searches: projects, groups, labels and milestones by substrings; issues by the starts of words.
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
        suite.host.see(suite.root.call(path)).await?.lists("name", &["Portail citoyen"])
    };
    "groups are found by a part of a word", "the second look for groups", |suite| {
        let name = suite.root.path().rsplit('/').next().unwrap_or_default();
        let part: String = name.chars().skip(3).collect();
        suite.host.see(format!("/groups?search={part}&all_available=true")).await?
            .lists_one("full_path", suite.root.path(), true)
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

    // Groups and the lists of their projects.
    "a group comes without its projects on request", "cheap look-ups of a group", |suite| {
        let seen = suite.host.see(suite.root.call_by_path("?with_projects=false")).await?;
        seen.has("/id", suite.root.id())?.has_text("/name")?.lacks("/projects")
    };
    "a group's projects leave out those of subgroups on request", "projects/assistant-list",
        |suite| listed(suite, "include_subgroups=false").await?.lists_one("name", "Guichet unique", false);
    "a group's projects take in those of subgroups on request", "searches within policy.roots",
        |suite| listed(suite, "include_subgroups=true").await?.lists_one("name", "Guichet unique", true);
    "a group's projects are listed by name on request", "projects/assistant-list",
        |suite| listed(suite, "order_by=name&sort=asc").await?
            .lists("name", &["Médiathèque", "Portail citoyen", "Voirie"]);
    "a simple project has its fields", "project records", |suite| {
        let seen = suite.host.see(suite.services.call("/projects?simple=true&with_shared=false")).await?;
        seen.number("/0/id")?;
        seen.has("/0/name", "Guichet unique")?.has_text("/0/path_with_namespace")?.has_text("/0/web_url")
    };
}

async fn read(suite: &Suite, path: &str) -> Trial<(HostAnswer, String)> {
    let seen = suite.host.see(path).await?;
    match seen.header("etag").map(str::to_owned) {
        Some(tag) => Ok((seen, tag)),
        None => seen.differs("an ETag", "none"),
    }
}

async fn missing(suite: &Suite, path: String) -> Trial {
    suite.host.get(path).await?.is(404)?.has_text("/message").map(drop)
}

async fn projects(suite: &Suite, query: &str) -> Trial<HostAnswer> {
    listed(suite, &format!("search={}&include_subgroups=true&simple=true", urlencoding::encode(query))).await
}

/// The list of the root's projects, without those that are shared into it.
async fn listed(suite: &Suite, query: &str) -> Trial<HostAnswer> {
    suite.host.see(suite.root.call(&format!("/projects?{query}&with_shared=false"))).await
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
