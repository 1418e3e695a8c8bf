//! An in-memory GitLab. It answers the calls of the REST API v4 that the bridge makes as GitLab does, oddities included.
//!
//! It serves the demo, the tests and the benches. It opens no socket: [`Sandbox::answer`] takes a request and returns a
//! response, so that both a server and a mock server can use it.
//!
//! - `moment`, `version`, `tokens`, `models`, `world`, `access`: what is stored, and who may see and change it
//! - `build`, `edit`, `deletion`, `data`, `load`: how data are put in and changed
//! - `call`, `params`, `auth`, `fault`, `answer`, `pagination`, `search`, `full_text`: what all resources share
//! - `projects`, `groups`, `issues`, `labels`, `milestones`, `members`, `identity`: one file or more per resource
//! - `pages`: what people see at the address of an object
//! - `routes`, `limits`, `injected`, `conditional`: what happens to a request before and after its handler
//!
//! Each uses only what stands above it in this list or beside it. Left out: keyset pagination, issue templates, incidents
//! and tasks.

pub mod access;
mod answer;
mod auth;
mod build;
mod call;
mod conditional;
mod data;
mod deletion;
mod edit;
mod fault;
mod full_text;
mod groups;
mod identity;
mod injected;
mod issues;
mod labels;
mod limits;
mod load;
mod members;
mod milestones;
mod models;
mod moment;
mod new_issue;
mod pages;
mod pagination;
mod params;
mod projects;
mod routes;
mod search;
#[cfg(test)]
mod tests;
mod tokens;
mod users;
mod version;
mod visible_issues;
mod world;

use std::sync::{PoisonError, RwLock};

use ::http::{Method, Request, Response};
use bytes::Bytes;

pub use data::schema;
pub use injected::{FaultKind, InjectedFault};
pub use load::InvalidWorld;
pub use models::{
    Group, Issue, IssueState, Label, Milestone, MilestoneState, Namespace, Note, Owner, Project, User,
    Visibility,
};
pub use moment::Moment;
pub use new_issue::NewIssue;
pub use tokens::{AccessToken, TokenKind};
pub use version::{HostVersion, InvalidVersion};
pub use world::{TOKEN, World};

use self::{
    answer::{Answer, Reply},
    call::Call,
    fault::Fault,
    limits::{Limited, Limiter},
    params::Params,
    routes::{Found, Handler},
};

/// The host: a [`World`] behind GitLab's REST API v4, mounted at `/api/v4`.
#[derive(Debug)]
pub struct Sandbox {
    world: RwLock<World>,
    limiter: Limiter,
}

impl Sandbox {
    /// A host with this world.
    #[must_use]
    pub fn new(world: World) -> Self {
        Self { world: RwLock::new(world), limiter: Limiter::default() }
    }

    /// Answers one request, now.
    #[must_use]
    pub fn answer(&self, request: Request<Bytes>) -> Response<Bytes> {
        self.answer_at(request, Moment::now())
    }

    /// Answers one request as of a moment. Rate limits count by this moment.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "servers and mocks hand a request over as a whole")]
    pub fn answer_at(&self, request: Request<Bytes>, now: Moment) -> Response<Bytes> {
        let reply = self.reply(&request, now).unwrap_or_else(Answer::from);
        let mut response = conditional::finish(request.method(), request.headers(), reply.into());
        if request.method() == Method::HEAD {
            *response.body_mut() = Bytes::new();
        }
        response
    }

    /// Reads the world.
    pub fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.world.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the world without a call of the API.
    pub fn edit<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        change(&mut self.world.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// An issue, as stored.
    #[must_use]
    pub fn issue(&self, project_id: u64, iid: u64) -> Option<Issue> {
        self.read(|world| world.find_issue(project_id, iid).cloned())
    }

    /// A project, as stored, by id or path.
    #[must_use]
    pub fn project(&self, reference: &str) -> Option<Project> {
        self.read(|world| world.find_project(reference).cloned())
    }

    /// The titles of a project's own labels, oldest first.
    #[must_use]
    pub fn label_names(&self, project_id: u64) -> Vec<String> {
        self.read(|world| {
            let own = world.labels.values().filter(|label| label.owner == Owner::Project(project_id));
            own.map(|label| label.name.clone()).collect()
        })
    }

    fn reply(&self, request: &Request<Bytes>, now: Moment) -> Reply {
        let Some(target) = call::target(request) else {
            return self.read(|world| pages::answer(world, request)).ok_or(Fault::UnknownRoute);
        };
        self.inject(request.method(), target)?;
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let params = Params::read(query, request.headers(), request.body())?;
        let token = self.read(|world| auth::authenticate(world, request.headers(), &params))?;
        let found = routes::find(request.method(), path)?;
        let caller = self.authorise(token, request.method(), &found)?;
        let call = Call {
            method: request.method().clone(),
            origin: call::origin(request),
            target: target.to_owned(),
            segments: found.segments,
            params,
            caller,
            token,
        };
        self.admit(&call, found.pattern, now)?;
        match found.handler {
            Handler::Read(read) => self.read(|world| read(world, &call)),
            Handler::Write(write) => {
                call.user()?;
                self.edit(|world| write(world, &call))
            }
        }
    }

    /// Fails with the requested fault if there is one for this call.
    fn inject(&self, method: &Method, target: &str) -> Result<(), Fault> {
        if self.read(|world| world.faults.is_empty()) {
            return Ok(());
        }
        let decoded = urlencoding::decode(target).unwrap_or_else(|_| target.into());
        let kind = self.edit(|world| world.take_fault(&format!("{method} {decoded}")));
        kind.map_or(Ok(()), |kind| Err(Fault::from(kind)))
    }

    /// The user of a token, if the token allows the route.
    fn authorise(&self, token: Option<usize>, method: &Method, found: &Found) -> Result<Option<u64>, Fault> {
        self.read(|world| {
            let Some(token) = token.and_then(|place| world.tokens.get(place)) else { return Ok(None) };
            auth::authorise(token, method, found.right)?;
            Ok(Some(token.user_id))
        })
    }

    /// Counts the call against the rate limits, if they are on.
    fn admit(&self, call: &Call, pattern: &str, now: Moment) -> Result<(), Fault> {
        let has_search = call.params.filled("search").is_some();
        let Some(limited) = Limited::of(&call.method, pattern, has_search) else { return Ok(()) };
        if !self.read(|world| world.rules.rate_limits) {
            return Ok(());
        }
        let project = match limited {
            Limited::IssueCreation => {
                self.read(|world| world.find_project(call.segment("id")).map(|project| project.id))
            }
            _ => None,
        };
        self.limiter.admit(limited, (call.caller, project), now).map_err(Fault::TooManyRequests)
    }
}
