//! Lists and counts of issues.

use crate::live::{answer::Trial, fact::facts, suite::Suite};

facts! {
    "issues are listed by state", "pools of open and closed issues", |suite| {
        let closed = suite.read("/issues?state=closed").await?;
        closed.lists("title", &["Fontaine en panne"])?;
        let opened = suite.read("/issues?state=opened").await?;
        opened.lists_one("title", "Fontaine en panne", false)
    };
    "an unknown state is refused with an error", "states that pass through as they are",
        |suite| suite.host.get(suite.fixed.call("/issues?state=absent")).await?.is(400)?.has_text("/error");
    "issues are listed by creation, newest first", "issues/assistant-list", |suite| {
        let seen = suite.read("/issues?order_by=created_at&sort=desc").await?;
        let titles = ["Fontaine en panne", "Borne wifi de la gare", "Connecting the café terminals"];
        seen.lists("title", &titles)
    };
    "issues are listed by their last change, latest first", "rule 3, Issue by hint",
        |suite| suite.read("/issues?order_by=updated_at&sort=desc&per_page=1").await?
            .lists("title", &["Fontaine en panne"]);
    "statistics count issues by state", "project summary",
        |suite| counted(suite, "", 2, 1).await;
    "statistics count what has no assignee", "project summary",
        |suite| counted(suite, "?assignee_id=None", 1, 1).await;
    "statistics count what has a label", "project summary",
        |suite| counted(suite, "?labels=bug", 1, 0).await;
    "what is due comes first in order of due dates", "issues/find", |suite| {
        let seen = suite.read("/issues?state=opened&order_by=due_date&sort=asc").await?;
        seen.lists("title", &["Borne wifi de la gare", "Connecting the café terminals"])
    };
    "the issues of a group are those of what is below it, with their projects' paths", "issues/find", |suite| {
        let path = suite.root.call("/issues?state=closed&search=fontaine&in=title");
        let seen = suite.host.see(path).await?.lists("title", &["Fontaine en panne"])?;
        let full = format!("{}#{}", suite.fixed.path(), seen.number("/0/iid")?);
        seen.has("/0/references/full", full)
    };
    "a list of what is overdue has its total", "project summary",
        |suite| suite.read("/issues?state=opened&due_date=overdue&per_page=1").await?
            .has_header("x-total", "1");
}

/// Checks the counts of open and closed issues.
async fn counted(suite: &Suite, query: &str, opened: i64, closed: i64) -> Trial {
    let seen = suite.read(&format!("/issues_statistics{query}")).await?;
    let seen = seen.has("/statistics/counts/opened", opened)?;
    seen.has("/statistics/counts/closed", closed).map(drop)
}
