//! A form for the client's user: what it shows, and where each answer leads.

use rmcp::model::{ConstTitle, ElicitRequestParams, ElicitResult, ElicitationAction, JsonObject};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    fill,
    form_schema::{self, Shown, Titles},
};
use crate::{
    api::{Asking, Entry, Leads, Prompt, Status},
    language::Language,
    messages::{Sentence, form as words},
};

/// The hints of a bulk call, a row each.
pub(super) const ROWS: &str = "issue_hints";
/// Most rows that one form asks about; others stay open in the answer.
const MOST_ROWS: usize = 10;

/// How far the person has brought a call.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Progress {
    /// Arguments that take the place of the client's.
    pub(super) settled: JsonObject,
    /// Whether the person said yes to what follows.
    pub(super) consented: bool,
    /// Whether they were asked about the rows of a bulk call, which is done once.
    pub(super) rows_asked: bool,
}

impl Progress {
    /// The client's arguments, as far as nothing was settled.
    pub(super) fn arguments(&self, own: &JsonObject) -> JsonObject {
        own.clone().into_iter().chain(self.settled.clone()).collect()
    }
}

/// Where the answers of a form lead. Its own client keeps it for us, sealed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Form {
    /// Tells it from every other one.
    pub(super) id: String,
    status: Status,
    progress: Progress,
    fields: Vec<Field>,
}

/// A thing to choose: the names of the choices, and where each leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Field {
    name: String,
    choices: Vec<(String, Step)>,
}

/// Where one choice leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Step {
    /// On, with these arguments in the place of the client's.
    On(JsonObject),
    /// On, with this in the place of a row's hint.
    Row(usize, String),
    /// On, with that row as it is.
    Pass,
    /// To this answer.
    To(Value),
}

/// What the person made of a form.
#[derive(Debug)]
pub(super) enum Said {
    /// The call goes on.
    On(Progress),
    /// It ends with this answer.
    To(Value),
}

/// The call that asks.
pub(super) struct Asked<'a> {
    pub(super) entry: &'a Entry,
    pub(super) language: Language,
    /// Where people look at the host.
    pub(super) web_address: &'a str,
    /// How the client reads the titles of choices.
    pub(super) titles: Titles,
    /// The arguments that were called with.
    pub(super) arguments: &'a JsonObject,
    /// How far it came.
    pub(super) progress: &'a Progress,
}

impl Form {
    /// The form of a question.
    pub(super) fn of(id: String, asked: &Asked<'_>, asking: &Asking) -> (Self, ElicitRequestParams) {
        let mut progress = Progress { consented: true, ..asked.progress.clone() };
        if asking.prompts.iter().any(|prompt| prompt.row.is_some()) {
            progress.rows_asked = true;
            progress.settled.insert(ROWS.to_owned(), rows(asked.arguments));
        }
        let prompts = asking.prompts.iter().take(MOST_ROWS);
        let (fields, shown): (Vec<_>, Vec<_>) =
            prompts.map(|prompt| asked.field(asking.status, prompt)).unzip();
        let params = form_schema::params(asking.message.say(asked.language), shown, asked.titles);
        (Self { id, status: asking.status, progress, fields }, params)
    }

    /// The form that asks for consent to what a preview says.
    pub(super) fn of_consent(id: String, asked: &Asked<'_>, preview: &str) -> (Self, ElicitRequestParams) {
        let (language, status) = (asked.language, Status::Preview);
        let progress = Progress { consented: true, ..asked.progress.clone() };
        let refused = Step::To(nothing_done(status, &words::REFUSED, language));
        let choices = vec![("yes".to_owned(), Step::On(JsonObject::new())), ("no".to_owned(), refused)];
        let name = "consent".to_owned();
        let shown = Shown {
            name: name.clone(),
            title: words::CONSENT.say(language).to_owned(),
            choices: vec![
                ConstTitle::new("yes", words::YES.say(language)),
                ConstTitle::new("no", words::NO.say(language)),
            ],
        };
        let params = form_schema::params(words::consent(preview).say(language), vec![shown], asked.titles);
        (Self { id, status, progress, fields: vec![Field { name, choices }] }, params)
    }

    /// Where the person's answer leads; `None` for one that is no answer to this form.
    pub(super) fn answer(self, language: Language, result: &ElicitResult) -> Option<Said> {
        let Self { status, mut progress, fields, .. } = self;
        if result.action != ElicitationAction::Accept {
            return Some(Said::To(nothing_done(status, &words::UNANSWERED, language)));
        }
        let content = result.content.as_ref()?;
        for field in fields {
            let chosen = content.get(&field.name)?.as_str()?;
            match field.choices.into_iter().find(|(name, _)| name == chosen)?.1 {
                Step::On(arguments) => progress.settled.extend(arguments),
                Step::Row(place, hint) => {
                    *progress.settled.get_mut(ROWS)?.get_mut(place)? = hint.into();
                }
                Step::Pass => {}
                Step::To(answer) => return Some(Said::To(answer)),
            }
        }
        Some(Said::On(progress))
    }
}

impl Asked<'_> {
    /// A field of the form, and what it shows.
    fn field(&self, status: Status, prompt: &Prompt) -> (Field, Shown) {
        let (name, title) = match &prompt.row {
            None => ("choice".to_owned(), words::CHOICE.say(self.language).to_owned()),
            Some((place, hint)) => (format!("row_{}", place + 1), hint.clone()),
        };
        let mut choices = Vec::new();
        let mut titled = Vec::new();
        for choice in &prompt.choices {
            choices.push((choice.name.clone(), self.step(prompt, &choice.leads)));
            titled.push(ConstTitle::new(&choice.name, choice.title.say(self.language)));
        }
        if prompt.or_none {
            let nothing = || Step::To(nothing_done(status, &words::NOTHING_CHOSEN, self.language));
            choices.push(("none".to_owned(), prompt.row.as_ref().map_or_else(nothing, |_| Step::Pass)));
            titled.push(ConstTitle::new("none", words::NONE_OF_THESE.say(self.language)));
        }
        (Field { name: name.clone(), choices }, Shown { name, title, choices: titled })
    }

    fn step(&self, prompt: &Prompt, leads: &Leads) -> Step {
        match (&prompt.row, leads) {
            (_, Leads::To { fr, en }) => Step::To(match self.language {
                Language::Fr => fr.clone(),
                Language::En => en.clone(),
            }),
            (Some((place, _)), Leads::On(settled)) => {
                Step::Row(*place, format!("#{}", settled.issue.unwrap_or_default()))
            }
            (None, Leads::On(settled)) => Step::On(fill::fields(self.entry, settled, self.web_address)),
        }
    }
}

/// The rows that an operation sees: its hints without blank ones.
fn rows(arguments: &JsonObject) -> Value {
    let hints = arguments.get(ROWS).and_then(Value::as_array);
    let is_said = |hint: &&Value| hint.as_str().is_some_and(|hint| !hint.trim().is_empty());
    hints.into_iter().flatten().filter(is_said).cloned().collect()
}

/// The answer where the person stopped the call.
fn nothing_done(status: Status, why: &Sentence, language: Language) -> Value {
    json!({ "success": true, "status": status, "message": why.say(language) })
}
