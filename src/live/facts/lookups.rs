//! Objects by path and number, what is missing, and how a refusal reads.

use secrecy::SecretString;

use crate::{
    gitlab::Credential,
    live::{
        answer::{TrialResult, Unmet},
        fact::facts,
        fixture::Fixture,
    },
};

facts! {
    "a project is found by its encoded path", "resolved_project_path, references", by_path;
    "the case of a path does not count", "paths as people write them", any_case;
    "a project is found by its id", "every call after the first", by_id;
    "a missing project is 404 with a message", "telling callers what the host says", no_project;
    "a missing group is 404 with a message", "the same", no_group;
    "a missing issue is 404 with a message", "the same", no_issue;
    "a missing label is 404 with a message", "the same", no_label;
    "an unknown route is 404 with an error", "telling a wrong address from a missing object", no_route;
    "a wrong token is 401 with a message", "telling a refused token from a refused caller", wrong_token;
    "an issue has its fields", "issue records", issue_fields;
}

async fn by_path(fixture: &Fixture) -> TrialResult {
    let seen = fixture.host.get(fixture.fixed.call_by_path("")).await?.is(200)?;
    seen.has("/id", fixture.fixed.id())?.has("/path_with_namespace", fixture.fixed.path()).map(drop)
}

async fn any_case(fixture: &Fixture) -> TrialResult {
    let path = fixture.fixed.path().to_uppercase();
    let seen = fixture.host.get(format!("/projects/{}", urlencoding::encode(&path))).await?.is(200)?;
    seen.has("/id", fixture.fixed.id()).map(drop)
}

async fn by_id(fixture: &Fixture) -> TrialResult {
    fixture.host.get(fixture.fixed.call("")).await?.is(200)?.has("/name", "Portail citoyen").map(drop)
}

async fn missing(fixture: &Fixture, path: String) -> TrialResult {
    fixture.host.get(path).await?.is(404)?.has_text("/message").map(drop)
}

async fn no_project(fixture: &Fixture) -> TrialResult {
    missing(fixture, fixture.root.call_by_path("%2Fabsent").replacen("/groups", "/projects", 1)).await
}

async fn no_group(fixture: &Fixture) -> TrialResult {
    missing(fixture, fixture.root.call_by_path("%2Fabsent")).await
}

async fn no_issue(fixture: &Fixture) -> TrialResult {
    missing(fixture, fixture.fixed.call("/issues/999999")).await
}

async fn no_label(fixture: &Fixture) -> TrialResult {
    missing(fixture, fixture.fixed.call("/labels/absent")).await
}

async fn no_route(fixture: &Fixture) -> TrialResult {
    fixture.host.get("/no/such/route").await?.is(404)?.has_text("/error").map(drop)
}

async fn wrong_token(fixture: &Fixture) -> TrialResult {
    let token = Credential::new(SecretString::from("not-a-token"));
    let token = token.map_err(|error| Unmet::Untried(error.to_string()))?;
    fixture.host.with(token).get("/user").await?.is(401)?.has_text("/message").map(drop)
}

async fn issue_fields(fixture: &Fixture) -> TrialResult {
    let seen = fixture.host.get(fixture.fixed.call("/issues/1")).await?.is(200)?;
    seen.number("/id")?;
    let seen = seen.has("/iid", 1)?.has("/state", "opened")?.has_text("/web_url")?.has("/labels/0", "bug")?;
    let seen = seen.has("/milestone/id", fixture.sprint)?.has("/assignees/0/id", fixture.user.0)?;
    seen.has("/title", "Connecting the café terminals").map(drop)
}
