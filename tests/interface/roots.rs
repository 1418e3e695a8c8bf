//! `policy.roots`: a project hint is searched inside each root, since on a shared host the first page could hold only other
//! people's projects (decisions, section 5).

use gitlab_sandbox::{Visibility, World};
use serde_json::{Value, json};

use crate::{
    stage::{Stage, each},
    world::portail,
};

const PROGRESS: &str = "projects/assistant-progress";
const CHECK: &str = "projects/check-create";

/// `ville/numerique/agenda` and `mairie/agenda`, then sixty public ones that are newer.
fn shared() -> World {
    let mut world = World::empty();
    world.project("ville/numerique/agenda", "Agenda");
    world.project("mairie/agenda-culturel", "Agenda culturel");
    for number in 1..=60 {
        let id = world.project(&format!("autres/agenda-{number}"), &format!("Agenda {number}"));
        world.projects.get_mut(&id).unwrap().visibility = Visibility::Public;
    }
    world
}

async fn progress(stage: &Stage, hint: &str) -> Value {
    stage.post(PROGRESS, json!({ "project_hint": hint })).await.ok()
}

#[tokio::test]
async fn a_project_is_searched_inside_each_root() {
    let stage = Stage::set(shared(), &[("policy.roots", "ville,mairie")]).await;
    let answer = progress(&stage, "agenda").await;
    assert_eq!(answer["project"]["path_with_namespace"], "ville/numerique/agenda");
    let search = |root: &str| {
        format!(
            "GET /groups/{root}/projects?search=agenda&simple=true&order_by=last_activity_at&sort=desc&include_subgroups=true\
             &with_shared=false&per_page=50&page=1"
        )
    };
    let mut searches: Vec<_> =
        stage.calls().into_iter().filter(|call| call.contains("/projects?search")).collect();
    searches.sort_unstable();
    assert_eq!(searches, [search("mairie"), search("ville")]);
}

#[tokio::test]
async fn a_second_look_stays_inside_the_roots() {
    let mut world = shared();
    world.project("ville/elections", "Élections européennes");
    let stage = Stage::set(world, &[("policy.roots", "ville,mairie")]).await;
    let answer = progress(&stage, "les elections europeennes").await;
    assert_eq!(answer["project"]["path_with_namespace"], "ville/elections");
    assert_eq!(stage.count("GET /projects?search"), 0);
}

#[tokio::test]
async fn a_root_that_is_a_project_is_found_by_the_hosts_search() {
    let stage = Stage::set(shared(), &[("policy.roots", "mairie/agenda-culturel")]).await;
    let answer = progress(&stage, "agenda culturel").await;
    assert_eq!(answer["project"]["path_with_namespace"], "mairie/agenda-culturel");
}

#[tokio::test]
async fn beside_a_root_of_digits_the_whole_host_is_searched() {
    let mut world = shared();
    world.project("2024/cadastre", "Cadastre");
    let stage = Stage::set(world, &[("policy.roots", "ville,2024")]).await;
    for (hint, path) in [("cadastre", "2024/cadastre"), ("agenda", "ville/numerique/agenda")] {
        assert_eq!(progress(&stage, hint).await["project"]["path_with_namespace"], path);
    }
    assert!(
        stage.count("GET /groups/ville/projects?search=agenda") > 0,
        "other roots are searched as before"
    );
}

#[tokio::test]
async fn a_hint_with_a_slash_is_searched_in_full_paths() {
    let stage = Stage::set(shared(), &[("policy.roots", "ville")]).await;
    let answer = progress(&stage, "numerique/agenda").await;
    assert_eq!(answer["project"]["path_with_namespace"], "ville/numerique/agenda");
    assert_eq!(stage.count("GET /projects?search=numerique/agenda&search_namespaces=true&simple=true"), 1);
}

#[tokio::test]
async fn however_many_roots_there_are_a_hint_makes_few_searches() {
    let roots: Vec<_> = (0..30).map(|number| format!("racine-{number}")).collect();
    let stage = Stage::set(shared(), &[("policy.roots", &roots.join(","))]).await;
    assert_eq!(progress(&stage, "xylophone zeppelin quadrature").await["status"], "not_found");
    assert!(stage.calls().len() <= 30, "{:?}", stage.calls());
    let roots = roots[..10].join(",");
    let stage = Stage::set(shared(), &[("policy.roots", &roots)]).await;
    assert_eq!(progress(&stage, "xylophone zeppelin quadrature").await["status"], "not_found");
    assert!(stage.calls().len() <= 60, "{:?}", stage.calls());
}

#[tokio::test]
async fn similar_projects_are_searched_inside_the_roots_too() {
    let mut world = shared();
    world.group("ville/culture", "Culture");
    let stage = Stage::set(world, &[("policy.roots", "ville")]).await;
    let body = json!({ "project_name": "Agenda", "target_group_hint": "culture" });
    let answer = stage.post(CHECK, body).await.ok();
    let similar = each(&answer["similar_projects"], "path_with_namespace");
    assert_eq!(json!(similar), json!(["ville/numerique/agenda"]));
}

#[tokio::test]
async fn what_a_group_lists_from_outside_is_not_shown() {
    let stage = Stage::set(portail(), &[("policy.roots", "ville")]).await;
    stage.change_answers(Some(Box::new(|request, answer| {
        if request.url.path().ends_with("/projects") {
            let text = String::from_utf8(answer.body().to_vec()).unwrap();
            *answer.body_mut() = text.replace("\"ville/portail\"", "\"autre/portail\"").into();
        }
    })));
    let listed = stage.post("projects/assistant-list", json!({ "group_hint": "ville" })).await.ok();
    assert_eq!(listed["projects"], json!([]), "{listed}");
}

#[tokio::test]
async fn a_root_in_another_is_read_once_and_what_two_searches_find_is_one_issue() {
    let mut world = shared();
    let agenda = world.find_project("ville/numerique/agenda").unwrap().id;
    world.issue(agenda, "Relance automatique des impayés");
    for (roots, searches) in [("ville,ville/numerique", 1), ("ville,mairie/agenda-culturel", 2)] {
        let stage = Stage::set(world.clone(), &[("policy.roots", roots)]).await;
        let request = json!({ "issue_hint": "relance automatique des impayés", "dry_run": true });
        let answer = stage.post("issues/assistant-close", request).await.ok();
        assert_eq!(answer["suggested_issues"].as_array().unwrap().len(), 1, "{roots}: {answer}");
        let places = ["GET /groups/ville/issues?", "GET /groups/ville%2Fnumerique/issues?", "GET /issues?"];
        assert_eq!(places.map(|call| stage.count(call)).iter().sum::<usize>(), searches, "{roots}");
    }
}
