//! Members of a project.

use crate::live::{answer::TrialResult, fact::facts, fixture::Fixture};

facts! {
    "members of the groups above are members", "issues/assistant-assign", inherited;
    "members are found by a part of their username", "the same", part_of_a_name;
    "a member is found by their id", "resolved_assignee_id", by_id;
    "who is no member is 404", "refusing strangers", stranger;
}

async fn inherited(fixture: &Fixture) -> TrialResult {
    let seen = fixture.host.get(fixture.fixed.call("/members/all?per_page=100")).await?.is(200)?;
    seen.lists_one("username", &fixture.user.1, true).map(drop)
}

async fn part_of_a_name(fixture: &Fixture) -> TrialResult {
    let part: String = fixture.user.1.chars().skip(1).collect();
    let path = format!("/members/all?per_page=100&query={}", urlencoding::encode(&part));
    let seen = fixture.host.get(fixture.fixed.call(&path)).await?.is(200)?;
    seen.lists_one("username", &fixture.user.1, true).map(drop)
}

async fn by_id(fixture: &Fixture) -> TrialResult {
    let seen = fixture.host.get(fixture.fixed.call(&format!("/members/all/{}", fixture.user.0))).await?;
    seen.is(200)?.has("/username", fixture.user.1.as_str()).map(drop)
}

async fn stranger(fixture: &Fixture) -> TrialResult {
    fixture.host.get(fixture.fixed.call("/members/all/2000000000")).await?.is(404).map(drop)
}
