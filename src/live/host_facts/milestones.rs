//! Milestones of a project.

use crate::live::fact::facts;

facts! {
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
    "a milestone of a group is not found in the project", "reading the list instead", |suite| {
        let seen = suite.host.get(suite.fixed.call(&format!("/milestones/{}", suite.programme))).await?;
        seen.is(404)
    };
}
