//! An in-memory GitLab: the calls of its REST API v4 that the bridge makes, true to its answers, oddities included.
//!
//! It serves the demo, the tests and the benches. It opens no socket: [`Sandbox::answer`] takes a request and gives a
//! response, so that a server and a mock can both stand in front of it.
//!
//! - `routes`, `http`, `params`, `fault`, `pagination`, `search`: what all resources share
//! - `projects`, `groups`, `issues`, `labels`, `milestones`, `users`: one file or more per resource
//! - `world`, `models`, `build`, `load`: what is stored, and how it gets there
//!
//! Left out: keyset pagination, rate limits, issue templates, locked and scoped labels, incidents and tasks.

mod build;
mod fault;
mod groups;
mod http;
mod issues;
mod labels;
mod load;
mod milestones;
mod models;
mod new_issue;
mod pagination;
mod params;
mod projects;
mod routes;
mod search;
#[cfg(test)]
mod tests;
mod users;
mod world;

use std::sync::{PoisonError, RwLock};

use ::http::{Method, Request, Response};
use bytes::Bytes;

pub use load::InvalidWorld;
pub use models::{
    AccessToken, Group, Issue, IssueState, Label, Milestone, MilestoneState, Moment, Namespace, Note, Owner,
    Project, User, Visibility,
};
pub use new_issue::NewIssue;
pub use world::{World, access};

use self::{
    fault::Fault,
    http::{Answer, Call, Reply},
    params::Params,
    routes::Handler,
};

/// The token that a world accepts unless told otherwise.
pub const TOKEN: &str = "sandbox-token";

/// The host: a [`World`] behind GitLab's REST API v4, mounted at `/api/v4`.
#[derive(Debug)]
pub struct Sandbox {
    world: RwLock<World>,
}

impl Sandbox {
    /// A host of that world.
    #[must_use]
    pub fn new(world: World) -> Self {
        Self { world: RwLock::new(world) }
    }

    /// Answers one request.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "servers and mocks hand a request over as a whole")]
    pub fn answer(&self, request: Request<Bytes>) -> Response<Bytes> {
        let mut response = Response::from(self.reply(&request).unwrap_or_else(Answer::from));
        if request.method() == Method::HEAD {
            *response.body_mut() = Bytes::new();
        }
        response
    }

    /// Looks at the world as it stands.
    pub fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.world.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the world behind the API's back.
    pub fn edit<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        change(&mut self.world.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// An issue as it stands.
    #[must_use]
    pub fn issue(&self, project_id: u64, iid: u64) -> Option<Issue> {
        self.read(|world| world.find_issue(project_id, iid).cloned())
    }

    /// A project as it stands, by id or path.
    #[must_use]
    pub fn project(&self, reference: &str) -> Option<Project> {
        self.read(|world| world.find_project(reference).cloned())
    }

    /// The titles of a project's own labels, first first.
    #[must_use]
    pub fn label_names(&self, project_id: u64) -> Vec<String> {
        self.read(|world| {
            let own = world.labels.values().filter(|label| label.owner == Owner::Project(project_id));
            own.map(|label| label.name.clone()).collect()
        })
    }

    fn reply(&self, request: &Request<Bytes>) -> Reply {
        let target = http::target(request).ok_or(Fault::UnknownRoute)?;
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let params = Params::read(query, request.headers(), request.body())?;
        let caller =
            self.read(|world| http::authenticate(world, request.headers(), &params, request.method()))?;
        let found = routes::find(request.method(), path)?;
        let call = Call {
            method: request.method().clone(),
            origin: http::origin(request),
            target: target.to_owned(),
            segments: found.segments,
            params,
            caller,
        };
        match found.handler {
            Handler::Read(read) => self.read(|world| read(world, &call)),
            Handler::Write(write) => {
                call.user()?;
                self.edit(|world| write(world, &call))
            }
        }
    }
}
