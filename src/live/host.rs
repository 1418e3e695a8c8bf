//! Calls to the host. What changes something takes a [`Scratch`].

use std::{sync::Arc, time::Duration};

use http::{HeaderValue, Method, StatusCode, header::IF_NONE_MATCH};
use serde_json::{Value, json};

use super::{
    answer::HostAnswer,
    outcome::Unmet,
    scratch::{Kind, Scratch},
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
    pub(super) async fn get(&self, path: impl Into<String>) -> Result<HostAnswer, Unmet> {
        self.send(RawCall::new(Method::GET, path.into())).await
    }

    /// Reads again what has this tag.
    pub(super) async fn get_unless(&self, path: &str, tag: &str) -> Result<HostAnswer, Unmet> {
        let tag =
            HeaderValue::from_str(tag).map_err(|_| Unmet::differs("a tag that a header can hold", tag))?;
        self.send(RawCall::new(Method::GET, path).header(IF_NONE_MATCH, tag)).await
    }

    /// Creates something in a scratch: an issue, a label …
    pub(super) async fn create(
        &self,
        scratch: &Scratch,
        rest: &str,
        body: Value,
    ) -> Result<HostAnswer, Unmet> {
        self.send(RawCall::new(Method::POST, scratch.call(rest)).body(body)).await
    }

    /// Changes something in a scratch.
    pub(super) async fn update(
        &self,
        scratch: &Scratch,
        rest: &str,
        body: Value,
    ) -> Result<HostAnswer, Unmet> {
        self.send(RawCall::new(Method::PUT, scratch.call(rest)).body(body)).await
    }

    /// The same, with the path that the object had when it was made.
    pub(super) async fn update_by_path(
        &self,
        scratch: &Scratch,
        rest: &str,
        body: Value,
    ) -> Result<HostAnswer, Unmet> {
        self.send(RawCall::new(Method::PUT, scratch.call_by_path(rest)).body(body)).await
    }

    /// Deletes a scratch.
    pub(super) async fn delete(&self, scratch: &Scratch) -> Result<HostAnswer, Unmet> {
        self.send(RawCall::new(Method::DELETE, scratch.call(""))).await
    }

    /// Removes for good an object whose deletion is scheduled; `path` is its present full path.
    pub(super) async fn remove(&self, scratch: &Scratch, path: &str) -> Result<HostAnswer, Unmet> {
        let rest = format!("?permanently_remove=true&full_path={}", urlencoding::encode(path));
        self.send(RawCall::new(Method::DELETE, scratch.call(&rest))).await
    }

    /// Makes the subgroup of the suite in the group that it was given.
    pub(super) async fn make_root(&self, above: &FullPath, name: &str) -> Result<Scratch, Unmet> {
        let above = self
            .get(format!("/groups/{}?with_projects=false", urlencoding::encode(above.as_str())))
            .await?
            .is(200)?;
        let path = above.json.get("full_path").and_then(Value::as_str).unwrap_or_default();
        self.make_group_in(above.number("/id")?, path, name, name).await
    }

    /// Makes a group in a scratch.
    pub(super) async fn make_group(&self, above: &Scratch, path: &str, name: &str) -> Result<Scratch, Unmet> {
        self.make_group_in(above.id(), above.path(), path, name).await
    }

    async fn make_group_in(&self, id: i64, above: &str, path: &str, name: &str) -> Result<Scratch, Unmet> {
        let body = json!({ "name": name, "path": path, "parent_id": id, "visibility": "private" });
        let made = self.send(RawCall::new(Method::POST, "/groups").body(body)).await?.is(201)?;
        Scratch::made(Kind::Group, above, &made.json)
            .map_or_else(|| made.differs("a group in the group that was named", &made.text()), Ok)
    }

    /// Asks for a project inside a scratch group; the answer may be a refusal.
    pub(super) async fn post_project(
        &self,
        above: &Scratch,
        path: &str,
        name: &str,
        visibility: &str,
    ) -> Result<HostAnswer, Unmet> {
        let body =
            json!({ "name": name, "path": path, "namespace_id": above.id(), "visibility": visibility });
        self.send(RawCall::new(Method::POST, "/projects").body(body)).await
    }

    /// Makes a project in a scratch.
    pub(super) async fn make_project(
        &self,
        above: &Scratch,
        path: &str,
        name: &str,
    ) -> Result<Scratch, Unmet> {
        let made = self.post_project(above, path, name, "private").await?.is(201)?;
        Scratch::made(Kind::Project, above.path(), &made.json)
            .map_or_else(|| made.differs("a project in the group that was named", &made.text()), Ok)
    }

    /// Sends a call; again if the host says that it was called too often.
    async fn send(&self, call: RawCall) -> Result<HostAnswer, Unmet> {
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

    async fn send_once(&self, call: &RawCall) -> Result<HostAnswer, Unmet> {
        let answer = self.instance.raw(&self.token, call.clone()).await;
        let line = call.line();
        match answer {
            Ok(answer) => Ok(HostAnswer::new(line, answer)),
            Err(error) => Err(Unmet::differs(format_args!("{line}: an answer"), error.fault)),
        }
    }
}
