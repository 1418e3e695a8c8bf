//! Objects by path and number, what is missing, and how a refusal reads.

use secrecy::SecretString;

use crate::{
    gitlab::Credential,
    live::{
        answer::{Trial, Unmet},
        fact::facts,
        fixture::Fixture,
    },
};

facts! {
    "a project is found by its encoded path", "resolved_project_path, references", |fixture| {
        let seen = fixture.host.see(fixture.fixed.call_by_path("")).await?;
        seen.has("/id", fixture.fixed.id())?.has("/path_with_namespace", fixture.fixed.path())
    };
    "the case of a path does not count", "paths as people write them", |fixture| {
        let path = fixture.fixed.path().to_uppercase();
        let seen = fixture.host.see(format!("/projects/{}", urlencoding::encode(&path))).await?;
        seen.has("/id", fixture.fixed.id())
    };
    "a project is found by its id", "every call after the first",
        |fixture| fixture.read("").await?.has("/name", "Portail citoyen");
    "a missing project is 404 with a message", "telling callers what the host says",
        |fixture| missing(fixture, fixture.root.call_by_path("%2Fabsent").replacen("/groups", "/projects", 1)).await;
    "a missing group is 404 with a message", "the same",
        |fixture| missing(fixture, fixture.root.call_by_path("%2Fabsent")).await;
    "a missing issue is 404 with a message", "the same",
        |fixture| missing(fixture, fixture.fixed.call("/issues/999999")).await;
    "a missing label is 404 with a message", "the same",
        |fixture| missing(fixture, fixture.fixed.call("/labels/absent")).await;
    "an unknown route is 404 with an error", "telling a wrong address from a missing object",
        |fixture| fixture.host.get("/no/such/route").await?.is(404)?.has_text("/error");
    "a wrong token is 401 with a message", "telling a refused token from a refused caller", |fixture| {
        let token = Credential::new(&SecretString::from("not-a-token"));
        let token = token.map_err(|error| Unmet::Untried(error.to_string()))?;
        fixture.host.with(token).get("/user").await?.is(401)?.has_text("/message")
    };
    "an issue has its fields", "issue records", |fixture| {
        let seen = fixture.read("/issues/1").await?;
        seen.number("/id")?;
        let seen = seen.has("/iid", 1)?.has("/state", "opened")?.has_text("/web_url")?.has("/labels/0", "bug")?;
        let seen = seen.has("/milestone/id", fixture.sprint)?.has("/assignees/0/id", fixture.user.0)?;
        seen.has("/title", "Connecting the café terminals")
    };
}

async fn missing(fixture: &Fixture, path: String) -> Trial {
    fixture.host.get(path).await?.is(404)?.has_text("/message").map(drop)
}
