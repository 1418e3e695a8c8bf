//! Creating and changing issues.

use serde_json::{Value, json};

use crate::live::{
    answer::{HostAnswer, Trial},
    fact::facts,
    fixture::Fixture,
};

facts! {
    "a new issue keeps what it was sent", "telling callers what the host made", |fixture| {
        let body = json!({
            "title": "Trottoir abîmé", "description": "Devant le n° 12", "labels": "bug", "due_date": "2030-01-31",
        });
        let seen = create(fixture, body).await?.has("/title", "Trottoir abîmé")?;
        let seen = seen.has("/description", "Devant le n° 12")?.has("/state", "opened")?;
        seen.has("/labels/0", "bug")?.has("/due_date", "2030-01-31")
    };
    "labels that a new issue names are made", "labels of new issues", |fixture| {
        let body = json!({ "title": "Chaussée glissante", "labels": "hiver,neuf" });
        create(fixture, body).await?.has("/labels", json!(["hiver", "neuf"]))?;
        fixture.host.see(fixture.open.call("/labels/hiver")).await?.has("/name", "hiver")
    };
    "an unknown milestone vanishes in silence", "comparing answers with what was sent", |fixture| {
        let body = json!({ "title": "Arbre penché", "milestone_id": 2_000_000_000 });
        create(fixture, body).await?.has("/milestone", Value::Null)
    };
    "a milestone of a group above is taken", "milestones of groups", |fixture| {
        let body = json!({ "title": "Pont fermé", "milestone_id": fixture.programme });
        create(fixture, body).await?.has("/milestone/id", fixture.programme)
    };
    "a title of 256 characters is refused with its field", "telling callers what the host says", |fixture| {
        let body = json!({ "title": "x".repeat(256) });
        fixture.host.create(&fixture.open, "/issues", body).await?.is(400)?.has_text("/message/title/0")
    };
    "closing and reopening answer the new state", "issues/assistant-close and -reopen", |fixture| {
        let iid = fixture.issue("Panneau tordu").await?;
        change(fixture, iid, json!({ "state_event": "close" })).await?.has("/state", "closed")?;
        change(fixture, iid, json!({ "state_event": "reopen" })).await?.has("/state", "opened")
    };
    "closing what is closed changes nothing", "confirmed calls that are repeated", |fixture| {
        let iid = fixture.issue("Grille descellée").await?;
        for _ in 0..2 {
            change(fixture, iid, json!({ "state_event": "close" })).await?.has("/state", "closed")?;
        }
        Ok(())
    };
    "labels that are sent replace the others", "merging labels", |fixture| {
        let iid = create(fixture, json!({ "title": "Bouche bouchée", "labels": "eau" })).await?.number("/iid")?;
        change(fixture, iid, json!({ "labels": "bug" })).await?.has("/labels", json!(["bug"]))
    };
    "labels that are sent twice change nothing", "sending labels again", |fixture| {
        let iid = fixture.issue("Poubelle pleine").await?;
        for _ in 0..2 {
            change(fixture, iid, json!({ "labels": "bug,eau" })).await?.has("/labels", json!(["bug", "eau"]))?;
        }
        Ok(())
    };
    "labels of one scope leave the last one or both", "scoped labels", |fixture| {
        let iid = fixture.issue("Feu trop lent").await?;
        let seen = change(fixture, iid, json!({ "labels": "p::un,p::deux" })).await?;
        let both = json!(["p::deux", "p::un"]);
        match seen.json.get("labels") {
            Some(labels) if *labels == both || *labels == json!(["p::deux"]) => Ok(()),
            labels => {
                seen.differs("p::deux, perhaps with p::un", &labels.cloned().unwrap_or_default().to_string())
            }
        }
    };
    "an assignee who can't be one leaves the old one in silence", "comparing answers with what was sent", |fixture| {
        let iid = fixture.issue("Bordure cassée").await?;
        change(fixture, iid, json!({ "assignee_ids": [fixture.user.0] })).await?;
        let seen = change(fixture, iid, json!({ "assignee_ids": [2_000_000_000] })).await?;
        seen.has("/assignees/0/id", fixture.user.0)
    };
    "an empty due date clears it", "issues/assistant-set-due-date", |fixture| {
        let iid = fixture.issue("Rond-point fleuri").await?;
        change(fixture, iid, json!({ "due_date": "2030-01-31" })).await?.has("/due_date", "2030-01-31")?;
        change(fixture, iid, json!({ "due_date": "" })).await?.has("/due_date", Value::Null)
    };
    "a quick action behind a backslash is text", "texts of callers never run as commands", |fixture| {
        let text = "Texte\n\n\\/label ~bug";
        let seen = create(fixture, json!({ "title": "Abribus sale", "description": text })).await?;
        seen.has("/description", text)?.has("/labels", json!([]))
    };
    "a quick action in a comment behind a backslash is text", "the same", |fixture| {
        let iid = fixture.issue("Horloge arrêtée").await?;
        let path = format!("/issues/{iid}/notes");
        fixture.host.make(&fixture.open, &path, json!({ "body": "Vu\n\n\\/close" })).await?;
        fixture.host.see(fixture.open.call(&format!("/issues/{iid}"))).await?.has("/state", "opened")
    };
    "a quick action at the start of a line runs", "why texts are sent with a backslash", |fixture| {
        let body = json!({ "title": "Kiosque fermé", "description": "Texte\n\n/label ~bug" });
        create(fixture, body).await?.has("/labels", json!(["bug"]))
    };
    "a comment answers with its id", "issues/assistant-comment", |fixture| {
        let path = format!("/issues/{}/notes", fixture.issue("Statue taguée").await?);
        fixture.host.make(&fixture.open, &path, json!({ "body": "Vu" })).await?.number("/id")
    };
}

async fn create(fixture: &Fixture, body: Value) -> Trial<HostAnswer> {
    fixture.host.make(&fixture.open, "/issues", body).await
}

async fn change(fixture: &Fixture, iid: i64, body: Value) -> Trial<HostAnswer> {
    fixture.host.update(&fixture.open, &format!("/issues/{iid}"), body).await?.is(200)
}
