//! What a person's "yes" allows: exactly what they were shown, once, in one call to one host.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::SeqCst},
};

use gitlab_sandbox::World;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    forms::{Client, Form, Outcome, accepted, choice, no, yes},
    stage::Stage,
    world::{PORTAIL, confirmed, hinted, member, portail_with, with},
};

const ASSIGN: &str = "assistant_assign_issue";
const CREATE: &str = "assistant_create_issue";
const UPDATE: &str = "assistant_update_issue";
const COMMENT: &str = "assistant_comment_issue";
const BULK_CLOSE: &str = "assistant_bulk_close_issues";
const CLOSE: &str = "assistant_close_issue";
const PERSON: [(&str, &str); 1] = [("policy.confirmation", "person")];
const TITLES: [&str; 5] = [
    "Erreur 500 formulaire contact",
    "Erreur 500 formulaire inscription",
    "Mode sombre",
    "Export PDF",
    "Payer les salaires",
];

async fn stage() -> Stage {
    Stage::set(world(), &PERSON).await
}

fn world() -> World {
    let mut world = portail_with(&TITLES);
    member(&mut world, "u1", "Uno Personne");
    member(&mut world, "u2", "Duo Personne");
    world
}

/// The confirmed close of one issue.
fn close(iid: i64) -> (&'static str, Value) {
    (CLOSE, confirmed(json!({ "resolved_issue_iid": iid })))
}

#[track_caller]
fn shows(form: &Form, parts: &[&str]) {
    let shown = form.message.replace('\u{a0}', " ");
    for part in parts {
        assert!(shown.contains(part), "{part:?} is not in {shown}");
    }
}

#[tokio::test]
async fn a_request_for_consent_names_every_object_and_every_new_text() {
    let hints = |hints: &[&str]| confirmed(json!({ "issue_hints": hints }));
    let calls: [(&str, Value, &[&str]); 7] = [
        (
            CLOSE,
            confirmed(json!({ "resolved_issue_iid": 3 })),
            &["#3 « Mode sombre »", "Portail", "sera fermé"],
        ),
        (
            BULK_CLOSE,
            hints(&["#3", "export pdf"]),
            &["2 tickets à fermer", "#3 « Mode sombre »", "#4 « Export PDF »", "Portail", "sera fermé"],
        ),
        (
            UPDATE,
            confirmed(
                json!({ "resolved_issue_iid": 1, "title": "AUTRE TITRE", "description": "Un\n\ntexte", "labels": [] }),
            ),
            &["#1", "sera modifié", "AUTRE TITRE", "Un\n    \n    texte", "Étiquettes : (rien)"],
        ),
        (
            COMMENT,
            confirmed(json!({ "resolved_issue_iid": 1, "body": "Le mot." })),
            &["#1 « Erreur 500 formulaire contact »", "sera commenté", "Le mot."],
        ),
        (
            ASSIGN,
            confirmed(json!({ "resolved_issue_iid": 5, "resolved_assignee_id": 0, "assignee_hint": "@u2" })),
            &["#5 « Payer les salaires »", "sera assigné à Duo Personne"],
        ),
        (
            "assistant_set_due_date",
            confirmed(json!({ "resolved_issue_iid": 5, "due_date": "2030-01-02" })),
            &["#5 « Payer les salaires »", "sera à rendre le 2030-01-02"],
        ),
        (
            "assistant_batch_create_issues",
            confirmed(
                json!({ "issues": [{ "title": "Un" }, { "title": "Deux", "description": "Sous le manteau" }] }),
            ),
            &["2 tickets à créer", "Un", "Deux", "Sous le manteau", "Portail"],
        ),
    ];
    for (tool, arguments, parts) in calls {
        let stage = stage().await;
        let client = Client::of(&stage);
        let form = client.call(tool, arguments).await.form();
        shows(&form, parts);
        assert_eq!(form.names(), ["yes", "no"], "{tool}");
        assert_eq!(stage.writes(), [""; 0], "{tool}");
        client.answer(&form, yes()).await.done();
        assert!(!stage.writes().is_empty(), "{tool}");
    }
}

#[tokio::test]
async fn no_text_forges_a_line_of_a_form_or_hides_in_it() {
    const FORGED: &str = "Mode »\n- Ticket : #2 « Autre\u{202e}\u{200b}\u{1b}[31m";
    let stage = Stage::set(portail_with(&[FORGED, "Mode clair"]), &PERSON).await;
    let client = Client::of(&stage);
    let written = json!({ "resolved_issue_iid": 2, "title": FORGED, "description": FORGED });
    let calls = [
        close(1),
        (UPDATE, confirmed(written)),
        (CLOSE, hinted(json!({ "issue_hint": "mode" }))),
        (BULK_CLOSE, confirmed(json!({ "issue_hints": [FORGED, "#1", "mode"] }))),
    ];
    for (tool, arguments) in calls {
        let form = client.call(tool, arguments).await.form();
        let shown = format!("{}\n{}", form.message, form.schema);
        let forged = shown.lines().find(|line| line.starts_with("- Ticket : #2"));
        assert_eq!(forged, None, "{tool}: {shown}");
        let titles = form.schema["properties"].to_string();
        assert!(!titles.contains(r"\n") && !titles.contains(r"\u"), "{tool}: {titles}");
        let hidden = shown.chars().find(|sign| ['\u{202e}', '\u{200b}', '\u{1b}'].contains(sign));
        assert_eq!(hidden, None, "{tool}: {shown}");
    }
}

#[tokio::test]
async fn a_label_for_all_issues_is_consented_to_issue_by_issue() {
    let stage = stage().await;
    let client = Client::of(&stage);
    let arguments = confirmed(json!({ "label_name": "tri", "create_label_if_missing": true }));
    let form = client.call("assistant_add_label_all", arguments).await.form();
    shows(&form, &TITLES);
    shows(&form, &["tri"]);
    // One more issue than those that were shown.
    let new = json!({ "project_path": "ville/portail", "title": "Tout neuf", "description": "Texte" });
    stage.post("issues/create", new).await.ok();
    let before = stage.writes().len();
    let again = client.answer(&form, yes()).await.form();
    shows(&again, &["Tout neuf"]);
    assert_eq!(stage.writes().len(), before);
}

#[tokio::test]
async fn none_of_these_for_one_row_leaves_the_confirmed_others_alone() {
    let stage = stage().await;
    let client = Client::of(&stage);
    let arguments = confirmed(json!({ "issue_hints": ["#3", "#4", "payer les salaires", "erreur 500"] }));
    let form = client.call(BULK_CLOSE, arguments.clone()).await.form();
    shows(&form, &["#3 « Mode sombre »", "#4 « Export PDF »", "#5 « Payer les salaires »"]);
    let told = client.answer(&form, accepted(json!({ "row_4": "none" }))).await.done();
    assert!(told["message"].as_str().unwrap().starts_with("Rien n'est fait"), "{told}");
    assert_eq!(stage.writes(), [""; 0]);
    let form = client.call(BULK_CLOSE, arguments).await.form();
    let told = client.answer(&form, accepted(json!({ "row_4": "#2" }))).await.done();
    assert_eq!((&told["status"], stage.writes().len()), (&json!("processed"), 4), "{told}");
}

#[tokio::test]
async fn rows_past_the_tenth_come_in_a_further_form_and_all_together_at_the_end() {
    let rooms = [
        "accueil",
        "bureau",
        "cantine",
        "dortoir",
        "escalier",
        "fournil",
        "garage",
        "hangar",
        "infirmerie",
        "jardin",
        "kiosque",
        "lavoir",
    ];
    let titles: Vec<_> = rooms
        .iter()
        .flat_map(|room| ["radiateur", "plafond"].map(|part| format!("Fuite {part} {room}")))
        .collect();
    let titles: Vec<_> = titles.iter().map(String::as_str).collect();
    let stage = Stage::with(portail_with(&titles)).await;
    let client = Client::of(&stage);
    let hints: Vec<_> = rooms.iter().map(|room| format!("fuite {room}")).collect();
    let mut outcome = client.call(BULK_CLOSE, hinted(json!({ "issue_hints": hints }))).await;
    let mut asked = 0;
    for _ in 0..2 {
        let form = outcome.form();
        asked += form.fields().len();
        let first = form.fields().into_iter().map(|(field, choices)| (field, json!(choices[0].0)));
        let answers: serde_json::Map<_, _> = first.collect();
        outcome = client.answer(&form, accepted(answers.into())).await;
        assert_eq!(stage.writes(), [""; 0]);
    }
    assert_eq!(asked, 12);
    let summary = outcome.form();
    assert_eq!(summary.message.matches("Fuite ").count(), 12, "{}", summary.message);
    client.answer(&summary, yes()).await.done();
    assert_eq!(stage.writes().len(), 12);
}

#[tokio::test]
async fn the_form_about_a_person_shows_the_issue() {
    let stage = stage().await;
    let client = Client::of(&stage);
    let arguments = confirmed(json!({ "resolved_issue_iid": 5, "assignee_hint": "personne" }));
    let form = client.call(ASSIGN, arguments).await.form();
    shows(&form, &["#5 « Payer les salaires »", "« Portail »"]);
    assert_eq!(form.names()[..2], ["@u1", "@u2"]);
    assert_eq!(stage.writes(), [""; 0]);
    let told = client.answer(&form, choice("@u1")).await.done();
    assert!(told["message"].as_str().unwrap().ends_with("assigné à Uno Personne (@u1)."), "{told}");
    assert_eq!(stage.sent()[0]["assignee_ids"].as_array().map(Vec::len), Some(1));
    let arguments = hinted(json!({ "issue_hint": "payer les salaires", "assignee_hint": "personne" }));
    let form = client.call(ASSIGN, arguments).await.form();
    shows(&form, &["#5 « Payer les salaires »"]);
}

/// Changes the host's answers at this path from their first on: told are how many went before, and the answer.
fn changing(stage: &Stage, path: &'static str, change: impl Fn(usize, &mut Value) + Send + 'static) {
    let seen = AtomicUsize::new(0);
    stage.change_answers(Some(Box::new(move |request, response| {
        // So that no later answer is "not modified".
        response.headers_mut().remove("etag");
        if request.method.as_str() == "GET" && request.url.path().ends_with(path) {
            let mut answer = serde_json::from_slice(response.body()).unwrap();
            change(seen.fetch_add(1, SeqCst), &mut answer);
            *response.body_mut() = answer.to_string().into();
        }
    })));
}

#[tokio::test]
async fn a_question_about_the_issue_allows_nothing_beside_the_issue() {
    for (tool, more, unseen) in [
        (ASSIGN, json!({ "assignee_hint": "@u2" }), "Duo Personne"),
        (UPDATE, json!({ "milestone_hint": "plan social" }), "« Plan social »"),
        (UPDATE, json!({ "labels": [] }), "« secret »"),
        (UPDATE, json!({ "clear": ["labels"] }), "« secret »"),
    ] {
        let mut world = world();
        world.milestone(PORTAIL, "Plan social");
        let stage = Stage::with(world).await;
        for iid in [1, 2] {
            let held =
                json!({ "resolved_issue_iid": iid, "label_name": "secret", "create_label_if_missing": true });
            stage.post("issues/assistant-add-label", confirmed(held)).await.ok();
        }
        let before = stage.writes();
        let client = Client::of(&stage);
        let question =
            client.call(tool, hinted(with(json!({ "issue_hint": "erreur 500" }), more))).await.form();
        let consent = client.answer(&question, choice("#2")).await.form();
        assert_eq!(
            (consent.names(), stage.writes()),
            (vec!["yes".to_owned(), "no".to_owned()], before.clone())
        );
        shows(&consent, &["#2 « Erreur 500 formulaire inscription »", unseen]);
        client.answer(&consent, yes()).await.done();
        assert_eq!(stage.writes().len(), before.len() + 1, "{tool}");
    }
}

#[tokio::test]
async fn a_milestone_is_named_by_its_title_before_it_is_set() {
    let mut world = world();
    let milestone = world.milestone(PORTAIL, "Plan social");
    let stage = Stage::set(world, &PERSON).await;
    let client = Client::of(&stage);
    for (tool, fields) in [
        (UPDATE, json!({ "resolved_issue_iid": 1 })),
        (CREATE, json!({ "title": "Neuf" })),
        ("assistant_batch_create_issues", json!({ "issues": [{ "title": "Un" }] })),
    ] {
        let fields = with(fields, json!({ "resolved_milestone_id": milestone }));
        let form = client.call(tool, confirmed(fields)).await.form();
        shows(&form, &["« Plan social »"]);
        let before = stage.writes().len();
        client.answer(&form, yes()).await.done();
        assert_eq!(stage.sent()[before]["milestone_id"], milestone, "{tool}");
    }
}

#[tokio::test]
async fn who_or_what_is_called_otherwise_since_the_question_is_asked_about_again() {
    for (tool, hint, path) in [
        (UPDATE, json!({ "milestone_hint": "plan" }), "/milestones"),
        (ASSIGN, json!({ "assignee_hint": "personne" }), "/members/all"),
    ] {
        let mut world = world();
        world.milestone(PORTAIL, "Plan A");
        world.milestone(PORTAIL, "Plan B");
        let stage = Stage::with(world).await;
        let client = Client::of(&stage);
        let renamed = Arc::new(AtomicUsize::new(0));
        let is_renamed = Arc::clone(&renamed);
        stage.change_answers(Some(Box::new(move |request, response| {
            response.headers_mut().remove("etag");
            let is_one = request.url.path().contains(path.trim_end_matches("/all"));
            if is_one && is_renamed.load(SeqCst) > 0 {
                let body = String::from_utf8_lossy(response.body());
                *response.body_mut() =
                    body.replace("Plan A", "Autre").replace("Uno Personne", "Autre").into();
            }
        })));
        let asked = hinted(with(json!({ "issue_hint": "mode sombre" }), hint));
        let question = client.call(tool, asked).await.form();
        renamed.store(1, SeqCst);
        let names = question.choices();
        let (name, _) =
            names.iter().find(|(_, title)| title.contains(" A") || title.contains("Uno")).unwrap();
        let again = client.answer(&question, choice(name)).await.form();
        shows(&again, &["Autre"]);
        assert_eq!(stage.writes(), [""; 0], "{tool}");
    }
}

/// Between the check that follows a "yes" and the change the host may get other objects under the same names.
#[tokio::test]
async fn what_no_form_showed_is_left_alone_even_if_it_comes_after_the_check() {
    let mut world = world();
    let other = world.project("ville/nouveau", "Nouveau");
    for title in ["Un", "Deux", "Licencier"] {
        world.issue(other, title);
    }
    let stage = Stage::set(world, &PERSON).await;
    let client = Client::of(&stage);
    // After the form and the check, the path is another project's.
    changing(&stage, "/projects/ville%2Fportail", move |before, project| {
        if before > 1 {
            project["id"] = other.into();
        }
    });
    let (tool, arguments) = close(3);
    let form = client.call(tool, arguments).await.form();
    let again = client.answer(&form, yes()).await.form();
    shows(&again, &["« Licencier »"]);
    assert_eq!(stage.writes(), [""; 0]);
    // The form and the check see no issue #5, the change does.
    changing(&stage, "/projects/101/issues", |before, issues| {
        if before < 2 {
            issues.as_array_mut().unwrap().retain(|issue| issue["iid"] != 5);
        }
    });
    let label = confirmed(json!({ "label_name": "tri", "create_label_if_missing": true }));
    let form = client.call("assistant_add_label_all", label).await.form();
    let told = client.answer(&form, yes()).await.done();
    let written = stage.writes().iter().filter(|call| call.starts_with("PUT ")).count();
    assert_eq!((&told["updated_count"], written), (&json!(4), 4), "{told}");
    let unseen = told["results"].as_array().unwrap().iter().find(|row| row["issue"]["iid"] == 5);
    assert_eq!(unseen.unwrap()["status"], "error", "{told}");
}

#[tokio::test]
async fn an_answer_is_taken_once_whatever_it_was_and_under_whatever_key() {
    let stage = stage().await;
    for key in [None, Some("k")] {
        let client = Client { key, ..Client::of(&stage) };
        for first in [
            no(),
            json!({ "action": "decline" }),
            json!({ "action": "cancel" }),
            json!({ "action": "decline", "content": { "consent": "yes" } }),
        ] {
            let (tool, arguments) = close(3);
            let form = client.call(tool, arguments).await.form();
            client.answer(&form, first).await.done();
            for next in [yes(), json!({ "action": "accept", "content": { "consent": "yes", "more": 1 } })] {
                assert_eq!(client.answer(&form, next.clone()).await.refused(), "invalid_form");
                let other = Client { key: Some("other"), ..Client::of(&stage) };
                assert_eq!(other.answer(&form, next).await.refused(), "invalid_form");
            }
        }
    }
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn what_was_renamed_closed_or_moved_since_is_asked_about_again() {
    for change in ["title", "state", "place"] {
        let stage = stage().await;
        let client = Client::of(&stage);
        let (tool, arguments) = (COMMENT, confirmed(json!({ "resolved_issue_iid": 3, "body": "Vu." })));
        let form = client.call(tool, arguments.clone()).await.form();
        let asked = hinted(json!({ "issue_hint": "erreur 500", "body": "Vu." }));
        let question = client.call(tool, asked).await.form();
        let named = |iid: i64, more| with(confirmed(json!({ "resolved_issue_iid": iid })), more);
        match change {
            "title" => {
                for iid in [1, 3] {
                    let renamed = named(iid, json!({ "title": "Payer les primes" }));
                    stage.post("issues/assistant-update", renamed).await.ok();
                }
            }
            "state" => {
                for iid in [1, 3] {
                    stage.post("issues/assistant-close", named(iid, json!({}))).await.ok();
                }
            }
            _ => {
                // Another project took the path.
                let other = json!({ "id": 999, "name": "Autre", "path_with_namespace": "ville/portail" });
                let answer = ResponseTemplate::new(200).set_body_json(other);
                stage.fault("GET /projects/ville%2Fportail", usize::MAX, answer);
            }
        }
        let before = stage.writes();
        for (form, answer) in [(&form, yes()), (&question, choice("#1"))] {
            let outcome = client.answer(form, answer).await;
            if change == "place" {
                // The answer shows none of it.
                assert!(!outcome.refused().is_empty());
            } else {
                let again = outcome.form();
                assert_eq!(again.names(), ["yes", "no"]);
            }
        }
        assert_eq!(stage.writes(), before, "{change}");
    }
}

#[tokio::test]
async fn a_yes_is_good_for_what_would_be_lost_by_then_alone() {
    let stage = stage().await;
    let client = Client::of(&stage);
    let add = async |label: &str| {
        let added = json!({ "resolved_issue_iid": 3, "label_name": label, "create_label_if_missing": true });
        stage.post("issues/assistant-add-label", confirmed(added)).await.ok();
    };
    add("tri").await;
    let cleared = confirmed(json!({ "resolved_issue_iid": 3, "labels": [] }));
    let form = client.call(UPDATE, cleared).await.form();
    shows(&form, &["tri"]);
    add("urgent").await;
    let before = stage.writes();
    let again = client.answer(&form, yes()).await.form();
    shows(&again, &["tri", "urgent"]);
    assert_eq!(stage.writes(), before);
    client.answer(&again, yes()).await.done();
    assert_eq!(stage.writes().len(), before.len() + 1);
}

#[tokio::test]
async fn after_sixteen_forms_of_one_call_its_person_is_not_asked_again() {
    let stage = stage().await;
    let client = Client::of(&stage);
    let (tool, arguments) = close(3);
    let rename = async |number: usize| {
        let renamed = json!({ "resolved_issue_iid": 3, "title": format!("Mode {number}") });
        stage.post("issues/assistant-update", confirmed(renamed)).await.ok();
    };
    let mut form = client.call(tool, arguments).await.form();
    for number in 1..16 {
        rename(number).await;
        form = client.answer(&form, yes()).await.form();
    }
    rename(16).await;
    assert_eq!(client.answer(&form, yes()).await.refused(), "confirmation_required");
    assert_eq!(stage.writes().len(), 16, "the new titles alone");
}

/// A question that was asked as data: which of two issues is meant.
async fn asked(client: &Client<'_>) {
    let asked = client.call(CLOSE, hinted(json!({ "issue_hint": "erreur 500" }))).await.done();
    assert_eq!(asked["status"], "issue_clarification_needed");
}

#[tokio::test]
async fn a_model_without_forms_does_not_choose_after_a_question() {
    let stage = stage().await;
    let client = Client::plain(&stage);
    asked(&client).await;
    let project = "ville/portail";
    let encoded = format!("{}/ville/portail/-/issues/%32", stage.server.uri());
    for hint in [
        encoded.as_str(),
        "#2",
        "2",
        "ticket 2",
        "n° 2",
        "le deux",
        "ticket numéro deux",
        "ticket ٢",
        "issue #02",
        "ville/portail#2",
        "https://host.example/ville/portail/-/issues/2",
        "Erreur 500 formulaire inscription",
        "erreur 500 du formulaire d'inscription",
        "inscription : formulaire, erreur 500",
        "erreur 500 formulaire inscriptio",
    ] {
        for (tool, more) in [(CLOSE, json!({})), (COMMENT, json!({ "body": "Vu." }))] {
            let chosen = with(json!({ "project_hint": project, "issue_hint": hint }), more);
            let outcome = client.call(tool, chosen).await;
            let Outcome::Done(result) = outcome else { unreachable!() };
            let told = &result["structuredContent"];
            let is_open = told["status"]
                .as_str()
                .is_some_and(|status| status.ends_with("needed") || status.ends_with("not_found"));
            assert!(is_open || told["code"] == "confirmation_required", "{hint}: {told}");
        }
        let rows = json!({ "project_hint": project, "issue_hints": [hint] });
        client.call(BULK_CLOSE, rows).await;
    }
    let (tool, arguments) = close(2);
    assert_eq!(client.call(tool, arguments).await.refused(), "confirmation_required");
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn a_model_without_forms_does_not_choose_an_issue_that_was_suggested_with_its_project() {
    let stage = stage().await;
    let client = Client::plain(&stage);
    let asked = client.call(CLOSE, json!({ "issue_hint": "erreur 500" })).await.done();
    assert_eq!(asked["status"], "project_not_found");
    let issue = &asked["suggested_issues"][0];
    let number = format!("#{}", issue["iid"]);
    for chosen in [
        json!({ "issue_hint": format!("ville/portail{number}") }),
        json!({ "issue_hint": issue["web_url"] }),
        json!({ "project_hint": "ville/portail", "issue_hint": number }),
        json!({ "project_hint": "ville/portail", "issue_hint": issue["title"] }),
    ] {
        let refused = client.call(CLOSE, chosen).await.refused();
        assert_eq!(refused, "confirmation_required");
    }
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn an_issue_of_another_project_that_was_suggested_is_put_to_the_person_too() {
    let mut world = world();
    world.project("ville/compteurs", "Compteurs");
    let stage = Stage::set(world, &PERSON).await;
    let elsewhere = json!({ "project_hint": "Compteurs", "issue_hint": "mode sombre" });
    let form = Client::of(&stage).call(CLOSE, elsewhere.clone()).await.form();
    shows(&form, &["Compteurs"]);
    let client = Client::plain(&stage);
    let asked = client.call(CLOSE, elsewhere).await.done();
    assert_eq!(asked["status"], "issue_not_found", "{asked}");
    let chosen = json!({ "project_hint": "ville/portail", "issue_hint": "#3" });
    assert_eq!(client.call(CLOSE, chosen).await.refused(), "confirmation_required");
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn what_no_question_offered_is_done_and_so_is_what_loose_words_mean() {
    for hint in ["#3", "export pdf", "formulaire de contact"] {
        let stage = stage().await;
        let client = Client::plain(&stage);
        asked(&client).await;
        let told = client.call(CLOSE, hinted(json!({ "issue_hint": hint }))).await.done();
        assert_eq!(told["status"], "closed", "{hint}: {told}");
    }
}

#[tokio::test]
async fn who_was_asked_more_than_is_remembered_changes_nothing_without_their_person() {
    let kinds = ["alpha", "beta", "gamma"];
    let rooms = ["accueil", "bureau", "cantine", "dortoir", "escalier"];
    let unclear = kinds.map(|kind| rooms.map(|room| format!("Fuite {kind} {room}")));
    let titles = unclear.iter().flatten().map(String::as_str);
    let stage = Stage::set(portail_with(&titles.chain(["Export PDF"]).collect::<Vec<_>>()), &PERSON).await;
    let client = Client::plain(&stage);
    let loose = || hinted(json!({ "issue_hint": "export pdf", "body": "Vu." }));
    for kind in kinds {
        client.call(COMMENT, loose()).await.done();
        let rows = hinted(json!({ "issue_hints": vec![format!("fuite {kind}"); 100] }));
        client.call(BULK_CLOSE, rows).await.done();
    }
    assert_eq!(client.call(COMMENT, loose()).await.refused(), "confirmation_required");
    assert_eq!(stage.writes().len(), kinds.len());
}

#[tokio::test]
async fn a_model_does_not_create_beside_what_its_person_was_asked_about() {
    let stage = stage().await;
    let client = Client::plain(&stage);
    let issue = hinted(json!({ "title": "Mode sombre", "description": "Texte" }));
    let asked = client.call(CREATE, issue).await.done();
    assert_eq!(asked["status"], "duplicate_warning");
    let anyway = json!({ "project_path": "ville/portail", "title": "Mode sombre", "description": "Texte" });
    assert_eq!(client.call("create_issue", anyway).await.refused(), "confirmation_required");
    let batch = hinted(json!({ "issues": [{ "title": "Mode sombre" }], "create_duplicates": true }));
    let refused = client.call("assistant_batch_create_issues", batch).await.refused();
    assert_eq!(refused, "confirmation_required");
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn a_model_does_not_choose_the_milestone_by_its_id_either() {
    let mut world = world();
    let ids = ["Sprint nord", "Sprint sud"].map(|title| world.milestone(PORTAIL, title));
    let stage = Stage::set(world, &PERSON).await;
    let client = Client::plain(&stage);
    let issue = |more| with(hinted(json!({ "title": "Ascenseur", "description": "Panne" })), more);
    let asked = client.call(CREATE, issue(json!({ "milestone_hint": "sprint" }))).await.done();
    assert_eq!(asked["status"], "milestone_clarification_needed");
    // A number with a fraction of zero is an id too.
    for id in [json!(ids[1]), serde_json::from_str(&format!("{}.0", ids[1])).unwrap()] {
        let chosen = issue(json!({ "resolved_milestone_id": id }));
        assert_eq!(client.call(CREATE, chosen).await.refused(), "confirmation_required");
    }
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn a_bulk_call_that_would_change_nothing_needs_no_consent() {
    let stage = stage().await;
    let client = Client::of(&stage);
    let arguments = confirmed(json!({ "issue_hints": ["xylophone"] }));
    client.call(BULK_CLOSE, arguments).await.done();
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn one_callers_question_says_nothing_of_anothers_call() {
    let settings = [("policy.confirmation", "person"), ("server.auth_tokens", "alice:one,bob:two")];
    let stage = Stage::set(world(), &settings).await;
    let alice = Client { shows_forms: false, token: Some("one"), ..Client::of(&stage) };
    let bob = Client { token: Some("two"), ..alice };
    asked(&alice).await;
    let chosen = || hinted(json!({ "issue_hint": "#2" }));
    assert_eq!(alice.call(CLOSE, chosen()).await.refused(), "confirmation_required");
    assert_eq!(bob.call(CLOSE, chosen()).await.done()["status"], "closed");
}

#[tokio::test]
async fn after_a_form_that_led_nowhere_a_number_is_put_to_the_person() {
    let stage = stage().await;
    let client = Client::of(&stage);
    let form = client.call(CLOSE, hinted(json!({ "issue_hint": "erreur 500" }))).await.form();
    client.answer(&form, choice("none")).await.done();
    let consent = client.call(CLOSE, hinted(json!({ "issue_hint": "#2" }))).await.form();
    shows(&consent, &["#2 « Erreur 500 formulaire inscription »"]);
    client.answer(&consent, no()).await.done();
    assert_eq!(stage.writes(), [""; 0]);
}

/// The address of the console in a question or a refusal, which programs make a link of up to a blank.
fn console_address(outcome: Outcome) -> Option<String> {
    let Outcome::Done(result) = outcome else { unreachable!() };
    let told = &result["structuredContent"];
    let sentence = told["detail"].as_str().or(told["message"].as_str()).unwrap();
    assert!(result["content"][0]["text"].as_str().unwrap().contains(sentence), "{result}");
    sentence.split(' ').find(|word| word.starts_with("https://")).map(str::to_owned)
}

#[tokio::test]
async fn a_client_that_shows_its_person_nothing_is_told_where_they_choose_what_was_asked_for() {
    const FORM: &str = "https://passerelle.example.com/p/#assistant_close_issue";
    let of_words = format!("{FORM}?issue_hint=erreur%20500&project_hint=Portail");
    let settings = [PERSON[0], ("server.public_url", "https://passerelle.example.com/p/")];
    let stage = Stage::set(world(), &settings).await;
    let client = Client::plain(&stage);
    let words = || hinted(json!({ "issue_hint": "erreur 500" }));
    let chosen = |more: Value| with(with(words(), confirmed(json!({ "resolved_issue_iid": 2 }))), more);
    for (arguments, address) in [
        (words(), of_words.clone()),
        (chosen(json!({})), of_words.clone()),
        // Neither unknown fields nor nulls.
        (chosen(json!({ "Authorization": "Bearer one", "root_hint": null })), of_words.clone()),
        (confirmed(json!({ "resolved_issue_iid": 2 })), FORM.to_owned()),
        (hinted(json!({ "issue_hint": "#2" })), format!("{FORM}?issue_hint=%232&project_hint=Portail")),
        (chosen(json!({ "limit": 50 })), format!("{of_words}&limit=50")),
        (
            chosen(json!({ "issue_hint": "é&confirm=true#⟧ )" })),
            format!("{FORM}?issue_hint=%C3%A9%26confirm%3Dtrue%23%E2%9F%A7%20%29&project_hint=Portail"),
        ),
        (chosen(json!({ "issue_hint": "x".repeat(2_000) })), FORM.to_owned()),
    ] {
        let told = client.call(CLOSE, arguments.clone()).await;
        assert_eq!(console_address(told), Some(address), "{arguments}");
    }
    let rows = confirmed(json!({
        "issues": [{ "title": "Un", "labels": ["a"] }, { "title": "Deux" }],
        "milestone_hint": "",
        "create_duplicates": true,
    }));
    let told = client.call("assistant_batch_create_issues", rows).await;
    let batch = "https://passerelle.example.com/p/#assistant_batch_create_issues?issues=%7B%22title%22%3A%22Un%22%2C%22labels%22%3A%5B%22a%22%5D%7D&issues=%7B%22title%22%3A%22Deux%22%7D&milestone_hint=";
    assert_eq!(console_address(told).as_deref(), Some(batch));
    let cleared = confirmed(json!({ "resolved_issue_iid": 2, "labels": [], "description": "" }));
    let told = client.call(UPDATE, cleared).await;
    let update = "https://passerelle.example.com/p/#assistant_update_issue?labels=&description=";
    assert_eq!(console_address(told).as_deref(), Some(update));
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn what_is_no_persons_choice_names_no_address() {
    let address = ("server.public_url", "https://passerelle.example.com");
    let words = || hinted(json!({ "issue_hint": "erreur 500" }));
    let preview = || with(words(), json!({ "dry_run": true }));
    for (settings, arguments) in [
        (&PERSON[..], words()),
        (&PERSON[..], confirmed(json!({ "resolved_issue_iid": 2 }))),
        (&[address][..], words()),
        (&[PERSON[0], address][..], preview()),
    ] {
        let stage = Stage::set(world(), settings).await;
        let client = Client::plain(&stage);
        let told = client.call(CLOSE, arguments.clone()).await;
        assert_eq!(console_address(told), None, "{settings:?} {arguments}");
    }
}
