//! Projects: by word, then among the token's own.

use gitlab_sandbox::{Owner, Visibility, World};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{NARROW, broken, nothing};
use crate::{
    stage::{Stage, each},
    world::with_projects,
};

const PROGRESS: &str = "projects/assistant-progress";
const CHECK: &str = "projects/check-create";
const CREATE: &str = "issues/assistant-create";
const CLOSE: &str = "issues/assistant-close";

/// Project 101, which the host's search finds only by its exact name.
fn elections() -> World {
    with_projects(&[("ville/elections-2026", "Élections européennes"), ("ville/agenda", "Agenda")])
}

async fn project(stage: &Stage, hint: &str) -> Value {
    stage.post(PROGRESS, json!({ "project_hint": hint })).await.ok()
}

#[tokio::test]
async fn an_exact_project_is_one_search() {
    for hint in ["agenda", "AGENDA", "ville/agenda"] {
        let stage = Stage::with(elections()).await;
        assert_eq!(project(&stage, hint).await["project"]["id"], 102);
        assert_eq!(stage.count("GET /projects?"), 1, "{:?}", stage.calls());
    }
}

#[tokio::test]
async fn an_exact_project_is_one_search_even_where_the_host_has_more() {
    let mut world = World::empty();
    for number in 1..=60 {
        world.project(&format!("ville/agenda-{number}"), &format!("Agenda {number}"));
    }
    let agenda = world.project("ville/agenda", "Agenda");
    let stage = Stage::with(world).await;
    assert_eq!(project(&stage, "agenda").await["project"]["id"], agenda);
    assert_eq!(stage.count("GET /projects?"), 1);
}

#[tokio::test]
async fn a_question_is_asked_at_once() {
    let stage = Stage::with(with_projects(&[("a/agenda", "Agenda"), ("b/agenda", "Agenda")])).await;
    assert_eq!(project(&stage, "agenda").await["status"], "clarification_needed");
    assert_eq!(stage.calls().len(), 1);
}

#[tokio::test]
async fn a_project_that_the_first_search_misses_is_found_by_its_words() {
    let stage = Stage::with(elections()).await;
    assert_eq!(project(&stage, "elections europeennes").await["project"]["id"], 101);
    let calls = stage.calls();
    assert_eq!(
        calls[0],
        "GET /projects?search=elections europeennes&simple=true&order_by=last_activity_at&sort=desc&per_page=50&page=1"
    );
    for word in ["elections", "europeennes", "elec", "euro"] {
        assert_eq!(stage.count(&format!("GET /projects?search={word}&")), 1, "{calls:?}");
    }
}

#[tokio::test]
async fn the_rules_hold_for_what_the_second_look_finds() {
    let mut world = elections();
    world.project("autre/elections", "Élections européennes");
    let stage = Stage::with(world.clone()).await;
    assert_eq!(project(&stage, "elections europeennes").await["status"], "clarification_needed");
    let body = json!({ "project_hint": "elections europeennes", "root_hint": "ville" });
    assert_eq!(stage.post(PROGRESS, body).await.ok()["project"]["id"], 101);
    let stage = Stage::set(world, &[("policy.roots", "ville")]).await;
    assert_eq!(project(&stage, "elections europeennes").await["project"]["id"], 101);
}

#[tokio::test]
async fn before_a_weak_match_is_acted_on_the_further_projects_are_looked_at() {
    let mut world = World::empty();
    let right = world.project("ville/portail-citoyen", "Portail citoyen");
    let weak = world.project("ville/archive", "Portail citoyen mobile ancien essai");
    let stage = Stage::with(world).await;
    let first = json!([{
        "id": weak, "name": "Portail citoyen mobile ancien essai", "path_with_namespace": "ville/archive",
    }]);
    let first = ResponseTemplate::new(200).set_body_json(first).append_header("x-next-page", "2");
    stage.fault("GET /projects?search=portail citoyen&", 1, first);
    let answer = project(&stage, "portail citoyen").await;
    assert_eq!(answer["project"]["id"], right);
    assert!(
        each(&answer["candidate_projects"], "id").contains(&&json!(weak)),
        "what was seen first stays in"
    );
}

#[tokio::test]
async fn a_weak_match_is_acted_on_at_once_where_the_host_has_no_more() {
    let stage = Stage::with(with_projects(&[("ville/archive", "Portail citoyen mobile ancien essai")])).await;
    assert_eq!(project(&stage, "portail citoyen").await["status"], "resolved");
    assert_eq!(stage.count("GET /projects?"), 1);
}

#[tokio::test]
async fn projects_that_no_word_finds_are_looked_for_among_the_tokens_own() {
    let stage = Stage::with(elections()).await;
    assert_eq!(project(&stage, "xylophone").await["status"], "not_found");
    let last = stage.calls().pop().unwrap();
    assert!(last.starts_with("GET /projects?membership=true&simple=true&"), "{last}");
    let stage = Stage::with(elections()).await;
    for call in ["GET /projects?search=agenda", "GET /projects?search=agen&"] {
        stage.fault(call, usize::MAX, nothing());
    }
    assert_eq!(project(&stage, "agenda").await["project"]["id"], 102, "{:?}", stage.calls());
    assert_eq!(stage.count("GET /projects?membership=true&"), 1);
}

#[tokio::test]
async fn a_second_look_at_projects_that_fails_counts_as_empty() {
    for fault in [
        ResponseTemplate::new(500).set_body_json(broken()),
        ResponseTemplate::new(200).set_body_string("<html>"),
    ] {
        let stage = Stage::with(elections()).await;
        stage.fault("GET /projects?search=elections europeennes&", 1, nothing());
        stage.fault("GET /projects?", usize::MAX, fault);
        assert_eq!(project(&stage, "elections europeennes").await["status"], "not_found");
        assert!(stage.calls().len() > 1);
    }
}

#[tokio::test]
async fn one_search_that_fails_leaves_what_the_others_find() {
    let stage = Stage::with(elections()).await;
    stage.refuse("GET /projects?search=elections&", 500, broken());
    stage.refuse("GET /projects?search=elec&", 500, broken());
    stage.refuse("GET /projects?membership", 500, broken());
    assert_eq!(project(&stage, "elections europeennes").await["project"]["id"], 101);
}

#[tokio::test]
async fn without_widen_a_project_is_one_search() {
    let stage = Stage::set(elections(), NARROW).await;
    assert_eq!(project(&stage, "elections europeennes").await["status"], "not_found");
    assert_eq!(stage.calls().len(), 1);
}

#[tokio::test]
async fn a_second_look_at_projects_is_bounded() {
    let stage = Stage::with(elections()).await;
    let member = ResponseTemplate::new(200)
        .set_body_json(json!([]))
        .append_header("x-next-page", "2")
        .append_header("x-total-pages", "500");
    stage.fault("GET /projects?membership", usize::MAX, member);
    let hint = "xylophone zeppelin quadrature kangourou labyrinthe moustique hippocampe trombone aquarium";
    assert_eq!(project(&stage, hint).await["status"], "not_found");
    assert!(stage.count("GET /projects?search=") <= 9, "{:?}", stage.calls());
    assert!(stage.count("GET /projects?membership") <= 10, "{:?}", stage.calls());
}

#[tokio::test]
async fn similar_projects_of_a_check_are_one_search() {
    let stage = Stage::with(elections()).await;
    stage.post(CHECK, json!({ "project_name": "Xylophone", "target_group_hint": "ville" })).await.ok();
    assert_eq!(stage.count("GET /projects?"), 1);
}

/// Sixty projects that a search for "agenda" finds, and one of that very name, the oldest or the newest.
fn agendas(exact_is_newest: bool) -> World {
    let mut world = World::empty();
    let exact = |world: &mut World| world.project("ville/agenda", "Agenda");
    if !exact_is_newest {
        exact(&mut world);
    }
    for number in 1..=60 {
        world.project(&format!("ville/agenda-{number}"), &format!("Agenda {number}"));
    }
    if exact_is_newest {
        exact(&mut world);
    }
    world
}

async fn create(stage: &Stage, hint: &str) -> Value {
    stage.post(CREATE, json!({ "project_hint": hint, "title": "Affiche", "dry_run": true })).await.ok()
}

#[tokio::test]
async fn an_exact_project_past_the_first_page_is_found_for_a_read() {
    let stage = Stage::with(agendas(false)).await;
    assert_eq!(project(&stage, "agenda").await["project"]["path_with_namespace"], "ville/agenda");
}

#[tokio::test]
async fn before_a_change_the_twin_of_an_exact_project_is_looked_for() {
    let mut world = World::empty();
    world.project("autre/agenda", "Agenda");
    for number in 1..=60 {
        world.project(&format!("ville/agenda-{number}"), &format!("Agenda {number}"));
    }
    world.project("ville/agenda", "Agenda");
    let stage = Stage::with(world).await;
    assert_eq!(project(&stage, "agenda").await["status"], "resolved", "a read takes the first page's");
    let answer = create(&stage, "agenda").await;
    assert_eq!(answer["status"], "project_clarification_needed");
    let shown = each(&answer["candidate_projects"], "path_with_namespace");
    assert!(shown.contains(&&json!("autre/agenda")) && shown.contains(&&json!("ville/agenda")), "{shown:?}");
}

#[tokio::test]
async fn a_change_asks_where_a_second_look_at_projects_failed_and_the_match_is_less_than_exact() {
    for (fails, status) in [(false, "preview"), (true, "project_clarification_needed")] {
        let stage = Stage::with(elections()).await;
        if fails {
            stage.refuse("GET /projects?search=europ", 500, broken());
        }
        assert_eq!(create(&stage, "les elections europeennes").await["status"], status);
    }
}

#[tokio::test]
async fn a_change_asks_where_each_search_found_more_than_it_shows_and_the_match_is_less_than_exact() {
    for (others, hint, status) in [
        (40, "agenda", "preview"),
        (120, "agenda", "project_clarification_needed"),
        (120, "agenda culturel", "preview"),
    ] {
        let mut world = World::empty();
        for number in 1..=others {
            let project = world.project(&format!("ville/p{number}"), &format!("Courrier {number}"));
            world.projects.get_mut(&project).unwrap().description = Some("Ancien agenda".to_owned());
        }
        let culture = world.project("ville/culture", "Agenda culturel municipal");
        world.issue(culture, "Affiche");
        let stage = Stage::with(world).await;
        let body = json!({ "project_hint": hint, "issue_hint": "affiche", "dry_run": true });
        assert_eq!(stage.post(CLOSE, body).await.ok()["status"], status, "{others} {hint}");
    }
}

#[tokio::test]
async fn a_change_of_a_strangers_project_is_asked_about_where_the_tokens_own_are_known() {
    for (is_member, has_others, status) in [
        (true, true, "preview"),
        (false, true, "project_clarification_needed"),
        // Nothing is known of a token without a project.
        (false, false, "preview"),
    ] {
        let mut world = agendas(true);
        world.project("mairie/portail", "Portail");
        for id in 101..=161 {
            world.projects.get_mut(&id).unwrap().visibility = Visibility::Public;
        }
        let ville = world.find_group("ville").unwrap().id;
        let user = world.token_user();
        if !is_member {
            world.members.remove(&(Owner::Group(ville), user));
        }
        if !has_others {
            let mairie = world.find_group("mairie").unwrap().id;
            world.members.remove(&(Owner::Group(mairie), user));
        }
        let stage = Stage::with(world).await;
        let answer = create(&stage, "agenda").await;
        assert_eq!(answer["status"], status, "member: {is_member}");
        assert_eq!(answer["candidate_projects"][0]["path_with_namespace"], "ville/agenda");
        // Of the projects inside the roots none is a stranger's.
        let stage = Stage::set(stage.read(World::clone), &[("policy.roots", "ville")]).await;
        assert_eq!(create(&stage, "agenda").await["status"], "preview", "member: {is_member}");
    }
}
