//! Creating one issue: directly, or after a search for its project, its milestone and its duplicates.

use gitlab_sandbox::IssueState::Closed;
use insta::assert_json_snapshot;
use passerelle::messages;
use serde_json::{Value, json};

use crate::{
    stage::{Stage, each, fr},
    world::{
        BY_PATH, PORTAIL, SEARCH, assert_untouched, confirmed, hinted, portail, portail_with, shown, with,
        with_issues, with_milestones,
    },
};

const CREATE: &str = "issues/create";
const ASSIST: &str = "issues/assistant-create";
const POST: &str = "POST /projects/101/issues";
const MILESTONES: &str = "GET /projects/101/milestones?per_page=100&page=1";
const LATEST: &str = "GET /projects/101/issues?order_by=updated_at&sort=desc&per_page=10&page=1";
/// Without the second look, so that every call is the interface's own.
const FIRST_PAGE: &[(&str, &str)] = &[("resolution.widen", "false")];

fn direct(fields: Value) -> Value {
    with(json!({ "project_path": "ville/portail", "title": "Titre", "description": "Texte" }), fields)
}

// issues/create

#[tokio::test]
async fn creating_looks_the_project_up_by_path_and_sends_the_issue() {
    let stage = Stage::with(portail()).await;
    let body = stage.post(CREATE, direct(json!({ "labels": ["bug", "urgent"] }))).await.ok();
    assert_eq!(stage.calls(), [BY_PATH, POST]);
    assert_eq!(stage.sent(), [json!({ "title": "Titre", "description": "Texte", "labels": "bug,urgent" })]);
    assert_json_snapshot!("create", shown(&stage, &body));
}

#[tokio::test]
async fn creating_trims_every_string() {
    let stage = Stage::with(portail()).await;
    let body = json!({
        "project_path": "  /ville/portail/ ", "title": "\t Titre  ", "description": "\n  Texte  \n",
        "labels": [" bug ", "", "  ", "\turgent"],
    });
    stage.post(CREATE, body).await.ok();
    assert_eq!(stage.calls(), [BY_PATH, POST]);
    assert_eq!(stage.sent(), [json!({ "title": "Titre", "description": "Texte", "labels": "bug,urgent" })]);
}

#[tokio::test]
async fn labels_are_sent_only_if_any_remain() {
    let stage = Stage::with(portail()).await;
    for labels in [Value::Null, json!([]), json!(["", "  "])] {
        stage.post(CREATE, direct(json!({ "labels": labels }))).await.ok();
    }
    let bare = json!({ "title": "Titre", "description": "Texte" });
    assert_eq!(stage.sent(), [bare.clone(), bare.clone(), bare]);
}

#[tokio::test]
async fn creating_in_an_absent_project_is_404_and_named() {
    let stage = Stage::with(portail()).await;
    for path in ["ville/absent", "portail"] {
        let detail = stage
            .post(CREATE, direct(json!({ "project_path": path })))
            .await
            .refused(404, "project_not_found");
        assert!(detail.contains(&format!("« {path} »")), "{detail}");
    }
    assert_untouched(&stage);
}

#[tokio::test]
async fn creating_in_a_project_without_an_id_is_404() {
    let stage = Stage::with(portail()).await;
    for project in [json!({}), json!({ "id": null }), json!({ "name": "Portail" })] {
        stage.once(BY_PATH, 200, project);
        let detail = stage.post(CREATE, direct(json!({}))).await.error(404);
        assert!(detail.contains("« ville/portail »"), "{detail}");
    }
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_path_that_could_leave_its_place_is_400_before_any_call() {
    let stage = Stage::with(portail()).await;
    for path in ["101", "ville//portail", "ville/../portail", "./portail", "/", "ville/por\u{7}tail"] {
        let detail = stage.post(CREATE, direct(json!({ "project_path": path }))).await.error(400);
        assert!(detail.contains("project_path"), "{path}: {detail}");
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn a_created_issue_that_lacks_a_field_is_502() {
    let stage = Stage::with(portail()).await;
    let whole = json!({ "id": 1, "iid": 1, "title": "Titre", "web_url": "https://gitlab.example.com/1" });
    for (path, body) in [
        (CREATE, direct(json!({}))),
        (ASSIST, confirmed(json!({ "title": "Titre" }))),
        (ASSIST, hinted(json!({ "title": "Titre" }))),
    ] {
        for field in ["id", "iid", "title", "web_url"] {
            let mut reply = whole.clone();
            reply.as_object_mut().unwrap().remove(field);
            stage.once("POST ", 201, reply);
            let detail = stage.post(path, body.clone()).await.error(502);
            assert!(detail.contains(&fr(&messages::PERHAPS_DONE)), "the issue may exist: {detail}");
        }
    }
}

#[tokio::test]
async fn lengths_at_their_bounds_are_taken() {
    let stage = Stage::with(portail()).await;
    let labels: Vec<_> = (1..=50).map(|number| format!("l{number}")).collect();
    let body = json!({ "title": "é".repeat(255), "description": "é".repeat(20_000), "labels": labels });
    stage.post(CREATE, direct(body)).await.ok();
    stage.post(CREATE, direct(json!({ "title": "a", "description": "b" }))).await.ok();
}

// Quick actions

#[tokio::test]
async fn a_line_that_the_host_would_run_is_sent_with_a_leading_backslash() {
    for (text, sent) in [
        ("/close", "\\/close"),
        ("  /close", "\\/close"),
        ("Texte\n/assign @x\nfin", "Texte\n\\/assign @x\nfin"),
        ("/LABEL ~a\r\n/é", "\\/LABEL ~a\r\n\\/é"),
        ("```\ncode\n```\n/close", "```\ncode\n```\n\\/close"),
        ("```\n/close", "```\n\\/close"),
    ] {
        for (path, body) in texts(text) {
            let stage = Stage::with(portail()).await;
            stage.post(path, body).await.ok();
            assert_eq!(stage.sent()[0]["description"], sent, "{path} {text:?}");
        }
    }
}

#[tokio::test]
async fn other_text_is_sent_byte_for_byte() {
    for text in [
        "Un / deux",
        "voir http://exemple.fr/close",
        "a\n/ close\n/1\n//\n\\/close",
        "a\n/usr/bin\n/2 février",
        "```\nlet x = 1;\n```",
        "é\u{301} \u{1F525} \"\\ \u{200b}",
    ] {
        for (path, body) in texts(text) {
            let stage = Stage::with(portail()).await;
            stage.post(path, body).await.ok();
            assert_eq!(stage.sent()[0]["description"], text, "{path}");
        }
    }
}

/// The ways to send a description.
fn texts(text: &str) -> Vec<(&'static str, Value)> {
    let issue = json!({ "title": "Titre", "description": text });
    vec![
        (CREATE, direct(issue.clone())),
        (ASSIST, confirmed(issue.clone())),
        (ASSIST, hinted(issue.clone())),
        ("issues/assistant-batch-create", hinted(json!({ "issues": [issue] }))),
    ]
}

#[tokio::test]
async fn titles_are_sent_byte_for_byte() {
    for title in ["/close", "/assign @x", "\"A\" \\ <b>", "é\u{301}🔥", "a\n/close"] {
        for (path, body) in [
            (CREATE, direct(json!({ "title": title }))),
            (ASSIST, confirmed(json!({ "title": title }))),
            (ASSIST, hinted(json!({ "title": title }))),
            ("issues/assistant-batch-create", hinted(json!({ "issues": [{ "title": title }] }))),
        ] {
            let stage = Stage::with(portail()).await;
            stage.post(path, body).await.ok();
            assert_eq!(stage.sent()[0]["title"], title, "{path}");
        }
    }
}

// assistant-create, confirmed

#[tokio::test]
async fn a_confirmed_creation_does_no_duplicate_check_and_no_milestone_lookup() {
    let mut world = portail_with(&["Export comptable"]);
    let sprint = world.milestone(PORTAIL, "Sprint 1");
    let stage = Stage::with(world).await;
    let body = confirmed(json!({
        "title": " Export comptable ", "description": " Texte ", "labels": [" bug", " ", "urgent "],
        "milestone_hint": "Sprint 1", "resolved_milestone_id": sprint, "project_hint": "autre",
    }));
    let body = stage.post(ASSIST, body).await.ok();
    assert_eq!(stage.calls(), [BY_PATH, POST]);
    assert_eq!(
        stage.sent(),
        [json!({
            "title": "Export comptable", "description": "Texte", "labels": "bug,urgent", "milestone_id": sprint,
        })]
    );
    assert_eq!(body["status"], "created");
    assert_eq!((&body["candidate_projects"], &body["duplicate_issues"]), (&json!([]), &json!([])));
    assert!(body["message"].as_str().unwrap().contains(&sprint.to_string()), "{body}");
    stage.read(|world| assert_eq!(world.issues[&(PORTAIL, 2)].milestone_id, Some(sprint)));
    assert_json_snapshot!("assist_created_confirmed", shown(&stage, &body));
}

#[tokio::test]
async fn a_confirmed_milestone_of_zero_or_less_is_none() {
    let stage = Stage::with(portail()).await;
    for id in [Value::Null, json!(0), json!(-1)] {
        let body = json!({ "title": "Titre", "milestone_hint": "Sprint", "resolved_milestone_id": id });
        let body = stage.post(ASSIST, confirmed(body)).await.ok();
        let message = body["message"].as_str().unwrap();
        assert!(!message.contains("dans le jalon"), "{body}");
        // A hint that is not looked up is not left out in silence.
        assert_eq!(message.contains("resolved_milestone_id"), id != json!(-1), "{body}");
    }
    let bare = json!({ "title": "Titre", "description": "" });
    assert_eq!(stage.sent(), [bare.clone(), bare.clone(), bare]);
    assert_eq!(stage.count("GET /projects/101"), 0);
}

// assistant-create, by hint

#[tokio::test]
async fn an_assisted_creation_reads_ten_issues_of_any_state_then_creates() {
    let stage = Stage::set(portail_with(&["Xylophone"]), FIRST_PAGE).await;
    let body = stage.post(ASSIST, hinted(json!({ "title": "Page blanche", "description": "D" }))).await.ok();
    assert_eq!(stage.calls(), [SEARCH, LATEST, POST]);
    assert_eq!(stage.sent(), [json!({ "title": "Page blanche", "description": "D" })]);
    assert_eq!(each(&body["candidate_projects"], "id"), [PORTAIL]);
    assert_eq!(body["duplicate_issues"], json!([]));
    assert_json_snapshot!("assist_created", shown(&stage, &body));
}

#[tokio::test]
async fn an_issue_that_says_the_same_stops_the_creation() {
    for (existing, title, score) in [
        ("Export comptable", "export  COMPTABLE", 100),
        ("Export comptable en PDF", "Export comptable", 95),
        ("Export", "Export du vendredi", 95),
    ] {
        let stage = Stage::with(portail_with(&[existing])).await;
        let body = stage.post(ASSIST, hinted(json!({ "title": title }))).await.ok();
        assert_eq!((&body["status"], &body["issue"]), (&json!("duplicate_warning"), &Value::Null), "{title}");
        let found = body["duplicate_issues"][0]["score"].as_u64().unwrap();
        assert!((score..=100).contains(&found), "{title}: {found}");
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn two_shared_meaningful_words_stop_the_creation_and_one_does_not() {
    for (existing, title, status) in [
        ("Le paiement mène à une page vide", "Page blanche au paiement en ligne", "duplicate_warning"),
        ("Carte de bus", "Carte grise", "created"),
        ("Ajouter une légende", "Ajouter un filtre", "created"),
    ] {
        let stage = Stage::with(portail_with(&[existing])).await;
        assert_eq!(
            stage.post(ASSIST, hinted(json!({ "title": title }))).await.ok()["status"],
            status,
            "{title}"
        );
    }
}

#[tokio::test]
async fn a_closed_issue_is_a_duplicate_too() {
    let stage = Stage::with(with_issues(&[(Closed, "Export comptable")])).await;
    let body = stage.post(ASSIST, hinted(json!({ "title": "Export comptable" }))).await.ok();
    assert_eq!(body["duplicate_issues"][0]["state"], "closed");
    assert_json_snapshot!("assist_duplicate_warning", shown(&stage, &body));
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_duplicate_warning_says_which_milestone_a_confirmed_call_has_to_name() {
    let mut world = portail_with(&["Export comptable"]);
    let sprint = world.milestone(PORTAIL, "Sprint 1");
    let stage = Stage::with(world).await;
    let body = json!({ "title": "Export comptable", "milestone_hint": "sprint 1" });
    let body = stage.post(ASSIST, hinted(body)).await.ok();
    let said = body["message"].as_str().unwrap().to_owned();
    assert!(said.contains(&format!("resolved_milestone_id à {sprint}")), "{said}");
}

#[tokio::test]
async fn five_duplicates_are_shown_best_first() {
    let titles =
        ["Export comptable en PDF", "Xylophone", "Export comptable", "Export", "Export comptable du soir"];
    let mut titles = titles.to_vec();
    titles.extend(["Export comptable mensuel", "Export comptable annuel"]);
    let stage = Stage::with(portail_with(&titles)).await;
    let body = stage.post(ASSIST, hinted(json!({ "title": "Export comptable" }))).await.ok();
    let duplicates = &body["duplicate_issues"];
    assert_eq!(duplicates.as_array().unwrap().len(), 5);
    assert_eq!((&duplicates[0]["iid"], &duplicates[0]["score"]), (&json!(3), &json!(100)));
    let scores: Vec<_> = each(duplicates, "score").iter().map(|score| score.as_u64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b) && scores.iter().all(|score| *score >= 65), "{scores:?}");
}

// The milestone of an assisted creation

#[tokio::test]
async fn a_milestone_by_hint_is_looked_up_among_a_hundred_of_any_state() {
    let mut world = portail();
    world.milestone(PORTAIL, "Recette");
    let closed = world.milestone(PORTAIL, "Sprint 1");
    world.milestones.get_mut(&closed).unwrap().state = gitlab_sandbox::MilestoneState::Closed;
    let stage = Stage::set(world, FIRST_PAGE).await;
    let body = hinted(json!({ "title": "Titre", "milestone_hint": " sprint 1 " }));
    let body = stage.post(ASSIST, body).await.ok();
    assert_eq!(body["status"], "created");
    assert_eq!(stage.count(MILESTONES), 1);
    assert_eq!(stage.sent(), [json!({ "title": "Titre", "description": "", "milestone_id": closed })]);
}

#[tokio::test]
async fn the_only_milestone_that_fits_is_used_and_an_exact_one_before_longer_ones() {
    for (titles, hint, index) in [
        (&["Sprint 1 de printemps", "Recette"][..], "printemps", 0),
        (&["Sprint 12", "Sprint 1"], "Sprint 1", 1),
    ] {
        let (world, ids) = with_milestones(titles);
        let stage = Stage::with(world).await;
        let body = stage.post(ASSIST, hinted(json!({ "title": "Titre", "milestone_hint": hint }))).await.ok();
        assert_eq!(body["status"], "created");
        assert_eq!(stage.sent()[0]["milestone_id"], ids[index], "{hint}");
    }
}

#[tokio::test]
async fn an_ambiguous_milestone_stops_the_creation_with_empty_candidate_lists() {
    let mut world = portail_with(&["Titre"]);
    world.milestone(PORTAIL, "Sprint");
    world.milestone(PORTAIL, "Sprint");
    let stage = Stage::with(world).await;
    let body = stage.post(ASSIST, hinted(json!({ "title": "Titre", "milestone_hint": "Sprint" }))).await.ok();
    assert_eq!((&body["candidate_projects"], &body["duplicate_issues"]), (&json!([]), &json!([])));
    assert_json_snapshot!("assist_milestone_clarification_needed", shown(&stage, &body));
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_milestone_that_is_not_found_is_left_out_and_a_blank_hint_asks_for_none() {
    for (hint, is_looked_up) in [("xylophone", true), ("  ", false)] {
        let stage = Stage::with(with_milestones(&["Recette"]).0).await;
        let body = stage.post(ASSIST, hinted(json!({ "title": "Titre", "milestone_hint": hint }))).await.ok();
        assert_eq!(body["status"], "created");
        assert_eq!(stage.sent(), [json!({ "title": "Titre", "description": "" })], "{hint}");
        assert_eq!(stage.count("GET /projects/101/milestones") > 0, is_looked_up, "{hint}");
    }
}

#[tokio::test]
async fn a_resolved_milestone_is_used_by_hint_too_without_a_lookup() {
    let (world, ids) = with_milestones(&["Sprint", "Sprint", "Recette"]);
    let chosen = ids[2];
    let stage = Stage::with(world).await;
    let body = json!({ "title": "Titre", "milestone_hint": "Sprint", "resolved_milestone_id": chosen });
    let body = stage.post(ASSIST, hinted(body)).await.ok();
    assert_eq!(body["status"], "created");
    assert_eq!(stage.sent()[0]["milestone_id"], chosen);
    assert_eq!(stage.count("GET /projects/101/milestones"), 0);
}

#[tokio::test]
async fn a_milestone_of_the_group_is_found_by_the_second_look() {
    for (widen, sent) in [("true", true), ("false", false)] {
        let mut world = portail();
        let group = world.find_group("ville").unwrap().id;
        let id = world.group_milestone(group, "Budget 2026");
        let stage = Stage::set(world, &[("resolution.widen", widen)]).await;
        let body = hinted(json!({ "title": "Titre", "milestone_hint": "Budget 2026" }));
        assert_eq!(stage.post(ASSIST, body).await.ok()["status"], "created");
        let expected = if sent { json!(id) } else { Value::Null };
        assert_eq!(stage.sent()[0]["milestone_id"], expected, "widen={widen}");
    }
}

#[tokio::test]
async fn a_failing_milestone_or_duplicate_lookup_is_forwarded_and_nothing_created() {
    for call in ["GET /projects/101/milestones", "GET /projects/101/issues?order_by=updated_at"] {
        let stage = Stage::set(portail(), &[("upstream.retries", "0"), FIRST_PAGE[0]]).await;
        stage.refuse(call, 403, json!({ "message": "403 Forbidden" }));
        let body = hinted(json!({ "title": "Titre", "milestone_hint": "Sprint" }));
        let detail = stage.post(ASSIST, body).await.error(403);
        assert!(detail.contains("403 Forbidden"), "{detail}");
        assert_untouched(&stage);
    }
}
