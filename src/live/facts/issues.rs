//! Creating and changing issues.

use serde_json::{Value, json};

use crate::live::{
    answer::{HostAnswer, TrialResult, Unmet},
    fact::facts,
    fixture::Fixture,
};

facts! {
    "a new issue keeps what it was sent", "telling callers what the host made", kept;
    "labels that a new issue names are made", "labels of new issues", new_labels;
    "an unknown milestone vanishes in silence", "comparing answers with what was sent", unknown_milestone;
    "a milestone of a group above is taken", "milestones of groups", group_milestone;
    "a title of 256 characters is refused with its field", "telling callers what the host says", long_title;
    "closing and reopening answer the new state", "issues/assistant-close and -reopen", states;
    "closing what is closed changes nothing", "confirmed calls that are repeated", closed_twice;
    "labels that are sent replace the others", "merging labels", replaced;
    "labels that are sent twice change nothing", "sending labels again", same_labels;
    "labels of one scope leave the last one or both", "scoped labels", scoped;
    "an assignee who can't be one leaves the old one in silence", "comparing answers with what was sent", stranger;
    "an empty due date clears it", "issues/assistant-set-due-date", due_date;
    "a quick action behind a backslash is text", "texts of callers never run as commands", escaped;
    "a quick action in a comment behind a backslash is text", "the same", escaped_comment;
    "a quick action at the start of a line runs", "why texts are sent with a backslash", quick_action;
    "a comment answers with its id", "issues/assistant-comment", comment;
}

async fn create(fixture: &Fixture, body: Value) -> Result<HostAnswer, Unmet> {
    fixture.host.create(&fixture.open, "/issues", body).await
}

async fn change(fixture: &Fixture, iid: i64, body: Value) -> Result<HostAnswer, Unmet> {
    fixture.host.update(&fixture.open, &format!("/issues/{iid}"), body).await?.is(200)
}

async fn kept(fixture: &Fixture) -> TrialResult {
    let body = json!({
        "title": "Trottoir abîmé", "description": "Devant le n° 12", "labels": "bug", "due_date": "2030-01-31",
    });
    let seen = create(fixture, body).await?.is(201)?;
    let seen = seen
        .has("/title", "Trottoir abîmé")?
        .has("/description", "Devant le n° 12")?
        .has("/state", "opened")?;
    seen.has("/labels/0", "bug")?.has("/due_date", "2030-01-31").map(drop)
}

async fn new_labels(fixture: &Fixture) -> TrialResult {
    let seen =
        create(fixture, json!({ "title": "Chaussée glissante", "labels": "hiver,neuf" })).await?.is(201)?;
    seen.has("/labels", json!(["hiver", "neuf"]))?;
    fixture.host.get(fixture.open.call("/labels/hiver")).await?.is(200)?.has("/name", "hiver").map(drop)
}

async fn unknown_milestone(fixture: &Fixture) -> TrialResult {
    let seen = create(fixture, json!({ "title": "Arbre penché", "milestone_id": 2_000_000_000 })).await?;
    seen.is(201)?.has("/milestone", Value::Null).map(drop)
}

async fn group_milestone(fixture: &Fixture) -> TrialResult {
    let seen = create(fixture, json!({ "title": "Pont fermé", "milestone_id": fixture.programme })).await?;
    seen.is(201)?.has("/milestone/id", fixture.programme).map(drop)
}

async fn long_title(fixture: &Fixture) -> TrialResult {
    let seen = create(fixture, json!({ "title": "x".repeat(256) })).await?.is(400)?;
    seen.has_text("/message/title/0").map(drop)
}

async fn states(fixture: &Fixture) -> TrialResult {
    let iid = fixture.issue("Panneau tordu").await?;
    change(fixture, iid, json!({ "state_event": "close" })).await?.has("/state", "closed")?;
    change(fixture, iid, json!({ "state_event": "reopen" })).await?.has("/state", "opened").map(drop)
}

async fn closed_twice(fixture: &Fixture) -> TrialResult {
    let iid = fixture.issue("Grille descellée").await?;
    for _ in 0..2 {
        change(fixture, iid, json!({ "state_event": "close" })).await?.has("/state", "closed")?;
    }
    Ok(())
}

async fn replaced(fixture: &Fixture) -> TrialResult {
    let iid = create(fixture, json!({ "title": "Bouche bouchée", "labels": "eau" }))
        .await?
        .is(201)?
        .number("/iid")?;
    change(fixture, iid, json!({ "labels": "bug" })).await?.has("/labels", json!(["bug"])).map(drop)
}

async fn same_labels(fixture: &Fixture) -> TrialResult {
    let iid = fixture.issue("Poubelle pleine").await?;
    for _ in 0..2 {
        change(fixture, iid, json!({ "labels": "bug,eau" })).await?.has("/labels", json!(["bug", "eau"]))?;
    }
    Ok(())
}

async fn scoped(fixture: &Fixture) -> TrialResult {
    let iid = fixture.issue("Feu trop lent").await?;
    let seen = change(fixture, iid, json!({ "labels": "p::un,p::deux" })).await?;
    let both = json!(["p::deux", "p::un"]);
    match seen.json.get("labels") {
        Some(labels) if *labels == both || *labels == json!(["p::deux"]) => Ok(()),
        labels => {
            seen.differs("p::deux, perhaps with p::un", &labels.cloned().unwrap_or_default().to_string())
        }
    }
}

async fn stranger(fixture: &Fixture) -> TrialResult {
    let iid = fixture.issue("Bordure cassée").await?;
    change(fixture, iid, json!({ "assignee_ids": [fixture.user.0] })).await?;
    let seen = change(fixture, iid, json!({ "assignee_ids": [2_000_000_000] })).await?;
    seen.has("/assignees/0/id", fixture.user.0).map(drop)
}

async fn due_date(fixture: &Fixture) -> TrialResult {
    let iid = fixture.issue("Rond-point fleuri").await?;
    change(fixture, iid, json!({ "due_date": "2030-01-31" })).await?.has("/due_date", "2030-01-31")?;
    change(fixture, iid, json!({ "due_date": "" })).await?.has("/due_date", Value::Null).map(drop)
}

async fn escaped(fixture: &Fixture) -> TrialResult {
    let text = "Texte\n\n\\/label ~bug";
    let seen = create(fixture, json!({ "title": "Abribus sale", "description": text })).await?.is(201)?;
    seen.has("/description", text)?.has("/labels", json!([])).map(drop)
}

async fn escaped_comment(fixture: &Fixture) -> TrialResult {
    let iid = fixture.issue("Horloge arrêtée").await?;
    let path = format!("/issues/{iid}/notes");
    fixture.host.create(&fixture.open, &path, json!({ "body": "Vu\n\n\\/close" })).await?.is(201)?;
    let seen = fixture.host.get(fixture.open.call(&format!("/issues/{iid}"))).await?;
    seen.is(200)?.has("/state", "opened").map(drop)
}

async fn quick_action(fixture: &Fixture) -> TrialResult {
    let body = json!({ "title": "Kiosque fermé", "description": "Texte\n\n/label ~bug" });
    create(fixture, body).await?.is(201)?.has("/labels", json!(["bug"])).map(drop)
}

async fn comment(fixture: &Fixture) -> TrialResult {
    let iid = fixture.issue("Statue taguée").await?;
    let seen =
        fixture.host.create(&fixture.open, &format!("/issues/{iid}/notes"), json!({ "body": "Vu" })).await?;
    seen.is(201)?.number("/id").map(drop)
}
