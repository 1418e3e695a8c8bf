//! The routes, and the handler of each.

use http::Method;

use super::{
    answer::Reply,
    auth::{Right, Scopes},
    call::Call,
    fault::Fault,
    groups, identity, issues, labels, members, milestones, projects,
    world::World,
};

/// The handler of a route.
#[derive(Debug, Clone, Copy)]
pub(super) enum Handler {
    /// It only reads.
    Read(fn(&World, &Call) -> Reply),
    /// It may change the world, and so needs a token.
    Write(fn(&mut World, &Call) -> Reply),
}

struct Route {
    method: Method,
    pattern: &'static str,
    right: Right,
    handler: Handler,
}

const fn get(pattern: &'static str, right: Right, handler: fn(&World, &Call) -> Reply) -> Route {
    Route { method: Method::GET, pattern, right, handler: Handler::Read(handler) }
}

const fn write(
    method: Method,
    pattern: &'static str,
    right: Right,
    handler: fn(&mut World, &Call) -> Reply,
) -> Route {
    Route { method, pattern, right, handler: Handler::Write(handler) }
}

const fn within(boundary: &'static str, permission: &'static str) -> Right {
    Right { boundary, permission, scopes: Scopes::Api }
}

const VERSION: Right = Right { boundary: "instance", permission: "Metadata: Read", scopes: Scopes::User };
const USER: Right = Right { boundary: "user", permission: "User: Read", scopes: Scopes::User };
const TOKEN: Right =
    Right { boundary: "user", permission: "Personal Access Token: Read", scopes: Scopes::Any };
const READ_PROJECTS: Right = within("user", "Project: Read");
const READ_PROJECT: Right = within("project", "Project: Read");
const CREATE_PROJECT: Right = within("group", "Project: Create");
const MOVE_PROJECT: Right = within("project", "Project: Transfer");
const CREATE_TOKEN: Right = within("project", "Project Access Token: Create");
const CREATE_GROUP: Right = within("group", "Group: Create");
const DELETE_GROUP: Right = within("group", "Group: Delete");
const CREATE_GROUP_LABEL: Right = within("group", "Label: Create");
const CREATE_GROUP_MILESTONE: Right = within("group", "Milestone: Create");
const CREATE_MILESTONE: Right = within("project", "Milestone: Create");
const DELETE_PROJECT: Right = within("project", "Project: Delete");
const READ_MEMBERS: Right = within("project", "Member: Read");
const READ_GROUPS: Right = within("user", "Group: Read");
const READ_GROUP: Right = within("group", "Group: Read");
const READ_GROUP_PROJECTS: Right = within("group", "Project: Read");
const READ_ISSUES: Right = within("project", "Work Item: Read");
const CREATE_ISSUE: Right = within("project", "Work Item: Create");
const UPDATE_ISSUE: Right = within("project", "Work Item: Update");
const READ_NOTES: Right = within("project", "Work Item Note: Read");
const CREATE_NOTE: Right = within("project", "Work Item Note: Create");
const READ_LABELS: Right = within("project", "Label: Read");
const CREATE_LABEL: Right = within("project", "Label: Create");
const READ_MILESTONES: Right = within("project", "Milestone: Read");

const ROUTES: &[Route] = &[
    get("/version", VERSION, identity::version),
    get("/user", USER, identity::current),
    get("/personal_access_tokens/self", TOKEN, identity::token),
    get("/projects", READ_PROJECTS, projects::list),
    write(Method::POST, "/projects", CREATE_PROJECT, projects::create),
    get("/projects/:id", READ_PROJECT, projects::show),
    write(Method::DELETE, "/projects/:id", DELETE_PROJECT, projects::delete),
    write(Method::PUT, "/projects/:id/transfer", MOVE_PROJECT, projects::transfer),
    write(Method::POST, "/projects/:id/access_tokens", CREATE_TOKEN, projects::create_token),
    get("/projects/:id/members/all", READ_MEMBERS, members::list),
    get("/projects/:id/members/all/:user_id", READ_MEMBERS, members::show),
    get("/groups", READ_GROUPS, groups::list),
    write(Method::POST, "/groups", CREATE_GROUP, groups::create),
    get("/groups/:id", READ_GROUP, groups::show),
    write(Method::DELETE, "/groups/:id", DELETE_GROUP, groups::delete),
    write(Method::POST, "/groups/:id/labels", CREATE_GROUP_LABEL, labels::create_in_group),
    write(Method::POST, "/groups/:id/milestones", CREATE_GROUP_MILESTONE, milestones::create_in_group),
    get("/groups/:id/projects", READ_GROUP_PROJECTS, groups::projects),
    get("/projects/:id/issues_statistics", READ_ISSUES, issues::statistics),
    get("/projects/:id/issues", READ_ISSUES, issues::list),
    write(Method::POST, "/projects/:id/issues", CREATE_ISSUE, issues::create),
    get("/projects/:id/issues/:issue_iid", READ_ISSUES, issues::show),
    write(Method::PUT, "/projects/:id/issues/:issue_iid", UPDATE_ISSUE, issues::update),
    get("/projects/:id/issues/:issue_iid/notes", READ_NOTES, issues::list_notes),
    write(Method::POST, "/projects/:id/issues/:issue_iid/notes", CREATE_NOTE, issues::create_note),
    get("/projects/:id/labels", READ_LABELS, labels::list),
    write(Method::POST, "/projects/:id/labels", CREATE_LABEL, labels::create),
    get("/projects/:id/labels/:name", READ_LABELS, labels::show),
    get("/projects/:id/milestones", READ_MILESTONES, milestones::list),
    write(Method::POST, "/projects/:id/milestones", CREATE_MILESTONE, milestones::create),
    get("/projects/:id/milestones/:milestone_id", READ_MILESTONES, milestones::show),
];

/// A route and the values of its placeholders.
pub(super) struct Found {
    pub(super) pattern: &'static str,
    pub(super) right: Right,
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
            let Route { pattern, right, handler, .. } = *route;
            return Ok(Found { pattern, right, handler, segments });
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
