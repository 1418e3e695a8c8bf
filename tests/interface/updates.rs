//! assistant-update: texts, labels, the milestone, and what is cleared.

use std::time::Duration;

use futures_util::FutureExt;
use gitlab_sandbox::World;
use passerelle::{
    error::Aspect,
    gitlab::Iid,
    messages::{dropped, dropped_labels},
};
use serde_json::{Value, json};
use tokio::time::timeout;
use wiremock::ResponseTemplate;

use crate::{
    stage::{Stage, each, fr},
    verbs::{furnished, issue},
    world::{PORTAIL, assert_untouched, confirmed, hinted, with},
};

const UPDATE: &str = "issues/assistant-update";

/// The furnished issue, in "Sprint 1" and assigned, beside "Sprint 2".
fn planned() -> World {
    let mut world = furnished();
    world.milestone(PORTAIL, "Sprint 1");
    world.milestone(PORTAIL, "Sprint 2");
    let issue = json!({
        "title": "Page de connexion", "labels": ["bug", "front"], "milestone": "Sprint 1", "assignee": "passerelle",
        "due_date": "2025-09-12",
    });
    world.issue_with(PORTAIL, issue).unwrap();
    world
}

/// Updates "Page de connexion", which is #2.
async fn update(stage: &Stage, fields: Value) -> Value {
    stage.post(UPDATE, hinted(with(fields, json!({ "issue_hint": "Page de connexion" })))).await.ok()
}

fn message(answer: &Value) -> &str {
    answer["message"].as_str().unwrap()
}

#[tokio::test]
async fn an_update_sends_what_is_there_and_leaves_the_rest_alone() {
    for (fields, sent) in [
        (json!({ "title": "  Deux " }), json!({ "title": "Deux" })),
        (json!({ "title": "Deux", "description": null, "labels": null }), json!({ "title": "Deux" })),
        (json!({ "description": " Texte " }), json!({ "description": "Texte" })),
        (json!({ "labels": [" api ", "", "bug"] }), json!({ "labels": "api,bug" })),
        (
            json!({ "title": "Deux", "description": "d", "labels": ["api"] }),
            json!({ "title": "Deux", "description": "d", "labels": "api" }),
        ),
    ] {
        let stage = Stage::with(furnished()).await;
        let before = issue(&stage, 1);
        let body = confirmed(with(fields.clone(), json!({ "resolved_issue_iid": 1 })));
        stage.post(UPDATE, body).await.ok();
        assert_eq!(stage.sent(), [sent], "{fields}");
        let after = issue(&stage, 1);
        assert_eq!(after.due_date, before.due_date);
        assert_eq!(after.labels == before.labels, fields["labels"].is_null(), "{fields}");
    }
}

#[tokio::test]
async fn an_empty_description_and_an_empty_list_clear() {
    let stage = Stage::with(furnished()).await;
    let body = json!({ "description": "  ", "labels": [], "resolved_issue_iid": 1 });
    stage.post(UPDATE, confirmed(body)).await.ok();
    assert_eq!(stage.sent(), [json!({ "description": "", "labels": "" })]);
    let after = issue(&stage, 1);
    assert_eq!((after.description.as_deref(), after.labels.len()), (Some(""), 0));
}

#[tokio::test]
async fn an_update_of_nothing_is_400_before_any_call() {
    let stage = Stage::with(furnished()).await;
    for fields in [
        json!({}),
        json!({ "title": null, "description": null, "labels": null }),
        json!({ "add_labels": [" "], "clear": [] }),
    ] {
        let detail = stage.post(UPDATE, hinted(with(fields, json!({ "issue_hint": "Un" })))).await.error(400);
        assert!(detail.contains("title, description, labels"), "{detail}");
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn an_update_out_of_its_bounds_is_422_and_names_the_field() {
    let stage = Stage::with(furnished()).await;
    for (fields, field) in [
        (json!({ "title": "" }), "title"),
        (json!({ "title": "  " }), "title"),
        (json!({ "title": "é".repeat(256) }), "title"),
        (json!({ "title": 5 }), "title"),
        (json!({ "description": [] }), "description"),
        (json!({ "labels": "bug" }), "labels"),
        (json!({ "labels": [1] }), "labels"),
        (json!({ "labels": ["", "  "] }), "labels"),
        (json!({ "labels": ["bug,api"] }), "labels"),
        (json!({ "add_labels": ["bug,api"] }), "add_labels"),
        (json!({ "remove_labels": "bug" }), "remove_labels"),
        (json!({ "clear": "labels" }), "clear"),
        (json!({ "clear": ["title"] }), "clear"),
        (json!({ "clear": ["labels"], "labels": ["bug"] }), "clear"),
        (json!({ "clear": ["labels"], "add_labels": ["bug"] }), "clear"),
        (json!({ "clear": ["description"], "description": "Texte" }), "clear"),
        (json!({ "clear": ["milestone"], "milestone_hint": "Sprint 1" }), "milestone_hint"),
        (json!({ "clear": ["milestone"], "resolved_milestone_id": 7 }), "resolved_milestone_id"),
        (json!({ "add_labels": ["bug"], "remove_labels": ["bug"] }), "remove_labels"),
    ] {
        let body = hinted(with(fields.clone(), json!({ "issue_hint": "Un" })));
        let detail = stage.post(UPDATE, body).await.error(422);
        assert!(detail.contains(&format!("« {field} »")), "{fields}: {detail}");
    }
    assert_eq!(stage.calls(), [""; 0]);
    let title = "é".repeat(255);
    let body = json!({ "title": title, "resolved_issue_iid": 1 });
    assert_eq!(stage.post(UPDATE, confirmed(body)).await.ok()["issue"]["title"], json!(title));
}

#[tokio::test]
async fn a_label_added_meanwhile_waits_for_the_set_that_replaces_the_labels() {
    let stage = Stage::with(furnished()).await;
    let set = confirmed(json!({ "labels": ["api"], "resolved_issue_iid": 1 }));
    let add = confirmed(json!({
        "label_name": "bloquant", "create_label_if_missing": true, "resolved_issue_iid": 1,
    }));
    let (set, added) = tokio::join!(stage.post(UPDATE, set), stage.post("issues/assistant-add-label", add));
    set.ok();
    added.ok();
    let labels = issue(&stage, 1).labels;
    // The second call read what the first had written.
    let either = [vec!["api"], vec!["api", "bloquant"]];
    assert!(either.iter().any(|held| labels.iter().eq(held)), "{labels:?}");
}

// What is added and taken away

#[tokio::test]
async fn labels_are_added_and_taken_away_and_the_others_stay() {
    for (fields, sent, told) in [
        (json!({ "add_labels": ["API", "bug"] }), "bug,front,api", None),
        (json!({ "remove_labels": ["Bug"] }), "front", Some("Étiquette retirée : « bug »")),
        (json!({ "add_labels": ["api"], "remove_labels": ["front"] }), "bug,api", Some("« front »")),
        (json!({ "labels": ["api"], "remove_labels": ["rouge"] }), "api", Some("« bug », « front »")),
        (json!({ "labels": ["api"], "add_labels": ["bug"] }), "api,bug", Some("« front »")),
        (json!({ "clear": ["labels"] }), "", Some("« bug », « front »")),
    ] {
        let stage = Stage::with(planned()).await;
        let answer = update(&stage, fields.clone()).await;
        assert_eq!(answer["status"], "updated");
        assert_eq!(stage.sent(), [json!({ "labels": sent })], "{fields}");
        assert!(told.is_none_or(|told| message(&answer).contains(told)), "{fields}: {answer}");
    }
}

#[tokio::test]
async fn a_label_that_the_issue_had_is_not_said_to_have_lacked() {
    for fields in [
        json!({ "clear": ["labels"], "remove_labels": ["bug"] }),
        json!({ "labels": ["api"], "remove_labels": ["bug"] }),
    ] {
        let answer = update(&Stage::with(planned()).await, fields.clone()).await;
        assert!(!message(&answer).contains("ne portait pas"), "{fields}: {answer}");
    }
}

#[tokio::test]
async fn the_labels_that_an_issue_then_has_are_told_in_the_preview_too() {
    for (preview, held) in [(true, "« bug », « api »"), (false, "« api », « bug »")] {
        let stage = Stage::with(planned()).await;
        let fields = json!({ "add_labels": ["api"], "remove_labels": ["front"], "dry_run": preview });
        let answer = update(&stage, fields).await;
        let told = format!("étiqueté {held}. Étiquette retirée : « front ».");
        assert!(message(&answer).ends_with(&told), "{answer}");
    }
}

#[tokio::test]
async fn a_label_that_the_issue_does_not_have_changes_nothing_and_is_named() {
    let stage = Stage::with(planned()).await;
    let answer = update(&stage, json!({ "remove_labels": ["rouge"] })).await;
    assert_eq!(answer["status"], "updated");
    let told = "inchangé. Il est étiqueté « bug », « front ». Il ne portait pas : « rouge ».";
    assert!(message(&answer).ends_with(told), "{answer}");
    assert_untouched(&stage);
    let answer = update(&stage, json!({ "remove_labels": ["rouge"], "title": "Connexion" })).await;
    assert!(message(&answer).contains("« rouge »"), "{answer}");
    assert_eq!(stage.sent(), [json!({ "title": "Connexion" })]);
}

#[tokio::test]
async fn a_label_that_the_project_does_not_have_is_404_unless_it_is_to_be_created() {
    for field in ["labels", "add_labels"] {
        let stage = Stage::with(planned()).await;
        // The second and the third are one label.
        let fields = json!({ field: ["bug", "neuf", "Neuf"], "issue_hint": "Page de connexion" });
        let answer = stage.post(UPDATE, hinted(fields.clone())).await;
        assert_eq!(answer.body["code"], "label_not_found", "{field}");
        assert!(answer.error(404).contains("« neuf »"));
        assert_untouched(&stage);
        let answer =
            stage.post(UPDATE, hinted(with(fields, json!({ "create_label_if_missing": true })))).await;
        assert_eq!(answer.ok()["status"], "updated");
        assert_eq!(stage.writes(), ["POST /projects/101/labels", "PUT /projects/101/issues/2"], "{field}");
        assert!(issue(&stage, 2).labels.contains("neuf"), "{field}");
    }
}

#[tokio::test]
async fn of_one_scope_the_old_label_is_told_as_gone_and_the_one_that_the_host_leaves_out_as_left_out() {
    let mut world = planned();
    for label in ["prio::basse", "prio::haute", "prio::nulle"] {
        world.label(PORTAIL, label, "#FF0000");
    }
    let stage = Stage::with(world).await;
    update(&stage, json!({ "add_labels": ["prio::basse"] })).await;
    let answer = update(&stage, json!({ "add_labels": ["prio::haute"] })).await;
    let told = "Étiquette retirée : « prio::basse ».";
    assert!(message(&answer).contains(told) && !message(&answer).contains("retenu"), "{answer}");
    let answer = update(&stage, json!({ "labels": ["prio::basse", "prio::nulle"] })).await;
    assert!(
        message(&answer).contains(&fr(&dropped_labels(&["prio::basse".to_owned()]).unwrap())),
        "{answer}"
    );
}

#[tokio::test]
async fn a_label_waits_for_the_one_whose_caller_gave_up_until_the_host_has_answered() {
    let stage = Stage::with(planned()).await;
    let slow = ResponseTemplate::new(500).set_delay(Duration::from_secs(2));
    stage.fault("PUT /projects/101/issues/2", 1, slow);
    let mut first = Box::pin(update(&stage, json!({ "add_labels": ["api"] })));
    while stage.writes().is_empty() {
        assert!((&mut first).now_or_never().is_none());
        tokio::task::yield_now().await;
    }
    drop(first);
    let mut second =
        Box::pin(update(&stage, json!({ "add_labels": ["rouge"], "create_label_if_missing": true })));
    assert!(
        timeout(Duration::from_millis(100), &mut second).await.is_err(),
        "it came before the other had ended"
    );
    second.await;
    assert_eq!(stage.writes().len(), 3, "{:?}", stage.writes());
}

#[tokio::test]
async fn what_is_cleared_goes_and_is_named() {
    for (clear, sent, told) in [
        ("milestone", json!({ "milestone_id": 0 }), "Jalon retiré : « Sprint 1 »"),
        ("assignees", json!({ "assignee_ids": [] }), "Il était assigné à "),
        ("due_date", json!({ "due_date": "" }), "Son échéance était le 2025-09-12"),
        ("description", json!({ "description": "" }), " modifié."),
    ] {
        for dry_run in [true, false] {
            let stage = Stage::with(planned()).await;
            let answer = update(&stage, json!({ "clear": [clear], "dry_run": dry_run })).await;
            assert!(message(&answer).contains(told), "{clear}: {answer}");
            assert_eq!(stage.sent(), if dry_run { vec![] } else { vec![sent.clone()] }, "{clear}");
            let now = issue(&stage, 2);
            let left = [now.milestone_id.is_some(), now.assignee_id.is_some(), now.due_date.is_some()];
            let cleared = ["milestone", "assignees", "due_date"].map(|field| dry_run || field != clear);
            assert_eq!(left, cleared, "{clear}");
        }
    }
}

#[tokio::test]
async fn an_update_to_what_the_issue_is_already_says_that_nothing_changes() {
    let milestone = json!({ "milestone_hint": "Sprint 1" });
    let now = [json!({ "title": "Page de connexion" }), json!({ "add_labels": ["bug"] }), milestone];
    for fields in now.into_iter().chain(["assignees", "due_date"].map(|gone| json!({ "clear": [gone] }))) {
        let stage = Stage::with(planned()).await;
        let cleared =
            update(&stage, with(fields.clone(), json!({ "clear": ["assignees", "due_date"] }))).await;
        assert!(message(&cleared).contains("» est modifié."), "{cleared}");
        let again = update(&stage, fields.clone()).await;
        assert_eq!(again["status"], "updated");
        assert!(message(&again).contains("» est inchangé."), "{fields}: {again}");
    }
}

#[tokio::test]
async fn a_replaced_title_is_named() {
    for request in [
        hinted(json!({ "issue_hint": "Page de connexion" })),
        confirmed(json!({ "resolved_issue_iid": 2 })),
        confirmed(json!({ "resolved_issue_iid": 2, "dry_run": true })),
    ] {
        let stage = Stage::with(planned()).await;
        let answer = stage.post(UPDATE, with(request, json!({ "title": "Connexion" }))).await.ok();
        assert!(message(&answer).contains("Il s'intitulait « Page de connexion »"), "{answer}");
    }
}

#[tokio::test]
async fn a_title_that_stays_is_not_named_as_replaced() {
    let stage = Stage::with(planned()).await;
    let answer = update(&stage, json!({ "title": "Page de connexion", "description": "Neuve" })).await;
    assert_eq!(answer["status"], "updated");
    assert!(!message(&answer).contains("s'intitulait"), "{answer}");
}

// The milestone

#[tokio::test]
async fn a_milestone_by_hint_replaces_the_old_one_and_both_are_named() {
    let stage = Stage::with(planned()).await;
    let answer = update(&stage, json!({ "milestone_hint": "sprint 2" })).await;
    assert_eq!(answer["status"], "updated");
    assert!(
        message(&answer).contains("« Sprint 2 »") && message(&answer).contains("Jalon retiré : « Sprint 1 »")
    );
    assert_eq!(stage.writes(), ["PUT /projects/101/issues/2"]);
}

#[tokio::test]
async fn a_milestone_that_stays_is_not_named_as_taken_away() {
    let stage = Stage::with(planned()).await;
    let answer = update(&stage, json!({ "milestone_hint": "sprint 1" })).await;
    assert_eq!(answer["status"], "updated");
    assert!(!message(&answer).contains("Jalon retiré"), "{answer}");
}

#[tokio::test]
async fn a_milestone_that_is_unclear_changes_nothing_and_is_asked_about() {
    for (hint, status, list) in [
        ("sprint", "milestone_clarification_needed", "candidate_milestones"),
        ("zzz", "milestone_not_found", "suggested_milestones"),
    ] {
        let stage = Stage::with(planned()).await;
        let answer = update(&stage, json!({ "milestone_hint": hint, "title": "Connexion" })).await;
        assert_eq!((&answer["status"], &answer["issue"]["iid"]), (&json!(status), &json!(2)));
        assert_eq!(answer["project"]["id"], PORTAIL);
        let all = ["candidate_milestones", "suggested_milestones"];
        let filled = |name: &&str| !answer[*name].as_array().unwrap().is_empty();
        assert!(hint == "zzz" || all.iter().filter(|name| filled(name)).eq([&list]), "{answer}");
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn a_confirmed_milestone_is_sent_and_one_by_hint_is_looked_for_all_the_same() {
    let stage = Stage::with(planned()).await;
    let sprint = stage.read(|world| world.issues[&(PORTAIL, 2)].milestone_id.unwrap());
    let body = confirmed(json!({ "resolved_issue_iid": 1, "resolved_milestone_id": sprint }));
    let answer = stage.post(UPDATE, body).await.ok();
    assert!(message(&answer).contains("« Sprint 1 »"), "{answer}");
    assert_eq!(stage.count("GET /projects/101/milestones"), 0);
    let body = confirmed(json!({ "resolved_issue_iid": 1, "milestone_hint": "Sprint 2" }));
    assert_eq!(stage.post(UPDATE, body).await.ok()["status"], "updated");
    assert_eq!(each(&json!(stage.sent()), "milestone_id"), [&json!(sprint), &json!(sprint + 1)]);
}

#[tokio::test]
async fn what_the_host_leaves_as_it_was_is_named_unless_it_was_all_that_was_asked() {
    let stage = Stage::with(planned()).await;
    let now = json!({
        "id": 50_002, "iid": 2, "title": "Connexion", "labels": ["bug", "front"], "milestone": { "id": 1, "title": "Sprint 1" },
        "due_date": "2025-09-12", "assignees": [{ "id": 1 }],
    });
    stage.fault("PUT ", usize::MAX, ResponseTemplate::new(200).set_body_json(now));
    let all = json!(["milestone", "assignees", "due_date"]);
    for (clear, what) in
        [(json!(["milestone"]), "le jalon"), (json!(["due_date"]), "l'échéance"), (all, "le jalon")]
    {
        let fields = hinted(json!({ "issue_hint": "Page de connexion", "clear": clear }));
        let answer = stage.post(UPDATE, fields).await;
        assert_eq!(answer.body["code"], "upstream_unchanged");
        assert!(answer.error(502).contains(what), "{clear}");
    }
    let answer = update(&stage, json!({ "title": "Connexion", "clear": ["due_date", "milestone"] })).await;
    assert!(message(&answer).contains(&fr(&dropped(Iid(2), Aspect::DueDate))), "{answer}");
    assert!(!message(&answer).contains("retiré"), "{answer}");
}

#[tokio::test]
async fn what_the_host_leaves_is_named_beside_what_it_changed() {
    let stage = Stage::with(planned()).await;
    let now = json!({
        "id": 50_002, "iid": 2, "title": "Page de connexion", "labels": ["bug"], "milestone": { "id": 1, "title": "Sprint 1" },
    });
    stage.fault("PUT ", usize::MAX, ResponseTemplate::new(200).set_body_json(now));
    let answer = update(&stage, json!({ "labels": ["bug"], "clear": ["milestone"] })).await;
    assert_eq!(answer["status"], "updated");
    assert!(message(&answer).contains(&fr(&dropped(Iid(2), Aspect::Milestone))), "{answer}");
}

#[tokio::test]
async fn a_milestone_given_by_its_id_counts_without_confirm_too() {
    let stage = Stage::with(planned()).await;
    let other = stage.read(|world| world.issues[&(PORTAIL, 2)].milestone_id.unwrap()) + 1;
    let answer = update(&stage, json!({ "resolved_milestone_id": other })).await;
    assert!(message(&answer).contains("« Sprint 2 »"), "{answer}");
    assert_eq!(each(&json!(stage.sent()), "milestone_id"), [&json!(other)]);
    let both = json!({ "milestone_hint": "sprint 1", "resolved_milestone_id": other, "dry_run": true });
    assert!(
        message(&update(&stage, both).await).contains("« Sprint 1 »"),
        "words count before an id that nobody confirmed"
    );
}

#[tokio::test]
async fn the_same_labels_in_another_order_or_twice_are_no_change_and_are_sent_once() {
    let stage = Stage::with(planned()).await;
    let answer = update(&stage, json!({ "labels": ["front", "bug", "front"] })).await;
    assert!(message(&answer).contains("inchangé"), "{answer}");
    assert_eq!(stage.sent(), [json!({ "labels": "front,bug" })]);
}

#[tokio::test]
async fn labels_that_differ_by_their_capitals_are_told_apart_where_the_project_has_both() {
    let fields = json!({ "add_labels": ["Bug"], "remove_labels": ["bug"] });
    let only_one = Stage::with(planned()).await;
    let body = hinted(with(fields.clone(), json!({ "issue_hint": "Page de connexion" })));
    assert!(only_one.post(UPDATE, body).await.error(422).contains("« remove_labels »"));
    assert_untouched(&only_one);
    let mut world = planned();
    world.label(PORTAIL, "Bug", "#FF0000");
    let stage = Stage::with(world).await;
    update(&stage, fields.clone()).await;
    assert!(issue(&stage, 2).labels.iter().eq(["Bug", "front"]));
    // What was added stays.
    let again = update(&stage, fields).await;
    assert!(message(&again).contains("Il ne portait pas : « bug »"), "{again}");
    assert!(issue(&stage, 2).labels.iter().eq(["Bug", "front"]));
}
