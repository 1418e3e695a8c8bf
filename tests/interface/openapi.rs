//! The OpenAPI document: its examples are run again, and every answer of every test is checked against its schemas.

use std::collections::{BTreeMap, BTreeSet};

use gitlab_sandbox::{Moment, World};
use http::Request;
use passerelle::{
    api::{self, faces::openapi},
    language::Language,
};
use serde_json::{Value, json};

use crate::{
    conformance::Schema,
    stage::{Stage, nested},
    world::shown,
};

/// Where the examples' answers are kept.
const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/api/faces/openapi/examples.json");

/// When the examples are recorded, in seconds after 1970: 15 January 2025 at noon, long past: the bridge says by the machine's clock
/// whether an issue is overdue, and what is late by the sandbox's clock is late by the machine's too.
const RECORDED: u64 = 1_736_942_400;

type Answers = BTreeMap<&'static str, Vec<Value>>;

/// The answers of each operation's examples, each against a fresh sample.
async fn answers() -> Answers {
    let mut answers = BTreeMap::new();
    for operation in api::operations() {
        let mut own = Vec::new();
        for request in operation.examples() {
            let stage = Stage::with(World::sample_at(Moment(RECORDED))).await;
            let path = operation.path.strip_prefix("/api/v1/").unwrap();
            let answer = stage.post(path, serde_json::from_str(&request).unwrap()).await.ok();
            own.push(shown(&stage, &answer));
        }
        answers.insert(operation.name, own);
    }
    answers
}

/// JSON with one answer a line: the program contains it, so it is a third smaller than with a line for each field.
fn text_of(answers: &Answers) -> String {
    let list = |answers: &Vec<Value>| answers.iter().map(Value::to_string).collect::<Vec<_>>().join(",\n");
    let lists = answers.iter().map(|(name, answers)| format!("\"{name}\":[\n{}\n]", list(answers)));
    format!("{{\n{}\n}}\n", lists.collect::<Vec<_>>().join(",\n"))
}

#[tokio::test]
async fn the_examples_are_what_the_sandbox_answers() {
    let answers = answers().await;
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        std::fs::write(EXAMPLES, text_of(&answers)).unwrap();
    }
    let kept = std::fs::read_to_string(EXAMPLES).unwrap();
    assert!(kept == text_of(&answers), "run the tests with UPDATE_DOCUMENTS=1 and look at the difference");
}

#[test]
fn what_an_example_says_is_overdue_is_so_on_the_day_of_the_examples() {
    let examples: Value = serde_json::from_str(&std::fs::read_to_string(EXAMPLES).unwrap()).unwrap();
    let mut seen = 0;
    for value in nested(&examples) {
        if let (Some(due), Some(overdue)) = (value["due_date"].as_str(), value["overdue"].as_bool()) {
            assert_eq!(overdue, value["state"] == "opened" && due < &*Moment(RECORDED).date(), "{value}");
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn every_status_of_every_operation_has_an_example() {
    let document = openapi::document(Language::Fr, &api::operations());
    for operation in api::operations() {
        let post = &document["paths"][operation.path]["post"];
        let shown = &post["responses"]["200"]["content"]["application/json"]["examples"];
        let shown: BTreeSet<_> = shown.as_object().unwrap().keys().cloned().collect();
        let mut expected: BTreeSet<_> =
            operation.statuses().iter().map(|status| json!(status).as_str().unwrap().to_owned()).collect();
        if !operation.answers_status() {
            expected.insert("done".to_owned());
        }
        assert_eq!(shown, expected, "{}", operation.name);
    }
}

#[test]
fn every_request_field_has_a_description_and_every_field_a_label() {
    let document = openapi::document(Language::Fr, &api::operations());
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let request = name.ends_with("Request") || name == "IssueToCreate";
        for (field, property) in schema["properties"].as_object().into_iter().flatten() {
            assert!(!request || property["description"].is_string(), "{name}.{field}");
            assert!(property["x-label"].is_string() || name == "Failure", "{name}.{field}");
        }
    }
}

#[test]
fn every_status_and_choice_has_a_french_word() {
    let document = openapi::document(Language::Fr, &api::operations());
    let words = &document["x-words"];
    for value in nested(&document["components"]["schemas"]) {
        let choices = [&value["enum"], &value["x-choices"]].into_iter().filter_map(Value::as_array);
        for word in choices.flatten().filter_map(Value::as_str) {
            assert!(words[word].is_string(), "{word}");
        }
    }
    for family in document["tags"].as_array().unwrap() {
        assert!(words[family["name"].as_str().unwrap()].is_string(), "{family}");
    }
}

#[tokio::test]
async fn the_document_is_served() {
    let stage = Stage::with(World::empty()).await;
    let answer = stage.get("/openapi.json").await;
    assert_eq!(answer.headers["content-type"], "application/json");
    let document = openapi::document(Language::Fr, &api::operations()).to_string().replace('\u{a0}', " ");
    assert_eq!(answer.body, serde_json::from_str::<Value>(&document).unwrap());
}

#[tokio::test]
async fn a_reader_of_3_0_finds_no_word_of_3_1() {
    fn walk(value: &Value) {
        match value {
            Value::Object(object) => {
                let kind = object.get("type");
                assert!(kind.is_none_or(|kind| !kind.is_array() && kind != "null"), "{value}");
                assert!(!object.contains_key("const") && !object.contains_key("contains"), "{value}");
                assert!(object.len() == 1 || !object.contains_key("$ref"), "{value}");
                object.iter().filter(|(name, _)| *name != "examples").for_each(|(_, value)| walk(value));
            }
            Value::Array(items) => items.iter().for_each(walk),
            _ => {}
        }
    }
    let stage = Stage::with(World::empty()).await;
    let older = stage.get("/openapi.json?version=3.0").await.body;
    assert_eq!(older["openapi"], "3.0.3");
    walk(&older["components"]);
    walk(&older["paths"]);
    let newer = stage.get("/openapi.json?version=3.1").await.body;
    assert_eq!(newer["openapi"], "3.1.0");
    let paths = |document: &Value| document["paths"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(paths(&older), paths(&newer));
}

#[tokio::test]
async fn every_example_fits_its_schema_as_3_0_reads_it() {
    /// Makes a schema of 3.0 one of today: there `nullable` counts beside a `type` of the same schema, and nowhere else.
    fn read(schema: &mut Value) {
        match schema {
            Value::Object(fields) => {
                if let (Some(Value::Bool(true)), Some(kind)) =
                    (fields.remove("nullable"), fields.get_mut("type"))
                {
                    *kind = json!([kind, "null"]);
                }
                fields.values_mut().for_each(read);
            }
            Value::Array(items) => items.iter_mut().for_each(read),
            _ => {}
        }
    }
    let stage = Stage::with(World::empty()).await;
    let mut document = stage.get("/openapi.json?version=3.0").await.body;
    read(&mut document["components"]["schemas"]);
    let mut nulls = 0;
    for post in document["paths"].as_object().unwrap().values().map(|item| &item["post"]) {
        for content in [&post["requestBody"]["content"], &post["responses"]["200"]["content"]] {
            let (schema, components) = (&content["application/json"]["schema"], &document["components"]);
            let Some(shown) = content["application/json"]["examples"].as_object() else { continue };
            let schema = Schema::new(&json!({ "allOf": [schema], "components": components }));
            for example in shown.values().map(|example| &example["value"]) {
                assert_eq!(schema.fault(example), None, "{example}");
                nulls += usize::from(example["project"].is_null());
            }
        }
    }
    assert!(nulls > 0, "an example has no project");
}

#[test]
fn an_operation_is_described_as_its_tool_is_and_takes_no_header_for_an_argument() {
    let document = openapi::document(Language::Fr, &api::operations());
    for operation in api::operations() {
        let post = &document["paths"][operation.path]["post"];
        assert_eq!(post["description"], operation.description());
        assert_eq!(post["parameters"], Value::Null);
    }
    let about = document["info"]["description"].as_str().unwrap();
    assert!(about.contains("Idempotency-Key") && about.contains("x-request-id"), "{about}");
}

#[tokio::test]
async fn a_model_that_is_given_the_address_alone_finds_every_operation() {
    let stage = Stage::with(World::empty()).await;
    let request = Request::get("/llms.txt").body(axum::body::Body::empty()).unwrap();
    let (headers, text) = stage.text(request).await;
    assert_eq!(headers["content-type"], "text/plain; charset=utf-8");
    assert!(text.starts_with("# Passerelle\n\n> "), "{text}");
    for operation in api::operations() {
        assert!(text.contains(&format!("`POST {}`", operation.path)), "{}", operation.path);
    }
    for place in ["(/mcp)", "(/openapi.json)", "(/docs)"] {
        assert!(text.contains(place), "{place}");
    }
}

#[test]
fn every_reference_leads_somewhere() {
    let document = openapi::document(Language::Fr, &api::operations());
    let references: Vec<_> =
        nested(&document).into_iter().filter_map(|value| value["$ref"].as_str()).collect();
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}
