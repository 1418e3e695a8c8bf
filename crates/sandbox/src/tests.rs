//! One short test per rule of the host.

mod conditional;
mod full_text;
mod groups;
mod issue_lists;
mod issues;
mod labels;
mod limits;
mod loading;
mod milestones;
mod pages;
mod projects;
mod quick_actions;
mod roles;
mod scoped_labels;
mod scratch;
mod tokens;
mod transport;
mod versions;

use ::http::{Request, Response, StatusCode};
use bytes::Bytes;
use serde_json::Value;

use super::{AccessToken, Issue, Moment, Owner, Sandbox, TOKEN, World};

/// What came back.
struct Got {
    status: StatusCode,
    body: Value,
    response: Response<Bytes>,
}

impl Got {
    fn header(&self, name: &str) -> Option<&str> {
        self.response.headers().get(name).map(|value| value.to_str().unwrap())
    }

    /// One field of every row.
    fn all(&self, field: &str) -> Vec<&str> {
        self.body.as_array().unwrap().iter().map(|row| row[field].as_str().unwrap()).collect()
    }
}

impl From<Response<Bytes>> for Got {
    fn from(response: Response<Bytes>) -> Self {
        let body = serde_json::from_slice(response.body()).unwrap_or_default();
        Self { status: response.status(), body, response }
    }
}

/// A request with these headers, to a path below the API's base.
fn request(method: &str, path: &str, headers: &[(&str, &str)], body: Option<Value>) -> Request<Bytes> {
    let mut request = Request::builder().method(method).uri(format!("/api/v4{path}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let bytes = body.map_or_else(Bytes::new, |body| Bytes::from(body.to_string()));
    request.header("host", "host:8081").header("content-type", "application/json").body(bytes).unwrap()
}

fn send_as(sandbox: &Sandbox, token: &str, method: &str, path: &str, body: Option<Value>) -> Got {
    sandbox.answer(request(method, path, &[("private-token", token)], body)).into()
}

fn send_at(sandbox: &Sandbox, second: u64, method: &str, path: &str, body: Option<Value>) -> Got {
    let request = request(method, path, &[("private-token", TOKEN)], body);
    sandbox.answer_at(request, Moment(second)).into()
}

fn get_with(sandbox: &Sandbox, path: &str, headers: &[(&str, &str)]) -> Got {
    let mut all = vec![("private-token", TOKEN)];
    all.extend_from_slice(headers);
    sandbox.answer(request("GET", path, &all, None)).into()
}

fn get(sandbox: &Sandbox, path: &str) -> Got {
    send_as(sandbox, TOKEN, "GET", path, None)
}

/// What somebody gets who is a member of nothing.
fn get_as_stranger(sandbox: &Sandbox, path: &str) -> Got {
    sandbox.edit(|world| {
        let user = world.user("inconnu", "Inconnu");
        world.token(AccessToken::personal("stranger", user));
    });
    send_as(sandbox, "stranger", "GET", path, None)
}

fn post(sandbox: &Sandbox, path: &str, body: Value) -> Got {
    send_as(sandbox, TOKEN, "POST", path, Some(body))
}

fn send_put(sandbox: &Sandbox, path: &str, body: Value) -> Got {
    send_as(sandbox, TOKEN, "PUT", path, Some(body))
}

/// A host with one project, and its id.
fn one_project() -> (Sandbox, u64) {
    let mut world = World::empty();
    let id = world.project("ville/portail", "Portail citoyen");
    (Sandbox::new(world), id)
}

/// An issue, as stored.
fn issue(sandbox: &Sandbox, project_id: u64, iid: u64) -> Issue {
    sandbox.read(|world| world.issues[&(project_id, iid)].clone())
}

/// The titles of a project's own labels, oldest first.
fn label_names(sandbox: &Sandbox, project_id: u64) -> Vec<String> {
    sandbox.read(|world| {
        let own = world.labels.values().filter(|label| label.owner == Owner::Project(project_id));
        own.map(|label| label.name.clone()).collect()
    })
}
