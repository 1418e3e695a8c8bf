//! Assigning an issue: the member of the project whom a hint or an id means.

use gitlab_sandbox::{Owner, World, access};
use insta::assert_json_snapshot;
use passerelle::messages::field;
use serde_json::{Value, json};

use crate::{
    stage::{Stage, each, fr},
    world::{BY_PATH, PORTAIL, SEARCH, assert_untouched, assignee, confirmed, hinted, shown, staffed, with},
};

const ASSIGN: &str = "issues/assistant-assign";
const POOL: &str = "GET /projects/101/issues?order_by=updated_at&sort=desc&state=opened&per_page=100&page=1";
const MEMBERS: &str = "GET /projects/101/members/all?per_page=100&page=1";

fn team() -> World {
    staffed(&[
        ("m.dupont", "Marie Dupont"),
        ("p.durand", "Paul Durand"),
        ("c.martin", "Claire Martin"),
        ("claire.petit", "Claire Petit"),
        ("b.osei", "Ben Osei"),
    ])
}

async fn assign(stage: &Stage, hint: &str) -> Value {
    stage.post(ASSIGN, hinted(json!({ "issue_hint": "Un", "assignee_hint": hint }))).await.ok()
}

#[tokio::test]
async fn a_member_is_meant_by_username_or_by_name() {
    for (hint, username) in [
        ("m.dupont", "m.dupont"),
        ("@m.dupont", "m.dupont"),
        ("@M.Dupont", "m.dupont"),
        ("Marie Dupont", "m.dupont"),
        ("marie", "m.dupont"),
        ("durand paul", "p.durand"),
        ("Claire Petit", "claire.petit"),
        ("martin", "c.martin"),
        // A small word of French as well.
        ("Ben", "b.osei"),
    ] {
        let stage = Stage::with(team()).await;
        let body = assign(&stage, hint).await;
        assert_eq!(body["status"], "assigned", "{hint}");
        assert_eq!(assignee(&stage).as_deref(), Some(username), "{hint}");
        assert_eq!(body["candidate_users"], json!([]));
    }
}

#[tokio::test]
async fn an_assignment_reads_the_members_with_the_issues_and_sends_one_id() {
    let stage = Stage::with(team()).await;
    let body = assign(&stage, "marie").await;
    let mut reads = stage.calls();
    let (first, last) = (reads.remove(0), reads.pop().unwrap());
    reads.sort_unstable();
    assert_eq!((first.as_str(), last.as_str()), (SEARCH, "PUT /projects/101/issues/1"));
    assert_eq!(reads, [POOL, MEMBERS]);
    assert_eq!(stage.sent(), [json!({ "assignee_ids": [2] })]);
    assert_json_snapshot!("assigned", shown(&stage, &body));
}

#[tokio::test]
async fn an_assignment_replaces_whoever_had_the_issue() {
    let mut world = team();
    world.issue_with(PORTAIL, json!({ "title": "Deux", "assignee": "p.durand" })).unwrap();
    let stage = Stage::with(world).await;
    let body = json!({ "issue_hint": "Deux", "assignee_hint": "@m.dupont" });
    stage.post(ASSIGN, hinted(body)).await.ok();
    assert_eq!(stage.read(|world| world.issues[&(PORTAIL, 2)].assignee_id), Some(2));
}

#[tokio::test]
async fn a_hint_that_fits_nobody_assigns_nobody() {
    let stage = Stage::with(team()).await;
    let body = assign(&stage, "xylophone").await;
    assert_json_snapshot!("assignee_not_found", shown(&stage, &body));
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_hint_that_fits_several_asks_which_of_the_first_five() {
    let stage = Stage::with(team()).await;
    let body = assign(&stage, "claire").await;
    assert_eq!(each(&body["candidate_users"], "username"), ["c.martin", "claire.petit"]);
    assert_json_snapshot!("assignee_clarification_needed", shown(&stage, &body));
    assert_untouched(&stage);

    let namesakes: Vec<_> = (1..=7).map(|number| format!("jean.{number}")).collect();
    let namesakes: Vec<_> = namesakes.iter().map(|username| (username.as_str(), "Jean Dubois")).collect();
    let stage = Stage::with(staffed(&namesakes)).await;
    let body = assign(&stage, "Jean Dubois").await;
    assert_eq!(body["status"], "assignee_clarification_needed");
    assert_eq!(body["candidate_users"].as_array().unwrap().len(), 5);
    assert_untouched(&stage);
}

#[tokio::test]
async fn an_exact_name_or_username_wins_over_a_longer_one() {
    let members = [("marie", "Marie Dupont"), ("marie.curie", "Marie Curie"), ("mc", "Marie Dupont Curie")];
    for (hint, username) in [("marie", "marie"), ("Marie Dupont", "marie"), ("@marie.curie", "marie.curie")] {
        let stage = Stage::with(staffed(&members)).await;
        assert_eq!(assign(&stage, hint).await["status"], "assigned", "{hint}");
        assert_eq!(assignee(&stage).as_deref(), Some(username), "{hint}");
    }
}

#[tokio::test]
async fn a_longer_or_a_shorter_name_is_another_one_and_asks() {
    for (hint, name) in [("Pauline", "Paul Roux"), ("Paul", "Pauline Roux"), ("Jeanne Roux", "Jean Roux")] {
        let stage = Stage::with(staffed(&[("roux", name)])).await;
        assert_eq!(assign(&stage, hint).await["status"], "assignee_clarification_needed", "{hint}");
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn a_hint_that_names_nobody_asks_back() {
    for hint in ["!!!", "@", "le"] {
        let stage = Stage::with(staffed(&[("m.dupont", "Marie Dupont")])).await;
        let body = assign(&stage, hint).await;
        assert_eq!(body["status"], "assignee_clarification_needed", "{hint}");
        assert_eq!(body["candidate_users"].as_array().unwrap().len(), 2, "{hint}");
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn who_is_blocked_is_never_meant() {
    let mut world = team();
    world.users.get_mut(&4).unwrap().blocked = true;
    let stage = Stage::with(world).await;
    assert_eq!(assign(&stage, "claire").await["status"], "assigned");
    assert_eq!(assignee(&stage).as_deref(), Some("claire.petit"));
    assert_ne!(assign(&stage, "@c.martin").await["status"], "assigned");
    let body = json!({ "resolved_issue_iid": 1, "resolved_assignee_id": 4, "dry_run": true });
    stage.post(ASSIGN, confirmed(body)).await.error(502);
}

#[tokio::test]
async fn who_belongs_to_a_group_above_is_a_member_and_a_stranger_is_none() {
    let mut world = team();
    let (above, stranger) = (world.user("chef", "Chef de projet"), world.user("loin", "Lointaine"));
    let group = world.find_group("ville").unwrap().id;
    world.members.insert((Owner::Group(group), above), access::MAINTAINER);
    let stage = Stage::with(world).await;
    assert_eq!(assign(&stage, "chef de projet").await["status"], "assigned");
    assert_eq!(assignee(&stage).as_deref(), Some("chef"));
    assert_eq!(assign(&stage, "lointaine").await["status"], "assignee_not_found");
    let body = |dry_run| {
        confirmed(json!({ "resolved_issue_iid": 1, "resolved_assignee_id": stranger, "dry_run": dry_run }))
    };
    // The host keeps the old assignee and answers with a success. A preview says the same.
    let acted = stage.post(ASSIGN, body(false)).await;
    let previewed = stage.post(ASSIGN, body(true)).await;
    assert_eq!(acted.body["code"], "upstream_unchanged");
    assert_eq!(acted.error(502), previewed.error(502));
    assert_eq!(assignee(&stage).as_deref(), Some("chef"));
}

/// The project with this many members; two of one name are on pages far apart.
fn many_members(number: usize) -> World {
    let names: Vec<_> =
        (0..number).map(|index| (format!("u{index:04}"), format!("Personne {index:04}"))).collect();
    let mut members = vec![("p.durand", "Alix Moreau")];
    members.extend(names.iter().map(|(username, name)| (username.as_str(), name.as_str())));
    members.push(("z.moreau", "Alix Moreau"));
    staffed(&members)
}

#[tokio::test]
async fn namesakes_on_any_page_of_the_members_are_seen() {
    for settings in [&[][..], &[("resolution.widen", "false")]] {
        let stage = Stage::set(many_members(250), settings).await;
        let body = assign(&stage, "Alix Moreau").await;
        assert_eq!(each(&body["candidate_users"], "username"), ["p.durand", "z.moreau"]);
        assert_eq!(stage.count("GET /projects/101/members/all?per_page=100"), 3);
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn where_members_are_too_many_the_host_is_asked_by_word() {
    let stage = Stage::with(many_members(1_000)).await;
    let body = assign(&stage, "Alix Moreau").await;
    assert_eq!(each(&body["candidate_users"], "username"), ["p.durand", "z.moreau"]);
    assert_eq!(stage.count(MEMBERS), 1);
    assert_eq!(stage.count("GET /projects/101/members/all?query=Moreau"), 1);
    assert_eq!(assign(&stage, "@z.moreau").await["status"], "assigned");
    assert_eq!(assignee(&stage).as_deref(), Some("z.moreau"));
}

#[tokio::test]
async fn a_confirmed_member_is_assigned_directly_and_no_hint_counts() {
    let stage = Stage::with(team()).await;
    let body = json!({ "resolved_issue_iid": 1, "resolved_assignee_id": 3, "assignee_hint": "marie" });
    stage.post(ASSIGN, confirmed(body)).await.ok();
    assert_eq!(assignee(&stage).as_deref(), Some("p.durand"));
    assert_eq!(stage.calls(), [BY_PATH, "PUT /projects/101/issues/1"]);
}

#[tokio::test]
async fn who_was_confirmed_is_the_chosen_one_where_the_host_gives_no_username() {
    let stage = Stage::with(team()).await;
    let answer =
        json!({ "id": 50_001, "iid": 1, "title": "Un", "state": "opened", "assignees": [{ "id": 3 }] });
    stage.refuse("PUT /projects/101/issues/1", 200, answer);
    let body = json!({ "resolved_issue_iid": 1, "resolved_assignee_id": 3 });
    let message = stage.post(ASSIGN, confirmed(body)).await.ok()["message"].clone();
    assert!(message.as_str().unwrap().ends_with("assigné à la personne choisie."), "{message}");
}

#[tokio::test]
async fn neither_an_id_nor_a_hint_with_confirm_is_400_before_any_call() {
    let stage = Stage::with(team()).await;
    for id in [json!(null), json!(0), json!(-4)] {
        let body = json!({ "resolved_issue_iid": 1, "resolved_assignee_id": id });
        let detail = stage.post(ASSIGN, confirmed(body)).await.error(400);
        assert!(detail.contains("resolved_assignee_id"), "{detail}");
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn without_a_confirmed_id_the_hint_is_needed() {
    let stage = Stage::with(team()).await;
    for fields in [
        json!({}),
        json!({ "assignee_hint": "  " }),
        json!({ "assignee_hint": null, "resolved_assignee_id": 2 }),
    ] {
        let body = hinted(with(fields, json!({ "issue_hint": "Un" })));
        let detail = stage.post(ASSIGN, body).await.error(422);
        assert_eq!(detail, fr(&field::wrong("assignee_hint", &field::NEEDED)));
    }
    let body = hinted(json!({ "issue_hint": "Un", "assignee_hint": "a".repeat(1_001) }));
    assert!(stage.post(ASSIGN, body).await.error(422).contains("assignee_hint"));
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn an_unclear_issue_is_asked_about_before_an_unclear_member() {
    let mut world = team();
    world.issue(PORTAIL, "Un");
    let stage = Stage::with(world).await;
    let body = assign(&stage, "claire").await;
    assert_eq!(
        (&body["status"], &body["candidate_users"]),
        (&json!("issue_clarification_needed"), &json!([]))
    );
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_member_that_the_host_assigns_beside_another_is_a_success() {
    let stage = Stage::with(team()).await;
    let held = json!([{ "id": 3 }, { "id": 2 }]);
    stage.once("PUT ", 200, json!({ "id": 50_001, "iid": 1, "title": "Un", "assignees": held }));
    stage.post(ASSIGN, confirmed(json!({ "resolved_issue_iid": 1, "resolved_assignee_id": 2 }))).await.ok();
}
