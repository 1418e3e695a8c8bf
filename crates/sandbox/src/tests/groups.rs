use serde_json::json;

use super::get;
use crate::{Owner, Sandbox, Visibility, World};

fn groups() -> Sandbox {
    let mut world = World::empty();
    world.group("ville", "Ville");
    world.group("ville/numerique", "numérique");
    world.group("ville/education", "Éducation");
    let other = world.group("region", "Région");
    world.groups.get_mut(&other).unwrap().visibility = Visibility::Internal;
    world.members.remove(&(Owner::Group(other), world.token_user()));
    Sandbox::new(world)
}

#[test]
fn groups_go_by_name_and_without_all_available_by_membership() {
    let got = get(&groups(), "/groups?all_available=true");
    assert_eq!(got.all("name"), ["Éducation", "numérique", "Région", "Ville"]);
    assert_eq!(get(&groups(), "/groups").all("path"), ["education", "numerique", "ville"]);
}

#[test]
fn the_search_looks_at_full_paths_and_full_names() {
    assert_eq!(get(&groups(), "/groups?search=Ville").all("path"), ["education", "numerique", "ville"]);
    assert_eq!(get(&groups(), "/groups?search=num%C3%A9rique").all("full_path"), ["ville/numerique"]);
}

#[test]
fn a_group_is_found_by_id_and_path_and_nothing_leads_to_a_project() {
    let sandbox = groups();
    let got = get(&sandbox, "/groups/VILLE%2Fnumerique");
    assert_eq!(got.body["full_name"], "Ville / numérique");
    assert_eq!(got.body["web_url"], "http://host:8081/groups/ville/numerique");
    assert_eq!(get(&sandbox, &format!("/groups/{}", got.body["id"])).body["id"], got.body["id"]);
    let got = get(&sandbox, "/groups/passerelle");
    assert_eq!((got.status.as_u16(), got.body), (404, json!({ "message": "404 Group Not Found" })));
}

#[test]
fn a_group_embeds_its_projects_unless_told_otherwise() {
    let sandbox = groups();
    sandbox.edit(|world| world.project("ville/a", "A"));
    assert_eq!(get(&sandbox, "/groups/ville").body["projects"].as_array().unwrap().len(), 1);
    assert!(get(&sandbox, "/groups/ville?with_projects=false").body.get("projects").is_none());
}

#[test]
fn the_projects_of_a_group_are_its_own_and_the_shared_ones() {
    let sandbox = groups();
    sandbox.edit(|world| {
        let group = world.group("ville", "Ville");
        world.project("ville/b", "B");
        world.project("ville/a", "a");
        world.project("ville/numerique/c", "C");
        let shared = world.project("autre/d", "D");
        world.shares.insert((shared, group));
    });
    let names = |query: &str| {
        let got = get(&sandbox, &format!("/groups/ville/projects?simple=true&order_by=name&sort=asc{query}"));
        got.all("name").join(" ")
    };
    assert_eq!(names(""), "a B D");
    assert_eq!(names("&with_shared=false"), "a B");
    assert_eq!(names("&with_shared=false&include_subgroups=true"), "a B C");
}

#[test]
fn the_projects_of_a_group_and_all_below_are_searched() {
    let sandbox = groups();
    sandbox.edit(|world| {
        world.project("ville/portail-agents", "Portail agents");
        world.project("ville/numerique/portail-citoyen", "Portail citoyen");
        world.project("ville/numerique/autre", "Autre");
        world.project("villepreux/portail", "Portail");
    });
    let paths = |query: &str| {
        get(&sandbox, &format!("/groups/ville/projects?simple=true&sort=asc&search=portail{query}"))
            .all("path")
            .join(" ")
    };
    assert_eq!(paths("&include_subgroups=true"), "portail-agents portail-citoyen");
    assert_eq!(paths(""), "portail-agents");
    assert_eq!(paths("&include_subgroups=true&search=portail%20citoyen"), "portail-citoyen");
}
