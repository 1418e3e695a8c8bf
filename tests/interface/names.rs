//! A team's own words (decisions, section 1, `resolution.names_file`).

use gitlab_sandbox::{Owner, World, access};
use serde_json::{Value, json};

use crate::{
    folder::Folder,
    process::{before, checked, output, passerelle},
    stage::{Stage, each},
    world::assert_untouched,
};

const CLOSE: &str = "issues/assistant-close";
const FILE: &str = "names.toml";

const NAMES: &str = r#"
"le 360" = "ville/numerique/portail-citoyen"
"le pôle" = "ville/numerique"
"l'ancien" = "ville/parti"
"GRU" = ["gestion de la relation usager"]
"RH" = ["réseau de chaleur"]
"#;

/// A project for each name, and others that our own words would find.
fn town() -> World {
    let mut world = World::empty();
    world.group("ville", "Ville");
    world.group("ville/numerique", "Direction du numérique");
    let portail = world.project("ville/numerique/portail-citoyen", "Portail citoyen");
    world.issue(portail, "Page de connexion");
    let gru = world.project("ville/gestion-relation-usager", "Gestion de la relation usager");
    world.issue(gru, "Export du réseau de chaleur");
    world.issue(gru, "Export des ressources humaines");
    world.project("ville/ressources-humaines", "Ressources humaines");
    world
}

async fn stage(world: World, more: &[(&str, &str)]) -> Stage {
    let names = Folder::with(FILE, NAMES);
    Stage::set(world, &[more, &[("resolution.names_file", &names.path(FILE))]].concat()).await
}

async fn close(stage: &Stage, project: &str, issue: &str) -> Value {
    let fields = json!({ "project_hint": project, "issue_hint": issue, "dry_run": true });
    stage.post(CLOSE, fields).await.ok()
}

#[tokio::test]
async fn what_the_team_calls_a_project_is_an_exact_match_small_words_apart() {
    let stage = stage(town(), &[]).await;
    for hint in ["le 360", "360", "LE 360 !"] {
        let closed = close(&stage, hint, "page de connexion").await;
        assert_eq!(
            (&closed["status"], &closed["candidate_projects"][0]["score"]),
            (&json!("preview"), &json!(100)),
            "{hint}: {closed}"
        );
        assert_eq!(closed["project"]["name"], "Portail citoyen");
    }
    for hint in ["360 photos", "sans 360"] {
        assert_ne!(close(&stage, hint, "page de connexion").await["status"], "preview", "{hint}");
    }
    let found = stage.post("projects/find", json!({ "query": "le 360" })).await.ok();
    assert_eq!(found["projects"][0]["name"], "Portail citoyen", "{found}");
    let listed = stage.post("projects/assistant-list", json!({ "group_hint": "le pôle" })).await.ok();
    assert_eq!(listed["resolved_group"], "ville/numerique", "{listed}");
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_number_behind_what_the_team_calls_a_project_is_a_reference() {
    let stage = stage(town(), &[]).await;
    for (project, issue) in [("", "le 360#1"), ("le 360", "360#1"), ("Portail citoyen", "360 #1")] {
        let closed = close(&stage, project, issue).await;
        assert_eq!(
            (&closed["status"], &closed["issue"]["iid"]),
            (&json!("preview"), &json!(1)),
            "{project} {issue}: {closed}"
        );
    }
    let elsewhere = close(&stage, "Gestion de la relation usager", "360#1").await;
    assert_eq!(elsewhere["status"], "issue_not_found");
    let suggested = &elsewhere["suggested_issues"][0];
    assert_eq!(suggested["project"]["path_with_namespace"], "ville/numerique/portail-citoyen", "{elsewhere}");
}

#[tokio::test]
async fn a_project_that_is_really_called_so_is_asked_for_beside_it() {
    for name in ["360", "Le 360"] {
        let mut world = town();
        let other = world.project("ville/photos-360", name);
        world.issue(other, "Page de connexion");
        let stage = stage(world, &[]).await;
        let asked = close(&stage, "le 360", "page de connexion").await;
        assert_eq!(asked["status"], "project_clarification_needed", "{name}: {asked}");
        let mut paths = each(&asked["candidate_projects"], "path_with_namespace");
        paths.sort_by_key(ToString::to_string);
        assert_eq!(paths, ["ville/numerique/portail-citoyen", "ville/photos-360"], "{name}");
    }
}

#[tokio::test]
async fn a_name_gives_no_way_around_the_policy_or_the_root_hint() {
    let stage = stage(town(), &[("policy.roots", "ville/ressources-humaines")]).await;
    let answer = close(&stage, "le 360", "page de connexion").await;
    assert_eq!(answer["status"], "project_not_found", "{answer}");
    assert_eq!(stage.count("GET /projects/ville%2Fnumerique"), 0);
    assert_eq!(stage.count("GET /projects/ville/numerique"), 0, "{:?}", stage.calls());
    let stage = self::stage(town(), &[]).await;
    let fields =
        json!({ "project_hint": "le 360", "root_hint": "autre", "issue_hint": "page", "dry_run": true });
    assert_eq!(stage.post(CLOSE, fields).await.ok()["status"], "project_not_found");
}

#[tokio::test]
async fn words_of_one_meaning_stand_for_each_other_and_win_over_ours() {
    let stage = stage(town(), &[]).await;
    let closed = close(&stage, "GRU", "export du réseau de chaleur").await;
    assert_eq!(closed["project"]["name"], "Gestion de la relation usager", "{closed}");
    let closed = close(&stage, "la GRU", "export RH").await;
    assert_eq!(
        (&closed["status"], &closed["issue"]["title"]),
        (&json!("preview"), &json!("Export du réseau de chaleur")),
        "{closed}"
    );
    let lost = close(&stage, "RH", "page").await;
    assert_ne!(lost["project"]["name"], "Ressources humaines", "{lost}");
}

#[tokio::test]
async fn a_host_that_fails_to_say_what_a_name_stands_for_ends_the_call() {
    let stage = stage(town(), &[("upstream.retries", "0")]).await;
    stage.refuse("GET /projects/ville", 500, json!({ "message": "no" }));
    let fields = json!({ "project_hint": "le 360", "issue_hint": "page de connexion" });
    stage.post(CLOSE, fields).await.error(500);
    assert_untouched(&stage);
}

#[tokio::test]
async fn check_tells_names_that_stand_for_nothing() {
    let stage = Stage::with(town()).await;
    let names = Folder::with(FILE, NAMES);
    let host = stage.server.uri();
    let told = checked(0, &before(&host, &[("resolution.names_file", &names.path(FILE))])).await;
    let odd: Vec<_> = told.lines().filter(|line| line.contains("names:")).collect();
    assert_eq!(odd, ["odd     names: \"l'ancien\": the token sees no group or project \"ville/parti\""]);
}

#[tokio::test]
async fn names_prints_a_file_to_fill_in_of_projects_whose_names_differ_from_their_paths() {
    let mut world = town();
    let user = world.user("p.bot", "Passerelle");
    let grh = world.project("ville/grh", "Ressources \"humaines\"\nbis");
    world.members.insert((Owner::Project(grh), user), access::DEVELOPER);
    let stage = Stage::with(world).await;
    let host = stage.server.uri();
    let (code, told) = output(passerelle(&["names"], &before(&host, &[]))).await;
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("# \"\" = \"ville/grh\" # Ressources \"humaines\" bis\n"), "{told}");
    assert!(!told.contains("portail-citoyen\" #"), "{told}");
    let filled = told.replace("# \"\" = \"ville/grh\"", "\"la paie\" = \"ville/grh\"");
    let names = Folder::with(FILE, &filled);
    let stage = Stage::set(stage.read(World::clone), &[("resolution.names_file", &names.path(FILE))]).await;
    let shown = stage.post("projects/summary", json!({ "project_hint": "la paie" })).await.ok();
    assert_eq!(shown["project"]["path_with_namespace"], "ville/grh", "{shown}");
    let inside = before(&host, &[("policy.roots", "ville/numerique")]);
    let (_, told) = output(passerelle(&["names"], &inside)).await;
    assert!(!told.contains("ville/grh") && told.contains("a member of no project whose name"), "{told}");
    let refused = passerelle(&["names"], &before("http://127.0.0.1:1", &[])).output().unwrap();
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(
        told.starts_with("passerelle: no connection to the host: ") && told.contains("passerelle check"),
        "{told}"
    );
}

#[tokio::test]
async fn a_call_of_a_team_that_has_no_name_for_it_is_what_it_was() {
    let stage = stage(town(), &[]).await;
    let closed = close(&stage, "portail citoyen", "page de connexion").await;
    assert_eq!(closed["status"], "preview", "{closed}");
    let without = Stage::with(town()).await;
    close(&without, "portail citoyen", "page de connexion").await;
    assert_eq!(stage.calls(), without.calls());
}
