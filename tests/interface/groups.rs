//! groups/search: scores on its own scale, over every group that the token can see.

use gitlab_sandbox::World;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    stage::{Stage, each, fields},
    world::{portail_and_agenda, with_groups},
};

const SEARCH: &str = "groups/search";

/// The groups `ville`, `ville/numerique` and `ville/voirie`.
fn quarters() -> World {
    let mut world = portail_and_agenda();
    world.group("ville/numerique", "Direction numérique");
    world.group("ville/voirie", "Voirie");
    world
}

async fn search(stage: &Stage, query: &str) -> Value {
    stage.post(SEARCH, json!({ "query": query })).await.ok()
}

/// `(full_path, score)` of each match.
fn matches(answer: &Value) -> Vec<(&str, u64)> {
    let matches = answer["matches"].as_array().unwrap().iter();
    matches.map(|found| (found["full_path"].as_str().unwrap(), found["score"].as_u64().unwrap())).collect()
}

/// A page of the host: groups of these numbers, named `Groupe N`, and these headers.
fn page(numbers: impl Iterator<Item = u64>, headers: &[(&str, &str)]) -> ResponseTemplate {
    let groups: Vec<_> = numbers
        .map(|id| json!({ "id": id, "name": format!("Groupe {id}"), "full_path": format!("g/{id}") }))
        .collect();
    headers.iter().fold(ResponseTemplate::new(200).set_body_json(groups), |page, (name, value)| {
        page.append_header(*name, *value)
    })
}

const FIRST: &str = "GET /groups?all_available=true&per_page=100&page=1";
const SECOND: &str = "GET /groups?all_available=true&per_page=100&page=2";
const THIRD: &str = "GET /groups?all_available=true&per_page=100&page=3";
const LATER: &str = "GET /groups?all_available=true&per_page=100&page=";

#[tokio::test]
async fn a_search_answers_the_trimmed_query_and_its_matches() {
    let stage = Stage::with(quarters()).await;
    let answer = search(&stage, "  voirie ").await;
    assert_eq!(stage.calls(), [FIRST]);
    insta::assert_json_snapshot!("groups_search", answer);
}

#[tokio::test]
async fn equal_to_the_name_is_100_inside_it_95_inside_the_path_90() {
    let stage = Stage::with(quarters()).await;
    for (query, full_path, score) in [
        ("mairie", "ville", 100),
        ("MAIRIE", "ville", 100),
        ("direction numerique", "ville/numerique", 100),
        ("Direction-Numérique", "ville/numerique", 100),
        ("numérique", "ville/numerique", 95),
        ("ction num", "ville/numerique", 95),
        ("oiri", "ville/voirie", 95),
        ("ville/voirie", "ville/voirie", 90),
        ("ille voir", "ville/voirie", 90),
    ] {
        let answer = search(&stage, query).await;
        assert_eq!(matches(&answer).first(), Some(&(full_path, score)), "{query}");
    }
}

#[tokio::test]
async fn the_path_alone_never_scores_as_the_name() {
    let stage = Stage::with(with_groups(&[("support", "Assistance")])).await;
    assert_eq!(matches(&search(&stage, "support").await), [("support", 90)]);
}

#[tokio::test]
async fn what_fits_nothing_is_no_match() {
    let stage = Stage::with(quarters()).await;
    let answer = search(&stage, "xylophone").await;
    assert_eq!(answer["matches"], json!([]));
    insta::assert_json_snapshot!("groups_search_nothing", answer);
}

#[tokio::test]
async fn matches_are_sorted_by_score_then_full_path() {
    let stage = Stage::with(with_groups(&[
        ("z-port", "Autre"),
        ("y", "Le port"),
        ("d", "Port"),
        ("x", "Vieux port"),
        ("b", "Port"),
    ]))
    .await;
    assert_eq!(
        matches(&search(&stage, "port").await),
        [("b", 100), ("d", 100), ("x", 95), ("y", 95), ("z-port", 90)]
    );
}

#[tokio::test]
async fn ten_matches_are_answered_or_as_many_as_the_limit() {
    let mut world = World::empty();
    for number in 10..25 {
        world.group(&format!("g{number}"), "Port");
    }
    let stage = Stage::with(world).await;
    let found = search(&stage, "port").await;
    let first = ["g10", "g11", "g12", "g13", "g14", "g15", "g16", "g17", "g18", "g19"];
    assert_eq!(each(&found["matches"], "full_path"), first);
    for (limit, number) in [(1, 1), (12, 12), (1000, 15)] {
        let answer = stage.post(SEARCH, json!({ "query": "port", "limit": limit })).await.ok();
        assert_eq!(answer["matches"].as_array().unwrap().len(), number);
    }
    assert!(stage.calls().iter().all(|call| call == FIRST), "the limit does not size the page");
}

#[tokio::test]
async fn a_blank_query_lists_every_group_at_95_by_path() {
    let stage = Stage::with(quarters()).await;
    for query in ["", "   ", "!!!"] {
        let answer = search(&stage, query).await;
        assert_eq!(matches(&answer), [("ville", 95), ("ville/numerique", 95), ("ville/voirie", 95)]);
    }
    assert_eq!(stage.post(SEARCH, json!({})).await.ok()["query"], "");
}

#[tokio::test]
async fn a_root_keeps_the_groups_whose_full_path_starts_with_it_once_normalised() {
    let mut world = quarters();
    world.group("village", "Village");
    world.group("autre/ville", "Autre");
    let stage = Stage::with(world).await;
    for (root, paths) in [
        ("", vec!["autre", "autre/ville", "village", "ville", "ville/numerique", "ville/voirie"]),
        (" / ", vec!["autre", "autre/ville", "village", "ville", "ville/numerique", "ville/voirie"]),
        ("ville/", vec!["ville", "ville/numerique", "ville/voirie"]),
        ("VILLE", vec!["ville", "ville/numerique", "ville/voirie"]),
        ("villa", vec!["village"]),
        ("/Ville/Numérique/", vec!["ville/numerique"]),
        ("ville/num", vec!["ville/numerique"]),
        ("voirie", vec![]),
    ] {
        let answer = stage.post(SEARCH, json!({ "root_hint": root })).await.ok();
        assert_eq!(each(&answer["matches"], "full_path"), paths, "{root:?}");
    }
}

#[tokio::test]
async fn every_page_is_read_and_none_twice() {
    let mut world = World::empty();
    for number in 100..350 {
        world.group(&format!("g{number}"), &format!("Groupe {number}"));
    }
    let stage = Stage::with(world).await;
    assert_eq!(search(&stage, "Groupe 349").await["matches"][0]["full_path"], "g349");
    assert_eq!(stage.sorted(""), [FIRST, SECOND, THIRD]);
}

#[tokio::test]
async fn without_page_headers_reading_goes_on_as_long_as_pages_are_full() {
    let stage = Stage::with(World::empty()).await;
    stage.fault(FIRST, 1, page(1_000..1_100, &[]));
    stage.fault(SECOND, 1, page(1_100..1_200, &[]));
    stage.fault(THIRD, 1, page(1_200..1_250, &[]));
    stage.fault(LATER, usize::MAX, page(0..0, &[]));
    assert_eq!(search(&stage, "Groupe 1249").await["matches"][0]["id"], 1_249);
    assert!(stage.calls().len() <= 3 + 8, "{:?}", stage.calls());
    let stage = Stage::with(World::empty()).await;
    stage.fault(FIRST, 1, page(1_000..1_099, &[]));
    search(&stage, "Groupe 1098").await;
    assert_eq!(stage.calls(), [FIRST], "a page that is not full is the last one");
}

#[tokio::test]
async fn with_a_next_page_and_no_total_reading_goes_on_until_the_header_is_empty() {
    let stage = Stage::with(World::empty()).await;
    stage.fault(FIRST, 1, page(1_000..1_010, &[("x-next-page", "2")]));
    stage.fault(SECOND, 1, page(1_010..1_020, &[("x-next-page", "3")]));
    stage.fault(THIRD, 1, page(1_020..1_030, &[("x-next-page", "")]));
    stage.fault(LATER, usize::MAX, page(0..0, &[("x-next-page", "")]));
    assert_eq!(search(&stage, "Groupe 1029").await["matches"][0]["id"], 1_029);
}

#[tokio::test]
async fn with_a_total_of_pages_and_no_next_page_they_are_all_read() {
    let stage = Stage::with(World::empty()).await;
    stage.fault(FIRST, 1, page(1_000..1_010, &[("x-total-pages", "3")]));
    stage.fault(SECOND, 1, page(1_010..1_020, &[("x-total-pages", "3")]));
    stage.fault(THIRD, 1, page(1_020..1_030, &[("x-total-pages", "3")]));
    assert_eq!(search(&stage, "Groupe 1029").await["matches"][0]["id"], 1_029);
    assert_eq!(stage.calls().len(), 3);
}

#[tokio::test]
async fn a_group_that_two_pages_show_is_one_match() {
    let stage = Stage::with(World::empty()).await;
    let headers = [("x-next-page", "2"), ("x-total-pages", "2")];
    stage.fault(FIRST, 1, page(1_000..1_100, &headers));
    stage.fault(SECOND, 1, page(1_099..1_101, &[("x-next-page", ""), ("x-total-pages", "2")]));
    let answer = search(&stage, "Groupe 1099").await;
    assert_eq!(each(&answer["matches"], "id").iter().filter(|id| **id == 1_099).count(), 1, "{answer}");
}

#[tokio::test]
async fn any_failure_of_the_host_is_502_with_its_text() {
    for status in [400, 401, 403, 404, 429, 500, 503] {
        let stage = Stage::set(quarters(), &[("upstream.retries", "0")]).await;
        stage.refuse("GET /groups", status, json!({ "message": "la raison du refus" }));
        let detail = stage.post(SEARCH, json!({ "query": "voirie" })).await.error(502);
        assert!(detail.contains("la raison du refus"), "{detail}");
    }
    for body in ["", "<html>", "{}", "[{}]", "[{\"id\": \"12\"}]"] {
        let stage = Stage::with(quarters()).await;
        stage.fault("GET /groups", 1, ResponseTemplate::new(200).set_body_raw(body, "application/json"));
        stage.post(SEARCH, json!({ "query": "voirie" })).await.error(502);
    }
}

#[tokio::test]
async fn one_page_that_fails_fails_the_whole_search() {
    let mut world = World::empty();
    for number in 100..350 {
        world.group(&format!("g{number}"), "Groupe");
    }
    let stage = Stage::with(world).await;
    stage.refuse(THIRD, 500, json!({ "message": "500 Internal Server Error" }));
    let detail = stage.post(SEARCH, json!({ "query": "groupe" })).await.error(502);
    assert!(detail.contains("500 Internal Server Error"), "{detail}");
}

#[tokio::test]
async fn a_group_with_the_suffix_of_a_deletion_is_no_match() {
    let mut world = quarters();
    world.group("ville/voirie-deletion_scheduled-40", "Voirie-deletion_scheduled-40");
    let stage = Stage::with(world).await;
    let answer = search(&stage, "voirie").await;
    assert!(!answer.to_string().contains("deletion_scheduled"), "{answer}");
}

#[tokio::test]
async fn what_only_looks_like_the_name_scores_the_ratio_and_never_100() {
    let stage = Stage::with(with_groups(&[("communes", "Communes"), ("culture", "Culture")])).await;
    for (query, full_path, least) in [("comunes", "communes", 87), ("cultures", "culture", 87)] {
        let answer = search(&stage, query).await;
        let (found, score) = matches(&answer)[0];
        assert_eq!(found, full_path);
        assert!((least..100).contains(&score), "{query}: {score}");
    }
}

/// So many groups, and `zone` named "Zone franche", which sorts last.
fn many_groups(number: usize) -> World {
    let mut world = World::empty();
    for number in 1..=number {
        world.group(&format!("g-{number}"), &format!("Autre {number}"));
    }
    world.group("zone", "Zone franche");
    world
}

#[tokio::test]
async fn all_groups_are_read_where_the_host_counts_them() {
    let stage = Stage::with(many_groups(2_050)).await;
    let answer = search(&stage, "zone franche").await;
    assert_eq!(matches(&answer)[0], ("zone", 100));
    assert_eq!(fields(&answer), ["matches", "query", "success"]);
    assert_eq!((stage.count(LATER), stage.count("GET /groups?search=")), (21, 0));
}

/// A host with more groups than it counts, as GitLab has above ten thousand.
async fn uncounted_groups() -> Stage {
    let stage = Stage::with(many_groups(2_050)).await;
    stage.change_answers(Some(Box::new(|_, answer| {
        for count in ["x-total", "x-total-pages"] {
            answer.headers_mut().remove(count);
        }
    })));
    stage
}

#[tokio::test]
async fn of_more_groups_than_are_read_its_search_selects_some_and_the_answer_says_so() {
    for (query, score) in [("zone franche", 100), ("franche", 95), ("zone franch", 95)] {
        let stage = uncounted_groups().await;
        let answer = search(&stage, query).await;
        assert_eq!(matches(&answer)[0], ("zone", score), "{query}");
        assert_eq!(answer["truncated"], true);
        assert!(answer["message"].as_str().unwrap().contains("GitLab"), "{answer}");
        assert_eq!(stage.count(LATER), 20);
    }
}

#[tokio::test]
async fn of_more_groups_than_are_read_a_blank_query_lists_the_first_ones() {
    let stage = uncounted_groups().await;
    let answer = stage.post(SEARCH, json!({ "limit": 1000 })).await.ok();
    assert_eq!(matches(&answer).len(), 1_000);
    assert_eq!(answer["truncated"], true);
    assert_eq!(stage.count(LATER), 20);
}

#[tokio::test]
async fn words_alone_never_raise_a_score_of_the_search() {
    let stage = Stage::with(with_groups(&[("a", "Direction des ressources humaines")])).await;
    assert_eq!(
        matches(&search(&stage, "DRH").await),
        [] as [(&str, u64); 0],
        "an acronym has no letters' ratio"
    );
    assert_eq!(matches(&search(&stage, "humaines ressources direction des").await).len(), 1);
}
