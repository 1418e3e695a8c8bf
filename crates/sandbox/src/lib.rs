//! An in-memory GitLab, for tests. It answers calls of the REST API v4 on projects, groups, issues, labels, milestones and members as
//! GitLab does, oddities included.
//!
//! [`Sandbox::answer`] takes a request and returns a response: it opens no socket, so that a mock server can use it too, and change or
//! replace its answers. [`Sandbox::into_router`] serves it.
//!
//! ```
//! use gitlab_sandbox::{Sandbox, TOKEN, World};
//!
//! let mut world = World::empty();
//! let project = world.project("city/portal", "Portal");
//! world.issue(project, "The login page is blank");
//! let host = Sandbox::new(world);
//! let request = http::Request::get("/api/v4/projects/city%2Fportal/issues?state=opened").header("private-token", TOKEN);
//! let answer = host.answer(request.body("".into()).unwrap());
//! assert_eq!(answer.status(), 200);
//! assert_eq!(answer.headers()["x-total"], "1");
//! ```
//!
//! - `moment`, `tokens`, `models`, `world`, `access`, `creation`, `owners`: what is stored, and who may see and change it
//! - `world_file`: worlds from JSON
//! - `api_call`, `params`, `api_error`, `answer`, `record`, `pagination`, `search`, `full_text`: what all resources share
//! - `projects`, `groups`, `issues`, `labels`, `milestones`, `members`, `users`: the resources
//! - `pages`: what people see at the address of an object
//! - `routes`, `auth`, `limits`, `conditional`, `router`: what happens to a request before and after its handler
//!
//! Left out: keyset pagination, incidents and tasks, orders and filters of lists that the bridge does not use.

pub mod access;
mod answer;
mod api_call;
mod api_error;
mod auth;
mod conditional;
mod creation;
mod full_text;
mod groups;
mod issues;
mod labels;
mod limits;
mod members;
mod milestones;
mod models;
mod moment;
mod owners;
mod pages;
mod pagination;
mod params;
mod prelude;
mod projects;
mod record;
mod router;
mod routes;
mod search;
#[cfg(test)]
mod tests;
mod tokens;
mod users;
mod world;
mod world_file;

use std::sync::{PoisonError, RwLock};

use ::http::{Request, Response};
use bytes::Bytes;

pub use models::{
    Group, Issue, IssueState, Label, Milestone, MilestoneState, Note, Owner, Project, User, Visibility,
};
pub use moment::Moment;
pub use semver::Version as HostVersion;
pub use tokens::{AccessToken, AccessTokenKind};
pub use world::{HostRules, TOKEN, World};
pub use world_file::{InvalidWorld, schema};

use self::{api_call::Handler, limits::Limiter, prelude::*};

/// The result of every handler.
type HandlerResult = Result<ApiResponse, ApiError>;

/// The host: a [`World`] behind GitLab's REST API v4, mounted at `/api/v4`.
#[derive(Debug)]
pub struct Sandbox {
    world: RwLock<World>,
    limiter: Limiter,
}

impl Sandbox {
    /// A host with this world.
    pub fn new(world: World) -> Self {
        Self { world: RwLock::new(world), limiter: Limiter::default() }
    }

    /// Answers one request, now.
    pub fn answer(&self, request: Request<Bytes>) -> Response<Bytes> {
        self.answer_at(request, Moment::now())
    }

    /// Answers one request as of a moment. Rate limits count by this moment.
    #[expect(clippy::needless_pass_by_value, reason = "servers and mocks hand a request over as a whole")]
    pub fn answer_at(&self, request: Request<Bytes>, now: Moment) -> Response<Bytes> {
        let answer = self.reply(&request, now).unwrap_or_else(|refusal| *refusal.0);
        conditional::finish(request.method(), request.headers(), answer)
    }

    /// Reads the world.
    pub fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.world.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the world without a call of the API.
    pub fn edit<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        change(&mut self.world.write().unwrap_or_else(PoisonError::into_inner))
    }

    fn reply(&self, request: &Request<Bytes>, now: Moment) -> HandlerResult {
        let Some(target) = api_call::target(request) else {
            return self.read(|world| pages::answer(world, request)).ok_or_else(ApiError::unknown_route);
        };
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let params = Params::read(query, request.headers(), request.body())?;
        let token = self.read(|world| auth::authenticate(world, request.headers()))?;
        let call = ApiCall {
            method: request.method().clone(),
            origin: api_call::origin(request),
            target: target.to_owned(),
            route: routes::find(request.method(), path)?,
            params,
            token,
        };
        auth::authorise(&call)?;
        self.read(|world| self.limiter.admit(world, &call, now))?;
        match call.route.handler {
            Handler::Read(read) => self.read(|world| read(world, &call)),
            Handler::Write(write) => self.edit(|world| write(world, &call)),
        }
    }
}
