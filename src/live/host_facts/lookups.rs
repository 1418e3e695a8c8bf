//! Objects by path and number, what is missing, and how a refusal reads.

use secrecy::SecretString;

use crate::{
    gitlab::Credential,
    live::{
        answer::{Trial, Unmet},
        fact::facts,
        suite::Suite,
    },
};

facts! {
    "a project is found by its encoded path", "resolved_project_path, references", |suite| {
        let seen = suite.host.see(suite.fixed.call_by_path("")).await?;
        seen.has("/id", suite.fixed.id())?.has("/path_with_namespace", suite.fixed.path())
    };
    "the case of a path does not count", "paths as people write them", |suite| {
        let path = suite.fixed.path().to_uppercase();
        let seen = suite.host.see(format!("/projects/{}", urlencoding::encode(&path))).await?;
        seen.has("/id", suite.fixed.id())
    };
    "a project is found by its id", "every call after the first",
        |suite| suite.read("").await?.has("/name", "Portail citoyen");
    "a missing project is 404 with a message", "telling callers what the host says",
        |suite| missing(suite, suite.root.call_by_path("%2Fabsent").replacen("/groups", "/projects", 1)).await;
    "a missing group is 404 with a message", "the same",
        |suite| missing(suite, suite.root.call_by_path("%2Fabsent")).await;
    "a missing issue is 404 with a message", "the same",
        |suite| missing(suite, suite.fixed.call("/issues/999999")).await;
    "a missing label is 404 with a message", "the same",
        |suite| missing(suite, suite.fixed.call("/labels/absent")).await;
    "an unknown route is 404 with an error", "telling a wrong address from a missing object",
        |suite| suite.host.get("/no/such/route").await?.is(404)?.has_text("/error");
    "a wrong token is 401 with a message", "telling a refused token from a refused caller", |suite| {
        let token = Credential::new(&SecretString::from("not-a-token"));
        let token = token.map_err(|error| Unmet::Untried(error.to_string()))?;
        suite.host.with(token).get("/user").await?.is(401)?.has_text("/message")
    };
    "an issue has its fields", "issue records", |suite| {
        let seen = suite.read("/issues/1").await?;
        seen.number("/id")?;
        let seen = seen.has("/iid", 1)?.has("/state", "opened")?.has_text("/web_url")?.has("/labels/0", "bug")?;
        let seen = seen.has("/milestone/id", suite.sprint)?.has("/assignees/0/id", suite.user.0)?;
        seen.has("/title", "Connecting the café terminals")
    };
}

async fn missing(suite: &Suite, path: String) -> Trial {
    suite.host.get(path).await?.is(404)?.has_text("/message").map(drop)
}
