//! Issues: lists and counts, creating and changing, and what a guest may do.

use serde_json::{Value, json};

use crate::live::{
    answer::{HostAnswer, Trial},
    fact::facts,
    suite::Suite,
};

facts! {
    // Lists and counts of issues.
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

    // Creating and changing issues.
    "a new issue keeps what it was sent", "telling callers what the host made", |suite| {
        let body = json!({
            "title": "Trottoir abîmé", "description": "Devant le n° 12", "labels": "bug", "due_date": "2030-01-31",
        });
        let seen = create(suite, body).await?.has("/title", "Trottoir abîmé")?;
        let seen = seen.has("/description", "Devant le n° 12")?.has("/state", "opened")?;
        seen.has("/labels/0", "bug")?.has("/due_date", "2030-01-31")
    };
    "labels that a new issue names are made", "labels of new issues", |suite| {
        let body = json!({ "title": "Chaussée glissante", "labels": "hiver,neuf" });
        create(suite, body).await?.has("/labels", json!(["hiver", "neuf"]))?;
        suite.host.see(suite.open.call("/labels/hiver")).await?.has("/name", "hiver")
    };
    "an unknown milestone vanishes in silence", "comparing answers with what was sent", |suite| {
        let body = json!({ "title": "Arbre penché", "milestone_id": 2_000_000_000 });
        create(suite, body).await?.has("/milestone", Value::Null)
    };
    "a milestone of a group above is taken", "milestones of groups", |suite| {
        let body = json!({ "title": "Pont fermé", "milestone_id": suite.programme });
        create(suite, body).await?.has("/milestone/id", suite.programme)
    };
    "a title of 256 characters is refused with its field", "telling callers what the host says", |suite| {
        let body = json!({ "title": "x".repeat(256) });
        suite.host.create(&suite.open, "/issues", body).await?.is(400)?.has_text("/message/title/0")
    };
    "closing and reopening answer the new state", "issues/assistant-close and -reopen", |suite| {
        let iid = suite.issue("Panneau tordu").await?;
        change(suite, iid, json!({ "state_event": "close" })).await?.has("/state", "closed")?;
        change(suite, iid, json!({ "state_event": "reopen" })).await?.has("/state", "opened")
    };
    "closing what is closed changes nothing", "confirmed calls that are repeated", |suite| {
        let iid = suite.issue("Grille descellée").await?;
        for _ in 0..2 {
            change(suite, iid, json!({ "state_event": "close" })).await?.has("/state", "closed")?;
        }
        Ok(())
    };
    "labels that are sent replace the others", "merging labels", |suite| {
        let iid = create(suite, json!({ "title": "Bouche bouchée", "labels": "eau" })).await?.number("/iid")?;
        change(suite, iid, json!({ "labels": "bug" })).await?.has("/labels", json!(["bug"]))
    };
    "labels that are sent twice change nothing", "sending labels again", |suite| {
        let iid = suite.issue("Poubelle pleine").await?;
        for _ in 0..2 {
            change(suite, iid, json!({ "labels": "bug,eau" })).await?.has("/labels", json!(["bug", "eau"]))?;
        }
        Ok(())
    };
    "labels of one scope leave the last one or both", "scoped labels", |suite| {
        let iid = suite.issue("Feu trop lent").await?;
        let seen = change(suite, iid, json!({ "labels": "p::un,p::deux" })).await?;
        let both = json!(["p::deux", "p::un"]);
        match seen.json.get("labels") {
            Some(labels) if *labels == both || *labels == json!(["p::deux"]) => Ok(()),
            labels => {
                seen.differs("p::deux, perhaps with p::un", &labels.cloned().unwrap_or_default().to_string())
            }
        }
    };
    "an assignee who can't be one leaves the old one in silence", "comparing answers with what was sent", |suite| {
        let iid = suite.issue("Bordure cassée").await?;
        change(suite, iid, json!({ "assignee_ids": [suite.user.0] })).await?;
        let seen = change(suite, iid, json!({ "assignee_ids": [2_000_000_000] })).await?;
        seen.has("/assignees/0/id", suite.user.0)
    };
    "an empty due date clears it", "issues/assistant-set-due-date", |suite| {
        let iid = suite.issue("Rond-point fleuri").await?;
        change(suite, iid, json!({ "due_date": "2030-01-31" })).await?.has("/due_date", "2030-01-31")?;
        change(suite, iid, json!({ "due_date": "" })).await?.has("/due_date", Value::Null)
    };
    "a quick action behind a backslash is text", "texts of callers never run as commands", |suite| {
        let text = "Texte\n\n\\/label ~bug";
        let seen = create(suite, json!({ "title": "Abribus sale", "description": text })).await?;
        seen.has("/description", text)?.has("/labels", json!([]))
    };
    "a quick action in a comment behind a backslash is text", "the same", |suite| {
        let iid = suite.issue("Horloge arrêtée").await?;
        let path = format!("/issues/{iid}/notes");
        suite.host.make(&suite.open, &path, json!({ "body": "Vu\n\n\\/close" })).await?;
        suite.host.see(suite.open.call(&format!("/issues/{iid}"))).await?.has("/state", "opened")
    };
    "a quick action at the start of a line runs", "why texts are sent with a backslash", |suite| {
        let body = json!({ "title": "Kiosque fermé", "description": "Texte\n\n/label ~bug" });
        create(suite, body).await?.has("/labels", json!(["bug"]))
    };
    "a comment answers with its id", "issues/assistant-comment", |suite| {
        let path = format!("/issues/{}/notes", suite.issue("Statue taguée").await?);
        suite.host.make(&suite.open, &path, json!({ "body": "Vu" })).await?.number("/id")
    };

    // What a guest may do: the host drops the rest in silence, or refuses.
    "a guest's new label on a new issue vanishes in silence", "comparing answers with what was sent", |suite| {
        let body = json!({ "title": "Haie haute", "labels": "inconnu" });
        suite.guest().await?.make(&suite.open, "/issues", body).await?.has("/labels", json!([]))
    };
    "a guest's known label on a new issue stays", "the same", |suite| {
        let body = json!({ "title": "Haie basse", "labels": "bug" });
        suite.guest().await?.make(&suite.open, "/issues", body).await?.has("/labels", json!(["bug"]))
    };
    "a guest's change of labels vanishes in silence", "telling that a label was not set", |suite| {
        let guest = suite.guest().await?;
        let made = guest.make(&suite.open, "/issues", json!({ "title": "Haie sèche" })).await?;
        let path = format!("/issues/{}", made.number("/iid")?);
        let seen = guest.update(&suite.open, &path, json!({ "labels": "bug" })).await?;
        seen.is(200)?.has("/labels", json!([]))
    };
    "a guest makes no label", "telling callers what the host says", |suite| {
        let body = json!({ "name": "invité", "color": "#336699" });
        suite.guest().await?.create(&suite.open, "/labels", body).await?.is(403)?.has_text("/message")
    };
    "a guest changes no issue of others", "the same", |suite| {
        let iid = suite.issue("Haie taillée").await?;
        let guest = suite.guest().await?;
        let seen = guest.update(&suite.open, &format!("/issues/{iid}"), json!({ "title": "Autre" })).await?;
        seen.is(403)?.has_text("/message")
    };
}

/// Checks the counts of open and closed issues.
async fn counted(suite: &Suite, query: &str, opened: i64, closed: i64) -> Trial {
    let seen = suite.read(&format!("/issues_statistics{query}")).await?;
    let seen = seen.has("/statistics/counts/opened", opened)?;
    seen.has("/statistics/counts/closed", closed).map(drop)
}

async fn create(suite: &Suite, body: Value) -> Trial<HostAnswer> {
    suite.host.make(&suite.open, "/issues", body).await
}

async fn change(suite: &Suite, iid: i64, body: Value) -> Trial<HostAnswer> {
    suite.host.update(&suite.open, &format!("/issues/{iid}"), body).await?.is(200)
}
