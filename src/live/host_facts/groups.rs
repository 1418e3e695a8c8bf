//! Groups and the lists of their projects.

use crate::live::fact::facts;

facts! {
    "a group comes without its projects on request", "cheap look-ups of a group", |suite| {
        let seen = suite.host.see(suite.root.call_by_path("?with_projects=false")).await?;
        seen.has("/id", suite.root.id())?.has_text("/name")?.lacks("/projects")
    };
    "a group's projects leave out those of subgroups on request", "projects/assistant-list", |suite| {
        let path = suite.root.call("/projects?include_subgroups=false&with_shared=false");
        suite.host.see(path).await?.lists_one("name", "Guichet unique", false)
    };
    "a group's projects take in those of subgroups on request", "searches within policy.roots", |suite| {
        let path = suite.root.call("/projects?include_subgroups=true&with_shared=false");
        suite.host.see(path).await?.lists_one("name", "Guichet unique", true)
    };
    "a group's projects are listed by name on request", "projects/assistant-list", |suite| {
        let path = suite.root.call("/projects?order_by=name&sort=asc&with_shared=false");
        suite.host.see(path).await?.lists("name", &["Médiathèque", "Portail citoyen", "Voirie"])
    };
    "a simple project has its fields", "project records", |suite| {
        let seen = suite.host.see(suite.services.call("/projects?simple=true&with_shared=false")).await?;
        seen.number("/0/id")?;
        seen.has("/0/name", "Guichet unique")?.has_text("/0/path_with_namespace")?.has_text("/0/web_url")
    };
}
