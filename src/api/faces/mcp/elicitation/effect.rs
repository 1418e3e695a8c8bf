//! What a call would do, and to which objects, read from its preview or from its question.

use super::{ROWS, indented, line};
use crate::{
    api::{address, faces::mcp::prelude::*, issue_key, place_key},
    messages::{form as words, words::of},
};

/// What a call would do.
#[derive(Debug, Default)]
pub(in super::super) struct PlannedEffect {
    /// The sentence that acting would give.
    pub(super) sentence: String,
    /// The objects that it would change, or in which it would create one, as they are now.
    pub(super) objects: Vec<String>,
    /// The project or the group that it is about, as it is now.
    pub(super) place: Option<String>,
    /// The place as people read it.
    named_place: Option<(String, String)>,
    /// The number and the title of the one issue that it is about.
    issue: Option<(i64, String)>,
    /// The rows of a bulk call.
    rows: Vec<Row>,
    /// Whether it is a preview of something to do.
    pub(in super::super) is_preview: bool,
    /// The objects of the writes that it would send.
    pub(in super::super) planned: Vec<Object>,
}

/// A row of a bulk call.
#[derive(Debug)]
struct Row {
    sentence: String,
    /// Whether it would change or create something.
    acts: bool,
    /// The number of the issue that it would change.
    changes: Option<i64>,
}

impl PlannedEffect {
    /// What an answer says of it.
    pub(in super::super) fn of(answered: &Answered, language: Language) -> Self {
        let answer = &serde_json::from_slice(&answered.json).unwrap_or(Value::Null);
        let message = answer["message"].as_str().unwrap_or_default();
        let place = place_of(answer);
        let is_preview = is(answer, Status::Preview);
        let results = answer["results"].as_array().map(Vec::as_slice).unwrap_or_default();
        let issue = answer.get("issue").filter(|issue| issue["iid"].is_i64());
        let changed = results.iter().filter(|row| is(row, Status::Preview)).map(|row| &row["issue"]);
        let mut objects: Vec<_> = changed.filter_map(key_of_issue).collect();
        let key = place.and_then(key_of_place);
        if is_preview && objects.is_empty() {
            objects.extend(key.clone());
        }
        objects.extend(issue.and_then(key_of_issue));
        objects.extend(answered.touches.iter().cloned());
        Self {
            sentence: messages::previewed(language, message).to_owned(),
            objects,
            place: key,
            named_place: place.and_then(|place| Some((text(place, "name")?, path(place)?))),
            issue: issue.and_then(|issue| Some((issue["iid"].as_i64()?, text(issue, "title")?))),
            rows: results.iter().map(|row| Row::of(row, language)).collect(),
            is_preview,
            planned: answered.planned.clone(),
        }
    }

    /// Whether it is a bulk call that would change nothing.
    pub(in super::super) fn is_idle(&self) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(|row| !row.acts)
    }

    /// Whether it is about the object of this name: an issue, a project or a group; whatever else was chosen is not told.
    pub(in super::super) fn is_about(&self, name: &str) -> bool {
        let number = name.strip_prefix('#').and_then(|number| number.parse::<i64>().ok());
        let of_rows = self.rows.iter().filter_map(|row| row.changes);
        let numbers: Vec<_> = of_rows.chain(self.issue.as_ref().map(|issue| issue.0)).collect();
        let place = self.named_place.as_ref().map(|(_, path)| path.as_str());
        match number {
            // A new issue has no number: its title is what was named.
            Some(number) => numbers.is_empty() || numbers.contains(&number),
            None => !name.contains('/') || place.is_none_or(|place| place == name),
        }
    }

    /// The rows of a bulk call: the numbers of the issues that were found, the words of the others. Blank hints are no rows.
    pub(super) fn numbered_rows(&self, arguments: &JsonObject) -> Value {
        let hints = arguments.get(ROWS).and_then(Value::as_array).into_iter().flatten();
        let said = hints.filter(|hint| hint.as_str().is_some_and(|hint| !hint.trim().is_empty()));
        let numbers = self.rows.iter().map(|row| row.changes).chain(std::iter::repeat(None));
        let number = |(hint, number): (&Value, Option<i64>)| {
            number.map_or_else(|| hint.clone(), |number| format!("#{number}").into())
        };
        said.zip(numbers).map(number).collect()
    }

    /// Arguments that name the place and the issues by their addresses and numbers, where the call is not confirmed: what was
    /// shown is then what is looked for.
    pub(super) fn named(&self, entry: &Entry, arguments: &JsonObject, web_address: &str) -> JsonObject {
        let mut named = JsonObject::new();
        if entry.knows(ROWS) {
            named.insert(ROWS.to_owned(), self.numbered_rows(arguments));
        }
        if arguments.get("confirm") == Some(&Value::Bool(true)) {
            return named;
        }
        if let Some((_, path)) = self.named_place.as_ref().filter(|_| entry.knows("project_hint")) {
            named.insert("project_hint".to_owned(), address(web_address, path));
        }
        if let Some((iid, _)) = self.issue.as_ref().filter(|_| entry.knows("issue_hint")) {
            named.insert("issue_hint".to_owned(), format!("#{iid}").into());
        }
        named
    }

    /// What a question shows beside itself: the place, the issue, the rows that are settled, and what will be written.
    pub(super) fn beside_the_question(&self, language: Language, arguments: &JsonObject) -> Vec<String> {
        let place =
            self.named_place.as_ref().map(|(name, path)| line(words::place(name, path).say(language)));
        let issue = self.issue.as_ref().map(|(iid, title)| line(words::issue(*iid, title).say(language)));
        place.into_iter().chain(issue).chain(self.whole(language, arguments)).collect()
    }

    /// The rows, each by itself, and what will be written.
    pub(super) fn whole(&self, language: Language, arguments: &JsonObject) -> Vec<String> {
        let rows = self.rows.iter().filter(|row| row.acts).map(|row| line(&row.sentence));
        rows.chain(written(language, arguments)).collect()
    }
}

impl Row {
    fn of(row: &Value, language: Language) -> Self {
        let sentence = messages::previewed(language, row["message"].as_str().unwrap_or_default());
        let acts = is(row, Status::Preview);
        let changes = row.pointer("/issue/iid").and_then(Value::as_i64).filter(|_| acts);
        Self { sentence: sentence.to_owned(), acts, changes }
    }
}

/// The arguments that say what will be written, a line each.
fn written(language: Language, arguments: &JsonObject) -> impl Iterator<Item = String> {
    arguments.iter().filter(|(field, _)| is_written(field)).map(move |(field, value)| {
        let label = of("request", field);
        let label = label.as_ref().map_or(field.as_str(), |label| label.say(language));
        words::labelled(label, &readable(language, value)).say(language).to_owned()
    })
}

/// Whether an argument is more than the place, or the way to look.
fn is_written(field: &str) -> bool {
    !(field.ends_with("_hint")
        || field.starts_with("resolved_")
        || [ROWS, "confirm", "dry_run", "limit", "state"].contains(&field))
}

fn readable(language: Language, value: &Value) -> String {
    let listed = |values: &[Value], between: &str| {
        values.iter().map(|value| readable(language, value)).collect::<Vec<_>>().join(between)
    };
    match value {
        Value::String(text) if !text.trim().is_empty() => indented(text),
        Value::Bool(set) => words::flag(*set).say(language).to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Array(values) if values.iter().any(Value::is_object) => format!("\n{}", listed(values, "\n")),
        Value::Array(values) if !values.is_empty() => listed(values, ", "),
        Value::Object(fields) => written(language, fields).collect::<Vec<_>>().join("\u{a0}; "),
        _ => words::NOTHING.say(language).to_owned(),
    }
}

fn is(answer: &Value, status: Status) -> bool {
    answer["status"].as_str() == Some(status.to_string().as_str())
}

/// The project or the group of an answer: named as such, or the one that was chosen.
fn place_of(answer: &Value) -> Option<&Value> {
    let named = answer.get("project").filter(|project| project.is_object());
    let chosen = ["candidate_projects", "candidate_groups"].into_iter().find_map(|list| {
        let [only] = answer.get(list)?.as_array()?.as_slice() else { return None };
        Some(only)
    });
    named.or(chosen.filter(|_| is(answer, Status::Preview)))
}

fn key_of_issue(issue: &Value) -> Option<String> {
    let (id, iid) = (issue["id"].as_i64()?, issue["iid"].as_i64()?);
    Some(issue_key(id, iid, issue["state"].as_str()?, issue["title"].as_str()?))
}

fn key_of_place(place: &Value) -> Option<String> {
    Some(place_key(place["id"].as_i64()?, &path(place)?))
}

fn path(place: &Value) -> Option<String> {
    text(place, "path_with_namespace").or_else(|| text(place, "full_path"))
}

fn text(record: &Value, field: &str) -> Option<String> {
    record[field].as_str().map(str::to_owned)
}
