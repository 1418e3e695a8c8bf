//! assistant-batch-create: several issues at once, optionally in a milestone.

use insta::assert_json_snapshot;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    stage::{Stage, each, fields},
    world::{
        BY_PATH, PORTAIL, SEARCH, assert_untouched, confirmed, hinted, portail, portail_with, shown, with,
        with_milestones,
    },
};

const BATCH: &str = "issues/assistant-batch-create";
const POST: &str = "POST /projects/101/issues";
/// Without retries, so that a fault concerns only the item that it is meant for.
const NO_RETRIES: &[(&str, &str)] = &[("upstream.retries", "0")];

fn three() -> Value {
    json!({ "issues": [{ "title": "Un" }, { "title": "Deux" }, { "title": "Trois" }] })
}

fn created(iid: u64, title: &str) -> ResponseTemplate {
    let issue = json!({ "id": iid, "iid": iid, "title": title, "web_url": "https://gitlab.example.com" });
    ResponseTemplate::new(201).set_body_json(issue)
}

#[tokio::test]
async fn each_issue_is_trimmed_and_sent_on_its_own() {
    let stage = Stage::set(portail(), NO_RETRIES).await;
    let body = stage
        .post(
            BATCH,
            hinted(json!({ "issues": [
                { "title": "  Un ", "description": " Texte\n", "labels": [" bug ", "", "urgent"] },
                { "title": "Deux", "labels": [" "] },
                { "title": "Trois", "description": null, "labels": null },
            ] })),
        )
        .await
        .ok();
    assert_eq!(stage.calls()[0], SEARCH);
    assert_eq!(stage.writes(), [POST; 3]);
    assert_eq!(
        stage.sent(),
        [
            json!({ "title": "Un", "description": "Texte", "labels": "bug,urgent" }),
            json!({ "title": "Deux", "description": "" }),
            json!({ "title": "Trois", "description": "" }),
        ]
    );
    assert_eq!((&body["created_count"], &body["error_count"]), (&json!(3), &json!(0)));
    assert_eq!(each(&body["results"], "title"), ["Un", "Deux", "Trois"]);
    assert_json_snapshot!("batch_completed", shown(&stage, &body));
}

#[tokio::test]
async fn results_keep_the_order_of_the_issues() {
    let stage = Stage::with(portail()).await;
    let titles: Vec<_> = (1..=100).map(|number| format!("Ticket {number}")).collect();
    let issues: Vec<_> = titles.iter().map(|title| json!({ "title": title })).collect();
    let body = stage.post(BATCH, hinted(json!({ "issues": issues }))).await.ok();
    assert_eq!(json!(each(&body["results"], "title")), json!(titles));
    for result in body["results"].as_array().unwrap() {
        assert_eq!(result["title"], result["issue"]["title"]);
        assert_eq!(fields(result), ["issue", "message", "milestone_assigned", "status", "title"]);
    }
    assert_eq!(body["created_count"], 100);
}

/// Three issues, of which one says what an issue says and one what the first says.
fn with_duplicates() -> Value {
    let titles = ["Refaire l'affiche du guichet", "Page de connexion", "L'affiche du guichet est à refaire"];
    json!({ "issues": titles.map(|title| json!({ "title": title })) })
}

/// A request that has duplicates looked for.
fn wary(fields: Value) -> Value {
    hinted(with(fields, json!({ "create_duplicates": false })))
}

#[tokio::test]
async fn an_issue_that_says_what_an_issue_or_an_earlier_one_says_is_not_created() {
    for dry_run in [false, true] {
        let stage = Stage::with(portail_with(&["Page de connexion"])).await;
        let body = stage.post(BATCH, wary(with(with_duplicates(), json!({ "dry_run": dry_run })))).await.ok();
        let created = if dry_run { "preview" } else { "created" };
        let statuses = [created, "duplicate_warning", "duplicate_warning"];
        assert_eq!(json!(each(&body["results"], "status")), json!(statuses));
        let messages = each(&body["results"], "message");
        assert!(messages[1].as_str().unwrap().contains("#1 « Page de connexion »"), "{messages:?}");
        assert!(messages[2].as_str().unwrap().contains("« Refaire l'affiche du guichet »"), "{messages:?}");
        assert_eq!((&body["created_count"], &body["error_count"]), (&json!(1), &json!(0)));
        assert!(body["message"].as_str().unwrap().contains("2 doublons possibles"), "{body}");
        assert_eq!(stage.writes().len(), usize::from(!dry_run));
    }
}

#[tokio::test]
async fn an_issue_that_says_what_one_that_was_perhaps_created_says_is_not_created() {
    for (status, second, writes) in [(502, "duplicate_warning", 1), (400, "created", 2)] {
        let stage = Stage::with(portail()).await;
        stage.fault(POST, 1, ResponseTemplate::new(status));
        let titles = ["Refaire l'affiche du guichet", "L'affiche du guichet est à refaire"];
        let body = wary(json!({ "issues": titles.map(|title| json!({ "title": title })) }));
        let body = stage.post(BATCH, body).await.ok();
        assert_eq!(each(&body["results"], "status"), ["error", second], "{status}");
        assert_eq!(stage.writes().len(), writes, "{status}");
    }
}

#[tokio::test]
async fn issues_of_one_batch_that_share_two_words_are_two_issues() {
    let stage = Stage::with(portail()).await;
    let titles = ["Écrire la documentation API", "Tester la documentation API"];
    let body = wary(json!({ "issues": titles.map(|title| json!({ "title": title })) }));
    assert_eq!(stage.post(BATCH, body).await.ok()["created_count"], 2);
}

#[tokio::test]
async fn nothing_is_created_where_duplicates_are_to_be_looked_for_and_no_issue_can_be_read() {
    for status in [403, 404, 500] {
        let stage = Stage::set(portail(), NO_RETRIES).await;
        stage.refuse("GET /projects/101/issues", status, json!({}));
        stage.post(BATCH, wary(three())).await.error(status);
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn all_issues_are_created_at_once_unless_duplicates_are_to_be_looked_for() {
    let asked = json!({ "create_duplicates": true });
    for body in
        [hinted(with_duplicates()), hinted(with(with_duplicates(), asked)), confirmed(with_duplicates())]
    {
        let stage = Stage::with(portail_with(&["Page de connexion"])).await;
        assert_eq!(stage.post(BATCH, body).await.ok()["created_count"], 3);
        assert_eq!(stage.count("GET /projects/101/issues"), 0, "nothing is compared");
    }
}

#[tokio::test]
async fn a_batch_sends_three_searches_at_most_and_says_when_that_is_too_few() {
    // Where ten issues are all that there are, nothing is searched.
    for (issues, sent, is_told) in [(5, 0, false), (15, 3, false), (120, 3, true)] {
        let mut world = portail();
        for number in 0..issues {
            world.issue(PORTAIL, &format!("Sujet {number}"));
        }
        let stage = Stage::with(world).await;
        let titles = ["Affiche", "Guichet", "Horaires", "Fontaine"].map(|title| json!({ "title": title }));
        let body = stage.post(BATCH, wary(json!({ "issues": titles }))).await.ok();
        assert_eq!(body["created_count"], 4);
        let searches =
            stage.calls().into_iter().filter(|call| call.contains("search=") && call.contains("/issues?"));
        assert_eq!(searches.count(), sent);
        assert_eq!(body["message"].as_str().unwrap().contains("doublons n'ont pas pu"), is_told, "{body}");
    }
}

#[tokio::test]
async fn a_failure_of_one_issue_stays_in_its_item_and_the_batch_goes_on() {
    let stage = Stage::set(portail(), NO_RETRIES).await;
    stage.fault(POST, 1, created(1, "Un"));
    let refusal = json!({ "message": { "title": ["is too long (maximum is 255 characters)"] } });
    stage.once(POST, 400, refusal);
    let body = stage.post(BATCH, hinted(three())).await.ok();
    assert_eq!(each(&body["results"], "status"), ["created", "error", "created"]);
    assert_eq!((&body["created_count"], &body["error_count"]), (&json!(2), &json!(1)));
    let failed = &body["results"][1];
    assert_eq!((&failed["issue"], &failed["milestone_assigned"]), (&Value::Null, &json!(false)));
    assert!(failed["message"].as_str().unwrap().contains("title: is too long"), "{failed}");
    assert_json_snapshot!("batch_completed_with_an_error", shown(&stage, &body));
}

#[tokio::test]
async fn a_batch_of_failures_is_completed_all_the_same() {
    for reply in [
        ResponseTemplate::new(403).set_body_json(json!({ "message": "403 Forbidden" })),
        ResponseTemplate::new(502).set_body_raw("<html>Bad gateway</html>", "text/html"),
        ResponseTemplate::new(201).set_body_json(json!([])),
        ResponseTemplate::new(201).set_body_json(json!({ "id": 1 })),
        ResponseTemplate::new(302).insert_header("location", "https://elsewhere.example.com/"),
    ] {
        for body in [hinted(three()), confirmed(three())] {
            let stage = Stage::with(portail()).await;
            stage.fault(POST, usize::MAX, reply.clone());
            let body = stage.post(BATCH, body).await.ok();
            assert_eq!(body["status"], "completed");
            assert_eq!((&body["created_count"], &body["error_count"]), (&json!(0), &json!(3)));
            assert_eq!(each(&body["results"], "status"), ["error", "error", "error"]);
            assert!(!body.to_string().contains('<'), "{body}");
            assert_eq!(stage.count(POST), 3, "a write is sent once");
        }
    }
}

#[tokio::test]
async fn a_batch_with_a_bad_item_is_refused_whole_and_the_item_named() {
    let stage = Stage::with(portail()).await;
    let long = "é".repeat(256);
    for (item, field) in [
        (json!({ "title": "  " }), "issues[1].title"),
        (json!({ "title": long }), "issues[1].title"),
        (json!({ "description": "d" }), "issues[1].title"),
        (json!({ "title": 5 }), "issues[1].title"),
        (json!({}), "issues[1].title"),
        (json!({ "title": "Deux", "labels": [5] }), "issues[1].labels"),
        (json!({ "title": "Deux", "labels": "b" }), "issues[1].labels"),
        (json!({ "title": "Deux", "description": [] }), "issues[1].description"),
        (json!("Deux"), "issues[1]"),
    ] {
        for body in [hinted(json!({})), confirmed(json!({}))] {
            let body = with(body, json!({ "issues": [{ "title": "Un" }, item] }));
            let detail = stage.post(BATCH, body).await.error(422);
            assert!(detail.contains(field), "{detail}");
        }
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn a_hundred_issues_are_taken_and_titles_of_255_characters() {
    let stage = Stage::with(portail()).await;
    let issues = vec![json!({ "title": "é".repeat(255) }); 100];
    let body = stage.post(BATCH, confirmed(json!({ "issues": issues }))).await.ok();
    assert_eq!(body["created_count"], 100);
}

// The milestone

#[tokio::test]
async fn a_milestone_by_hint_is_shown_and_sent_with_every_issue() {
    let (world, ids) = with_milestones(&["Recette", "Sprint 1"]);
    let sprint = ids[1];
    let stage = Stage::set(world, NO_RETRIES).await;
    let body = stage.post(BATCH, hinted(with(three(), json!({ "milestone_hint": " sprint 1 " })))).await.ok();
    assert_eq!(stage.calls()[0], SEARCH);
    assert_eq!(stage.count("GET /projects/101/milestones?per_page=100&page=1"), 1);
    assert_eq!(stage.writes(), [POST; 3]);
    assert!(stage.sent().iter().all(|sent| sent["milestone_id"] == sprint));
    assert_eq!(body["milestone"]["id"], sprint);
    assert_eq!(each(&body["results"], "milestone_assigned"), [true, true, true]);
    assert_json_snapshot!("batch_completed_in_a_milestone", shown(&stage, &body));
}

#[tokio::test]
async fn a_milestone_that_is_unclear_stops_the_batch_and_five_at_most_are_asked_about() {
    for (milestones, hint, snapshot) in [
        (&["Sprint"; 7][..], "Sprint", Some("batch_milestone_clarification_needed")),
        (&["Recette"], "xylophone", Some("batch_milestone_not_found")),
        (&["Sprint"], "!!!", None),
    ] {
        let stage = Stage::with(with_milestones(milestones).0).await;
        let body = stage.post(BATCH, hinted(with(three(), json!({ "milestone_hint": hint })))).await.ok();
        assert_ne!(body["status"], "completed");
        assert_eq!((&body["project"]["id"], &body["milestone"]), (&json!(PORTAIL), &Value::Null));
        if let Some(snapshot) = snapshot {
            assert_json_snapshot!(snapshot, shown(&stage, &body));
        }
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn a_confirmed_milestone_is_fetched_to_be_shown() {
    let (world, sprint) = with_milestones(&["Sprint"]);
    let (stage, sprint) = (Stage::with(world).await, sprint[0]);
    let body =
        confirmed(with(three(), json!({ "resolved_milestone_id": sprint, "milestone_hint": "autre" })));
    let body = stage.post(BATCH, body).await.ok();
    assert_eq!((&body["status"], &body["milestone"]["title"]), (&json!("completed"), &json!("Sprint")));
    assert!(stage.sent().iter().all(|sent| sent["milestone_id"] == sprint));
    assert_eq!(stage.calls()[0], BY_PATH);
    assert_eq!(stage.count(&format!("GET /projects/101/milestones/{sprint}")), 1);
    assert_eq!(stage.count("GET /projects/101/milestones?"), 0);
    assert_eq!(body["candidate_projects"], json!([]));
}

#[tokio::test]
async fn a_confirmed_milestone_of_a_group_above_is_shown_in_a_preview_and_used_in_acting() {
    let mut world = portail();
    let ville = world.group("ville", "Ville");
    let quarter = world.group_milestone(ville, "Trimestre");
    let stage = Stage::with(world).await;
    for dry_run in [true, false] {
        let body = json!({ "resolved_milestone_id": quarter, "dry_run": dry_run });
        let body = stage.post(BATCH, confirmed(with(three(), body))).await.ok();
        let shown = if dry_run { json!("Trimestre") } else { Value::Null };
        assert_eq!(body["milestone"]["title"], shown, "{body}");
        assert_eq!(body["results"][0]["milestone_assigned"], true);
    }
}

#[tokio::test]
async fn a_confirmed_milestone_that_cannot_be_fetched_is_sent_all_the_same() {
    let replies = [
        ResponseTemplate::new(404).set_body_json(json!({ "message": "404 Not found" })),
        ResponseTemplate::new(500).set_body_json(json!({ "message": "500 Internal Server Error" })),
        ResponseTemplate::new(200).set_body_raw("<html>", "text/html"),
        ResponseTemplate::new(200).set_body_json(json!({})),
    ];
    for reply in replies {
        let (world, sprint) = with_milestones(&["Sprint"]);
        let (stage, sprint) = (Stage::with(world).await, sprint[0]);
        stage.fault("GET /projects/101/milestones", usize::MAX, reply);
        let body = confirmed(with(three(), json!({ "resolved_milestone_id": sprint })));
        let body = stage.post(BATCH, body).await.ok();
        assert_eq!((&body["milestone"], &body["created_count"]), (&Value::Null, &json!(3)));
        assert_eq!(each(&body["results"], "milestone_assigned"), [true, true, true]);
        assert!(stage.sent().iter().all(|sent| sent["milestone_id"] == sprint));
    }
}

#[tokio::test]
async fn a_milestone_that_the_host_leaves_out_is_not_called_assigned() {
    let stage = Stage::with(portail()).await;
    let body = confirmed(with(three(), json!({ "resolved_milestone_id": 77 })));
    let body = stage.post(BATCH, body).await.ok();
    assert_eq!(body["created_count"], 3);
    assert_eq!(each(&body["results"], "milestone_assigned"), [false, false, false]);
    assert!(stage.sent().iter().all(|sent| sent["milestone_id"] == 77));
}

#[tokio::test]
async fn a_milestone_id_counts_neither_without_confirm_nor_where_it_is_zero_or_less() {
    let (world, sprint) = with_milestones(&["Sprint"]);
    let stage = Stage::with(world).await;
    let unconfirmed = (hinted(json!({ "resolved_milestone_id": sprint[0] })), false);
    let of_no_id = [(Value::Null, true), (json!(0), true), (json!(-3), false)].map(|(id, is_told)| {
        (confirmed(json!({ "resolved_milestone_id": id, "milestone_hint": "Sprint" })), is_told)
    });
    for (body, is_told) in [unconfirmed].into_iter().chain(of_no_id) {
        let body = stage.post(BATCH, with(three(), body)).await.ok();
        assert_eq!((&body["status"], &body["milestone"]), (&json!("completed"), &Value::Null));
        assert_eq!(body["created_count"], 3);
        assert_eq!(each(&body["results"], "milestone_assigned"), [false; 3]);
        assert_eq!(body["message"].as_str().unwrap().contains("resolved_milestone_id"), is_told, "{body}");
    }
    assert!(stage.sent().iter().all(|sent| sent.get("milestone_id").is_none()));
    assert_eq!(stage.count("GET /projects/101/milestones"), 0);
}

#[tokio::test]
async fn a_failed_item_is_in_no_milestone() {
    let stage = Stage::set(portail(), NO_RETRIES).await;
    stage.fault(POST, 1, created(1, "Un"));
    stage.refuse(POST, 403, json!({ "message": "403 Forbidden" }));
    let body = stage.post(BATCH, confirmed(with(three(), json!({ "resolved_milestone_id": 77 })))).await.ok();
    assert_eq!(each(&body["results"], "milestone_assigned"), [true, false, false]);
}

#[tokio::test]
async fn a_batch_that_runs_out_of_time_reports_what_was_done_and_what_was_not() {
    let stage = Stage::set(portail_with(&[]), &[("server.request_timeout", "2s")]).await;
    let slow = json!({ "id": 1, "iid": 1, "title": "Un", "web_url": "http://host/1" });
    let answer =
        ResponseTemplate::new(201).set_body_json(slow).set_delay(std::time::Duration::from_millis(1_200));
    stage.fault("POST /projects/101/issues", usize::MAX, answer);
    let request = json!({ "project_hint": "portail", "issues": [{ "title": "Un" }, { "title": "Deux" }, { "title": "Trois" }] });
    let body = stage.post(BATCH, request).await.ok();
    assert_eq!((&body["created_count"], &body["error_count"]), (&json!(1), &json!(2)));
    assert_eq!(each(&body["results"], "status"), ["created", "error", "error"]);
    assert_eq!(stage.writes().len(), 1, "what is not attempted is not sent");
}

#[tokio::test]
async fn the_issues_numbers_follow_the_order_of_the_list() {
    let stage = Stage::with(portail()).await;
    let titles: Vec<_> = (1..=12).map(|number| format!("Tâche {number}")).collect();
    let issues: Vec<_> = titles.iter().map(|title| json!({ "title": title })).collect();
    let request = json!({ "project_hint": "portail", "issues": issues });
    let body = stage.post(BATCH, request).await.ok();
    assert_eq!(each(&body["results"], "title"), titles.iter().collect::<Vec<_>>());
    let results = body["results"].as_array().unwrap();
    let numbers: Vec<_> = results.iter().map(|item| item["issue"]["iid"].as_u64().unwrap()).collect();
    assert!(numbers.is_sorted(), "{numbers:?}");
}
