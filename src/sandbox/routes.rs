//! The routes, and the handler of each.

use http::Method;

use super::{
    fault::Fault,
    groups,
    http::{Call, Reply},
    issues, labels, milestones, projects, users,
    world::World,
};

/// What serves a route.
#[derive(Debug, Clone, Copy)]
pub(super) enum Handler {
    /// Only looks.
    Read(fn(&World, &Call) -> Reply),
    /// May change the world, and so needs a token.
    Write(fn(&mut World, &Call) -> Reply),
}

struct Route {
    method: Method,
    pattern: &'static str,
    handler: Handler,
}

const fn get(pattern: &'static str, handler: fn(&World, &Call) -> Reply) -> Route {
    Route { method: Method::GET, pattern, handler: Handler::Read(handler) }
}

const fn write(method: Method, pattern: &'static str, handler: fn(&mut World, &Call) -> Reply) -> Route {
    Route { method, pattern, handler: Handler::Write(handler) }
}

const ROUTES: &[Route] = &[
    get("/version", users::version),
    get("/user", users::current),
    get("/personal_access_tokens/self", users::token),
    get("/projects", projects::list),
    write(Method::POST, "/projects", projects::create),
    get("/projects/:id", projects::show),
    write(Method::DELETE, "/projects/:id", projects::delete),
    get("/projects/:id/members/all", users::members),
    get("/projects/:id/members/all/:user_id", users::show_member),
    get("/groups", groups::list),
    get("/groups/:id", groups::show),
    get("/groups/:id/projects", groups::projects),
    get("/issues_statistics", issues::all_statistics),
    get("/projects/:id/issues_statistics", issues::statistics),
    get("/projects/:id/issues", issues::list),
    write(Method::POST, "/projects/:id/issues", issues::create),
    get("/projects/:id/issues/:issue_iid", issues::show),
    write(Method::PUT, "/projects/:id/issues/:issue_iid", issues::update),
    get("/projects/:id/issues/:issue_iid/notes", issues::list_notes),
    write(Method::POST, "/projects/:id/issues/:issue_iid/notes", issues::create_note),
    get("/projects/:id/labels", labels::list),
    write(Method::POST, "/projects/:id/labels", labels::create),
    get("/projects/:id/labels/:name", labels::show),
    get("/projects/:id/milestones", milestones::list),
    get("/projects/:id/milestones/:milestone_id", milestones::show),
];

/// A route and what stands in its place-holders.
pub(super) struct Found {
    pub(super) handler: Handler,
    pub(super) segments: Vec<(&'static str, String)>,
}

/// The route of a path, still percent-encoded, below the API's base.
pub(super) fn find(method: &Method, path: &str) -> Result<Found, Fault> {
    let method = if *method == Method::HEAD { &Method::GET } else { method };
    let mut fault = Fault::UnknownRoute;
    for route in ROUTES {
        let Some(segments) = fit(route.pattern, path) else { continue };
        if route.method == *method {
            return Ok(Found { handler: route.handler, segments });
        }
        fault = Fault::NotAllowed;
    }
    Err(fault)
}

fn fit(pattern: &'static str, path: &str) -> Option<Vec<(&'static str, String)>> {
    let mut segments = Vec::new();
    let mut given = path.split('/');
    for expected in pattern.split('/') {
        let part = given.next()?;
        match expected.strip_prefix(':') {
            Some(_) if part.is_empty() => return None,
            Some(name) => segments.push((name, urlencoding::decode(part).ok()?.into_owned())),
            None if expected == part => {}
            None => return None,
        }
    }
    given.next().is_none().then_some(segments)
}
