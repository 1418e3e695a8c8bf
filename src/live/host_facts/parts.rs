//! What a project has: labels, milestones, members.

use serde_json::json;

use crate::live::{
    answer::{HostAnswer, Trial},
    fact::facts,
    suite::Suite,
};

facts! {
    // Labels of a project.
    "a new label has the name that is stored", "label resolution",
        |suite| make(suite, "très urgent").await?.is(201)?.has("/name", "très urgent");
    "a taken label is 409", "labels that somebody else just made",
        |suite| make(suite, "bug").await?.is(409)?.has_text("/message");
    "a label of a group above is taken too", "labels past the first page",
        |suite| make(suite, "Accueil").await?.is(409)?.has_text("/message");
    "a name with a comma is refused with its field", "never sending one",
        |suite| make(suite, "un,deux").await?.is(400)?.has_text("/message/title/0");
    "a label is found by its encoded name", "labels that the host calls taken", |suite| {
        make(suite, "à relire / à voir").await?.is(201)?;
        let path = format!("/labels/{}", urlencoding::encode("à relire / à voir"));
        suite.host.see(suite.open.call(&path)).await?.has("/name", "à relire / à voir")
    };
    "a project's labels have those of the groups above", "label resolution",
        |suite| suite.read("/labels?per_page=100").await?
            .lists_one("name", "bug", true)?.lists_one("name", "Accueil", true);
    "labels come without counts", "lists that cost the host little",
        |suite| suite.read("/labels").await?.has_text("/0/color")?.lacks("/0/open_issues_count");

    // Milestones of a project.
    "milestones of groups are left out unless asked for", "rule 4, Milestone by hint",
        |suite| suite.read("/milestones?per_page=100").await?.lists("title", &["Sprint 1"]);
    "milestones of groups come when asked for", "the second look for milestones", |suite| {
        let asked = if suite.is_from(16, 7) { "include_ancestors" } else { "include_parent_milestones" };
        let seen = suite.read(&format!("/milestones?{asked}=true")).await?;
        seen.lists_one("title", "Sprint 1", true)?.lists_one("title", "Programme 2030", true)
    };
    "a milestone of the project is found by its id", "resolved_milestone_id",
        |suite| suite.read(&format!("/milestones/{}", suite.sprint)).await?
            .has("/title", "Sprint 1")?.has("/state", "active");
    "a milestone of a group is not found in the project", "reading the list instead",
        |suite| suite.host.get(suite.fixed.call(&format!("/milestones/{}", suite.programme))).await?.is(404);

    // Members of a project.
    "members of the groups above are members", "issues/assistant-assign",
        |suite| suite.read("/members/all?per_page=100").await?
            .lists_one("username", &suite.user.1, true);
    "members are found by a part of their username", "the same", |suite| {
        let part: String = suite.user.1.chars().skip(1).collect();
        let path = format!("/members/all?per_page=100&query={}", urlencoding::encode(&part));
        suite.read(&path).await?.lists_one("username", &suite.user.1, true)
    };
    "a member is found by their id", "resolved_assignee_id",
        |suite| suite.read(&format!("/members/all/{}", suite.user.0)).await?
            .has("/username", suite.user.1.as_str());
    "who is no member is 404", "refusing strangers",
        |suite| suite.host.get(suite.fixed.call("/members/all/2000000000")).await?.is(404);
}

pub(super) async fn make(suite: &Suite, name: &str) -> Trial<HostAnswer> {
    suite.host.create(&suite.open, "/labels", json!({ "name": name, "color": "#428BCA" })).await
}
