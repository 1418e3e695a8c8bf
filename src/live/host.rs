//! Calls to the host. What changes something takes a [`OwnObject`].

use std::{sync::Arc, time::Duration};

use http::{HeaderValue, Method, StatusCode, header::IF_NONE_MATCH};
use serde_json::{Value, json};

use super::{
    answer::{HostAnswer, Trial, Unmet},
    own_object::{self, OwnObject},
};
use crate::gitlab::{Credential, Error, FullPath, Instance, RawCall};

/// Longest wait for a host that limits calls, in seconds.
const LONGEST_WAIT: u64 = 60;
/// How often a call that is limited is sent.
const TRIES: usize = 3;

/// The host.
#[derive(Debug, Clone)]
pub(super) struct TrialHost {
    instance: Arc<Instance>,
    token: Credential,
    /// The description of all groups and projects that this run makes. Nothing else has it.
    marker: Arc<str>,
}

impl TrialHost {
    pub(super) fn new(instance: Arc<Instance>, marker: &str) -> Self {
        let token = instance.technical_token();
        Self { instance, token, marker: marker.into() }
    }

    /// The same host with another token.
    pub(super) fn with(&self, token: Credential) -> Self {
        Self { token, ..self.clone() }
    }

    /// Reads; `path` is below the API, percent-encoded.
    pub(super) async fn get(&self, path: impl Into<String>) -> Trial<HostAnswer> {
        self.send(RawCall::new(Method::GET, path.into())).await
    }

    /// Reads what has to be there.
    pub(super) async fn see(&self, path: impl Into<String>) -> Trial<HostAnswer> {
        self.get(path).await?.is(200)
    }

    /// Reads again what has this tag.
    pub(super) async fn get_unless(&self, path: &str, tag: &str) -> Trial<HostAnswer> {
        let tag =
            HeaderValue::from_str(tag).map_err(|_| Unmet::differs("a tag that a header can hold", tag))?;
        self.send(RawCall::new(Method::GET, path).header(IF_NONE_MATCH, tag)).await
    }

    /// Creates something in an own object: an issue, a label …
    pub(super) async fn create(&self, object: &OwnObject, rest: &str, body: Value) -> Trial<HostAnswer> {
        self.send(RawCall::new(Method::POST, object.call(rest)).body(body)).await
    }

    /// The same where the host has to create it.
    pub(super) async fn make(&self, object: &OwnObject, rest: &str, body: Value) -> Trial<HostAnswer> {
        self.create(object, rest, body).await?.is(201)
    }

    /// Changes something in an own object.
    pub(super) async fn update(&self, object: &OwnObject, rest: &str, body: Value) -> Trial<HostAnswer> {
        self.send(RawCall::new(Method::PUT, object.call(rest)).body(body)).await
    }

    /// Changes the first issue of an own project, by the path that the project had when it was made.
    pub(super) async fn update_by_path(&self, object: &OwnObject, body: Value) -> Trial<HostAnswer> {
        self.send(RawCall::new(Method::PUT, object.call_by_path("/issues/1")).body(body)).await
    }

    /// Deletes an own object, with this query, if the host still shows what was made there.
    pub(super) async fn delete(&self, object: &OwnObject, query: &str) -> Trial<HostAnswer> {
        self.confirm(object).await?;
        self.send(RawCall::new(Method::DELETE, object.call(query))).await
    }

    /// The group of this path.
    pub(super) async fn group(&self, path: &str) -> Trial<HostAnswer> {
        self.get(format!("/groups/{}?with_projects=false", urlencoding::encode(path))).await
    }

    /// Makes the subgroup of the suite in the group that it was given.
    pub(super) async fn make_root(&self, above: HostAnswer, name: &str) -> Trial<OwnObject> {
        let above = above.is(200)?;
        let path = above.json.get("full_path").and_then(Value::as_str).unwrap_or_default();
        self.make_group_in(above.number("/id")?, path, name, name).await
    }

    /// The subgroup that [`Self::make_root`] made although its answer was lost or wrong.
    pub(super) async fn find_root(&self, above: &FullPath, name: &str) -> Option<OwnObject> {
        let path = format!("{}/{name}", above.as_str());
        let seen = self.group(&path).await.ok()?;
        OwnObject::made(own_object::GROUPS, path, &seen.json)
            .filter(|root| root.is_shown_in(&seen.json, &self.marker))
    }

    /// The full paths of subgroups whose names start like those of runs; none if the host does not list them.
    pub(super) async fn subgroups(&self, above: &FullPath, start: &str) -> Vec<String> {
        let seen = self.get(format!("/groups?search={start}&per_page=100")).await.map(|seen| seen.json);
        let start = format!("{}/{start}", above.as_str()).to_lowercase();
        let rows = seen.iter().filter_map(Value::as_array).flatten();
        let stays = rows.filter(|row| row.get("marked_for_deletion_on").is_none_or(Value::is_null));
        let paths = stays.filter_map(|row| row.get("full_path")?.as_str());
        paths.filter(|path| path.to_lowercase().starts_with(&start)).map(str::to_owned).collect()
    }

    /// Makes sure that the host shows at an own object's id what was made: at its path, with the marker. An answer to a creation may
    /// name any id.
    async fn confirm(&self, object: &OwnObject) -> Trial {
        let seen = self.get(object.call("?with_projects=false")).await?.is(200)?;
        if object.is_shown_in(&seen.json, &self.marker) {
            return Ok(());
        }
        seen.differs(&format!("{}, as this run made it", object.path()), &seen.text())
    }

    /// Makes a group in an own object.
    pub(super) async fn make_group(&self, above: &OwnObject, path: &str, name: &str) -> Trial<OwnObject> {
        self.make_group_in(above.id(), above.path(), path, name).await
    }

    async fn make_group_in(&self, id: i64, above: &str, path: &str, name: &str) -> Trial<OwnObject> {
        let body = json!({ "name": name, "path": path, "parent_id": id, "visibility": "private",
            "description": &*self.marker });
        let made = self.send(RawCall::new(Method::POST, "/groups").body(body)).await?.is(201)?;
        self.made(own_object::GROUPS, format!("{above}/{path}"), &made).await
    }

    /// What a creation answered, if it is what was asked for.
    async fn made(&self, collection: &'static str, path: String, made: &HostAnswer) -> Trial<OwnObject> {
        let Some(object) = OwnObject::made(collection, path.clone(), &made.json) else {
            return made.differs(&format!("{path}, in the group that was named"), &made.text());
        };
        self.confirm(&object).await.map(|()| object)
    }

    /// Asks for a project inside an own group; the answer may be a refusal.
    pub(super) async fn post_project(
        &self,
        above: &OwnObject,
        path: &str,
        name: &str,
        visibility: &str,
    ) -> Trial<HostAnswer> {
        let body = json!({ "name": name, "path": path, "namespace_id": above.id(), "visibility": visibility,
            "description": &*self.marker });
        self.send(RawCall::new(Method::POST, "/projects").body(body)).await
    }

    /// Makes a project in an own object.
    pub(super) async fn make_project(&self, above: &OwnObject, path: &str, name: &str) -> Trial<OwnObject> {
        let made = self.post_project(above, path, name, "private").await?.is(201)?;
        self.made(own_object::PROJECTS, format!("{}/{path}", above.path()), &made).await
    }

    /// Sends a call; again if the host says that it was called too often.
    async fn send(&self, call: RawCall) -> Trial<HostAnswer> {
        let mut tries = 0;
        loop {
            let (line, answer) = (call.line(), self.instance.raw(&self.token, call.clone()).await);
            let unmet = |error: Error| Unmet::differs(format_args!("{line}: an answer"), error.fault);
            let seen = HostAnswer::new(line.clone(), answer.map_err(unmet)?);
            tries += 1;
            if seen.status() != StatusCode::TOO_MANY_REQUESTS || tries == TRIES {
                return Ok(seen);
            }
            let asked = seen.header("retry-after").and_then(|seconds| seconds.parse().ok());
            tokio::time::sleep(Duration::from_secs(asked.unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT))).await;
        }
    }
}
