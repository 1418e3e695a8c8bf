//! A call is heard as a whole: what it names beside its project says which project is meant (decisions, section 5).

use std::time::Duration;

use gitlab_sandbox::World;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    stage::{Stage, each},
    world::{assert_untouched, with},
};

const CLOSE: &str = "issues/assistant-close";
const ADD_LABEL: &str = "issues/assistant-add-label";
const BULK_CLOSE: &str = "issues/assistant-bulk-close";
const BULK_LABEL: &str = "issues/assistant-bulk-add-label";
const SEARCH: &str = "GET /issues?";

/// Two projects for "glpi": the name of the first says more than the hint, and the second only ranks. Their issues, labels and
/// milestones differ.
fn plugins() -> World {
    let mut world = World::empty();
    world.group("dsi", "DSI");
    let plugins = world.project("dsi/glpi-plugins", "Plugins GLPI");
    let other = world.project("dsi/glbi", "Glbi");
    world.issue(plugins, "Export comptable en erreur");
    world.issue(other, "Refaire le guichet");
    world.label(plugins, "urgent", "#FF0000");
    world.milestone(plugins, "Sprint 7");
    world
}

/// Two projects that "portail" may mean, of which the second has the issue.
fn portails() -> World {
    let mut world = World::empty();
    world.group("ville", "Ville");
    let agents = world.project("ville/portail-agents", "Portail agents");
    let citoyen = world.project("ville/portail-citoyen", "Portail citoyen");
    world.issue(agents, "Menu du midi");
    world.issue(citoyen, "Page de connexion");
    world
}

async fn close(stage: &Stage, fields: Value) -> Value {
    stage.post(CLOSE, with(fields, json!({ "dry_run": true }))).await.ok()
}

fn paths<'a>(answer: &'a Value, list: &str) -> Vec<&'a Value> {
    each(&answer[list], "path_with_namespace")
}

#[tokio::test]
async fn a_project_whose_name_says_more_is_taken_where_it_alone_has_what_the_call_names() {
    let stage = Stage::with(plugins()).await;
    let asked = close(&stage, json!({ "project_hint": "glpi", "issue_hint": "xylophone" })).await;
    assert_eq!(asked["status"], "project_clarification_needed", "{asked}");
    let acted =
        close(&stage, json!({ "project_hint": "glpi", "issue_hint": "export comptable en erreur" })).await;
    assert_eq!(
        (&acted["status"], &acted["project"]["name"]),
        (&json!("preview"), &json!("Plugins GLPI")),
        "{acted}"
    );
    let milestone =
        json!({ "project_hint": "glpi", "title": "Affiche", "milestone_hint": "sprint 7", "dry_run": true });
    let created = stage.post("issues/assistant-create", milestone).await.ok();
    assert_eq!(created["status"], "preview", "{created}");
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_milestone_of_the_groups_above_tells_the_project_as_its_own_does() {
    let mut world = World::empty();
    world.group("dsi", "DSI");
    let clients = world.group("dsi/postes", "Postes");
    world.project("dsi/postes/glpi-plugins", "Plugins GLPI");
    world.project("dsi/glbi", "Glbi");
    world.group_milestone(clients, "Sprint 7");
    let stage = Stage::with(world).await;
    let create = async |milestone: &str| {
        let fields = json!({ "project_hint": "glpi", "milestone_hint": milestone, "issues": [{ "title": "Affiche" }] });
        let fields = with(fields, json!({ "dry_run": true }));
        stage.post("issues/assistant-batch-create", fields).await.ok()
    };
    let previewed = create("sprint 7").await;
    assert_eq!(previewed["status"], "preview", "{previewed}");
    assert_eq!(previewed["milestone"]["title"], "Sprint 7");
    assert_eq!(create("sprint 8").await["status"], "project_clarification_needed");
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_word_of_the_hint_that_is_left_over_stays_a_doubt() {
    let stage = Stage::with(plugins()).await;
    let fields = json!({ "project_hint": "glpi mobile", "issue_hint": "export comptable en erreur" });
    let asked = close(&stage, fields).await;
    assert_ne!(asked["status"], "preview", "{asked}");
}

#[tokio::test]
async fn a_question_about_the_project_comes_with_the_issue_and_its_project_first() {
    let stage = Stage::with(portails()).await;
    for (path, more) in [
        (CLOSE, json!({})),
        (ADD_LABEL, json!({ "label_name": "bug" })),
        ("issues/assistant-show", json!({})),
    ] {
        let fields = with(json!({ "project_hint": "portail", "issue_hint": "page de connexion" }), more);
        let asked = stage.post(path, fields).await.ok();
        assert_eq!(asked["status"], "project_clarification_needed", "{path}: {asked}");
        assert_eq!(paths(&asked, "candidate_projects"), ["ville/portail-citoyen", "ville/portail-agents"]);
        let found = &asked["suggested_issues"][0];
        assert_eq!(
            (&found["title"], &found["project"]["path_with_namespace"]),
            (&json!("Page de connexion"), &json!("ville/portail-citoyen"))
        );
        assert!(asked["message"].as_str().unwrap().contains("« Page de connexion »"), "{asked}");
    }
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_project_that_is_doubted_is_asked_about_beside_the_one_where_the_issue_stands() {
    let mut world = plugins();
    let guichet = world.project("dsi/guichet", "Guichet");
    world.issue(guichet, "Tableau des astreintes");
    let stage = Stage::with(world).await;
    let fields = |issue: &str| json!({ "project_hint": "glpi", "issue_hint": issue });
    let asked = close(&stage, fields("tableau des astreintes")).await;
    assert_eq!(asked["status"], "project_clarification_needed", "{asked}");
    assert_eq!(paths(&asked, "candidate_projects"), ["dsi/guichet", "dsi/glpi-plugins"], "{asked}");
    assert!(
        each(&asked["candidate_projects"], "score").iter().all(|score| score.as_u64() >= Some(40)),
        "{asked}"
    );
    assert_eq!(each(&asked["suggested_issues"], "title"), ["Tableau des astreintes"], "{asked}");
    assert_eq!(stage.count(SEARCH), 1);
    let asked = close(&stage, fields("xylophone")).await;
    assert_eq!(paths(&asked, "candidate_projects"), ["dsi/glpi-plugins"], "{asked}");
    assert_untouched(&stage);

    stage.fault(SEARCH, usize::MAX, ResponseTemplate::new(500));
    let asked = close(&stage, fields("tableau des astreintes")).await;
    assert_eq!(paths(&asked, "candidate_projects"), ["dsi/glpi-plugins"], "{asked}");
}

#[tokio::test]
async fn a_doubted_project_is_not_joined_by_one_outside_of_the_roots_or_the_root() {
    let mut world = plugins();
    world.group("secret", "Secret");
    let outside = world.project("secret/guichet", "Guichet");
    world.issue(outside, "Tableau des astreintes");
    let fields = json!({ "project_hint": "glpi", "issue_hint": "tableau des astreintes" });
    for (set, more) in [(vec![("policy.roots", "dsi")], json!({})), (vec![], json!({ "root_hint": "dsi" }))] {
        let stage = Stage::set(world.clone(), &set).await;
        let asked = close(&stage, with(fields.clone(), more)).await;
        assert_eq!(paths(&asked, "candidate_projects"), ["dsi/glpi-plugins"], "{asked}");
        assert!(!asked.to_string().contains("secret"), "{asked}");
    }
}

#[tokio::test]
async fn an_issue_without_a_project_is_looked_for_everywhere_by_one_search() {
    for fields in [
        json!({ "issue_hint": "page de connexion" }),
        json!({ "issue_hint": "page de connexion", "project_hint": "xylophone" }),
    ] {
        let stage = Stage::with(portails()).await;
        let answer = close(&stage, fields).await;
        assert_eq!(answer["status"], "project_not_found", "{answer}");
        let found = &answer["suggested_issues"][0];
        assert_eq!(
            (&found["title"], &found["project"]["name"]),
            (&json!("Page de connexion"), &json!("Portail citoyen"))
        );
        assert_eq!(answer["suggested_projects"][0]["name"], "Portail citoyen", "{answer}");
        assert_eq!(stage.count(SEARCH), 1);
        let confirmed = json!({
            "confirm": true, "resolved_project_path": found["project"]["path_with_namespace"], "resolved_issue_iid": found["iid"],
        });
        assert_eq!(stage.post(CLOSE, confirmed).await.ok()["status"], "closed");
    }
}

#[tokio::test]
async fn an_issues_words_that_fit_several_projects_are_looked_for_outside_of_these_too() {
    let mut world = portails();
    let guichet = world.project("ville/guichet", "Guichet");
    world.issue(guichet, "Refaire le portail");
    let stage = Stage::with(world).await;
    for (fields, found) in [
        (json!({ "issue_hint": "portail" }), json!(["Refaire le portail"])),
        (json!({ "issue_hint": "refaire le portail", "project_hint": "portail" }), json!([])),
    ] {
        let asked = close(&stage, fields).await;
        assert_eq!(asked["status"], "project_clarification_needed", "{asked}");
        assert_eq!(json!(each(&asked["suggested_issues"], "title")), found, "{asked}");
    }
}

#[tokio::test]
async fn an_issue_of_another_project_is_suggested_and_left_alone() {
    let stage = Stage::with(portails()).await;
    let fields = json!({ "project_hint": "portail agents", "issue_hint": "page de connexion" });
    let answer = stage.post(CLOSE, fields).await.ok();
    assert_eq!(
        (&answer["status"], &answer["project"]["name"]),
        (&json!("issue_not_found"), &json!("Portail agents"))
    );
    assert_eq!(answer["suggested_issues"][0]["project"]["name"], "Portail citoyen");
    assert_eq!(paths(&answer, "suggested_projects"), ["ville/portail-citoyen"]);
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_reference_into_another_project_is_suggested_and_left_alone() {
    for hint in ["ville/portail-citoyen#1", "portail citoyen#1"] {
        let stage = Stage::with(portails()).await;
        let answer = close(&stage, json!({ "project_hint": "portail agents", "issue_hint": hint })).await;
        assert_eq!(answer["status"], "issue_not_found", "{answer}");
        assert_eq!(answer["suggested_issues"][0]["project"]["name"], "Portail citoyen", "{answer}");
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn a_reference_out_of_the_root_is_not_read() {
    for hint in ["ville/portail-citoyen#1", "portail citoyen#1"] {
        let stage = Stage::with(portails()).await;
        let fields =
            json!({ "project_hint": "portail agents", "root_hint": "ville/portail-a", "issue_hint": hint });
        let answer = close(&stage, fields).await;
        assert_eq!(answer["status"], "issue_not_found", "{answer}");
        assert_eq!(answer["suggested_issues"], json!([]));
        assert_eq!(stage.count("GET /projects/102/"), 0, "{:?}", stage.calls());
    }
}

#[tokio::test]
async fn a_reference_out_of_the_roots_is_not_even_asked_for() {
    let mut world = portails();
    world.group("autre", "Autre");
    world.project("autre/site", "Site");
    let stage = Stage::set(world, &[("policy.roots", "autre")]).await;
    let fields = json!({ "project_hint": "xylophone", "issue_hint": "ville/portail-citoyen#1" });
    let answer = close(&stage, fields).await;
    assert_eq!((&answer["status"], &answer["suggested_issues"]), (&json!("project_not_found"), &json!([])));
    assert!(!stage.calls().iter().any(|call| call.contains("citoyen")), "{:?}", stage.calls());
}

#[tokio::test]
async fn a_name_before_a_number_is_that_of_a_project_inside_the_root() {
    let mut world = portails();
    world.group("dsi", "DSI");
    for path in ["ville/guichet", "dsi/guichet"] {
        let guichet = world.project(path, "Guichet");
        world.issue(guichet, "Menu du soir");
    }
    let stage = Stage::with(world).await;
    let fields = json!({ "project_hint": "portail agents", "issue_hint": "guichet#1" });
    let anywhere = close(&stage, fields.clone()).await;
    assert_eq!(anywhere["suggested_issues"], json!([]), "two projects are called so");
    let inside = close(&stage, with(fields, json!({ "root_hint": "ville" }))).await;
    let project = &inside["suggested_issues"][0]["project"];
    assert_eq!(project["path_with_namespace"], "ville/guichet", "{inside}");
}

#[tokio::test]
async fn an_issue_that_the_search_places_inside_the_root_is_shown_where_its_project_is_there_too() {
    let mut world = portails();
    world.group("secret", "Secret");
    let outside = world.project("secret/coffre", "Coffre");
    for (project, shown) in [(102, 1), (outside, 0)] {
        let stage = Stage::with(world.clone()).await;
        let found = json!([{
            "id": 9, "iid": 1, "project_id": project, "title": "Page de connexion", "state": "opened",
            "references": { "full": "ville/portail-citoyen#1" },
        }]);
        stage.fault(SEARCH, usize::MAX, ResponseTemplate::new(200).set_body_json(found));
        let fields =
            json!({ "issue_hint": "page de connexion", "project_hint": "xylophone", "root_hint": "ville" });
        let answer = close(&stage, fields).await;
        assert_eq!(answer["suggested_issues"].as_array().unwrap().len(), shown, "{project}: {answer}");
    }
}

#[tokio::test]
async fn a_hint_that_cost_a_search_in_its_project_costs_none_elsewhere() {
    let mut world = portails();
    for number in 0..1_050 {
        world.issue(101, &format!("Sujet {number}"));
    }
    let stage = Stage::with(world).await;
    let fields = json!({ "project_hint": "portail agents", "issue_hint": "xylophone" });
    assert_eq!(close(&stage, fields).await["status"], "issue_not_found");
    let searches =
        stage.calls().iter().filter(|call| call.contains("/issues?") && call.contains("search=")).count();
    assert_eq!(searches, 1, "{:?}", stage.calls());
}

#[tokio::test]
async fn the_search_stays_inside_the_roots() {
    let mut world = portails();
    world.group("autre", "Autre");
    let other = world.project("autre/site", "Site");
    world.issue(other, "Page de connexion du site");
    for (roots, count) in [("autre", 1), ("ailleurs", 0), ("ville,autre", 2)] {
        let stage = Stage::set(world.clone(), &[("policy.roots", roots)]).await;
        let answer =
            close(&stage, json!({ "issue_hint": "page de connexion", "project_hint": "xylophone" })).await;
        let found: Vec<_> = answer["suggested_issues"].as_array().unwrap().iter().collect();
        assert_eq!(found.len(), count, "{roots}: {answer}");
        assert!(found.iter().all(|issue| {
            roots.contains(
                issue["project"]["path_with_namespace"].as_str().unwrap().split('/').next().unwrap(),
            )
        }));
    }
}

#[tokio::test]
async fn an_issue_outside_of_the_roots_takes_no_place_among_those_inside() {
    let mut world = portails();
    world.group("secret", "Secret");
    let outside = world.project("secret/coffre", "Coffre");
    for _ in 0..6 {
        world.issue(outside, "Connexion lente");
    }
    // So many that the host is asked for all issues.
    let roots = (0..10).map(|number| format!("racine-{number}")).chain(["ville".to_owned()]);
    let stage = Stage::set(world, &[("policy.roots", &roots.collect::<Vec<_>>().join(","))]).await;
    let answer = close(&stage, json!({ "issue_hint": "connexion lente", "project_hint": "xylophone" })).await;
    assert_eq!(each(&answer["suggested_issues"], "title"), ["Page de connexion"], "{answer}");
}

#[tokio::test]
async fn a_search_that_is_limited_away_or_slow_leaves_the_answer_as_it_was() {
    let fields = json!({ "project_hint": "portail agents", "issue_hint": "page de connexion" });
    for reply in [
        ResponseTemplate::new(429).insert_header("retry-after", "60"),
        ResponseTemplate::new(500),
        ResponseTemplate::new(200).set_body_raw("<html>", "text/html"),
        ResponseTemplate::new(200).set_body_json(json!([])).set_delay(Duration::from_secs(60)),
    ] {
        let stage = Stage::set(portails(), &[("upstream.retries", "0"), ("upstream.timeout", "1s")]).await;
        stage.fault(SEARCH, usize::MAX, reply);
        let answer = close(&stage, fields.clone()).await;
        assert_eq!(answer["status"], "issue_not_found", "{answer}");
        assert!(
            each(&answer["suggested_issues"], "project")
                .iter()
                .all(|project| project["name"] == "Portail agents")
        );
    }
}

#[tokio::test]
async fn the_issues_of_a_bulk_call_and_the_labels_of_a_creation_say_which_project_is_meant() {
    let stage = Stage::with(plugins()).await;
    for (path, fields) in [
        ("issues/assistant-bulk-close", json!({ "issue_hints": ["export comptable en erreur", "#1"] })),
        (
            "issues/assistant-bulk-add-label",
            json!({ "issue_hints": ["export comptable en erreur"], "label_name": "urgent" }),
        ),
        ("issues/assistant-create", json!({ "title": "Affiche", "labels": ["urgent"] })),
        (
            "issues/assistant-batch-create",
            json!({ "issues": [{ "title": "Affiche", "labels": ["urgent"] }] }),
        ),
    ] {
        let fields = with(fields, json!({ "project_hint": "glpi", "dry_run": true }));
        let answer = stage.post(path, fields).await.ok();
        assert_ne!(answer["status"], "project_clarification_needed", "{path}: {answer}");
        assert_eq!(each(&answer["candidate_projects"], "name"), ["Plugins GLPI"], "{path}");
    }
    // "R D" is no "R&D".
    let mut world = plugins();
    let (plugins, _) = world.projects.iter().find(|(_, project)| project.name == "Plugins GLPI").unwrap();
    world.label(*plugins, "R&D", "#FF0000");
    let labelled = Stage::with(world).await;
    for (label, status) in [("r&d", "created"), ("R D", "project_clarification_needed")] {
        let fields = json!({ "title": "Affiche", "labels": [label], "project_hint": "glpi" });
        assert_eq!(labelled.post("issues/assistant-create", fields).await.ok()["status"], status, "{label}");
    }
    for issue_hints in [json!(["xylophone"]), json!(["#1"])] {
        let fields = json!({ "issue_hints": issue_hints, "project_hint": "glpi", "dry_run": true });
        let answer = stage.post("issues/assistant-bulk-close", fields).await.ok();
        assert_eq!(answer["status"], "project_clarification_needed", "{issue_hints}: {answer}");
    }
    assert_untouched(&stage);
}

#[tokio::test]
async fn of_the_issues_asked_for_one_whose_description_says_what_the_hint_says_comes_first() {
    let mut world = World::empty();
    world.group("ville", "Ville");
    let portail = world.project("ville/portail", "Portail");
    let told = json!({ "title": "Export de la liste", "description": "L'export des absences manque." });
    world.issue_with(portail, told).unwrap();
    world.issue(portail, "Export de la carte");
    let stage = Stage::with(world).await;
    let asked = close(&stage, json!({ "project_hint": "portail", "issue_hint": "l'export" })).await;
    assert_eq!(asked["status"], "issue_clarification_needed", "{asked}");
    assert_eq!(each(&asked["candidate_issues"], "title"), ["Export de la liste", "Export de la carte"]);
    assert_untouched(&stage);
}

#[tokio::test]
async fn an_issue_whose_description_alone_says_it_is_asked_about_and_found_but_never_acted_upon() {
    let mut world = World::empty();
    world.group("ville", "Ville");
    let releve = world.project("ville/releve", "Télérelève");
    world.issue(releve, "Concentrateur de Mézières muet");
    let told = json!({ "title": "Concentrateur de Férolles muet", "description": "L'opérateur a résilié la carte SIM par erreur." });
    world.issue_with(releve, told).unwrap();
    world.closed_issue(releve, "Sirène en panne");
    let sirens = json!({ "title": "Visite du site", "description": "Vérifier aussi la sirène, en panne." });
    world.issue_with(releve, sirens).unwrap();
    let stage = Stage::with(world).await;
    for hint in ["le concentrateur dont la SIM avait été résiliée", "carte SIM résiliée"] {
        let asked = close(&stage, json!({ "project_hint": "télérelève", "issue_hint": hint })).await;
        assert_eq!(asked["status"], "issue_clarification_needed", "{asked}");
        assert_eq!(each(&asked["candidate_issues"], "title")[0], "Concentrateur de Férolles muet");
        assert!(asked["message"].as_str().unwrap().contains("Sa description le dit"), "{asked}");
        let found =
            stage.post("issues/find", json!({ "project_hint": "télérelève", "query": hint })).await.ok();
        assert_eq!(each(&found["issues"], "title")[0], "Concentrateur de Férolles muet", "{found}");
    }
    let closed =
        close(&stage, json!({ "project_hint": "télérelève", "issue_hint": "sirène en panne" })).await;
    assert_eq!(closed["status"], "issue_not_found", "{closed}");
    assert_eq!(each(&closed["suggested_issues"], "title"), ["Sirène en panne"]);
    assert_untouched(&stage);
}

/// Ten projects, of which one is a little like "page de connexion du guichet" and another has that issue, beside issues that are a little like it.
fn town() -> World {
    let mut world = World::empty();
    world.group("ville", "Ville");
    for (path, name) in [
        ("cadastre", "Cadastre"),
        ("etat-civil", "État civil"),
        ("voirie", "Voirie"),
        ("piscine", "Piscine"),
        ("budget", "Budget participatif"),
        ("archives", "Archives"),
        ("wifi", "Connexion wifi"),
        ("elections", "Élections"),
    ] {
        world.project(&format!("ville/{path}"), name);
    }
    let cantine = world.project("ville/cantine", "Cantine");
    for title in [
        "Page d'accueil trop lente",
        "Menus de la semaine",
        "Facture en double",
        "Allergies non affichées",
        "Paiement refusé",
        "Export des repas",
        "Rappel par courriel",
        "Photo du menu",
    ] {
        world.issue(cantine, title);
    }
    let guichet = world.project("ville/accueil", "Accueil des usagers");
    world.issue(guichet, "Page de connexion");
    world
}

#[tokio::test]
async fn an_issues_words_that_are_only_a_little_like_a_project_name_none() {
    let stage = Stage::with(town()).await;
    let guess = json!({ "project_hint": "page de connexion" });
    let asked = stage.post("issues/assistant-list", guess).await.ok();
    assert_eq!(paths(&asked, "candidate_projects")[0], "ville/wifi", "{asked}");
    for path in [CLOSE, "issues/assistant-show"] {
        let answer = stage.post(path, json!({ "issue_hint": "page de connexion" })).await.ok();
        assert_eq!(answer["status"], "project_not_found", "{path}: {answer}");
        assert_eq!(answer["suggested_issues"][0]["title"], "Page de connexion", "{path}: {answer}");
    }
}

#[tokio::test]
async fn a_project_that_is_a_guess_is_asked_about_once_beside_the_one_where_the_issue_stands() {
    let stage = Stage::with(town()).await;
    let fields = json!({ "project_hint": "le wifi des usagers du soir", "issue_hint": "page de connexion" });
    let asked = close(&stage, fields).await;
    assert_eq!(asked["status"], "project_clarification_needed", "{asked}");
    let paths = paths(&asked, "candidate_projects");
    assert_eq!(paths.iter().filter(|path| **path == "ville/accueil").count(), 1, "{asked}");
    assert_eq!(asked["suggested_issues"][0]["title"], "Page de connexion", "{asked}");
    assert_untouched(&stage);
}

#[tokio::test]
async fn what_is_only_a_guess_among_a_projects_milestones_is_looked_for_further() {
    let mut world = World::empty();
    let town = world.group("ville", "Ville");
    let project = world.project("ville/voirie", "Voirie");
    world.milestone(project, "Printemps");
    world.group_milestone(town, "Sprint de printemps");
    let stage = Stage::with(world).await;
    let fields = json!({
        "project_hint": "voirie", "milestone_hint": "sprint de printemps", "issues": [{ "title": "Affiche" }], "dry_run": true,
    });
    let previewed = stage.post("issues/assistant-batch-create", fields).await.ok();
    assert_eq!(previewed["milestone"]["title"], "Sprint de printemps", "{previewed}");
}

#[tokio::test]
async fn what_is_a_little_like_an_issue_is_asked_about_unless_another_project_has_the_issue() {
    let stage = Stage::with(town()).await;
    let fields = |issue: &str| json!({ "project_hint": "cantine", "issue_hint": issue });
    let asked = close(&stage, fields("la page du guichet qui rame")).await;
    assert_eq!(asked["status"], "issue_clarification_needed", "{asked}");
    assert_eq!(asked["candidate_issues"][0]["title"], "Page d'accueil trop lente", "{asked}");
    assert_eq!(asked["suggested_issues"], json!([]), "{asked}");
    let answer = close(&stage, fields("page de connexion")).await;
    assert_eq!(answer["status"], "issue_not_found", "{answer}");
    assert_eq!(answer["suggested_issues"][0]["title"], "Page de connexion", "{answer}");
    assert_untouched(&stage);
}

#[tokio::test]
async fn of_issues_that_fit_as_well_none_is_put_forward() {
    let mut world = portails();
    for path in ["ville/portail-agents", "ville/portail-citoyen"] {
        let project = world.find_project(path).unwrap().id;
        world.issue(project, "Mode sombre");
    }
    let answer = close(&Stage::with(world).await, json!({ "issue_hint": "mode sombre" })).await;
    let message = answer["message"].as_str().unwrap();
    assert_eq!(message.matches("Mode sombre").count(), 2, "{message}");
    assert!(message.contains("Plusieurs tickets peuvent être le bon"), "{message}");
}

#[tokio::test]
async fn the_only_issue_of_a_bulk_call_says_where_it_stands_if_no_project_is_found() {
    let stage = Stage::with(portails()).await;
    let address = format!("{}/ville/portail-citoyen/-/issues/1", stage.server.uri());
    for (hint, project) in [
        ("page de connexion", ""),
        ("ville/portail-citoyen#1", ""),
        (&address, ""),
        ("page de connexion", "xylophone"),
    ] {
        for (path, label) in [(BULK_CLOSE, json!({})), (BULK_LABEL, json!({ "label_name": "bug" }))] {
            let fields = json!({ "issue_hints": [hint], "project_hint": project, "dry_run": true });
            let answer = stage.post(path, with(fields, label)).await.ok();
            assert_eq!(answer["status"], "project_not_found", "{answer}");
            assert_eq!(paths(&answer, "suggested_projects"), ["ville/portail-citoyen"], "{answer}");
            assert!(answer["message"].as_str().unwrap().contains("« Page de connexion »"), "{answer}");
        }
    }
    let searches = stage.count(SEARCH);
    let fields = json!({ "issue_hints": ["page de connexion", "menu du midi"], "dry_run": true });
    stage.post(BULK_CLOSE, fields).await.ok();
    assert_eq!(stage.count(SEARCH), searches, "of several none is looked for");
}

#[tokio::test]
async fn a_row_of_a_bulk_call_suggests_the_issue_of_another_project_as_one_call_does() {
    let label = json!({ "label_name": "bug", "create_label_if_missing": true });
    for (path, label) in [(BULK_CLOSE, json!({})), (BULK_LABEL, label)] {
        let stage = Stage::with(portails()).await;
        let issue_hints = ["ville/portail-citoyen#1", "page de connexion", "menu du midi", "#9"];
        let fields = json!({ "project_hint": "portail agents", "issue_hints": issue_hints, "dry_run": true });
        let answer = stage.post(path, with(fields, label)).await.ok();
        let rows = &answer["results"];
        assert_eq!(
            json!(each(rows, "status")),
            json!(["issue_not_found", "issue_not_found", "preview", "issue_not_found"]),
            "{answer}"
        );
        for place in [0, 1] {
            assert_eq!(rows[place]["suggested_issues"][0]["project"]["name"], "Portail citoyen", "{answer}");
            assert!(rows[place]["message"].as_str().unwrap().contains("Portail citoyen"), "{answer}");
        }
        assert_eq!(rows[3]["suggested_issues"], json!([]));
        assert_eq!(stage.count(SEARCH), 1);
    }
}

#[tokio::test]
async fn the_rows_of_a_bulk_call_cost_three_searches_elsewhere_at_most() {
    let stage = Stage::with(portails()).await;
    let issue_hints = ["cantine", "piscine", "parking", "verglas", "xylophone"];
    let fields = json!({ "project_hint": "portail agents", "issue_hints": issue_hints, "dry_run": true });
    stage.post(BULK_CLOSE, fields).await.ok();
    assert_eq!(stage.count(SEARCH), 3);
}
