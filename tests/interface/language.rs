//! `messages.language`: sentences in French, in English, or in the language that a request prefers; everything else stays the
//! same.

use axum::body::Body;
use gitlab_sandbox::World;
use passerelle::api;
use serde_json::{Value, json};

use crate::{
    stage::{Answer, Stage, posted, request},
    world::{hinted, portail_with},
};

const EN: [(&str, &str); 1] = [("messages.language", "en")];
const AUTO: [(&str, &str); 1] = [("messages.language", "auto")];
const CLOSE: &str = "/api/v1/issues/assistant-close";

/// Posts a body for a reader who accepts these languages.
async fn post(stage: &Stage, path: &str, accepted: &str, body: &Value) -> Answer {
    let headers = [("content-type", "application/json"), ("accept-language", accepted)];
    stage.send(request("POST", path, &headers, body.to_string())).await
}

/// Whether a text is French: it has one of its marks, accents or small words.
fn is_french(text: &str) -> bool {
    let text = text.to_lowercase();
    text.chars().any(|letter| "«»éèêàùçôœ".contains(letter))
        || text
            .split(|letter: char| !letter.is_alphanumeric())
            .any(|word| ["le", "la", "un", "de", "est", "cette"].contains(&word))
}

/// Every sentence of an answer.
fn sentences(answer: &Value) -> Vec<&str> {
    let own = ["message", "detail"].iter().filter_map(|field| answer[*field].as_str());
    let items = answer["results"].as_array().into_iter().flatten();
    own.chain(items.filter_map(|item| item["message"].as_str())).collect()
}

/// A sentence without what it quotes, and without the name of the sample's person: names stay as the host has them.
fn unquoted(sentence: &str) -> String {
    let sentence = sentence.replace("Développement front", "");
    let mut quotes = 0_usize;
    let outside = sentence.chars().filter(|letter| {
        quotes += usize::from(*letter == '“');
        let is_outside = quotes == 0;
        quotes -= usize::from(*letter == '”');
        is_outside
    });
    outside.collect()
}

#[tokio::test]
async fn the_sentences_of_every_example_are_english_and_all_else_is_the_same() {
    for operation in api::operations() {
        let path = operation.path.strip_prefix("/api/v1/").unwrap();
        for example in operation.examples() {
            let request: Value = serde_json::from_str(&example).unwrap();
            let (french, english) =
                (Stage::with(World::sample()).await, Stage::set(World::sample(), &EN).await);
            let mut answers = Vec::new();
            for stage in [&french, &english] {
                answers.push(stage.post(path, request.clone()).await.ok());
            }
            assert!(sentences(&answers[0]).into_iter().all(is_french), "{:#}", answers[0]);
            for sentence in sentences(&answers[1]) {
                assert!(!is_french(&unquoted(sentence)), "{sentence}");
            }
            let told = |answer: &Value| {
                json!([
                    answer["status"],
                    answer["issue"]["iid"],
                    answer["candidate_issues"].as_array().map(Vec::len)
                ])
            };
            assert_eq!(told(&answers[0]), told(&answers[1]), "{example}");
        }
    }
}

#[tokio::test]
async fn the_request_chooses_where_the_operator_lets_it() {
    let stage = Stage::set(portail_with(&["Un"]), &AUTO).await;
    let body = hinted(json!({ "issue_hint": "xylophone" }));
    for (accepted, start) in
        [("en-GB,fr;q=0.5", "No issue"), ("fr,en;q=0.5", "Aucun ticket"), ("de", "Aucun ticket")]
    {
        let answer = post(&stage, CLOSE, accepted, &body).await;
        assert_eq!(answer.headers["vary"], "accept-language");
        let body = answer.ok();
        assert!(body["message"].as_str().unwrap().starts_with(start), "{body}");
        assert_eq!(body["status"], "issue_not_found");
    }
}

#[tokio::test]
async fn the_operators_language_wins_over_the_requests() {
    let stage = Stage::set(portail_with(&["Un"]), &EN).await;
    let answer = post(&stage, CLOSE, "fr", &json!({ "limit": 0 })).await;
    assert_eq!(answer.error(422), "The field “limit” must be an integer from 1 to 1000.");
}

#[tokio::test]
async fn failures_of_every_layer_are_worded_and_keep_their_codes() {
    let stage = Stage::set(portail_with(&["Un"]), &AUTO).await;
    let tokens = [("messages.language", "auto"), ("server.auth_tokens", "secret")];
    let guarded = Stage::set(World::empty(), &tokens).await;
    for (stage, path, body, status, code, sentence) in [
        (&stage, "/nowhere", json!({}), 404, "unknown_route", "This address does not exist: see /docs."),
        (&stage, CLOSE, json!([]), 422, "invalid_request", "The request body must be a JSON object."),
        (
            &stage,
            CLOSE,
            json!({ "confirm": true }),
            400,
            "invalid_argument",
            "With confirm set to true, the field “resolved_project_path” can't be blank.",
        ),
        (
            &guarded,
            CLOSE,
            json!({}),
            401,
            "unauthorized",
            "A valid token is needed: send Authorization: Bearer and the token.",
        ),
        (
            &guarded,
            "/mcp",
            json!({}),
            401,
            "unauthorized",
            "A valid token is needed: send Authorization: Bearer and the token.",
        ),
    ] {
        let answer = post(stage, path, "en", &body).await;
        assert_eq!(answer.body["code"], code);
        assert_eq!(answer.error(status), sentence);
        let french = post(stage, path, "fr", &body).await;
        assert_eq!(french.body["code"], code);
        assert!(is_french(&french.error(status)), "{path}");
    }
    let answer = post(&guarded, CLOSE, "en", &json!({})).await;
    assert_eq!(answer.headers["www-authenticate"], "Bearer", "what a guard said in the head stays");
}

#[tokio::test]
async fn the_document_and_the_titles_of_tools_are_in_the_language() {
    let stage = Stage::set(World::empty(), &AUTO).await;
    let mut seen = Vec::new();
    for accepted in ["fr", "en"] {
        let preferred = [("accept-language", accepted)];
        let document = stage.send(request("GET", "/openapi.json", &preferred, Body::empty())).await.body;
        assert_eq!(document["x-language"], accepted);
        let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
        let request = posted("/mcp").header("accept-language", accepted);
        let tools = stage.send(request.body(Body::from(list.to_string())).unwrap()).await.body;
        for (tool, operation) in tools["result"]["tools"].as_array().unwrap().iter().zip(api::operations()) {
            assert_eq!(document["paths"][operation.path]["post"]["x-title"], tool["title"]);
        }
        seen.push((
            document["paths"][CLOSE]["post"]["x-title"].clone(),
            document["x-words"]["closed"].clone(),
        ));
    }
    assert_eq!(json!(seen), json!([["Fermer un ticket", "Fermé"], ["Close an issue", "Closed"]]));
}

#[tokio::test]
async fn french_is_sent_with_its_non_breaking_spaces() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let body = hinted(json!({ "issue_hint": "Un" })).to_string();
    let (_, answer) = stage.text(posted(CLOSE).body(Body::from(body)).unwrap()).await;
    assert!(answer.contains("«\u{a0}Un\u{a0}» du projet «\u{a0}Portail\u{a0}»"), "{answer}");
}
