use serde_json::{Value, json};

use super::{get, one_project, post};
use crate::Sandbox;

fn labels() -> (Sandbox, u64) {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        let group = world.group("ville", "Ville");
        world.group_label(group, "urgent", "#ff0000");
        world.label(id, "Élan", "#ffffff");
        world.label(id, "bug", "#000000");
        world.label(id, "Bug", "#000000");
    });
    (sandbox, id)
}

#[test]
fn labels_of_the_groups_above_are_listed_too() {
    let (sandbox, id) = labels();
    let got = get(&sandbox, &format!("/projects/{id}/labels"));
    assert_eq!(got.all("name"), ["bug", "Bug", "Élan", "urgent"]);
    assert_eq!(got.body[3]["is_project_label"], false);
    assert_eq!(got.body[0]["text_color"], "#FFFFFF");
    assert_eq!(
        get(&sandbox, &format!("/projects/{id}/labels?search=u")).all("name"),
        ["bug", "Bug", "urgent"]
    );
}

#[test]
fn one_label_is_found_by_its_exact_title() {
    let (sandbox, id) = labels();
    assert_eq!(get(&sandbox, &format!("/projects/{id}/labels/%C3%89lan")).body["name"], "Élan");
    assert_eq!(get(&sandbox, &format!("/projects/{id}/labels/urgent")).body["name"], "urgent");
    let got = get(&sandbox, &format!("/projects/{id}/labels/elan"));
    assert_eq!((got.status.as_u16(), got.body), (404, json!({ "message": "404 Label Not Found" })));
}

#[test]
fn new_labels_are_checked() {
    let (sandbox, id) = labels();
    let send = |name: &str, color: &str| {
        let got = post(&sandbox, &format!("/projects/{id}/labels"), json!({ "name": name, "color": color }));
        (got.status.as_u16(), got.body)
    };
    let exists = json!({ "message": "Label already exists" });
    assert_eq!(send("bug", "#428BCA"), (409, exists.clone()));
    assert_eq!(send("urgent", "#428BCA"), (409, exists), "a group above has it");
    assert_eq!(send("a,b", "#428BCA"), (400, json!({ "message": { "title": ["is invalid"] } })));
    for color in ["428BCA", "#428BCA00", "#12345", "nuance", ""] {
        assert_eq!(
            send("x", color),
            (400, json!({ "message": { "color": ["must be a valid color code"] } })),
            "{color}"
        );
    }
    assert_eq!(send("BUG", "#428BCA").0, 201, "case counts");
    assert_eq!(send(" gras ", "#ff0000").1["name"], "gras");
    let above = json!({ "name": "urgent", "color": "#428BCA" });
    assert_eq!(post(&sandbox, "/groups/ville/labels", above).status, 409);
}

#[test]
fn a_label_is_looked_up_by_id_first_as_far_as_its_title_begins_with_digits() {
    let (sandbox, id) = labels();
    let bug = get(&sandbox, &format!("/projects/{id}/labels/bug")).body["id"].as_u64().unwrap();
    sandbox.edit(|world| {
        world.label(id, &bug.to_string(), "#ffffff");
        world.label(id, "2 facteurs", "#ffffff");
    });
    let found = |name: &str| get(&sandbox, &format!("/projects/{id}/labels/{name}")).body["name"].clone();
    assert_eq!(found(&bug.to_string()), "bug");
    assert_eq!(found(&format!("{bug}%20bis")), "bug");
    assert_eq!(found("2%20facteurs"), "2 facteurs", "no label has the id 2");
}

#[test]
fn name_and_colour_are_both_needed() {
    let (sandbox, id) = labels();
    let send = |body: Value| post(&sandbox, &format!("/projects/{id}/labels"), body).body;
    assert_eq!(send(json!({ "name": "x" })), json!({ "error": "color is missing" }));
    assert_eq!(send(json!({})), json!({ "error": "name is missing" }));
    assert_eq!(post(&sandbox, "/projects/9/labels", json!({})).status, 404);
}
