use boon::{Compiler, Schemas};
use serde_json::{Value, json};

use super::{get, issue, label_names};
use crate::{Moment, Sandbox, World, schema};

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
    assert_eq!(label_names(&sandbox, 7), ["bug"]);
    assert_eq!(get(&sandbox, "/projects/7/milestones").all("title"), ["Sprint 1"]);
    assert_eq!(issue(&sandbox, 7, 2).assignee_id, Some(2));
}

#[test]
fn what_is_no_world_says_where() {
    let error = World::from_json(r#"{ "groups": [{ "path": "a", "name": 1 }] }"#).unwrap_err().to_string();
    assert!(error.contains("groups[0].name"), "{error}");
    assert!(World::from_json(r#"{ "grups": [] }"#).is_err());
}

#[test]
fn relative_days_count_from_today() {
    let text = r#"{ "projects": [{ "id": 7, "path": "a/b", "name": "B", "issues": [
        { "title": "en retard", "due_date": "today-1" },
        { "title": "aujourd'hui", "due_date": "today" },
        { "title": "à venir", "due_date": "today+30" },
        { "title": "fixe", "due_date": "2020-02-29" }
    ] }] }"#;
    let now = Moment(1_900_000_000);
    let world = World::from_json_at(text, now).unwrap();
    assert_eq!(world.now(), now);
    let dues: Vec<_> = world.issues_of(7).filter_map(|issue| issue.due_date.as_deref()).collect();
    assert_eq!(dues, ["2030-03-16", "2030-03-17", "2030-04-16", "2020-02-29"]);
    let sandbox = Sandbox::new(world);
    assert_eq!(get(&sandbox, "/projects/7/issues?due_date=overdue").all("title"), ["fixe", "en retard"]);
    let again = World::from_json(text).unwrap();
    assert_eq!(again.issues[&(7, 2)].due_date, Some(again.now().date()));
}

#[test]
fn what_is_overdue_in_the_sample_is_overdue_on_any_day() {
    let overdue = |world: World| {
        let sandbox = Sandbox::new(world);
        let path = "/projects/ville%2Fnumerique%2Fportail-citoyen/issues?due_date=overdue&per_page=100";
        get(&sandbox, path).all("title").join(", ")
    };
    let usual = overdue(World::sample());
    assert!(!usual.is_empty());
    assert_eq!(overdue(World::sample_at(Moment(2_000_000_000))), usual);
    assert!(include_str!("../sample.json").contains("\"today-"));
}

#[test]
fn days_that_are_none_are_refused() {
    for day in ["2025-02-30", "tomorrow", "today+", "today*3", "today+123456", "today3"] {
        let text = json!({ "projects": [{ "path": "a/b", "name": "B", "milestones": [
            { "title": "x", "due_date": day },
        ] }] });
        assert!(World::from_json(&text.to_string()).is_err(), "{day}");
    }
}

#[test]
fn the_settings_of_a_host_are_data_too() {
    let text = json!({
        "version": "16.5.0", "scoped_labels": false, "max_labels": 2, "rate_limits": true,
        "groups": [{ "path": "ville", "name": "Ville", "deletion_scheduled": true }],
        "projects": [{
            "path": "ville/portail", "name": "Portail", "issues_disabled": true,
            "labels": [{ "name": "validé", "priority": 1 }],
            "issues": [{ "title": "a", "author": "agent", "labels": ["a::b", "a::c"] }],
        }],
    });
    let world = World::from_json(&text.to_string()).unwrap();
    assert!(world.rules.rate_limits && !world.rules.scoped_labels);
    assert_eq!(world.rules.max_labels, Some(2));
    let project = world.find_project("ville-deleted-11/portail").unwrap();
    assert!(!project.issues_enabled);
    assert_eq!(world.find_label(project.id, "validé").unwrap().priority, Some(1));
    let author = world.issues[&(project.id, 1)].author_id;
    assert_eq!(world.users[&author].username, "agent");
}

#[test]
fn a_word_that_is_no_field_is_named_in_labels_and_issues_too() {
    for (project, told) in [
        (
            json!({ "labels": [{ "name": "x", "colour": "#ff0000" }] }),
            "labels[0].colour: unknown field `colour`",
        ),
        (
            json!({ "issues": ["x", { "title": "x", "milestones": "y" }] }),
            "issues[1].milestones: unknown field",
        ),
        (
            json!({ "milestones": [{ "title": "x", "due": "today" }] }),
            "milestones[0].due: unknown field `due`",
        ),
        (
            json!({ "issues": [{ "title": "x", "due_date": "2030-02-30" }] }),
            "due_date: \"2030-02-30\" is no day",
        ),
        (json!({ "issues": [7] }), "issues[0]: invalid type: integer `7`, expected a name, or an object"),
    ] {
        let mut project = project;
        project["path"] = json!("a/b");
        project["name"] = json!("B");
        let refused =
            World::from_json(&json!({ "projects": [project] }).to_string()).unwrap_err().to_string();
        assert!(refused.contains(told), "{refused}");
    }
}

#[test]
fn the_schema_fits_the_sample_and_refuses_what_the_loader_refuses() {
    let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
    compiler.add_resource("world.json", schema()).unwrap();
    let schema = compiler.compile("world.json", &mut schemas).unwrap();
    let fits = |world: &Value| schemas.validate(world, schema).is_ok();
    let sample: Value = serde_json::from_str(include_str!("../sample.json")).unwrap();
    assert!(fits(&sample));
    for wrong in [
        json!({ "grups": [] }),
        json!({ "tokens": [{ "value": "x", "kind": "root" }] }),
        json!({ "projects": [{ "path": "a/b", "name": "B", "issues": [{ "title": "x", "due_date": "soon" }] }] }),
        json!({ "version": 18, "users": ["x"] }),
    ] {
        assert!(!fits(&wrong), "{wrong}");
        assert!(World::from_json(&wrong.to_string()).is_err(), "{wrong}");
    }
}

#[test]
fn the_page_on_the_sandbox_names_every_field_of_the_schema() {
    fn names(schema: &Value, found: &mut Vec<String>) {
        if let Some(fields) = schema["properties"].as_object() {
            found.extend(fields.keys().cloned());
        }
        match schema {
            Value::Object(parts) => parts.values().for_each(|part| names(part, found)),
            Value::Array(parts) => parts.iter().for_each(|part| names(part, found)),
            _ => {}
        }
    }
    let mut fields = Vec::new();
    names(&schema(), &mut fields);
    assert!(fields.len() > 40, "{fields:?}");
    let page = include_str!("../../../../docs/sandbox.md");
    let absent: Vec<_> = fields.iter().filter(|field| !page.contains(&format!("`{field}`"))).collect();
    assert_eq!(absent, [""; 0]);
}
