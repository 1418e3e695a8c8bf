//! Lists and counts of issues.

use crate::live::{answer::Trial, fact::facts, fixture::Fixture};

facts! {
    "issues are listed by state", "pools of open and closed issues", |fixture| {
        let closed = fixture.read("/issues?state=closed").await?;
        closed.lists("title", &["Fontaine en panne"])?;
        let opened = fixture.read("/issues?state=opened").await?;
        opened.lists_one("title", "Fontaine en panne", false)
    };
    "an unknown state is refused with an error", "states that pass through as they are",
        |fixture| fixture.host.get(fixture.fixed.call("/issues?state=absent")).await?.is(400)?.has_text("/error");
    "issues are listed by creation, newest first", "issues/assistant-list", |fixture| {
        let seen =
            fixture.read("/issues?order_by=created_at&sort=desc").await?;
        let titles = ["Fontaine en panne", "Borne wifi de la gare", "Connecting the café terminals"];
        seen.lists("title", &titles)
    };
    "issues are listed by their last change, latest first", "rule 3, Issue by hint",
        |fixture| fixture.read("/issues?order_by=updated_at&sort=desc&per_page=1").await?
            .lists("title", &["Fontaine en panne"]);
    "statistics count issues by state", "project summary",
        |fixture| counted(fixture, "", 2, 1).await;
    "statistics count what has no assignee", "project summary",
        |fixture| counted(fixture, "?assignee_id=None", 1, 1).await;
    "statistics count what has a label", "project summary",
        |fixture| counted(fixture, "?labels=bug", 1, 0).await;
    "what is due comes first in order of due dates", "issues/find", |fixture| {
        let path = fixture.fixed.call("/issues?state=opened&order_by=due_date&sort=asc");
        let titles = ["Borne wifi de la gare", "Connecting the café terminals"];
        fixture.host.see(path).await?.lists("title", &titles)
    };
    "the issues of a group are those of what is below it, with their projects' paths", "issues/find", |fixture| {
        let path = fixture.root.call("/issues?state=closed&search=fontaine&in=title");
        let seen = fixture.host.see(path).await?.lists("title", &["Fontaine en panne"])?;
        let full = format!("{}#{}", fixture.fixed.path(), seen.number("/0/iid")?);
        seen.has("/0/references/full", full)
    };
    "a list of what is overdue has its total", "project summary",
        |fixture| fixture.read("/issues?state=opened&due_date=overdue&per_page=1").await?
            .has_header("x-total", "1");
}

/// Checks the counts of open and closed issues.
async fn counted(fixture: &Fixture, query: &str, opened: i64, closed: i64) -> Trial {
    let path = fixture.fixed.call(&format!("/issues_statistics{query}"));
    let seen = fixture.host.see(path).await?;
    let seen = seen.has("/statistics/counts/opened", opened)?;
    seen.has("/statistics/counts/closed", closed).map(drop)
}
