//! Calls to the host. What changes something takes a [`Place`].

use std::{sync::Arc, time::Duration};

use http::{HeaderValue, Method, StatusCode, header::IF_NONE_MATCH};
use serde_json::{Value, json};

use super::{
    outcome::Unmet,
    place::{Kind, Place},
    seen::Seen,
};
use crate::gitlab::{Credential, FullPath, Instance, RawCall};

/// Longest wait for a host that limits calls, in seconds.
const LONGEST_WAIT: u64 = 60;
/// How often a call that is limited is sent.
const TRIES: usize = 3;

/// The host.
#[derive(Debug, Clone)]
pub(super) struct Host {
    instance: Arc<Instance>,
    token: Credential,
}

impl Host {
    pub(super) fn new(instance: Arc<Instance>) -> Self {
        let token = instance.technical_token();
        Self { instance, token }
    }

    /// The same host with another token.
    pub(super) fn with(&self, token: Credential) -> Self {
        Self { instance: Arc::clone(&self.instance), token }
    }

    /// Reads; `path` is below the API, percent-encoded.
    pub(super) async fn get(&self, path: impl Into<String>) -> Result<Seen, Unmet> {
        self.send(RawCall::new(Method::GET, path.into())).await
    }

    /// Reads again what has this tag.
    pub(super) async fn get_unless(&self, path: &str, tag: &str) -> Result<Seen, Unmet> {
        let tag =
            HeaderValue::from_str(tag).map_err(|_| Unmet::differs("a tag that a header can hold", tag))?;
        self.send(RawCall::new(Method::GET, path).header(IF_NONE_MATCH, tag)).await
    }

    /// Creates something in a place: an issue, a label …
    pub(super) async fn post(&self, place: &Place, rest: &str, body: Value) -> Result<Seen, Unmet> {
        self.send(RawCall::new(Method::POST, place.call(rest)).body(body)).await
    }

    /// Changes something in a place.
    pub(super) async fn put(&self, place: &Place, rest: &str, body: Value) -> Result<Seen, Unmet> {
        self.send(RawCall::new(Method::PUT, place.call(rest)).body(body)).await
    }

    /// The same, with the path that the place had when it was made.
    pub(super) async fn put_by_path(&self, place: &Place, rest: &str, body: Value) -> Result<Seen, Unmet> {
        self.send(RawCall::new(Method::PUT, place.call_by_path(rest)).body(body)).await
    }

    /// Deletes a place.
    pub(super) async fn delete(&self, place: &Place) -> Result<Seen, Unmet> {
        self.send(RawCall::new(Method::DELETE, place.call(""))).await
    }

    /// Removes for good a place whose deletion is scheduled; `path` is its present full path.
    pub(super) async fn remove(&self, place: &Place, path: &str) -> Result<Seen, Unmet> {
        let rest = format!("?permanently_remove=true&full_path={}", urlencoding::encode(path));
        self.send(RawCall::new(Method::DELETE, place.call(&rest))).await
    }

    /// Makes the subgroup of the suite in the group that it was given.
    pub(super) async fn make_root(&self, above: &FullPath, name: &str) -> Result<Place, Unmet> {
        let above = self
            .get(format!("/groups/{}?with_projects=false", urlencoding::encode(above.as_str())))
            .await?
            .is(200)?;
        let path = above.json.get("full_path").and_then(Value::as_str).unwrap_or_default();
        self.make_group_in(above.number("/id")?, path, name, name).await
    }

    /// Makes a group in a place.
    pub(super) async fn make_group(&self, above: &Place, path: &str, name: &str) -> Result<Place, Unmet> {
        self.make_group_in(above.id(), above.path(), path, name).await
    }

    async fn make_group_in(&self, id: i64, above: &str, path: &str, name: &str) -> Result<Place, Unmet> {
        let body = json!({ "name": name, "path": path, "parent_id": id, "visibility": "private" });
        let made = self.send(RawCall::new(Method::POST, "/groups").body(body)).await?.is(201)?;
        Place::made(Kind::Group, above, &made.json)
            .map_or_else(|| made.differs("a group in the group that was named", &made.text()), Ok)
    }

    /// Asks for a project in a place; the answer may be a refusal.
    pub(super) async fn post_project(
        &self,
        above: &Place,
        path: &str,
        name: &str,
        visibility: &str,
    ) -> Result<Seen, Unmet> {
        let body =
            json!({ "name": name, "path": path, "namespace_id": above.id(), "visibility": visibility });
        self.send(RawCall::new(Method::POST, "/projects").body(body)).await
    }

    /// Makes a project in a place.
    pub(super) async fn make_project(&self, above: &Place, path: &str, name: &str) -> Result<Place, Unmet> {
        let made = self.post_project(above, path, name, "private").await?.is(201)?;
        Place::made(Kind::Project, above.path(), &made.json)
            .map_or_else(|| made.differs("a project in the group that was named", &made.text()), Ok)
    }

    /// Sends a call; again if the host says that it was called too often.
    async fn send(&self, call: RawCall) -> Result<Seen, Unmet> {
        let mut seen = self.send_once(&call).await?;
        for _ in 1..TRIES {
            if seen.status() != StatusCode::TOO_MANY_REQUESTS {
                break;
            }
            let asked = seen.header("retry-after").and_then(|seconds| seconds.parse().ok());
            tokio::time::sleep(Duration::from_secs(asked.unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT))).await;
            seen = self.send_once(&call).await?;
        }
        Ok(seen)
    }

    async fn send_once(&self, call: &RawCall) -> Result<Seen, Unmet> {
        let answer = self.instance.raw(&self.token, call.clone()).await;
        let line = call.line();
        match answer {
            Ok(answer) => Ok(Seen::new(line, answer)),
            Err(error) => Err(Unmet::differs(format_args!("{line}: an answer"), error.fault)),
        }
    }
}
