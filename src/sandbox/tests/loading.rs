use super::get;
use crate::sandbox::{Sandbox, World};

#[test]
fn the_sample_is_what_the_demo_tells() {
    let sandbox = Sandbox::new(World::from_json(include_str!("../sample.json")).unwrap());
    let groups = get(&sandbox, "/groups?all_available=true&per_page=100");
    assert_eq!(groups.header("x-next-page"), Some("2"), "some groups are on a second page");
    let got = get(&sandbox, "/projects?simple=True&search=portail%20citoyen");
    assert_eq!(got.all("name").last(), Some(&"Portail citoyen"));
    assert!(got.all("name").iter().any(|name| name.contains("-deletion_scheduled-")));
    let labels = get(&sandbox, "/projects/ville%2Fvoirie%2Fsignalements/labels");
    assert!(labels.header("x-total").unwrap().parse::<usize>().unwrap() > 100);
    assert_eq!(get(&sandbox, "/projects/ville%2Fdsi%2Fportail-citoyen").status, 301);
    let login = get(
        &sandbox,
        "/projects/ville%2Fnumerique%2Fportail-citoyen/issues?in=title&search=page%20de%20connexion",
    );
    assert_eq!(login.all("title"), ["Corriger la page de connexion"]);
}

#[test]
fn what_is_only_mentioned_comes_to_exist() {
    let world = World::from_json(
        r#"{ "projects": [{ "id": 7, "path": "a/b/c", "name": "C", "issues": [
            "Un titre",
            { "title": "Autre", "labels": ["bug"], "milestone": "Sprint 1", "assignee": "agent", "state": "closed" }
        ] }] }"#,
    )
    .unwrap();
    let sandbox = Sandbox::new(world);
    assert_eq!(get(&sandbox, "/groups/a%2Fb").status, 200);
    assert_eq!(sandbox.label_names(7), ["bug"]);
    assert_eq!(get(&sandbox, "/projects/7/milestones").all("title"), ["Sprint 1"]);
    assert_eq!(sandbox.issue(7, 2).unwrap().assignee_id, Some(2));
}

#[test]
fn what_is_no_world_says_where() {
    let error = World::from_json(r#"{ "groups": [{ "path": "a", "name": 1 }] }"#).unwrap_err().to_string();
    assert!(error.contains("groups[0].name"), "{error}");
    assert!(World::from_json(r#"{ "grups": [] }"#).is_err());
}
