//! Issues across projects: by words, by conditions, in a project, in a group, everywhere.

use std::time::{Duration, SystemTime};

use gitlab_sandbox::{Owner, Visibility, World, access};
use passerelle::messages::{self, Sentence};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    stage::{Stage, each, fields, fr, says},
    world::{shown, with},
};

const FIND: &str = "issues/find";

const FIND_FIELDS: [&str; 14] = [
    "candidate_groups",
    "candidate_milestones",
    "candidate_projects",
    "candidate_users",
    "issues",
    "message",
    "status",
    "success",
    "suggested_groups",
    "suggested_issues",
    "suggested_milestones",
    "suggested_projects",
    "suggested_users",
    "truncated",
];

/// The date this many days from today, `YYYY-MM-DD`.
fn day(from_today: i64) -> String {
    let seconds = Duration::from_secs(from_today.unsigned_abs() * 86_400);
    let now = SystemTime::now();
    let moment = if from_today < 0 { now - seconds } else { now + seconds };
    humantime::format_rfc3339_seconds(moment).to_string()[..10].to_owned()
}

/// Group 11 `ville` with Ana and Bob; projects 101 `ville/portail`, 102 `ville/agents/agenda`; the group `region`, with 103
/// `region/cantine`. Issues are named after their due dates.
fn city() -> World {
    let mut world = World::empty();
    let ville = world.group("ville", "Mairie");
    let portail = world.project("ville/portail", "Portail");
    let agenda = world.project("ville/agents/agenda", "Agenda");
    let cantine = world.project("region/cantine", "Cantine");
    let (ana, bob) = (world.user("ana", "Ana Petit"), world.user("bob", "Bob Grand"));
    world.members.insert((Owner::Group(ville), ana), access::DEVELOPER);
    world.members.insert((Owner::Project(portail), bob), access::DEVELOPER);
    for project in [portail, agenda] {
        world.label(project, "bug", "#FF0000");
        world.milestone(project, "Sprint 1");
    }
    world.milestone(portail, "Sprint 2");
    for (project, issue) in [
        (portail, json!({ "title": "Sans date", "labels": ["bug"], "assignee": "bob" })),
        (portail, json!({ "title": "Dans 40 jours", "due_date": day(40), "milestone": "Sprint 2" })),
        (portail, json!({ "title": "En retard", "due_date": "2020-01-31", "assignee": "ana" })),
        (portail, json!({ "title": "Fermé en retard", "due_date": "2019-12-31", "state": "closed" })),
        (
            agenda,
            json!({ "title": "Dans 6 jours", "due_date": day(6), "labels": ["bug"], "assignee": "ana" }),
        ),
        (agenda, json!({ "title": "Dans 7 jours", "due_date": day(7) })),
        (agenda, json!({ "title": "Aujourd'hui", "due_date": day(0) })),
        (cantine, json!({ "title": "Dans 30 jours", "due_date": day(30) })),
        (cantine, json!({ "title": "Menus de la cantine" })),
    ] {
        world.issue_with(project, issue).unwrap();
    }
    world
}

async fn find(stage: &Stage, request: Value) -> Value {
    let answer = stage.post(FIND, request).await.ok();
    assert_eq!(fields(&answer), FIND_FIELDS);
    answer
}

fn titles(answer: &Value) -> Vec<&str> {
    each(&answer["issues"], "title").into_iter().filter_map(Value::as_str).collect()
}

#[tokio::test]
async fn what_is_due_first_comes_first_then_what_was_updated_last() {
    let stage = Stage::with(city()).await;
    let answer = find(&stage, json!({})).await;
    let expected = [
        "En retard",
        "Aujourd'hui",
        "Dans 6 jours",
        "Dans 7 jours",
        "Dans 30 jours",
        "Dans 40 jours",
        "Menus de la cantine",
        "Sans date",
    ];
    assert_eq!(titles(&answer), expected);
    assert!(each(&answer["issues"], "score").into_iter().all(Value::is_null));
    assert_eq!(stage.count("GET /issues?scope=all&state=opened&order_by=due_date&sort=asc"), 1);
    assert_eq!(stage.count("GET /issues?scope=all&state=opened&due_date=0&order_by=updated_at&sort=desc"), 1);
    let answer = find(&stage, json!({ "limit": 3 })).await;
    assert_eq!((titles(&answer), &answer["truncated"]), (expected[..3].to_vec(), &json!(true)));
    assert!(answer["message"].as_str().unwrap().contains(&fr(&messages::MORE)));
}

#[tokio::test]
async fn a_found_issue_has_all_that_another_tool_takes() {
    let stage = Stage::with(city()).await;
    let answer = find(&stage, json!({ "project_hint": "Portail", "milestone_hint": "Sprint 2" })).await;
    let portable = shown(&stage, &answer).to_string().replace(&day(40), "2030-01-01");
    insta::assert_json_snapshot!("found", serde_json::from_str::<Value>(&portable).unwrap());
    let everywhere = find(&stage, json!({ "query": "dans 40 jours" })).await;
    let (mine, theirs) = (&answer["issues"][0], &everywhere["issues"][0]);
    assert_eq!(
        with(mine.clone(), json!({ "score": 100 })),
        *theirs,
        "the same record, wherever it was looked for"
    );
    let path = &theirs["project"]["path_with_namespace"];
    let request =
        json!({ "confirm": true, "resolved_project_path": path, "resolved_issue_iid": theirs["iid"] });
    stage.post("issues/assistant-show", request).await.ok();
}

#[tokio::test]
async fn a_place_is_a_project_a_group_with_all_below_it_or_everywhere() {
    let stage = Stage::with(city()).await;
    for (place, count) in [
        (json!({ "project_hint": "Portail" }), 3),
        (json!({ "project_hint": "ville/agents/agenda" }), 3),
        (json!({ "group_hint": "Mairie" }), 6),
        (json!({ "group_hint": "ville/agents" }), 3),
        (json!({ "root_hint": "region" }), 2),
        (json!({}), 8),
    ] {
        assert_eq!(titles(&find(&stage, place.clone()).await).len(), count, "{place}");
    }
    let answer = find(&stage, json!({ "group_hint": "Mairie" })).await;
    assert_eq!(each(&answer["candidate_groups"], "full_path"), ["ville"]);
    let answer = find(&stage, json!({ "project_hint": "Portail" })).await;
    assert_eq!(each(&answer["candidate_projects"], "path_with_namespace"), ["ville/portail"]);
    stage.post(FIND, json!({ "project_hint": "Portail", "group_hint": "Mairie" })).await.error(400);
}

#[tokio::test]
async fn a_limit_of_issues_cuts_no_groups() {
    let mut world = city();
    world.group("nord/culture", "Culture");
    world.group("sud/culture", "Culture");
    let stage = Stage::with(world).await;
    for limit in [1, 2] {
        for operation in [FIND, "projects/find"] {
            let request = json!({ "group_hint": "culture", "limit": limit });
            let answer = stage.post(operation, request).await.ok();
            assert_eq!(answer["status"], "group_clarification_needed", "{operation} {limit}");
            assert_eq!(each(&answer["candidate_groups"], "full_path"), ["nord/culture", "sud/culture"]);
        }
    }
}

#[tokio::test]
async fn issues_whose_descriptions_have_the_words_come_after_those_whose_titles_do() {
    let mut world = World::empty();
    let projet = world.project("g/projet", "Projet");
    world.issue(projet, "Zorglub en panne");
    let smokes = json!({ "title": "Alpha", "description": "Le zorglub fume" });
    world.issue_with(projet, smokes).unwrap();
    world.issue(projet, "Beta");
    let stage = Stage::with(world).await;
    let answer = find(&stage, json!({ "query": "zorglub" })).await;
    assert_eq!(titles(&answer), ["Zorglub en panne", "Alpha"]);
    assert_eq!(answer["issues"][1]["score"], 49);
    let answer = find(&stage, json!({ "query": "zorglub", "limit": 1 })).await;
    assert_eq!((titles(&answer), &answer["truncated"]), (vec!["Zorglub en panne"], &json!(true)));
    assert_eq!(titles(&find(&stage, json!({ "query": "fume" })).await), ["Alpha"]);
}

#[tokio::test]
async fn due_dates_are_asked_for_by_a_word() {
    let stage = Stage::with(city()).await;
    for (due, expected) in [
        ("overdue", vec!["En retard"]),
        ("week", vec!["Aujourd'hui", "Dans 6 jours"]),
        ("month", vec!["Aujourd'hui", "Dans 6 jours", "Dans 7 jours", "Dans 30 jours"]),
        ("none", vec!["Menus de la cantine", "Sans date"]),
        (" Overdue ", vec!["En retard"]),
    ] {
        let answer = find(&stage, json!({ "due": due })).await;
        assert_eq!(titles(&answer), expected, "{due}");
    }
    assert_eq!(stage.count("GET /issues?scope=all&state=opened&due_date=overdue&order_by=due_date"), 2);
    stage.post(FIND, json!({ "due": "tomorrow" })).await.error(422);
}

#[tokio::test]
async fn only_what_is_open_is_overdue() {
    let stage = Stage::with(city()).await;
    for (state, expected) in [("all", vec!["En retard"]), ("closed", vec![])] {
        let answer = find(&stage, json!({ "due": "overdue", "state": state })).await;
        assert_eq!(titles(&answer), expected, "{state}");
    }
    let answer = find(&stage, json!({ "state": "closed" })).await;
    assert_eq!((titles(&answer), &answer["issues"][0]["overdue"]), (vec!["Fermé en retard"], &json!(false)));
    let answer = find(&stage, json!({ "query": "en retard", "state": "all" })).await;
    let late: Vec<_> = each(&answer["issues"], "overdue");
    assert!(late.contains(&&json!(true)) && late.contains(&&json!(false)), "{answer}");
    stage.post(FIND, json!({ "state": "merged" })).await.error(400);
}

#[tokio::test]
async fn what_is_due_soon_is_found_behind_a_page_of_what_is_late() {
    let mut world = city();
    for number in 0..120 {
        world
            .issue_with(101, json!({ "title": format!("Retard {number}"), "due_date": day(-1 - number) }))
            .unwrap();
    }
    let stage = Stage::with(world).await;
    assert_eq!(titles(&find(&stage, json!({ "due": "week" })).await), ["Aujourd'hui", "Dans 6 jours"]);
}

#[tokio::test]
async fn a_person_is_a_member_of_the_project_or_of_the_group_or_a_username() {
    let stage = Stage::with(city()).await;
    for (request, expected) in [
        (json!({ "project_hint": "Portail", "assignee_hint": "ana petit" }), vec!["En retard"]),
        (json!({ "project_hint": "Portail", "assignee_hint": "@bob" }), vec!["Sans date"]),
        (json!({ "group_hint": "Mairie", "assignee_hint": "ana" }), vec!["En retard", "Dans 6 jours"]),
        (json!({ "group_hint": "Mairie", "assignee_hint": "@Bob" }), vec!["Sans date"]),
        (json!({ "assignee_hint": "@ana" }), vec!["En retard", "Dans 6 jours"]),
        (json!({ "assignee_hint": "@personne" }), vec![]),
        (
            json!({ "group_hint": "Mairie", "assignee_hint": "none", "due": "month" }),
            vec!["Aujourd'hui", "Dans 7 jours"],
        ),
        (json!({ "assignee_hint": "None", "due": "none" }), vec!["Menus de la cantine"]),
    ] {
        assert_eq!(titles(&find(&stage, request.clone()).await), expected, "{request}");
    }
    assert_eq!(stage.count("GET /groups/11/members/all"), 1);
    let unread = find(&stage, json!({ "assignee_hint": "@personne" })).await;
    assert!(unread["message"].as_str().unwrap().contains("si ce compte existe"), "{unread}");
    for (request, status) in [
        (json!({ "assignee_hint": "ana" }), "assignee_not_found"),
        (json!({ "group_hint": "Mairie", "assignee_hint": "bob" }), "assignee_not_found"),
        (json!({ "group_hint": "Mairie", "assignee_hint": "Anna" }), "assignee_clarification_needed"),
        (json!({ "project_hint": "Portail", "assignee_hint": "@an" }), "assignee_clarification_needed"),
    ] {
        let answer = find(&stage, request.clone()).await;
        assert_eq!(answer["status"], status, "{request}: {answer}");
        assert_eq!(answer["issues"], json!([]));
    }
}

#[tokio::test]
async fn a_label_and_a_milestone_go_to_the_host_as_exact_titles() {
    let stage = Stage::with(city()).await;
    for (request, expected) in [
        (json!({ "label_name": "bug" }), vec!["Dans 6 jours", "Sans date"]),
        (json!({ "label_name": "Bug" }), vec![]),
        (json!({ "group_hint": "Mairie", "label_name": "Bug" }), vec![]),
        (json!({ "project_hint": "Portail", "label_name": "Bug" }), vec!["Sans date"]),
        (json!({ "project_hint": "Portail", "label_name": "absente" }), vec![]),
        (json!({ "label_name": "none" }), vec![]),
        (json!({ "label_name": "Any" }), vec![]),
        (json!({ "project_hint": "Portail", "milestone_hint": "le sprint 2" }), vec!["Dans 40 jours"]),
        (json!({ "group_hint": "Mairie", "milestone_hint": "sprint 2" }), vec!["Dans 40 jours"]),
        (json!({ "milestone_hint": "Sprint 2" }), vec!["Dans 40 jours"]),
        (json!({ "milestone_hint": "sprint 2" }), vec![]),
        (json!({ "project_hint": "Portail", "milestone_hint": "none" }), vec!["En retard", "Sans date"]),
        (json!({ "milestone_hint": "None", "due": "none" }), vec!["Menus de la cantine", "Sans date"]),
        (json!({ "group_hint": "Mairie", "milestone_hint": "Sprint 1" }), vec![]),
    ] {
        let answer = find(&stage, request.clone()).await;
        assert_eq!(titles(&answer), expected, "{request}");
        assert_eq!(answer["status"], if expected.is_empty() { "nothing_found" } else { "found" });
        let is_in_group = request.get("group_hint").is_some() && request.get("label_name").is_none();
        let is_outside = request.get("project_hint").is_none() && !is_in_group;
        let is_told = answer["message"].as_str().unwrap().contains(&fr(&messages::EXACT_TITLES));
        assert_eq!(is_told, is_outside && expected.is_empty(), "{answer}");
    }
    assert!(
        stage.count("GET /projects/101/issues?state=opened&milestone=Sprint 2") > 0,
        "{:?}",
        stage.calls()
    );
    for (hint, status) in [("sprint", "milestone_clarification_needed"), ("vacances", "milestone_not_found")]
    {
        for place in [json!({ "project_hint": "Portail" }), json!({ "group_hint": "Mairie" })] {
            let answer = find(&stage, with(place, json!({ "milestone_hint": hint }))).await;
            assert_eq!(answer["status"], status, "{answer}");
        }
    }
    stage.post(FIND, json!({ "label_name": "a,b" })).await.error(422);
}

#[tokio::test]
async fn a_milestone_is_the_one_whose_title_the_words_are_to_the_letter() {
    let mut world = World::empty();
    let titles_of = [("ville/portail", ["Sprint 1", "SPRINT 1"]), ("ville/agenda", ["v1.0", "v1 0"])];
    world.group("ville", "Mairie");
    for (path, twins) in titles_of {
        let project = world.project(path, path);
        for title in twins {
            world.milestone(project, title);
            world.issue_with(project, json!({ "title": title, "milestone": title })).unwrap();
        }
    }
    let stage = Stage::with(world).await;
    for (path, twins) in titles_of {
        for place in [json!({ "project_hint": path }), json!({ "group_hint": "ville" })] {
            for title in twins {
                let answer = find(&stage, with(place.clone(), json!({ "milestone_hint": title }))).await;
                assert_eq!(titles(&answer), [title], "{answer}");
            }
        }
    }
    let unclear = json!({ "project_hint": "ville/portail", "milestone_hint": "sprint 1" });
    assert_eq!(find(&stage, unclear).await["status"], "milestone_clarification_needed");
}

#[tokio::test]
async fn of_several_conditions_that_are_open_the_first_is_asked_about_whichever_was_read_first() {
    let stage = Stage::with(city()).await;
    let late = ResponseTemplate::new(200).set_body_json(json!([])).set_delay(Duration::from_millis(100));
    stage.fault("GET /projects/101/members/all", 1, late);
    let open = json!({ "project_hint": "Portail", "assignee_hint": "zoe", "milestone_hint": "vacances" });
    assert_eq!(find(&stage, open).await["status"], "assignee_not_found");
}

#[tokio::test]
async fn words_find_the_best_first_wherever_they_are_looked_for() {
    let stage = Stage::with(city()).await;
    for place in [json!({}), json!({ "group_hint": "region" }), json!({ "project_hint": "Cantine" })] {
        let answer = find(&stage, with(place, json!({ "query": "menu cantine" }))).await;
        assert_eq!(titles(&answer)[0], "Menus de la cantine");
        assert!(answer["issues"][0]["score"].as_u64().unwrap() >= 40);
    }
    let answer = find(&stage, json!({ "query": "xylophone" })).await;
    assert_eq!((&answer["status"], &answer["issues"]), (&json!("nothing_found"), &json!([])));
    assert!(answer["suggested_issues"].as_array().unwrap().len() <= 5);
    assert_eq!(titles(&find(&stage, json!({ "query": "!!!" })).await).len(), 8, "blank words mean all");
}

#[tokio::test]
async fn words_that_name_nothing_find_the_titles_that_have_them_alone() {
    let mut world = city();
    let portail = world.find_project("ville/portail").unwrap().id;
    world.issue(portail, "Un autre compte");
    world.issue(portail, "Autre");
    let stage = Stage::with(world).await;
    let answer = find(&stage, json!({ "query": "autre" })).await;
    assert_eq!(titles(&answer), ["Autre", "Un autre compte"]);
    assert_eq!(each(&answer["issues"], "score"), [100, 95]);
    for operation in [FIND, "projects/find"] {
        let answer = stage.post(operation, json!({ "query": "celui-là" })).await.ok();
        assert_eq!(answer["status"], "nothing_found", "{operation}: {answer}");
    }
}

#[tokio::test]
async fn a_number_or_an_address_finds_that_issue_whatever_its_state() {
    let stage = Stage::with(city()).await;
    let address = format!("{}/ville/portail/-/issues/4", stage.server.uri());
    for request in [
        json!({ "query": "#4", "project_hint": "Portail" }),
        json!({ "query": "#4" }),
        json!({ "query": "ville/portail#4", "group_hint": "Mairie" }),
        json!({ "query": address }),
    ] {
        let answer = find(&stage, request.clone()).await;
        assert_eq!(
            (titles(&answer), &answer["issues"][0]["score"]),
            (vec!["Fermé en retard"], &json!(100)),
            "{request}"
        );
    }
    for request in [
        json!({ "query": "ville/portail#4", "group_hint": "region" }),
        json!({ "query": "ville/portail#99" }),
        json!({ "query": "!4" }),
    ] {
        assert_eq!(find(&stage, request.clone()).await["status"], "nothing_found", "{request}");
    }
    let answer = find(&stage, json!({ "query": "ticket 3", "project_hint": "Portail" })).await;
    assert_eq!(titles(&answer)[0], "En retard");
}

#[tokio::test]
async fn more_issues_than_a_page_are_read_on_and_searched_once() {
    let mut world = city();
    for number in 0..1_150 {
        world.issue(101, &format!("Autre sujet {number}"));
    }
    let stage = Stage::with(world).await;
    let answer = find(&stage, json!({ "project_hint": "Portail", "query": "sans la date" })).await;
    assert_eq!(titles(&answer)[0], "Sans date");
    assert_eq!(
        stage.count("GET /projects/101/issues?state=opened&order_by=updated_at"),
        11,
        "ten pages and a search"
    );
    let answer = find(&stage, json!({ "query": "sans la date" })).await;
    assert_eq!(titles(&answer)[0], "Sans date");
    assert_eq!(stage.count("GET /issues?"), 11, "ten pages and a search: {:?}", stage.calls());
    assert!(says(&answer, &messages::unclear::NOT_ALL_READ) && !says(&answer, &messages::MORE), "{answer}");
    assert_eq!(answer["truncated"], true);
}

#[tokio::test]
async fn a_search_that_is_slow_limited_or_away_leaves_what_was_read() {
    let mut world = city();
    for number in 0..1_050 {
        world.issue(101, &format!("Autre sujet {number}"));
    }
    let late = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
    let limited = ResponseTemplate::new(429).insert_header("retry-after", "60");
    for refused in [late, limited, ResponseTemplate::new(502)] {
        let settings = [("upstream.timeout", "3s"), ("upstream.retries", "0")];
        let stage = Stage::set(world.clone(), &settings).await;
        let search = "GET /issues?scope=all&state=opened&order_by=updated_at&sort=desc&search";
        stage.fault(search, usize::MAX, refused);
        let answer = find(&stage, json!({ "query": "cet autre sujet 1049" })).await;
        assert_eq!((&answer["status"], titles(&answer)[0]), (&json!("found"), "Autre sujet 1049"));
        let answer = find(&stage, json!({ "query": "xylophone" })).await;
        assert_eq!((&answer["status"], &answer["truncated"]), (&json!("nothing_found"), &json!(true)));
        let unread = fr(&messages::unclear::NOT_ALL_READ);
        assert!(answer["message"].as_str().unwrap().contains(&unread), "{answer}");
        assert!(stage.count(search) > 0);
    }
    let stage = Stage::with(city()).await;
    stage.refuse("GET /issues", 429, json!({}));
    stage.post(FIND, json!({})).await.error(429);
    stage.post(FIND, json!({ "query": "menus" })).await.error(429);
}

#[tokio::test]
async fn a_project_whose_name_can_not_be_read_is_called_by_its_path() {
    let stage = Stage::set(city(), &[("upstream.retries", "0")]).await;
    stage.refuse("GET /projects/103", 500, json!({}));
    let answer = find(&stage, json!({ "query": "menus de la cantine" })).await;
    let project = &answer["issues"][0]["project"];
    assert_eq!(*project, json!({ "id": 103, "name": "cantine", "path_with_namespace": "region/cantine" }));
}

#[tokio::test]
async fn nothing_outside_of_the_roots_is_found_or_suggested() {
    let mut world = city();
    let other = world.project("autres/cantine", "Cantine");
    world.projects.get_mut(&other).unwrap().visibility = Visibility::Public;
    for number in 0..130 {
        world.issue_with(other, json!({ "title": format!("Menus {number}"), "due_date": day(-20) })).unwrap();
    }
    for roots in ["ville", "region,ville", "ville/portail", "region/cantine,ville/agents"] {
        let stage = Stage::set(world.clone(), &[("policy.roots", roots)]).await;
        let roots: Vec<_> = roots.split(',').collect();
        for request in [
            json!({}),
            json!({ "query": "menus" }),
            json!({ "query": "xylophone" }),
            json!({ "due": "overdue" }),
            json!({ "query": "#1" }),
        ] {
            let answer = find(&stage, request.clone()).await;
            for list in ["issues", "suggested_issues"] {
                for project in each(&answer[list], "project") {
                    let path = project["path_with_namespace"].as_str().unwrap();
                    assert!(roots.iter().any(|root| path.starts_with(root)), "{roots:?} {request}: {path}");
                }
            }
            let is_listing = request == json!({});
            assert!(!is_listing || !titles(&answer).is_empty(), "{roots:?}: {answer}");
        }
        assert_eq!(stage.count("GET /issues"), 0, "each root is asked: {:?}", stage.calls());
    }
}

#[tokio::test]
async fn issues_of_a_project_that_is_about_to_be_deleted_are_not_found() {
    let mut world = city();
    world.schedule_deletion(Owner::Project(103));
    let stage = Stage::with(world).await;
    let answer = find(&stage, json!({})).await;
    assert_eq!(titles(&answer).len(), 6, "{answer}");
}

#[tokio::test]
async fn issues_that_are_left_out_take_no_place_of_others() {
    for (project, first) in [(101, "Aujourd'hui"), (102, "En retard"), (103, "En retard")] {
        let mut world = city();
        world.schedule_deletion(Owner::Project(project));
        let stage = Stage::with(world).await;
        for place in [json!({}), json!({ "group_hint": "Mairie" })] {
            let answer = find(&stage, with(place, json!({ "limit": 1 }))).await;
            assert_eq!(titles(&answer), [first], "{answer}");
        }
        assert_eq!(stage.count("GET /groups/ville/issues"), 0, "the group is asked by its id");
        assert!(stage.count("GET /groups/") > 0, "{:?}", stage.calls());
    }
}

#[tokio::test]
async fn a_project_and_a_number_find_that_issue_and_a_word_that_is_no_project_is_one_of_a_title() {
    let mut world = city();
    world.issue(102, "Lot#3 à livrer");
    let stage = Stage::with(world).await;
    let closed = find(&stage, json!({ "query": "Portail#4" })).await;
    assert_eq!(titles(&closed), ["Fermé en retard"]);
    let opened = Sentence::new(", à l'état ouvert", ", open");
    assert!(!says(&closed, &opened), "{closed}");
    assert_eq!(titles(&find(&stage, json!({ "query": "lot#3" })).await), ["Lot#3 à livrer"]);
}

#[tokio::test]
async fn a_page_that_cannot_be_read_is_told_and_labels_that_cannot_be_read_are_an_error() {
    let mut world = city();
    for number in 0..250 {
        world.issue(101, &format!("Autre sujet {number}"));
        world.label(101, &format!("sujet {number}"), "#FF0000");
    }
    let stage = Stage::set(world, &[("upstream.retries", "0")]).await;
    for page in ["2", "3"] {
        let issues = "state=opened&order_by=updated_at&sort=desc&per_page=100&page=";
        for list in ["GET /issues?scope=all&", "GET /projects/101/issues?"] {
            stage.refuse(format!("{list}{issues}{page}"), 500, json!({}));
        }
        stage.refuse(format!("GET /projects/101/labels?per_page=100&page={page}"), 500, json!({}));
    }
    for place in [json!({}), json!({ "project_hint": "Portail" })] {
        for (query, status) in [("xylophone", "nothing_found"), ("autre sujet 249", "found")] {
            let answer = find(&stage, with(place.clone(), json!({ "query": query }))).await;
            assert_eq!((&answer["status"], &answer["truncated"]), (&json!(status), &json!(true)), "{answer}");
            assert!(says(&answer, &messages::unclear::NOT_ALL_READ), "{answer}");
        }
    }
    let label = json!({ "project_hint": "Portail", "label_name": "zzz" });
    stage.post(FIND, label).await.error(500);
}

#[tokio::test]
async fn at_most_a_hundred_are_answered() {
    let stage = Stage::with(city()).await;
    for limit in [json!(0), json!(101), json!("3")] {
        stage.post(FIND, json!({ "limit": limit })).await.error(422);
    }
    find(&stage, json!({ "limit": 100 })).await;
    let detail = stage.post(FIND, json!({ "assignee": "ana" })).await.error(422);
    assert!(detail.contains("assignee_hint"), "{detail}");
}
