//! Listing labels, and adding one to one issue, to several, to all of a project.

use gitlab_sandbox::IssueState::Closed;
use insta::assert_json_snapshot;
use passerelle::messages;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    stage::{Stage, each, says},
    world::{
        BY_PATH, PORTAIL, SEARCH, assert_untouched, confirmed, hinted, labelled, portail, portail_with,
        seven_portails, shown, with, with_issues,
    },
};

const UPDATE: &str = "issues/assistant-update";
const LIST: &str = "issues/assistant-list-labels";
const ADD: &str = "issues/assistant-add-label";
const BULK: &str = "issues/assistant-bulk-add-label";
const ALL: &str = "issues/assistant-add-label-all";
const LABELS: &str = "GET /projects/101/labels?per_page=100&page=1";
const NEW_LABEL: &str = "POST /projects/101/labels";
/// One call at a time, so that calls and faults come in the order of the items.
const IN_ORDER: &[(&str, &str)] = &[("upstream.fan_out", "1"), ("upstream.retries", "0")];

/// The three operations that add a label, each meaning the issue "Un", number 1.
fn adding(fields: Value) -> Vec<(&'static str, Value)> {
    vec![
        (ADD, with(json!({ "issue_hint": "Un" }), fields.clone())),
        (BULK, with(json!({ "issue_hints": ["Un"] }), fields.clone())),
        (ALL, fields),
    ]
}

fn labels_of(stage: &Stage, iid: u64) -> Vec<String> {
    stage.read(|world| world.issues[&(PORTAIL, iid)].labels.iter().cloned().collect())
}

fn issue(iid: u64, labels: &[&str]) -> Value {
    json!({
        "id": 50_000 + iid, "iid": iid, "title": "Un", "state": "opened", "labels": labels,
        "web_url": "https://gitlab.example.com/ville/portail/-/issues/1",
    })
}

// assistant-list-labels

#[tokio::test]
async fn labels_are_read_in_one_page_of_the_limit_or_a_hundred() {
    for (limit, size) in [(Value::Null, 100), (json!(7), 7), (json!(1000), 100)] {
        for (body, lookup) in [(hinted(json!({})), SEARCH), (confirmed(json!({})), BY_PATH)] {
            let stage = Stage::with(portail()).await;
            stage.post(LIST, with(body, json!({ "limit": limit }))).await.ok();
            assert_eq!(
                stage.calls(),
                [lookup.to_owned(), format!("GET /projects/101/labels?per_page={size}&page=1")]
            );
        }
    }
}

#[tokio::test]
async fn labels_are_sorted_by_lower_cased_name() {
    let stage = Stage::with(portail()).await;
    let names = ["Zèbre", "bug", "Élan", "Bug", "a faire", "Api", "été"];
    let labels: Vec<_> = names.iter().map(|name| json!({ "id": 1, "name": name })).collect();
    stage.refuse(LABELS, 200, json!(labels));
    let body = stage.post(LIST, hinted(json!({}))).await.ok();
    assert_eq!(
        each(&body["labels"], "name"),
        ["a faire", "Api", "bug", "Bug", "Zèbre", "Élan", "été"],
        "by lower-cased name alone, equal ones as the host gave them"
    );
}

#[tokio::test]
async fn a_label_shows_null_for_what_the_host_leaves_out() {
    let stage = Stage::with(portail()).await;
    stage.refuse(LABELS, 200, json!([{ "name": "bug" }, { "id": null, "name": "idée", "color": null }]));
    let body = stage.post(LIST, hinted(json!({}))).await.ok();
    let bare = |name: &str| json!({ "id": null, "name": name, "color": null, "description": null, "text_color": null });
    assert_eq!(body["labels"], json!([bare("bug"), bare("idée")]));
}

#[tokio::test]
async fn labels_are_shown_with_the_single_chosen_project() {
    let mut world = labelled(&["Un"], &["bug", "Urgent"]);
    let group = world.find_group("ville").unwrap().id;
    world.group_label(group, "mairie", "#00FF00");
    let stage = Stage::with(world).await;
    let body = stage.post(LIST, hinted(json!({}))).await.ok();
    assert_eq!(each(&body["candidate_projects"], "id"), [PORTAIL]);
    assert_json_snapshot!("labels_resolved", shown(&stage, &body));
    let body = stage.post(LIST, confirmed(json!({}))).await.ok();
    assert_eq!((&body["status"], &body["candidate_projects"]), (&json!("resolved"), &json!([])));
}

#[tokio::test]
async fn a_list_of_labels_says_whether_the_host_has_more() {
    let stage = Stage::with(labelled(&["Un"], &["a", "b", "c"])).await;
    let cut = stage.post(LIST, hinted(json!({ "limit": 2 }))).await.ok();
    assert_eq!(cut["truncated"], true);
    assert!(says(&cut, &messages::MORE), "{cut}");
    assert_eq!(stage.post(LIST, hinted(json!({ "limit": 3 }))).await.ok()["truncated"], false);
}

// Label resolution, shared by the three operations that add one

#[tokio::test]
async fn a_label_of_the_same_normalised_name_is_used_under_its_stored_name() {
    for (labels, asked, stored) in [
        (&["À Faire"][..], " a faire ", "À Faire"),
        (&["BUG", "bug", "Bug"], "bug", "bug"),
        (&["BUG", "Bug"], "Bug", "Bug"),
        (&["priorité::haute"], "Priorite haute", "priorité::haute"),
        (&["C", "C++", "C#"], "c++", "C++"),
        (&["bug"], "b\u{200b}u\u{ad}g", "bug"),
    ] {
        for (path, body) in adding(json!({ "label_name": asked })) {
            let stage = Stage::with(labelled(&["Un"], labels)).await;
            stage.post(path, hinted(body)).await.ok();
            assert_eq!(stage.count(LABELS), 1, "a hundred labels are listed");
            assert_eq!(stage.writes(), ["PUT /projects/101/issues/1"], "{path} {asked}");
            assert_eq!(stage.sent(), [json!({ "labels": stored })]);
        }
    }
}

#[tokio::test]
async fn a_label_that_is_missing_is_404_and_named_unless_it_is_to_be_created() {
    for create in [Value::Null, json!(false)] {
        for (path, body) in adding(json!({ "label_name": "urgent", "create_label_if_missing": create })) {
            let number = if path == ADD { json!({ "resolved_issue_iid": 1 }) } else { json!({}) };
            for body in [hinted(body.clone()), confirmed(with(body, number))] {
                let stage = Stage::with(labelled(&["Un"], &["bug"])).await;
                let detail = stage.post(path, body).await.refused(404, "label_not_found");
                assert!(detail.contains("« urgent »"), "{path}: {detail}");
                assert_untouched(&stage);
            }
        }
    }
}

#[tokio::test]
async fn the_refusal_of_a_missing_label_names_the_one_that_comes_nearest() {
    for (asked, nearest) in [("high priority", Some("« priority::high »")), ("xylophone", None)] {
        let stage = Stage::with(labelled(&["Un"], &["bug", "priority::low", "priority::high"])).await;
        let answer = stage.post(ADD, hinted(json!({ "issue_hint": "Un", "label_name": asked }))).await;
        let detail = answer.error(404);
        assert_eq!(detail.contains("La plus proche"), nearest.is_some(), "{detail}");
        assert!(nearest.is_none_or(|nearest| detail.contains(nearest)), "{detail}");
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn a_missing_label_is_created_with_the_default_colour_and_used_as_stored() {
    for (path, body) in adding(json!({ "label_name": " urgent ", "create_label_if_missing": true })) {
        let stage = Stage::with(labelled(&["Un"], &["bug"])).await;
        stage.once(NEW_LABEL, 201, json!({ "id": 9, "name": "Urgent !" }));
        let body = stage.post(path, hinted(body)).await.ok();
        assert_eq!(stage.writes(), [NEW_LABEL, "PUT /projects/101/issues/1"]);
        assert_eq!(
            stage.sent(),
            [json!({ "name": "urgent", "color": "#428BCA" }), json!({ "labels": "Urgent !" })]
        );
        if path != ADD {
            assert_eq!(body["label_name"], "Urgent !");
        }
    }
}

#[tokio::test]
async fn a_label_creation_that_is_answered_by_no_label_is_502_and_no_issue_is_changed() {
    for reply in
        [json!([]), json!("bug"), json!(null), json!({}), json!({ "id": 9 }), json!({ "id": 9, "name": "" })]
    {
        for (path, body) in adding(json!({ "label_name": "urgent", "create_label_if_missing": true })) {
            let stage = Stage::with(labelled(&["Un"], &[])).await;
            stage.once(NEW_LABEL, 201, &reply);
            stage.post(path, hinted(body)).await.error(502);
            assert_eq!(stage.writes(), [NEW_LABEL], "{path} {reply}");
        }
    }
}

#[tokio::test]
async fn a_label_that_the_host_refuses_as_existing_is_fetched_by_name() {
    for (path, body) in adding(json!({ "label_name": "à faire/urgent", "create_label_if_missing": true })) {
        let stage = Stage::with(labelled(&["Un"], &["à faire/urgent"])).await;
        stage.once(LABELS, 200, json!([]));
        stage.post(path, hinted(body)).await.ok();
        assert_eq!(stage.writes(), [NEW_LABEL, "PUT /projects/101/issues/1"]);
        assert_eq!(stage.count("GET /projects/101/labels/%C3%A0%20faire%2Furgent"), 1);
        assert_eq!(labels_of(&stage, 1), ["à faire/urgent"]);
    }
}

#[tokio::test]
async fn a_refused_label_that_cannot_be_fetched_leaves_the_refusal() {
    let stage = Stage::with(labelled(&["Un"], &[])).await;
    stage.refuse(NEW_LABEL, 409, json!({ "message": "Label already exists" }));
    for (path, body) in adding(json!({ "label_name": "urgent", "create_label_if_missing": true })) {
        let detail = stage.post(path, hinted(body)).await.error(409);
        assert!(detail.contains("Label already exists"), "{detail}");
    }
    assert_eq!(stage.count("PUT "), 0);
}

#[tokio::test]
async fn a_label_past_the_hundred_listed_is_searched_before_it_is_missed() {
    let names: Vec<_> = (1..=120).map(|number| format!("étiquette-{number:03}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    for (widen, status) in [("true", 200), ("false", 404)] {
        let stage = Stage::set(labelled(&["Un"], &names), &[("resolution.widen", widen)]).await;
        for (path, body) in adding(json!({ "label_name": "étiquette-115" })) {
            assert_eq!(stage.post(path, hinted(body)).await.status, status, "{path} widen={widen}");
        }
        assert_eq!(stage.count(NEW_LABEL), 0);
    }
    let stage = Stage::set(labelled(&["Un"], &names), &[("resolution.widen", "false")]).await;
    let body = json!({ "issue_hint": "Un", "label_name": "étiquette-115", "create_label_if_missing": true });
    stage.post(ADD, hinted(body)).await.ok();
    assert_eq!(labels_of(&stage, 1), ["étiquette-115"]);
}

#[tokio::test]
async fn a_label_name_that_no_label_can_have_is_422_in_a_preview_too() {
    for (name, preview) in [
        (Value::Null, false),
        (json!(""), false),
        (json!("  "), true),
        (json!("é".repeat(256)), false),
        (json!("é".repeat(256)), true),
    ] {
        for (path, body) in
            adding(json!({ "label_name": name, "create_label_if_missing": true, "dry_run": preview }))
        {
            let stage = Stage::with(labelled(&["Un"], &["bug", "🔥"])).await;
            stage.post(path, hinted(body)).await.error(422);
            assert_untouched(&stage);
        }
    }
}

// Merging

#[tokio::test]
async fn the_label_is_appended_to_those_that_the_issue_has_by_then_in_their_order() {
    let update = (UPDATE, json!({ "issue_hint": "Un", "add_labels": ["bug"] }));
    for (path, body) in adding(json!({ "label_name": "bug" })).into_iter().chain([update]) {
        let stage = Stage::with(labelled(&["Un"], &["bug"])).await;
        stage.once("GET /projects/101/issues?", 200, json!([issue(1, &["zone", "api"])]));
        stage.refuse("GET /projects/101/issues/1", 200, issue(1, &["zone", "api", "métier"]));
        stage.post(path, hinted(body)).await.ok();
        assert_eq!(stage.sent(), [json!({ "labels": "zone,api,métier,bug" })], "{path}");
    }
    let stage = Stage::with(labelled(&["Un"], &["bug"])).await;
    stage.refuse("GET /projects/101/issues/1", 200, issue(1, &["zone", "api"]));
    stage.post(ADD, confirmed(json!({ "resolved_issue_iid": 1, "label_name": "bug" }))).await.ok();
    assert_eq!(stage.sent(), [json!({ "labels": "zone,api,bug" })]);
}

#[tokio::test]
async fn a_label_that_is_there_is_not_sent_twice() {
    let stage = Stage::with(labelled(&["Un"], &["bug"])).await;
    stage.refuse("GET /projects/101/issues/1", 200, issue(1, &["bug", "api"]));
    stage.post(ADD, confirmed(json!({ "resolved_issue_iid": 1, "label_name": "Bug" }))).await.ok();
    for sent in stage.sent() {
        assert_eq!(sent, json!({ "labels": "bug,api" }));
    }
}

// assistant-add-label

#[tokio::test]
async fn adding_by_hint_searches_the_open_issues_and_answers_the_full_set() {
    let mut world = portail();
    world.issue_with(PORTAIL, json!({ "title": "Page de connexion", "labels": ["api"] })).unwrap();
    world.issue(PORTAIL, "Export");
    world.label(PORTAIL, "bug", "#FF0000");
    let stage = Stage::with(world).await;
    let body = json!({ "issue_hint": "Page de connexion", "label_name": "bug" });
    let body = stage.post(ADD, hinted(body)).await.ok();
    assert_eq!(
        stage.sorted(""),
        [
            "GET /projects/101/issues/1",
            "GET /projects/101/issues?order_by=updated_at&sort=desc&state=opened&per_page=100&page=1",
            LABELS,
            SEARCH,
            "PUT /projects/101/issues/1",
        ]
    );
    assert_eq!(body["labels"], json!(["api", "bug"]));
    assert_json_snapshot!("add_label_updated", shown(&stage, &body));
}

#[tokio::test]
async fn adding_to_a_confirmed_issue_ensures_the_label_then_fetches_then_updates() {
    let stage = Stage::with(with_issues(&[(Closed, "Un")])).await;
    let body = json!({ "resolved_issue_iid": 1, "label_name": "bug", "create_label_if_missing": true, "issue_hint": "x" });
    let body = stage.post(ADD, confirmed(body)).await.ok();
    assert_eq!(
        stage.calls(),
        [BY_PATH, LABELS, NEW_LABEL, "GET /projects/101/issues/1", "PUT /projects/101/issues/1"]
    );
    assert_eq!((&body["status"], &body["labels"]), (&json!("updated"), &json!(["bug"])));
    assert_eq!((&body["candidate_projects"], &body["candidate_issues"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn a_confirmed_issue_that_is_answered_by_no_issue_is_404() {
    let stage = Stage::with(labelled(&["Un"], &["bug"])).await;
    let body = confirmed(json!({ "resolved_issue_iid": 1, "label_name": "bug" }));
    for reply in [json!({}), json!({ "id": null }), json!([]), json!(null), json!("Un"), json!({ "id": 5 })] {
        stage.once("GET /projects/101/issues/1", 200, &reply);
        let detail = stage.post(ADD, body.clone()).await.error(404);
        assert!(detail.contains("#1"), "{reply}: {detail}");
    }
    assert_untouched(&stage);
}

#[tokio::test]
async fn an_issue_that_is_unclear_gets_no_label_and_none_is_created() {
    let fields = json!({ "label_name": "nouveau", "create_label_if_missing": true });
    let mut world = portail_with(&["Export", "Export"]);
    world.closed_issue(PORTAIL, "Recette");
    let stage = Stage::with(world).await;
    let body = stage.post(ADD, hinted(with(fields.clone(), json!({ "issue_hint": "Export" })))).await.ok();
    assert_eq!(body["candidate_issues"].as_array().unwrap().len(), 2);
    assert_json_snapshot!("add_label_issue_clarification_needed", shown(&stage, &body));
    let body = stage.post(ADD, hinted(with(fields.clone(), json!({ "issue_hint": "Recette" })))).await.ok();
    assert_json_snapshot!("add_label_issue_not_found", shown(&stage, &body));
    let body = with(fields.clone(), json!({ "issue_hint": "xylophone" }));
    let body = stage.post(ADD, body).await.ok();
    assert_json_snapshot!("add_label_project_not_found", shown(&stage, &body));
    assert_untouched(&stage);

    let stage = Stage::with(seven_portails()).await;
    let body = stage.post(ADD, with(fields, json!({ "issue_hint": "Portail" }))).await.ok();
    assert_json_snapshot!("add_label_project_clarification_needed", shown(&stage, &body));
    assert_untouched(&stage);
}

/// Reads that go out side by side count in the order of the page, whichever is answered first.
#[tokio::test]
async fn what_the_issue_left_open_counts_before_a_label_that_could_not_be_read() {
    for (hint, status) in [("Export", "issue_not_found"), ("Un", "issue_clarification_needed")] {
        let stage = Stage::set(labelled(&["Un", "Un"], &["bug"]), IN_ORDER).await;
        stage.refuse("GET /projects/101/labels", 500, json!({}));
        let body = hinted(json!({ "issue_hint": hint, "label_name": "bug" }));
        assert_eq!(stage.post(ADD, body).await.ok()["status"], status);
    }
}

#[tokio::test]
async fn a_blank_hint_labels_nothing() {
    for hint in ["", "  ", "!!!"] {
        let stage = Stage::with(labelled(&["Un"], &["bug"])).await;
        let body = stage.post(ADD, hinted(json!({ "issue_hint": hint, "label_name": "bug" }))).await.ok();
        assert_eq!(body["status"], "issue_clarification_needed");
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn an_update_that_is_answered_by_no_issue_is_502() {
    for reply in [json!([]), json!({}), json!(null), json!("Un")] {
        for (path, body) in adding(json!({ "label_name": "bug" })) {
            let stage = Stage::with(labelled(&["Un"], &["bug"])).await;
            stage.once("PUT ", 200, &reply);
            stage.post(path, hinted(body)).await.error(502);
        }
    }
}

#[tokio::test]
async fn a_label_that_was_created_is_told_where_what_follows_fails() {
    let (read, sent) = ("GET /projects/101/issues/1", "PUT /projects/101/issues/1");
    let update = (UPDATE, json!({ "issue_hint": "Un", "add_labels": ["neuve"] }));
    let of_one = adding(json!({ "label_name": "neuve" }));
    let rows = of_one.into_iter().chain([update]).map(|(path, body)| (path, body, sent, 403));
    let absent = json!({ "resolved_issue_iid": 1, "label_name": "neuve" });
    for (path, body, call, status) in rows.chain([(ADD, confirmed(absent), read, 404)]) {
        let stage = Stage::with(labelled(&["Un"], &[])).await;
        stage.refuse(call, status, json!({}));
        let body = hinted(with(body, json!({ "create_label_if_missing": true })));
        let detail = stage.post(path, body).await.error(status);
        assert!(detail.ends_with(" Étiquette créée : « neuve »."), "{path}: {detail}");
        assert_eq!(stage.count(NEW_LABEL), 1);
    }
}

#[tokio::test]
async fn an_update_of_an_absent_issue_creates_no_label() {
    let stage = Stage::with(labelled(&["Un"], &[])).await;
    let body = json!({ "resolved_issue_iid": 99, "add_labels": ["neuve"], "create_label_if_missing": true });
    stage.post(UPDATE, confirmed(body)).await.error(404);
    assert_untouched(&stage);
}

// assistant-bulk-add-label

#[tokio::test]
async fn no_label_is_created_where_no_hint_means_an_issue() {
    let stage = Stage::with(portail_with(&["Export"; 2])).await;
    let body = json!({ "issue_hints": ["Export", "xylophone"], "label_name": "bug", "create_label_if_missing": true });
    let body = stage.post(BULK, hinted(body)).await.ok();
    assert_eq!((&body["status"], &body["label_name"]), (&json!("processed"), &json!("bug")), "{body}");
    assert_untouched(&stage);
}

#[tokio::test]
async fn an_ambiguous_hint_of_a_bulk_call_shows_five_candidates_at_most() {
    let stage = Stage::with(labelled(&["Export"; 7], &["bug"])).await;
    let body = json!({ "issue_hints": ["Export"], "label_name": "bug" });
    let body = stage.post(BULK, hinted(body)).await.ok();
    assert_eq!(each(&body["results"][0]["candidate_issues"], "iid"), [7, 6, 5, 4, 3]);
    assert_eq!((&body["results"][0]["issue"], &body["results"][0]["labels"]), (&Value::Null, &json!([])));
    assert_untouched(&stage);
}

#[tokio::test]
async fn the_pool_of_a_bulk_call_is_read_once() {
    let stage = Stage::with(labelled(&["Un", "Deux"], &["bug"])).await;
    let body = json!({ "issue_hints": ["Un", "Deux"], "label_name": "bug", "limit": 30 });
    stage.post(BULK, hinted(body)).await.ok();
    assert_eq!(
        stage.count("GET /projects/101/issues?order_by=updated_at&sort=desc&state=opened&per_page=30&page=1"),
        1
    );
}

#[tokio::test]
async fn a_label_that_the_issue_had_is_said_to_be_no_news() {
    let mut world = labelled(&["Un"], &["bug"]);
    world.issue_with(PORTAIL, json!({ "title": "Deux", "labels": ["bug"] })).unwrap();
    let stage = Stage::with(world).await;
    let fields = json!({ "label_name": "BUG" });
    let several =
        stage.post(BULK, hinted(with(fields.clone(), json!({ "issue_hints": ["Un", "Deux"] })))).await.ok();
    assert_eq!(several["message"], "Étiquette « bug » : 1 ticket étiqueté, 1 l'avait déjà.");
    assert_eq!(each(&several["results"], "status"), ["updated", "updated"]);
    let one = stage.post(ADD, hinted(with(fields, json!({ "issue_hint": "Deux" })))).await.ok();
    for answer in [&several["results"][1], &one] {
        assert_eq!(answer["message"], "Le ticket #2 « Deux » avait déjà l'étiquette « bug ».");
    }
    assert_eq!(one["status"], "updated");
}

// assistant-add-label-all

#[tokio::test]
async fn all_issues_of_one_page_get_the_label_but_those_that_have_it() {
    let mut world = portail();
    world.issue_with(PORTAIL, json!({ "title": "Un", "labels": ["bug"] })).unwrap();
    world.issue_with(PORTAIL, json!({ "title": "Deux", "labels": ["api"] })).unwrap();
    world.issue(PORTAIL, "Trois");
    world.closed_issue(PORTAIL, "Quatre");
    let stage = Stage::set(world, IN_ORDER).await;
    let body = stage.post(ALL, hinted(json!({ "label_name": "Bug" }))).await.ok();
    assert_eq!(each(&body["results"], "issue_hint"), ["Trois", "Deux", "Un"]);
    assert_eq!(each(&body["results"], "status"), ["updated", "updated", "unchanged"]);
    assert_eq!((&body["total_issues"], &body["updated_count"]), (&json!(3), &json!(2)));
    assert_eq!((&body["label_name"], &body["truncated"]), (&json!("bug"), &json!(false)));
    assert_eq!(stage.writes(), ["PUT /projects/101/issues/3", "PUT /projects/101/issues/2"]);
    assert_json_snapshot!("all_processed", shown(&stage, &body));
}

#[tokio::test]
async fn all_sends_nothing_to_an_issue_that_got_the_label_after_the_list_was_read() {
    let stage = Stage::set(labelled(&["Un", "Deux"], &["bug"]), IN_ORDER).await;
    let by_now = ResponseTemplate::new(200).set_body_json(issue(1, &["autre", "bug"]));
    stage.fault("GET /projects/101/issues/1", 1, by_now);
    let body = stage.post(ALL, hinted(json!({ "label_name": "bug" }))).await.ok();
    assert_eq!(each(&body["results"], "status"), ["updated", "unchanged"]);
    assert_eq!(
        (&body["updated_count"], &body["results"][1]["labels"]),
        (&json!(1), &json!(["autre", "bug"]))
    );
    assert_eq!(stage.writes(), ["PUT /projects/101/issues/2"]);
}

#[tokio::test]
async fn all_reads_one_page_of_the_state_last_created_first() {
    let page = |size: &str, state: &str| {
        format!("GET /projects/101/issues?order_by=created_at&sort=desc{state}&per_page={size}&page=1")
    };
    for (fields, call) in [
        (json!({}), page("100", "&state=opened")),
        (json!({ "limit": 5 }), page("5", "&state=opened")),
        (json!({ "limit": 1000 }), page("100", "&state=opened")),
        (json!({ "state": " Closed " }), page("100", "&state=closed")),
        (json!({ "state": "ALL" }), page("100", "")),
        (json!({ "state": "" }), page("100", "")),
    ] {
        for body in [hinted(fields.clone()), confirmed(fields.clone())] {
            let stage = Stage::with(labelled(&["Un"], &["bug"])).await;
            stage.post(ALL, with(body, json!({ "label_name": "bug" }))).await.ok();
            assert_eq!(stage.count(&call), 1, "{fields}");
            assert_eq!(stage.count("GET /projects/101/issues?"), 1);
        }
    }
}

#[tokio::test]
async fn a_missing_label_counts_before_issues_that_could_not_be_read_and_none_is_created_then() {
    for (missing, status) in [(json!(false), 404), (json!(true), 500)] {
        let stage = Stage::set(labelled(&["Un"], &[]), IN_ORDER).await;
        stage.refuse("GET /projects/101/issues", 500, json!({}));
        let fields = json!({ "label_name": "bug", "create_label_if_missing": missing });
        for (path, body) in [(ALL, fields.clone()), (BULK, with(fields, json!({ "issue_hints": ["Un"] })))] {
            stage.post(path, hinted(body)).await.error(status);
        }
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn all_without_any_issue_still_ensures_the_label() {
    let stage = Stage::with(portail()).await;
    let request = hinted(json!({ "label_name": "bug", "create_label_if_missing": true }));
    let preview = stage.post(ALL, with(request.clone(), json!({ "dry_run": true }))).await.ok();
    assert_eq!(preview["message"], "Aperçu, rien n'est encore modifié. Étiquette « bug » : à créer.");
    let body = stage.post(ALL, request).await.ok();
    assert_eq!((&body["total_issues"], &body["updated_count"]), (&json!(0), &json!(0)));
    assert_eq!(body["message"], "Étiquette « bug » : créée.");
    assert_eq!(stage.writes(), [NEW_LABEL], "the label is ensured first");
}

#[tokio::test]
async fn all_says_whether_the_host_has_more() {
    let stage = Stage::with(labelled(&["Un", "Deux"], &["bug"])).await;
    let body = stage.post(ALL, hinted(json!({ "label_name": "bug", "limit": 1 }))).await.ok();
    assert_eq!((&body["truncated"], &body["total_issues"]), (&json!(true), &json!(1)));
    let told = "Étiquette « bug » : 1 ticket étiqueté. Le projet contient d'autres tickets.";
    assert_eq!(body["message"], told, "{body}");
}

#[tokio::test]
async fn a_label_that_the_host_has_under_an_id_of_that_name_is_not_used() {
    let stage = Stage::with(labelled(&["Un"], &[])).await;
    stage.refuse("POST /projects/101/labels", 409, json!({ "message": "Label already exists" }));
    let other = json!({ "id": 101, "name": "urgent" });
    stage.once("GET /projects/101/labels/", 200, other);
    let request = hinted(
        json!({ "issue_hint": "Un", "label_name": "101 dalmatiens", "create_label_if_missing": true }),
    );
    stage.post(ADD, request).await.error(409);
    assert_eq!(stage.count("PUT "), 0);
}

#[tokio::test]
async fn labels_added_to_one_issue_at_once_are_all_kept() {
    let names = ["a1", "b2", "c3", "d4", "e5", "f6"];
    for (path, field) in [(ADD, "label_name"), (UPDATE, "add_labels")] {
        let stage = Stage::with(portail_with(&["Un"])).await;
        let add = |name| {
            let label = if path == ADD { json!(name) } else { json!([name]) };
            let body = json!({ "issue_hint": "#1", field: label, "create_label_if_missing": true });
            stage.post(path, hinted(body))
        };
        futures_util::future::join_all(names.map(add)).await;
        assert_eq!(labels_of(&stage, 1), names, "{path}");
    }
}

#[tokio::test]
async fn a_label_that_several_calls_create_at_once_is_created_once() {
    for (path, issues) in [(ADD, "issue_hint"), (BULK, "issue_hints")] {
        let stage = Stage::with(portail_with(&["Un", "Deux", "Trois", "Quatre"])).await;
        let add = |number: usize| {
            let (issue, name) = (format!("#{}", number + 1), ["Relecture", "relecture"][number % 2]);
            let issue = if path == ADD { json!(issue) } else { json!([issue]) };
            let body = json!({ issues: issue, "label_name": name, "create_label_if_missing": true });
            stage.post(path, hinted(body))
        };
        futures_util::future::join_all((0..4).map(add)).await;
        assert_eq!(stage.count("POST /projects/101/labels"), 1, "{path}: {:?}", stage.calls());
    }
}

#[tokio::test]
async fn an_issue_with_more_labels_than_are_sent_back_keeps_them_and_stops_no_other() {
    let stage = Stage::with(labelled(&["Fuite", "Autre"], &["bug"])).await;
    stage.change_answers(Some(Box::new(|_, response| {
        let Ok(mut answer) = serde_json::from_slice::<Value>(response.body()) else { return };
        let issues = match &mut answer {
            Value::Array(all) => all.iter_mut().collect(),
            one => vec![one],
        };
        for issue in issues {
            if issue["iid"] == 1 {
                issue["labels"] = json!(vec!["x"; 1_001]);
            }
        }
        *response.body_mut() = answer.to_string().into();
    })));
    let update = UPDATE;
    for (path, fields, status) in [
        (ADD, json!({ "issue_hint": "Fuite", "label_name": "bug" }), 502),
        (update, json!({ "issue_hint": "Fuite", "add_labels": ["bug"] }), 502),
        (update, json!({ "issue_hint": "Fuite", "remove_labels": ["x"] }), 502),
        (update, json!({ "issue_hint": "Fuite", "title": "Fuite d'eau" }), 200),
        (ADD, json!({ "issue_hint": "Autre", "label_name": "bug" }), 200),
        ("issues/assistant-close", json!({ "issue_hint": "Autre" }), 200),
        ("issues/find", json!({ "query": "fuite" }), 200),
    ] {
        let sent = stage.writes().len();
        let hints = if path == "issues/find" { fields } else { hinted(fields) };
        let answer = stage.post(path, hints).await;
        assert_eq!(answer.status.as_u16(), status, "{path}: {}", answer.body);
        assert!(status == 200 || stage.writes().len() == sent, "{path}");
    }
}

#[tokio::test]
async fn labels_that_can_not_be_sent_back_whole_are_not_replaced() {
    for held in [None, Some(Value::Null), Some(json!(["api", "a,b"]))] {
        let stage = Stage::with(labelled(&["Un"], &["bug"])).await;
        let mut issue = json!({ "id": 50_001, "iid": 1, "title": "Un", "state": "opened" });
        if let Some(held) = &held {
            issue["labels"] = held.clone();
        }
        stage.refuse("GET /projects/101/issues/1", 200, issue);
        for (path, fields) in [
            (ADD, json!({ "label_name": "bug" })),
            (UPDATE, json!({ "add_labels": ["bug"] })),
            (UPDATE, json!({ "remove_labels": ["api"] })),
        ] {
            let body = confirmed(with(fields, json!({ "resolved_issue_iid": 1 })));
            stage.post(path, body).await.refused(502, "upstream_invalid");
        }
        assert_eq!(stage.writes(), [""; 0]);
    }
}

#[tokio::test]
async fn labels_that_an_issue_holds_are_sent_back_with_the_blanks_of_their_names() {
    for (path, fields, sent) in [
        (ADD, json!({ "label_name": "bug" }), "\u{3000}prio,urgent\u{a0},vu,bug"),
        (UPDATE, json!({ "add_labels": ["bug"] }), "\u{3000}prio,urgent\u{a0},vu,bug"),
        (UPDATE, json!({ "remove_labels": ["vu"] }), "\u{3000}prio,urgent\u{a0}"),
        (UPDATE, json!({ "labels": ["Urgent"] }), "urgent\u{a0}"),
    ] {
        let held = ["\u{3000}prio", "urgent\u{a0}", "vu"];
        let mut world = labelled(&["Un"], &["\u{3000}prio", "urgent\u{a0}", "vu", "bug"]);
        let labels = &mut world.issues.get_mut(&(PORTAIL, 1)).unwrap().labels;
        labels.extend(held.map(str::to_owned));
        let stage = Stage::with(world).await;
        let answer = stage.post(path, hinted(with(json!({ "issue_hint": "Un" }), fields))).await.ok();
        assert_eq!(answer["status"], "updated", "{answer}");
        let last = stage.sent().pop().unwrap();
        let mut names: Vec<_> = last["labels"].as_str().unwrap().split(',').collect();
        names.sort_unstable();
        let mut wanted: Vec<_> = sent.split(',').collect();
        wanted.sort_unstable();
        assert_eq!(names, wanted, "{path}");
        assert_eq!(labels_of(&stage, 1).len(), wanted.len(), "{path}");
    }
}
