//! The world of most tests on issues, and their requests.

use gitlab_sandbox::{IssueState, Owner, World, access};
use serde_json::{Value, json};

use crate::stage::Stage;

/// The project of [`portail`].
pub(crate) const PORTAIL: u64 = 101;
/// How rule 1 looks for it.
pub(crate) const SEARCH: &str =
    "GET /projects?search=Portail&simple=true&order_by=last_activity_at&sort=desc&per_page=50&page=1";
/// How rule 5 looks for it.
pub(crate) const BY_PATH: &str = "GET /projects/ville%2Fportail";

/// Group 11 `ville`; projects 101 `ville/portail`, with #1 open, #2 closed, a label and a milestone, and 102 `ville/agenda`.
pub(crate) fn portail_and_agenda() -> World {
    portail_and_agenda_in("ville", "Mairie")
}

/// The same with the projects in a group of this path and name, and group 11 `ville` beside it.
pub(crate) fn portail_and_agenda_in(path: &str, name: &str) -> World {
    let mut world = World::empty();
    world.group("ville", "Mairie");
    world.group(path, name);
    let portail = world.project(&format!("{path}/portail"), "Portail");
    world.project(&format!("{path}/agenda"), "Agenda");
    world.issue(portail, "Page de connexion");
    world.closed_issue(portail, "Logo flou");
    world.label(portail, "bug", "#FF0000");
    world.milestone(portail, "Sprint 1");
    world
}

/// One project, `ville/portail`, named "Portail".
pub(crate) fn portail() -> World {
    let mut world = World::empty();
    world.group("ville", "Ville");
    assert_eq!(world.project("ville/portail", "Portail"), PORTAIL);
    world
}

/// The same with open issues, which are numbered from 1; the last one was updated last.
pub(crate) fn portail_with(titles: &[&str]) -> World {
    let mut world = portail();
    for title in titles {
        world.issue(PORTAIL, title);
    }
    world
}

/// The same with issues of either state.
pub(crate) fn with_issues(issues: &[(IssueState, &str)]) -> World {
    let mut world = portail();
    for (state, title) in issues {
        match state {
            IssueState::Opened => world.issue(PORTAIL, title),
            IssueState::Closed => world.closed_issue(PORTAIL, title),
        };
    }
    world
}

/// These projects, by path and name; ids are from 101 on.
pub(crate) fn with_projects(projects: &[(&str, &str)]) -> World {
    let mut world = World::empty();
    for (path, name) in projects {
        world.project(path, name);
    }
    world
}

/// These groups, by path and name.
pub(crate) fn with_groups(groups: &[(&str, &str)]) -> World {
    let mut world = World::empty();
    for (path, name) in groups {
        world.group(path, name);
    }
    world
}

/// The project with open issues and these labels.
pub(crate) fn labelled(titles: &[&str], labels: &[&str]) -> World {
    let mut world = portail_with(titles);
    for label in labels {
        world.label(PORTAIL, label, "#FF0000");
    }
    world
}

/// The project with these milestones, and their ids.
pub(crate) fn with_milestones(titles: &[&str]) -> (World, Vec<u64>) {
    let mut world = portail();
    let ids = titles.iter().map(|title| world.milestone(PORTAIL, title)).collect();
    (world, ids)
}

/// Makes a user a member of the project; their id.
pub(crate) fn member(world: &mut World, username: &str, name: &str) -> u64 {
    let user = world.user(username, name);
    world.members.insert((Owner::Project(PORTAIL), user), access::DEVELOPER);
    user
}

/// The project with an issue, and these as its members: username and name. Ids are from 2 on.
pub(crate) fn staffed(members: &[(&str, &str)]) -> World {
    let mut world = portail_with(&["Un"]);
    for (username, name) in members {
        member(&mut world, username, name);
    }
    world
}

/// The username of who is assigned to the first issue.
pub(crate) fn assignee(stage: &Stage) -> Option<String> {
    stage.read(|world| {
        let id = world.issues[&(PORTAIL, 1)].assignee_id?;
        Some(world.users[&id].username.clone())
    })
}

/// Seven projects of one name.
pub(crate) fn seven_portails() -> World {
    let mut world = World::empty();
    for number in 1..=7 {
        world.project(&format!("ville{number}/portail"), "Portail");
    }
    world
}

/// A request that names the project by hint.
pub(crate) fn hinted(fields: Value) -> Value {
    with(fields, json!({ "project_hint": "Portail" }))
}

/// A request that confirms the project.
pub(crate) fn confirmed(fields: Value) -> Value {
    with(fields, json!({ "confirm": true, "resolved_project_path": "ville/portail" }))
}

/// Merges two JSON objects.
pub(crate) fn with(mut fields: Value, more: Value) -> Value {
    let all = fields.as_object_mut().unwrap();
    if let Value::Object(more) = more {
        all.extend(more);
    }
    fields
}

/// An answer without the port of the test's host.
pub(crate) fn shown(stage: &Stage, body: &Value) -> Value {
    let text = body.to_string().replace(&stage.server.uri(), "https://gitlab.example.com");
    serde_json::from_str(&text).unwrap()
}

/// Asserts that only reads were sent.
#[track_caller]
pub(crate) fn assert_untouched(stage: &Stage) {
    assert_eq!(stage.writes(), [""; 0]);
}
