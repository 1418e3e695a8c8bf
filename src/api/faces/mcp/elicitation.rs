//! A form for the client's user: what it shows, and where each answer leads (decisions, section 7, Questions go to the person).
//!
//! - [`effect`]: what a call would do, and to which objects
//! - [`seal`]: forms that clients keep

mod effect;
pub(super) mod seal;

use std::ops::ControlFlow;

use super::prelude::*;
use crate::{gitlab::visible, messages::form as words};

pub(super) use self::effect::PlannedEffect;

/// The hints of a bulk call, a row each.
pub(super) const ROWS: &str = "issue_hints";
/// The name of the choice "none of these", and the one to take if an object has the first name: no path begins with a slash.
const NONE: [&str; 2] = ["none", "/none"];
/// What the one form of an answer is called.
pub(super) const FORM: &str = "form";

/// Most rows that one form asks about; the next form asks about the others.
const MOST_ROWS: usize = 10;

/// What a person has settled of a call so far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FormProgress {
    /// Arguments that take the place of the client's.
    settled: JsonObject,
    /// The objects that forms showed and the person accepted.
    shown: BTreeSet<String>,
    /// The sentence to which the person consented.
    agreed: Option<String>,
    /// How many forms were answered.
    pub(super) forms: usize,
    /// How many of them were about rows.
    row_forms: usize,
}

impl FormProgress {
    /// The client's arguments, as far as nothing was settled.
    pub(super) fn arguments(&self, own: &JsonObject) -> JsonObject {
        own.clone().into_iter().chain(self.settled.clone()).collect()
    }

    /// Whether the person accepted exactly this effect: every object as it is now and, after several forms, all of them together.
    pub(super) fn covers(&self, effect: &PlannedEffect) -> bool {
        let are_shown = effect.objects.iter().all(|object| self.shown.contains(object));
        are_shown
            && match &self.agreed {
                Some(agreed) => *agreed == effect.sentence,
                None => !effect.objects.is_empty() && self.row_forms < 2,
            }
    }
}

/// Where the answers of a form lead. Its own client keeps it for us, sealed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Form {
    pub(super) id: FormId,
    status: Option<Status>,
    progress: FormProgress,
    fields: Vec<FormField>,
}

/// A form, and what the person is shown of it.
pub(super) type ShownForm = (Form, ElicitRequestParams);

/// Tells a form from every other one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FormId {
    pub(super) name: String,
    /// How long it may be answered. Every replica, whatever its settings, remembers for longer that it was.
    lasts: Duration,
}

/// A thing to choose. What the person reads of it is not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct FormField {
    name: String,
    #[serde(skip)]
    title: String,
    choices: Vec<FormChoice>,
}

/// One choice: its name, what it is called, the objects that it shows, and where it leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct FormChoice {
    name: String,
    #[serde(skip)]
    title: String,
    shows: Vec<String>,
    step: FormStep,
}

/// Where one choice leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum FormStep {
    /// The call goes on, with these arguments in place of the client's.
    On(JsonObject),
    /// The call goes on, with this in place of a row's hint.
    Row(usize, String),
    /// The call ends with this answer.
    To(Value),
}

/// What a person's answer to a form leads to: the call goes on, or it ends with an answer.
pub(super) type AnsweredForm = ControlFlow<Value, FormProgress>;

/// The call that asks.
pub(super) struct Asked<'a> {
    pub(super) entry: &'a Entry,
    pub(super) language: Language,
    /// Where people look at the host.
    pub(super) web_address: &'a str,
    /// Whether the client reads the title of a choice beside it.
    pub(super) has_titles_beside: bool,
    /// The arguments that were called with.
    pub(super) arguments: &'a JsonObject,
    /// How far it came.
    pub(super) progress: &'a FormProgress,
}

impl Form {
    /// The form of a question. It says what the call is for, and shows what is settled beside the question.
    pub(super) fn of(id: FormId, asked: &Asked<'_>, answered: &Answered) -> ShownForm {
        let Answered { status, prompts, .. } = answered;
        let effect = PlannedEffect::of(answered, asked.language);
        let mut progress = asked.answered();
        progress.shown.extend(effect.objects.iter().cloned());
        progress.shown.extend(effect.place.clone());
        if prompts.iter().any(|prompt| prompt.row.is_some()) {
            progress.row_forms += 1;
            progress.settled.insert(ROWS.to_owned(), effect.numbered_rows(asked.arguments));
        }
        let prompts = prompts.iter().take(MOST_ROWS);
        let fields: Vec<_> = prompts.clone().map(|prompt| asked.field(*status, prompt)).collect();
        let language = asked.language;
        let begins = |choice: &Choice| line(words::begins(&choice.name, &choice.beginning).say(language));
        let only = prompts.filter_map(Prompt::only);
        let mut lines: Vec<_> = only.filter(|choice| !choice.beginning.is_empty()).map(begins).collect();
        let question = &line(&effect.sentence);
        let is_preview = asked.arguments.get("dry_run") == Some(&Value::Bool(true));
        let message = if asked.entry.effect.writes() && !is_preview {
            lines.extend(effect.beside_the_question(language, asked.arguments));
            words::question(question, &asked.entry.title, &bulleted(&lines)).say(language).to_owned()
        } else {
            format!("{question}{}", bulleted(&lines))
        };
        let params = params_of(&message, &fields, asked.has_titles_beside);
        (Self { id, status: *status, progress, fields }, params)
    }

    /// The form that asks for consent to what a preview says.
    pub(super) fn of_consent(id: FormId, asked: &Asked<'_>, effect: &PlannedEffect) -> ShownForm {
        let (language, status) = (asked.language, Some(Status::Preview));
        let mut progress = asked.answered();
        progress.settled = effect.named(asked);
        progress.shown = effect.objects.iter().cloned().collect();
        progress.agreed = Some(effect.sentence.clone());
        let on = FormChoice::new("yes", words::YES.say(language), FormStep::On(JsonObject::new()));
        let refused = FormStep::To(nothing_done(status, &words::REFUSED, language));
        let choices = vec![on, FormChoice::new("no", words::NO.say(language), refused)];
        let title = words::CONSENT.say(language).to_owned();
        let fields = vec![FormField { name: "consent".to_owned(), title, choices }];
        // Some answers have no sentence: then the operation's title says what it does.
        let does =
            if effect.sentence.is_empty() { asked.entry.title.say(language) } else { &effect.sentence };
        let message = words::consent(&line(does), &bulleted(&effect.whole(language, asked.arguments)));
        let params = params_of(message.say(language), &fields, asked.has_titles_beside);
        (Self { id, status, progress, fields }, params)
    }

    /// Where the person's answer leads; `None` for one that is no answer to this form.
    pub(super) fn answer(self, language: Language, result: &ElicitResult) -> Option<AnsweredForm> {
        let Self { status, mut progress, fields, .. } = self;
        if result.action != ElicitationAction::Accept {
            return Some(ControlFlow::Break(nothing_done(status, &words::UNANSWERED, language)));
        }
        let content = result.content.as_ref()?;
        let mut ended = None;
        for field in fields {
            let chosen = content.get(&field.name)?.as_str()?;
            let choice = field.choices.into_iter().find(|choice| choice.name == chosen)?;
            progress.shown.extend(choice.shows);
            match choice.step {
                FormStep::On(arguments) => progress.settled.extend(arguments),
                FormStep::Row(place, hint) => {
                    *progress.settled.get_mut(ROWS)?.get_mut(place)? = hint.into();
                }
                FormStep::To(answer) => ended = ended.or(Some(answer)),
            }
        }
        Some(ended.map_or(ControlFlow::Continue(progress), ControlFlow::Break))
    }
}

impl FormChoice {
    /// A choice that shows no object.
    fn new(name: &str, title: &str, step: FormStep) -> Self {
        Self { name: name.to_owned(), title: line(title), shows: Vec::new(), step }
    }
}

impl Asked<'_> {
    /// How far the call will have come once this form is answered.
    fn answered(&self) -> FormProgress {
        FormProgress { forms: self.progress.forms + 1, agreed: None, ..self.progress.clone() }
    }

    /// A field of the form.
    fn field(&self, status: Option<Status>, prompt: &Prompt) -> FormField {
        let only = prompt.only();
        let (name, title) = match &prompt.row {
            None => {
                let title = if only.is_some() { words::IS_IT } else { words::CHOICE };
                ("choice".to_owned(), title.say(self.language).to_owned())
            }
            Some((place, hint)) => (format!("row_{}", place + 1), line(hint)),
        };
        let offered = prompt.choices.iter().map(|choice| {
            let title = if only.is_some() { words::yes_it_is(&choice.title) } else { choice.title.clone() };
            let step = self.step(prompt, &choice.leads);
            let shows = choice.shows.clone();
            FormChoice { shows, ..FormChoice::new(&choice.name, title.say(self.language), step) }
        });
        let none = prompt.or_none.then(|| {
            let title = if only.is_some() { words::NO } else { words::NONE_OF_THESE };
            let step = FormStep::To(nothing_done(status, &words::NOTHING_CHOSEN, self.language));
            let [usual, other] = NONE;
            let is_taken = prompt.choices.iter().any(|choice| choice.name == usual);
            FormChoice::new(if is_taken { other } else { usual }, title.say(self.language), step)
        });
        FormField { name, title, choices: offered.chain(none).collect() }
    }

    fn step(&self, prompt: &Prompt, leads: &Leads) -> FormStep {
        match (&prompt.row, leads) {
            (_, Leads::To(answer)) => {
                FormStep::To(serde_json::from_str(answer.say(self.language)).unwrap_or_default())
            }
            (Some((place, _)), Leads::On(settled)) => {
                FormStep::Row(*place, format!("#{}", settled.issue.unwrap_or_default()))
            }
            (None, Leads::On(settled)) => {
                FormStep::On(settled.fields(|field| self.entry.knows(field), self.web_address))
            }
        }
    }
}

/// The form in the protocol's words, each of its fields needed. The title of a choice stands beside it, or in a list apart as 2025-06-18 has it.
fn params_of(message: &str, fields: &[FormField], has_titles_beside: bool) -> ElicitRequestParams {
    let names: Vec<_> = fields.iter().map(|field| field.name.clone()).collect();
    let properties = fields.iter().map(|field| (field.name.clone(), property_of(field, has_titles_beside)));
    let mut requested_schema = ElicitationSchema::new(properties.collect()).with_required(names.clone());
    requested_schema.property_order = Some(names);
    ElicitRequestParams::FormElicitationParams { meta: None, message: message.to_owned(), requested_schema }
}

/// A field of the form, likewise.
fn property_of(field: &FormField, has_titles_beside: bool) -> PrimitiveSchemaDefinition {
    let title = Some(field.title.clone().into());
    let choices = field.choices.iter();
    PrimitiveSchemaDefinition::Enum(if has_titles_beside {
        let read = choices.map(|choice| ConstTitle::new(&choice.name, &choice.title));
        let mut schema = TitledSingleSelectEnumSchema::new(read.collect());
        schema.title = title;
        EnumSchema::Single(SingleSelectEnumSchema::Titled(schema))
    } else {
        let (names, read) = choices.map(|choice| (choice.name.clone(), choice.title.clone())).unzip();
        let mut schema = LegacyEnumSchema::new(names);
        (schema.title, schema.enum_names) = (title, Some(read));
        EnumSchema::Legacy(schema)
    })
}

/// A text on one line, without invisible characters: they could forge a line of the form, or hide a part of the text.
fn line(text: &str) -> String {
    visible(text).replace(['\n', '\t'], " ")
}

/// Lines below a sentence.
fn bulleted(lines: &[String]) -> String {
    lines.iter().flat_map(|line| ["\n- ", line]).collect()
}

/// A text of several lines, which can't be taken for lines of the form.
fn indented(text: &str) -> String {
    visible(text).replace('\n', "\n    ")
}

/// The answer where the person stopped the call.
fn nothing_done(status: Option<Status>, why: &Sentence, language: Language) -> Value {
    json!({ "success": true, "status": status, "message": why.say(language) })
}
