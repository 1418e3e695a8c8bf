//! The page of operations, in Markdown, made of the OpenAPI document.

use std::fmt::Write;

use passerelle::api;
use serde_json::Value;

/// The whole page.
pub(crate) fn page(document: &Value) -> String {
    let mut page = String::from(
        "# Operations\n\n\
         Every operation is a POST of a JSON object. This page is made of the code, and its answers are the sandbox's own, as on\n\
         15 January 2025.\n\
         Every answer has `success`; every error is `{\"success\": false, \"detail\": \"…\", \"code\": \"…\"}`.\n\n\
         On `…clarification_needed` show the candidates, on `…not_found` what `suggested_…` holds; then send the request again with\n\
         `confirm` and what names the one that was chosen: `path_with_namespace` becomes `resolved_project_path`, `iid`\n\
         `resolved_issue_iid`, `id` `resolved_milestone_id` or `resolved_assignee_id`, as in\n\
         `{\"confirm\": true, \"resolved_project_path\": \"ville/numerique/portail-citoyen\", \"resolved_issue_iid\": 1}`.\n\n\
         A write may carry an `Idempotency-Key` of 1 to 255 visible ASCII characters: sent again with the same body within\n\
         `server.idempotency_ttl`, it gets the first answer, marked `idempotent-replayed: true`, and is not done again.\n",
    );
    for operation in api::operations() {
        section(&mut page, document, &document["paths"][operation.path]["post"], operation.path).unwrap();
    }
    page
}

fn section(page: &mut String, document: &Value, operation: &Value, path: &str) -> std::fmt::Result {
    let [name, summary, description] =
        ["operationId", "summary", "description"].map(|key| text(&operation[key]));
    // What models read begins with the same sentence.
    let more =
        description.strip_prefix(summary).map_or(description, |more| more.trim_start_matches('.').trim());
    // How to go on after a question is said once, at the top.
    let more = more.split_once(" On …clarification_needed ").map_or(more, |(more, _)| more);
    write!(page, "\n## {name}\n\n`POST {path}`: {summary}. {more}")?;
    page.truncate(page.trim_end().len());
    page.push_str("\n\n");
    let request = &operation["requestBody"]["content"]["application/json"];
    let schema = resolved(document, &request["schema"]);
    page.push_str("| field | type | default | what it is |\n|---|---|---|---|\n");
    for (field, property) in schema["properties"].as_object().unwrap() {
        let default = match &property["default"] {
            Value::Null if listed(&schema["required"], field) => "needed".to_owned(),
            Value::Null => String::new(),
            default => format!("`{default}`"),
        };
        let kind = kind(document, property);
        writeln!(page, "| `{field}` | {kind} | {default} | {} |", text(&property["description"]))?;
    }
    let answers = &operation["responses"]["200"]["content"]["application/json"]["examples"];
    for (outcome, request) in request["examples"].as_object().unwrap() {
        let answer = &answers[outcome]["value"];
        write!(page, "\n`{outcome}`\n\n```json\n{}\n```\n```json\n{answer:#}\n```\n", request["value"])?;
    }
    Ok(())
}

/// A field's type and bounds, in words.
fn kind(document: &Value, property: &Value) -> String {
    let property = resolved(document, property);
    let kinds = match &property["type"] {
        Value::Array(kinds) => {
            kinds.iter().map(text).filter(|kind| *kind != "null").collect::<Vec<_>>().join(" or ")
        }
        kind => text(kind).to_owned(),
    };
    let choices = [&property["enum"], &property["x-choices"], &property["items"]["enum"]];
    if let Some(words) = choices.into_iter().find_map(Value::as_array) {
        let words = words.iter().filter(|word| !word.is_null()).map(|word| format!("`{}`", text(word)));
        let words = words.collect::<Vec<_>>().join(", ");
        return if kinds == "array" { format!("array of {words}") } else { words };
    }
    let bounds = match kinds.as_str() {
        "string" => bounds(&property["minLength"], &property["maxLength"], " characters"),
        "array" => bounds(&property["minItems"], &property["maxItems"], " items"),
        _ => bounds(&property["minimum"], &property["maximum"], ""),
    };
    let items = if kinds == "array" {
        format!(" of {}", kind_of_items(document, &property["items"]))
    } else {
        String::new()
    };
    format!("{kinds}{items}{bounds}")
}

fn kind_of_items(document: &Value, items: &Value) -> String {
    let items = resolved(document, items);
    match items["properties"].as_object() {
        None => text(&items["type"]).to_owned(),
        Some(properties) => {
            let fields =
                properties.iter().map(|(field, property)| format!("`{field}` {}", kind(document, property)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
    }
}

fn bounds(least: &Value, most: &Value, of: &str) -> String {
    match (least, most) {
        (Value::Null, Value::Null) => String::new(),
        (Value::Null, most) => format!(", at most {most}{of}"),
        (least, Value::Null) => format!(", at least {least}{of}"),
        (least, most) => format!(", {least} to {most}{of}"),
    }
}

fn listed(names: &Value, name: &str) -> bool {
    names.as_array().is_some_and(|names| names.iter().any(|listed| listed == name))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// What a schema is, or what it refers to.
fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap(),
        None => schema,
    }
}
