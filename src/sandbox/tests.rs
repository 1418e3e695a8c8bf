//! One short test per rule of the host.

mod groups;
mod issues;
mod labels;
mod loading;
mod milestones;
mod projects;
mod quick_actions;
mod transport;

use ::http::{Request, Response, StatusCode};
use bytes::Bytes;
use serde_json::Value;

use super::{Sandbox, TOKEN, World};

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

fn send_as(sandbox: &Sandbox, token: Option<&str>, method: &str, path: &str, body: Option<Value>) -> Got {
    let mut request =
        Request::builder().method(method).uri(format!("/api/v4{path}")).header("host", "host:8081");
    if let Some(token) = token {
        request = request.header("private-token", token);
    }
    let bytes = body.map_or_else(Bytes::new, |body| Bytes::from(body.to_string()));
    let request = request.header("content-type", "application/json").body(bytes).unwrap();
    let response = sandbox.answer(request);
    let body = serde_json::from_slice(response.body()).unwrap_or_default();
    Got { status: response.status(), body, response }
}

fn get(sandbox: &Sandbox, path: &str) -> Got {
    send_as(sandbox, Some(TOKEN), "GET", path, None)
}

fn post(sandbox: &Sandbox, path: &str, body: Value) -> Got {
    send_as(sandbox, Some(TOKEN), "POST", path, Some(body))
}

fn put(sandbox: &Sandbox, path: &str, body: Value) -> Got {
    send_as(sandbox, Some(TOKEN), "PUT", path, Some(body))
}

/// A host with one project, and its id.
fn one_project() -> (Sandbox, u64) {
    let mut world = World::empty();
    let id = world.project("ville/portail", "Portail citoyen");
    (Sandbox::new(world), id)
}
