//! What a call would do, and to which objects, read from its preview or from its question.

use super::{Asked, ROWS, indented, line};
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
    told: Told,
    /// The objects of the writes that it would send.
    pub(in super::super) planned: Vec<Object>,
}

/// What an answer, or a row of a bulk call's, says of its effect.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Told {
    status: Option<Status>,
    message: String,
    project: Option<ShownPlace>,
    candidate_projects: Vec<ShownPlace>,
    candidate_groups: Vec<ShownPlace>,
    /// The one issue that it is about.
    issue: Option<Issue>,
    /// The rows of a bulk call.
    results: Vec<Self>,
}

/// A project or a group.
#[derive(Debug, Deserialize)]
struct ShownPlace {
    id: i64,
    name: String,
    #[serde(alias = "path_with_namespace", alias = "full_path")]
    path: String,
}

#[derive(Debug, Deserialize)]
struct Issue {
    id: i64,
    iid: i64,
    title: String,
    /// Absent of an issue that was just created.
    state: Option<String>,
}

impl PlannedEffect {
    /// What an answer says of it.
    pub(in super::super) fn of(answered: &Answered, language: Language) -> Self {
        let told: Told = serde_json::from_slice(&answered.json).unwrap_or_default();
        let place = told.place().map(|place| place_key(place.id, &place.path));
        let changed = told.results.iter().filter(|row| row.is_preview());
        let mut objects: Vec<_> = changed.filter_map(Told::key_of_issue).collect();
        if told.is_preview() && objects.is_empty() {
            objects.extend(place.clone());
        }
        objects.extend(told.key_of_issue());
        objects.extend(answered.touches.iter().cloned());
        let sentence = messages::previewed(language, &told.message).to_owned();
        Self { sentence, objects, place, told, planned: answered.planned.clone() }
    }

    /// Whether it is a preview of something to do.
    pub(in super::super) fn is_preview(&self) -> bool {
        self.told.is_preview()
    }

    /// Whether it is a bulk call that would change nothing.
    pub(in super::super) fn is_idle(&self) -> bool {
        let rows = &self.told.results;
        !rows.is_empty() && !rows.iter().any(Told::is_preview)
    }

    /// Whether it may be about the object of this name. Of a milestone or a person the answer tells nothing: then it may.
    pub(in super::super) fn is_about(&self, name: &str) -> bool {
        // The name of an issue of another project begins with the project's path.
        let (path, number) = name.rsplit_once('#').unwrap_or((name, ""));
        let of_rows = self.told.results.iter().filter_map(Told::changes);
        let numbers: Vec<_> = of_rows.chain(self.told.issue.as_ref().map(|issue| issue.iid)).collect();
        // A new issue has no number: its title is what was named.
        let is_it = |number| numbers.is_empty() || numbers.contains(&number);
        let is_there = !path.contains('/') || self.told.place().is_none_or(|place| place.path == path);
        is_there && number.parse::<i64>().map_or(true, is_it)
    }

    /// The rows of a bulk call: the numbers of the issues that were found, the words of the others. Blank hints are no rows.
    pub(super) fn numbered_rows(&self, arguments: &JsonObject) -> Value {
        let hints = arguments.get(ROWS).and_then(Value::as_array).into_iter().flatten();
        let said = hints.filter(|hint| hint.as_str().is_some_and(|hint| !hint.trim().is_empty()));
        let numbers = self.told.results.iter().map(Told::changes).chain(std::iter::repeat(None));
        let number = |(hint, number): (&Value, Option<i64>)| {
            number.map_or_else(|| hint.clone(), |number| format!("#{number}").into())
        };
        said.zip(numbers).map(number).collect()
    }

    /// The arguments, which now name the place and the issues by their addresses and numbers, where the call is not confirmed: what
    /// was shown is then what is looked for.
    pub(in super::super) fn named(&self, asked: &Asked<'_>) -> JsonObject {
        let Asked { entry, arguments, web_address, .. } = asked;
        let mut named = JsonObject::clone(arguments);
        if entry.knows(ROWS) {
            named.insert(ROWS.to_owned(), self.numbered_rows(arguments));
        }
        if arguments.get("confirm") == Some(&Value::Bool(true)) {
            return named;
        }
        if let Some(place) = self.told.place().filter(|_| entry.knows("project_hint")) {
            named.insert("project_hint".to_owned(), address(web_address, &place.path));
        }
        if let Some(issue) = self.told.issue.as_ref().filter(|_| entry.knows("issue_hint")) {
            named.insert("issue_hint".to_owned(), format!("#{}", issue.iid).into());
        }
        named
    }

    /// What a question shows beside itself: the place, the issue, the rows that are settled, and what will be written.
    pub(super) fn beside_the_question(&self, language: Language, arguments: &JsonObject) -> Vec<String> {
        let place = self.told.place().map(|place| words::place(&place.name, &place.path));
        let issue = self.told.issue.as_ref().map(|issue| words::issue(issue.iid, &issue.title));
        let known = place.into_iter().chain(issue).map(|known| line(known.say(language)));
        known.chain(self.whole(language, arguments)).collect()
    }

    /// The rows, each by itself, and what will be written.
    pub(super) fn whole(&self, language: Language, arguments: &JsonObject) -> Vec<String> {
        let rows = self.told.results.iter().filter(|row| row.is_preview());
        let rows = rows.map(|row| line(messages::previewed(language, &row.message)));
        rows.chain(written(language, arguments)).collect()
    }
}

impl Told {
    fn is_preview(&self) -> bool {
        self.status == Some(Status::Preview)
    }

    /// The number of the issue that a row would change.
    fn changes(&self) -> Option<i64> {
        self.issue.as_ref().filter(|_| self.is_preview()).map(|issue| issue.iid)
    }

    fn key_of_issue(&self) -> Option<String> {
        let Issue { id, iid, title, state } = self.issue.as_ref()?;
        Some(issue_key(*id, *iid, state.as_deref()?, title))
    }

    /// The project or the group: named as such, or the one that was chosen.
    fn place(&self) -> Option<&ShownPlace> {
        let lists = [&self.candidate_projects, &self.candidate_groups];
        let chosen = lists.into_iter().find_map(|list| if let [only] = &**list { Some(only) } else { None });
        self.project.as_ref().or(chosen.filter(|_| self.is_preview()))
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
