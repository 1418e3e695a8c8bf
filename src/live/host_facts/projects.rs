//! Creating, moving and deleting projects.

use http::StatusCode;
use serde_json::{Value, json};

use crate::live::{
    answer::{Trial, Unmet},
    fact::facts,
    own_object::OwnObject,
    suite::Suite,
};

facts! {
    "a new project has its fields", "the record of a new project", |suite| {
        let seen = suite.host.post_project(&suite.services, "agenda", "Agenda", "private").await?.is(201)?;
        seen.number("/id")?;
        let path = format!("{}/agenda", suite.services.path());
        seen.has("/name", "Agenda")?.has("/path_with_namespace", path)?.has_text("/web_url")
    };
    "a taken path is 400 with its field", "telling callers what the host says", |suite| {
        let seen = suite.host.post_project(&suite.root, "voirie", "Voirie", "private").await?.is(400)?;
        seen.has_text("/message/path/0")
    };
    "a project is never more visible than its group", "what an answer says of visibility", |suite| {
        let seen = suite.host.post_project(&suite.services, "budget", "Budget", "public").await?;
        // Older hosts refuse it.
        if seen.status() == StatusCode::BAD_REQUEST { Ok(seen) } else { seen.is(201)?.has("/visibility", "private") }
    };
    "a moved project redirects reads to its id", "following a project that was moved", |suite| {
        let project = moved(suite, "archives").await?;
        let seen = suite.host.get(project.call_by_path("")).await?.is(301)?;
        let place = seen.header("location").unwrap_or_default();
        let ending = format!("/api/v4/projects/{}", project.id());
        if place.ends_with(&ending) { Ok(()) } else { seen.differs(&format!("location: …{ending}"), place) }
    };
    "a write at the old path of a moved project is refused", "writing by id alone", |suite| {
        let project = moved(suite, "cadastre").await?;
        let seen = suite.host.update_by_path(&project, json!({ "title": "Toit réparé" })).await?;
        seen.is(405)?.has_text("/message")
    };
    "a deleted project is gone, or named as deleted", "leaving deleted projects out", |suite| {
        let project = suite.host.make_project(&suite.services, "ancien", "Ancien site").await?;
        suite.host.delete(&project, "").await?.has_one_of(&[200, 202, 204])?;
        let seen = suite.host.get(project.call("")).await?.has_one_of(&[200, 404])?;
        let path = seen.json.get("path_with_namespace").and_then(Value::as_str).unwrap_or_default();
        let is_marked = ["-deletion_scheduled-", "-deleted-"].iter().any(|mark| path.contains(mark));
        // Free tiers before 18 delete at once, some moments later.
        if seen.status() == StatusCode::NOT_FOUND || is_marked || !suite.is_from(18, 0) {
            return Ok(());
        }
        seen.differs::<()>("404, or a path with -deletion_scheduled-", path)
    };
}

/// A project with one issue that was moved to another group.
async fn moved(suite: &Suite, path: &str) -> Trial<OwnObject> {
    if !suite.is_from(16, 7) {
        return Err(Unmet::Untried("before 16.7 a moved project answers at its old path".to_owned()));
    }
    let project = suite.host.make_project(&suite.root, path, path).await?;
    suite.host.make(&project, "/issues", json!({ "title": "Toit percé" })).await?;
    let target = json!({ "namespace": suite.services.id() });
    suite.host.update(&project, "/transfer", target).await?.is(200)?;
    Ok(project)
}
