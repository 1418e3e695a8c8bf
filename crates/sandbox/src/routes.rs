//! The routes, and the handler of each.

use http::{Method, StatusCode};

use super::{
    api_call::{
        Handler::{self, Read, Write},
        RouteMatch,
    },
    api_error::ApiError,
    groups, issues, labels, members, milestones, owners, projects, users,
};

/// Method and path, what a fine-grained token needs and within what, handler.
type Route = (&'static str, [&'static str; 2], Handler);

#[rustfmt::skip]
const ROUTES: &[Route] = &[
    ("GET /version", ["instance", "Metadata: Read"], Read(users::version)),
    ("GET /user", ["user", "User: Read"], Read(users::current)),
    ("GET /personal_access_tokens/self", ["user", "Personal Access Token: Read"], Read(users::token)),
    ("GET /projects", ["user", "Project: Read"], Read(projects::list)),
    ("POST /projects", ["group", "Project: Create"], Write(projects::create)),
    ("GET /projects/:id", ["project", "Project: Read"], Read(projects::show)),
    ("DELETE /projects/:id", ["project", "Project: Delete"], Write(owners::delete)),
    ("PUT /projects/:id/transfer", ["project", "Project: Transfer"], Write(projects::transfer)),
    ("POST /projects/:id/access_tokens", ["project", "Project Access Token: Create"], Write(projects::create_token)),
    ("GET /projects/:id/members/all", ["project", "Member: Read"], Read(members::list)),
    ("GET /projects/:id/members/all/:user_id", ["project", "Member: Read"], Read(members::show)),
    ("GET /groups", ["user", "Group: Read"], Read(groups::list)),
    ("POST /groups", ["group", "Group: Create"], Write(groups::create)),
    ("GET /groups/:id", ["group", "Group: Read"], Read(groups::show)),
    ("DELETE /groups/:id", ["group", "Group: Delete"], Write(owners::delete)),
    ("POST /groups/:id/labels", ["group", "Label: Create"], Write(labels::create)),
    ("POST /groups/:id/milestones", ["group", "Milestone: Create"], Write(milestones::create)),
    ("GET /groups/:id/projects", ["group", "Project: Read"], Read(groups::projects)),
    ("GET /groups/:id/issues", ["group", "Work Item: Read"], Read(issues::list_in_group)),
    ("GET /groups/:id/members/all", ["group", "Member: Read"], Read(members::list)),
    ("GET /groups/:id/milestones", ["group", "Milestone: Read"], Read(milestones::list_in_group)),
    ("GET /issues", ["user", "Work Item: Read"], Read(issues::list_everywhere)),
    ("GET /projects/:id/issues_statistics", ["project", "Work Item: Read"], Read(issues::statistics)),
    ("GET /projects/:id/issues", ["project", "Work Item: Read"], Read(issues::list)),
    ("POST /projects/:id/issues", ["project", "Work Item: Create"], Write(issues::create)),
    ("GET /projects/:id/issues/:issue_iid", ["project", "Work Item: Read"], Read(issues::show)),
    ("PUT /projects/:id/issues/:issue_iid", ["project", "Work Item: Update"], Write(issues::update)),
    ("GET /projects/:id/issues/:issue_iid/notes", ["project", "Work Item Note: Read"], Read(issues::list_notes)),
    ("POST /projects/:id/issues/:issue_iid/notes", ["project", "Work Item Note: Create"], Write(issues::create_note)),
    ("GET /projects/:id/labels", ["project", "Label: Read"], Read(labels::list)),
    ("POST /projects/:id/labels", ["project", "Label: Create"], Write(labels::create)),
    ("GET /projects/:id/labels/:name", ["project", "Label: Read"], Read(labels::show)),
    ("GET /projects/:id/milestones", ["project", "Milestone: Read"], Read(milestones::list)),
    ("POST /projects/:id/milestones", ["project", "Milestone: Create"], Write(milestones::create)),
    ("GET /projects/:id/milestones/:milestone_id", ["project", "Milestone: Read"], Read(milestones::show)),
];

/// The route of a path, still percent-encoded, below the API's base.
pub(super) fn find(method: &Method, path: &str) -> Result<RouteMatch, ApiError> {
    let mut refusal = ApiError::unknown_route();
    for (route, right, handler) in ROUTES {
        let (known, pattern) = route.split_once(' ').unwrap_or_default();
        let Some(segments) = fit(pattern, path) else { continue };
        if *method == known {
            return Ok(RouteMatch { pattern, right: *right, handler: *handler, segments });
        }
        refusal = ApiError::error(StatusCode::METHOD_NOT_ALLOWED, "405 Not Allowed");
    }
    Err(refusal)
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
