//! Duplicates of a new issue: among the hundred last updated, and by one search.

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{NARROW, broken, tickets};
use crate::stage::{Stage, each};

const CREATE: &str = "issues/assistant-create";
/// Issues of any state, last updated first.
const LATEST: &str = "GET /projects/101/issues?order_by=updated_at&sort=desc";

async fn create(stage: &Stage, title: &str) -> Value {
    stage.post(CREATE, json!({ "project_hint": "portail", "title": title })).await.ok()
}

#[tokio::test]
async fn a_duplicate_past_the_last_ten_is_found_among_the_last_hundred() {
    let stage = Stage::with(tickets("Imprimante en panne", 10)).await;
    stage.refuse(&*format!("{LATEST}&search=").leak(), 500, broken());
    let answer = create(&stage, "Imprimante en panne").await;
    assert_eq!(answer["status"], "duplicate_warning");
    assert_eq!(each(&answer["duplicate_issues"], "iid"), [1]);
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn a_duplicate_past_the_last_hundred_is_found_by_one_search_for_two_words() {
    let stage = Stage::with(tickets("Imprimante en panne", 130)).await;
    assert_eq!(create(&stage, "Imprimante en panne").await["status"], "duplicate_warning");
    assert_eq!(
        stage.sorted(LATEST),
        [
            format!("{LATEST}&per_page=10&page=1"),
            format!("{LATEST}&per_page=100&page=1"),
            format!("{LATEST}&search=Imprimante panne&in=title&per_page=100&page=1"),
        ]
    );
}

#[tokio::test]
async fn a_creation_says_that_duplicates_could_not_be_looked_for_everywhere() {
    let failure = ResponseTemplate::new(500).set_body_json(broken());
    let limited = ResponseTemplate::new(429).append_header("retry-after", "60");
    for (call, answer) in [
        (format!("{LATEST}&search="), failure.clone()),
        (format!("{LATEST}&search="), limited),
        (format!("{LATEST}&per_page=100"), failure),
    ] {
        let stage = Stage::with(tickets("Imprimante en panne", 130)).await;
        stage.fault(call.leak(), usize::MAX, answer);
        let answer = create(&stage, "Affiche à refaire").await;
        assert_eq!(answer["status"], "created");
        assert!(answer["message"].as_str().unwrap().contains("doublon"), "{answer}");
    }
    let stage = Stage::with(tickets("Imprimante en panne", 130)).await;
    let answer = create(&stage, "Affiche à refaire").await;
    assert!(!answer["message"].as_str().unwrap().contains("doublon"), "{answer}");
}

#[tokio::test]
async fn without_widen_duplicates_are_looked_for_among_the_last_ten() {
    let stage = Stage::set(tickets("Imprimante en panne", 10), NARROW).await;
    assert_eq!(create(&stage, "Imprimante en panne").await["status"], "created");
    assert_eq!(stage.count("GET /projects/101/issues?"), 1);
    let stage = Stage::set(tickets("Imprimante en panne", 9), NARROW).await;
    assert_eq!(create(&stage, "Imprimante en panne").await["status"], "duplicate_warning");
}
