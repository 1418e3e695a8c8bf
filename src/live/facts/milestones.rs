//! Milestones of a project.

use crate::live::{answer::TrialResult, fact::facts, fixture::Fixture};

facts! {
    "milestones of groups are left out unless asked for", "rule 4, Milestone by hint", own;
    "milestones of groups come when asked for", "the second look for milestones", of_groups;
    "a milestone of the project is found by its id", "resolved_milestone_id", by_id;
    "a milestone of a group is not found in the project", "reading the list instead", group_by_id;
}

async fn own(fixture: &Fixture) -> TrialResult {
    let seen = fixture.host.get(fixture.fixed.call("/milestones?per_page=100")).await?.is(200)?;
    seen.lists("title", &["Sprint 1"]).map(drop)
}

async fn of_groups(fixture: &Fixture) -> TrialResult {
    let asked = if fixture.is_from(16, 7) { "include_ancestors" } else { "include_parent_milestones" };
    let seen = fixture.host.get(fixture.fixed.call(&format!("/milestones?{asked}=true"))).await?.is(200)?;
    seen.lists_one("title", "Sprint 1", true)?.lists_one("title", "Programme 2030", true).map(drop)
}

async fn by_id(fixture: &Fixture) -> TrialResult {
    let seen = fixture.host.get(fixture.fixed.call(&format!("/milestones/{}", fixture.sprint))).await?;
    seen.is(200)?.has("/title", "Sprint 1")?.has("/state", "active").map(drop)
}

async fn group_by_id(fixture: &Fixture) -> TrialResult {
    let seen = fixture.host.get(fixture.fixed.call(&format!("/milestones/{}", fixture.programme))).await?;
    seen.is(404).map(drop)
}
