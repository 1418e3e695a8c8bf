//! Issues: lists and counts, creating and changing, and what a guest may do.

use serde_json::{Value, json};

use super::parts;
use crate::live::{answer::Trial, fact::facts, suite::Suite};

facts! {
    // Lists and counts of issues.
    "issues are listed by state", "pools of open and closed issues", |suite| {
        suite.read("/issues?state=closed").await?.lists("title", &["Fontaine en panne"])?;
        suite.read("/issues?state=opened").await?.lists_one("title", "Fontaine en panne", false)
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

    // Creating and changing issues.
    "a new issue keeps what it was sent", "telling callers what the host made", |suite| {
        let body = json!({
            "title": "Trottoir abîmé", "description": "Devant le n° 12", "labels": "bug", "due_date": "2030-01-31",
        });
        let seen = suite.create(body).await?.has("/title", "Trottoir abîmé")?;
        let seen = seen.has("/description", "Devant le n° 12")?.has("/state", "opened")?;
        seen.has("/labels/0", "bug")?.has("/due_date", "2030-01-31")
    };
    "labels that a new issue names are made", "labels of new issues", |suite| {
        let seen = suite.create(json!({ "title": "Chaussée glissante", "labels": "hiver,neuf" })).await?;
        seen.has("/labels", json!(["hiver", "neuf"]))?;
        suite.host.see(suite.open.call("/labels/hiver")).await?.has("/name", "hiver")
    };
    "an unknown milestone vanishes in silence", "comparing answers with what was sent",
        |suite| suite.create(json!({ "title": "Arbre penché", "milestone_id": 2_000_000_000 })).await?
            .has("/milestone", Value::Null);
    "a milestone of a group above is taken", "milestones of groups",
        |suite| suite.create(json!({ "title": "Pont fermé", "milestone_id": suite.programme })).await?
            .has("/milestone/id", suite.programme);
    "a title of 256 characters is refused with its field", "telling callers what the host says",
        |suite| suite.host.create(&suite.open, "/issues", json!({ "title": "x".repeat(256) })).await?
            .is(400)?.has_text("/message/title/0");
    "closing and reopening answer the new state", "issues/assistant-close and -reopen", |suite| {
        let iid = suite.issue("Panneau tordu").await?;
        suite.change(iid, json!({ "state_event": "close" })).await?.has("/state", "closed")?;
        suite.change(iid, json!({ "state_event": "reopen" })).await?.has("/state", "opened")
    };
    "closing what is closed changes nothing", "confirmed calls that are repeated", |suite| {
        let iid = suite.issue("Grille descellée").await?;
        for _ in 0..2 {
            suite.change(iid, json!({ "state_event": "close" })).await?.has("/state", "closed")?;
        }
        Ok(())
    };
    "labels that are sent replace the others", "merging labels", |suite| {
        let iid = suite.create(json!({ "title": "Bouche bouchée", "labels": "eau" })).await?.number("/iid")?;
        suite.change(iid, json!({ "labels": "bug" })).await?.has("/labels", json!(["bug"]))
    };
    "labels that are sent twice change nothing", "sending labels again", |suite| {
        let iid = suite.issue("Poubelle pleine").await?;
        for _ in 0..2 {
            suite.change(iid, json!({ "labels": "bug,eau" })).await?.has("/labels", json!(["bug", "eau"]))?;
        }
        Ok(())
    };
    "labels of one scope leave the last one or both", "scoped labels", |suite| {
        let iid = suite.issue("Feu trop lent").await?;
        let seen = suite.change(iid, json!({ "labels": "p::un,p::deux" })).await?;
        let labels = seen.json.get("labels").cloned().unwrap_or_default();
        let fits = [json!(["p::deux", "p::un"]), json!(["p::deux"])].contains(&labels);
        if fits { Ok(()) } else { seen.differs("p::deux, perhaps with p::un", &labels.to_string()) }
    };
    "an assignee who can't be one leaves the old one in silence", "comparing answers with what was sent", |suite| {
        let iid = suite.issue("Bordure cassée").await?;
        suite.change(iid, json!({ "assignee_ids": [suite.user.0] })).await?;
        let seen = suite.change(iid, json!({ "assignee_ids": [2_000_000_000] })).await?;
        seen.has("/assignees/0/id", suite.user.0)
    };
    "an empty due date clears it", "issues/assistant-set-due-date", |suite| {
        let iid = suite.issue("Rond-point fleuri").await?;
        suite.change(iid, json!({ "due_date": "2030-01-31" })).await?.has("/due_date", "2030-01-31")?;
        suite.change(iid, json!({ "due_date": "" })).await?.has("/due_date", Value::Null)
    };
    "a quick action behind a backslash is text", "texts of callers never run as commands", |suite| {
        let text = "Texte\n\n\\/label ~bug";
        let seen = suite.create(json!({ "title": "Abribus sale", "description": text })).await?;
        seen.has("/description", text)?.has("/labels", json!([]))
    };
    "a quick action in a comment behind a backslash is text", "the same", |suite| {
        let path = format!("/issues/{}", suite.issue("Horloge arrêtée").await?);
        suite.host.make(&suite.open, &format!("{path}/notes"), json!({ "body": "Vu\n\n\\/close" })).await?;
        suite.host.see(suite.open.call(&path)).await?.has("/state", "opened")
    };
    "a quick action at the start of a line runs", "why texts are sent with a backslash",
        |suite| suite.create(json!({ "title": "Kiosque fermé", "description": "Texte\n\n/label ~bug" })).await?
            .has("/labels", json!(["bug"]));
    "a comment answers with its id", "issues/assistant-comment", |suite| {
        let path = format!("/issues/{}/notes", suite.issue("Statue taguée").await?);
        suite.host.make(&suite.open, &path, json!({ "body": "Vu" })).await?.number("/id")
    };

    // What a guest may do: the host drops the rest in silence, or refuses.
    "a guest's new label on a new issue vanishes in silence", "comparing answers with what was sent",
        |suite| suite.guest().await?.create(json!({ "title": "Haie haute", "labels": "inconnu" })).await?
            .has("/labels", json!([]));
    "a guest's known label on a new issue stays", "the same",
        |suite| suite.guest().await?.create(json!({ "title": "Haie basse", "labels": "bug" })).await?
            .has("/labels", json!(["bug"]));
    "a guest's change of labels vanishes in silence", "telling that a label was not set", |suite| {
        let guest = suite.guest().await?;
        let iid = guest.create(json!({ "title": "Haie sèche" })).await?.number("/iid")?;
        guest.change(iid, json!({ "labels": "bug" })).await?.has("/labels", json!([]))
    };
    "a guest makes no label", "telling callers what the host says",
        |suite| parts::make(&suite.guest().await?, "invité").await?.is(403)?.has_text("/message");
    "a guest changes no issue of others", "the same", |suite| {
        let iid = suite.issue("Haie taillée").await?;
        suite.guest().await?.send_change(iid, json!({ "title": "Autre" })).await?.is(403)?.has_text("/message")
    };
}

/// Checks the counts of open and closed issues.
async fn counted(suite: &Suite, query: &str, opened: i64, closed: i64) -> Trial {
    let seen = suite.read(&format!("/issues_statistics{query}")).await?;
    seen.has("/statistics/counts/opened", opened)?.has("/statistics/counts/closed", closed).map(drop)
}
