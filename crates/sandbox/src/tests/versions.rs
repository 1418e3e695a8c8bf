use serde_json::json;

use super::{get, get_with, one_project, send_as, send_put};
use crate::{HostVersion, Owner, Sandbox, TOKEN, World};

/// A host of that version: a project with a milestone of its own and one of its group.
fn host(version: &str) -> (Sandbox, u64) {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        world.rules.version = HostVersion::parse(version).unwrap();
        let group = world.find_group("ville").unwrap().id;
        world.group_milestone(group, "Du groupe");
        world.milestone(id, "Du projet");
        world.issue(id, "a");
        world.moved_project("dsi/portail", id);
    });
    (sandbox, id)
}

#[test]
fn milestones_of_groups_are_asked_for_by_another_name_before_16_7() {
    let count = |version: &str, query: &str| {
        let (sandbox, id) = host(version);
        get(&sandbox, &format!("/projects/{id}/milestones?{query}")).all("title").len()
    };
    assert_eq!(count("16.6.9", "include_ancestors=true"), 1, "an unknown parameter is ignored");
    assert_eq!(count("16.6.9", "include_parent_milestones=true"), 2);
    assert_eq!(count("16.6.9", "include_parent_milestones=true&include_ancestors=true"), 2);
    assert_eq!(count("16.7.0", "include_ancestors=true"), 2);
    assert_eq!(count("16.7.0", "include_parent_milestones=true"), 2);
    assert_eq!(count("18.5.1", ""), 1);
}

#[test]
fn the_two_names_exclude_each_other() {
    let (sandbox, id) = host("16.7.0");
    let path = format!("/projects/{id}/milestones?include_parent_milestones=true&include_ancestors=true");
    let got = get(&sandbox, &path);
    let text = "include_ancestors, include_parent_milestones are mutually exclusive";
    assert_eq!((got.status.as_u16(), got.body), (400, json!({ "error": text })));
}

#[test]
fn a_moved_project_answers_itself_before_16_7() {
    let (old, id) = host("16.6.0");
    assert_eq!(get(&old, "/projects/dsi%2Fportail").body["id"], id);
    assert_eq!(send_put(&old, "/projects/dsi%2Fportail/issues/1", json!({ "title": "b" })).status, 200);
    let (new, _) = host("16.7.0");
    assert_eq!(get(&new, "/projects/dsi%2Fportail").status, 301);
}

#[test]
fn a_moved_project_redirects_to_where_the_request_went() {
    let (sandbox, id) = host("18.5.1");
    let location = |headers: &[(&str, &str)]| {
        let got = get_with(&sandbox, "/projects/dsi%2Fportail?simple=true", headers);
        got.header("location").unwrap().to_owned()
    };
    let path = format!("/api/v4/projects/{id}?simple=true");
    assert_eq!(location(&[]), format!("http://host:8081{path}"), "http, whatever the proxy before it speaks");
    assert_eq!(location(&[("host", "intern:3000")]), format!("http://intern:3000{path}"));
    assert_eq!(location(&[("x-forwarded-proto", "https")]), format!("https://host:8081{path}"));
}

#[test]
fn deleted_projects_are_named_by_version() {
    for (version, mark) in [("17.11.0", "-deleted-"), ("18.0.0", "-deletion_scheduled-")] {
        let (sandbox, id) = host(version);
        assert_eq!(send_as(&sandbox, TOKEN, "DELETE", &format!("/projects/{id}"), None).status, 202);
        let shown = get(&sandbox, &format!("/projects/{id}")).body;
        assert_eq!(shown["path_with_namespace"], format!("ville/portail{mark}{id}"));
        assert_eq!(shown["name"], format!("Portail citoyen{mark}{id}"));
    }
}

#[test]
fn a_deleted_group_renames_everything_below_it() {
    let (sandbox, id) = host("18.5.1");
    let (group, below) = sandbox.edit(|world| {
        let below = world.group("ville/numerique", "Numérique");
        let group = world.find_group("ville").unwrap().id;
        world.schedule_deletion(Owner::Group(group));
        (group, below)
    });
    let path = format!("ville-deletion_scheduled-{group}");
    let shown = get(&sandbox, &format!("/groups/{group}")).body;
    assert_eq!((&shown["full_path"], shown["marked_for_deletion_on"].is_string()), (&json!(path), true));
    assert_eq!(get(&sandbox, &format!("/groups/{below}")).body["full_path"], format!("{path}/numerique"));
    let project = get(&sandbox, &format!("/projects/{id}")).body;
    assert_eq!(project["path_with_namespace"], format!("{path}/portail"));
    assert_eq!(get(&sandbox, "/groups/ville").status, 404);
}

#[test]
fn the_version_is_told_and_the_simple_form_goes_by_it() {
    let shown = |version: &str| {
        let (sandbox, _) = host(version);
        let has_visibility = get(&sandbox, "/projects?simple=true").body[0].get("visibility").is_some();
        (get(&sandbox, "/version").body["version"].as_str().unwrap().to_owned(), has_visibility)
    };
    assert_eq!(shown("17.4.2"), ("17.4.2".to_owned(), false));
    assert_eq!(shown("18.0.0"), ("18.0.0".to_owned(), true));
}

#[test]
fn a_version_has_three_numbers() {
    let load = |version: &str| World::from_json(&json!({ "version": version }).to_string());
    assert_eq!(load("16.5.0").unwrap().rules.version, HostVersion::new(16, 5, 0));
    for text in ["16", "16.5", "16.5.x", "", "v16.5.0"] {
        assert!(load(text).unwrap_err().to_string().contains("version"), "{text}");
    }
}
