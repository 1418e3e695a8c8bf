//! Creating and changing issues.

use serde_json::{Value, json};

use crate::live::{
    answer::{HostAnswer, Trial},
    fact::facts,
    suite::Suite,
};

facts! {
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
}

async fn create(suite: &Suite, body: Value) -> Trial<HostAnswer> {
    suite.host.make(&suite.open, "/issues", body).await
}

async fn change(suite: &Suite, iid: i64, body: Value) -> Trial<HostAnswer> {
    suite.host.update(&suite.open, &format!("/issues/{iid}"), body).await?.is(200)
}
