//! One call of a tool, until it is done or a form is with the person (decisions, section 7, Questions go to the person).

use std::sync::Arc;

use axum::http::{StatusCode, request::Parts};
use rmcp::{
    ErrorData, RoleServer,
    model::{
        CallToolResponse, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, InputRequest,
        InputRequests, InputRequiredResult, InputResponses, JsonObject, ProtocolVersion,
    },
    service::{RequestContext, ServiceError},
};
use serde_json::Value;

use super::{
    Tools,
    form::{Asked, Form, Progress, ROWS, Said},
    form_schema::Titles,
};
use crate::{
    api::{
        Entry, Failure, IdempotencyKey,
        gate::{Reply, callers::Access},
    },
    language::Language,
    messages::{self, form as words},
    settings::Confirmation,
};

/// Most forms of one call over an open connection: a project, an issue, a person, and some to spare.
const MOST_FORMS: usize = 6;
/// What the one form of an answer is called.
const FORM: &str = "form";

/// How a client's user can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The form is the answer; the client calls again with the person's.
    Retry,
    /// Over the open connection.
    Push(Titles),
}

impl Way {
    /// The way to the user of this client; `None` for one that shows no forms.
    fn to_user(context: &RequestContext<RoleServer>) -> Option<Self> {
        let capability = context.client_capabilities()?.elicitation?;
        // One that names no kind shows forms.
        if capability.form.is_none() && capability.url.is_some() {
            return None;
        }
        let version = context.protocol_version()?;
        if version >= ProtocolVersion::V_2026_07_28 {
            return Some(Self::Retry);
        }
        let titles = if version >= ProtocolVersion::V_2025_11_25 { Titles::Beside } else { Titles::Apart };
        // Over HTTP no connection stays open between two messages.
        context.extensions.get::<Parts>().is_none().then_some(Self::Push(titles))
    }

    fn titles(self) -> Titles {
        match self {
            Self::Retry => Titles::Beside,
            Self::Push(titles) => titles,
        }
    }
}

/// A call of a tool.
pub(super) struct ToolCall<'a> {
    tools: &'a Tools,
    context: &'a RequestContext<RoleServer>,
    access: Arc<Access>,
    entry: Entry,
    language: Language,
    /// What the client sent.
    arguments: JsonObject,
    way: Option<Way>,
}

/// What a call came to.
enum Attempt {
    Done(Reply),
    Asks(Box<(Form, ElicitRequestParams)>),
}

/// What became of a form.
enum FormOutcome {
    /// The client has it, and calls again.
    Sent(InputRequiredResult),
    Answered(Said),
    /// The client can't show it after all.
    Failed,
}

impl<'a> ToolCall<'a> {
    /// The call that a request makes.
    pub(super) fn new(
        tools: &'a Tools,
        context: &'a RequestContext<RoleServer>,
        entry: Entry,
        arguments: JsonObject,
    ) -> Self {
        let (access, language) = (tools.access(context), tools.language(context));
        Self { tools, context, access, entry, language, arguments, way: Way::to_user(context) }
    }

    /// Does it, or goes on with it where the request brings the person's answer.
    pub(super) async fn run(
        mut self,
        state: Option<String>,
        responses: Option<InputResponses>,
    ) -> Result<CallToolResponse, ErrorData> {
        let mut progress = match state.map(|state| self.said(&state, responses)) {
            None => Progress::default(),
            Some(Some(Said::On(progress))) => progress,
            Some(Some(Said::To(answer))) => return Ok(self.tools.answer(answer).into()),
            Some(None) => return Ok(self.tools.result(Err(no_such_form()).into(), self.language).into()),
        };
        let mut forms = 0;
        loop {
            if forms == MOST_FORMS {
                self.way = None;
            }
            let (form, shown) = match self.attempt(&progress).await? {
                Attempt::Done(reply) => return Ok(self.tools.result(reply, self.language).into()),
                Attempt::Asks(asked) => *asked,
            };
            match self.show_form(form, shown).await? {
                FormOutcome::Sent(required) => return Ok(required.into()),
                FormOutcome::Answered(Said::On(further)) => progress = further,
                FormOutcome::Answered(Said::To(answer)) => {
                    return Ok(self.tools.answer(answer).into());
                }
                FormOutcome::Failed => self.way = None,
            }
            forms += 1;
        }
    }

    /// Makes the call as far as the person brought it. Nothing is changed before the person consented, where that is needed, and
    /// before they were asked about all rows of a bulk call.
    async fn attempt(&self, progress: &Progress) -> Result<Attempt, ErrorData> {
        let arguments = progress.arguments(&self.arguments);
        let acts = self.entry.effect.writes() && !is_set(&arguments, "dry_run");
        let needs_consent = acts && !progress.consented && self.is_for_the_person(&arguments);
        if needs_consent && self.way.is_none() {
            return Ok(Attempt::Done(Err(confirmation_required()).into()));
        }
        let may_ask = !(progress.rows_asked && self.entry.knows(ROWS));
        let looks_first = acts && self.way.is_some() && may_ask && self.entry.knows(ROWS);
        if needs_consent || looks_first {
            let preview = self.tools.reply(self.entry, &previewing(&arguments), self.context).await?;
            let asked = self.asks(&preview, &arguments, progress, may_ask);
            let asked =
                asked.or_else(|| needs_consent.then(|| self.asks_consent(&preview, &arguments, progress))?);
            match asked {
                Some(asks) => return Ok(asks),
                None if needs_consent => return Ok(Attempt::Done(preview)),
                None => {}
            }
        }
        let reply = self.tools.reply(self.entry, &arguments, self.context).await?;
        Ok(self.asks(&reply, &arguments, progress, may_ask).unwrap_or(Attempt::Done(reply)))
    }

    /// Whether the person alone may confirm a call with these arguments.
    fn is_for_the_person(&self, arguments: &JsonObject) -> bool {
        self.access.policy.confirmation == Confirmation::Person && is_set(arguments, "confirm")
    }

    /// The form of what a reply asks; `None` where it asks nothing, or nobody can be asked.
    fn asks(
        &self,
        reply: &Reply,
        arguments: &JsonObject,
        progress: &Progress,
        may_ask: bool,
    ) -> Option<Attempt> {
        let asking = reply.outcome.as_ref().ok()?.asking.as_ref().filter(|_| may_ask)?;
        let (id, way) = (self.tools.forms.new_id()?, self.way?);
        let asked = Form::of(id, &self.asked(way, arguments, progress), asking);
        Some(Attempt::Asks(Box::new(asked)))
    }

    /// The form that asks for consent to what a preview says; `None` where it failed.
    fn asks_consent(&self, preview: &Reply, arguments: &JsonObject, progress: &Progress) -> Option<Attempt> {
        let answer = serde_json::from_slice::<Value>(&preview.outcome.as_ref().ok()?.json).ok()?;
        let sentence = messages::previewed(self.language, answer.get("message")?.as_str()?);
        let (id, way) = (self.tools.forms.new_id()?, self.way?);
        let asked = Form::of_consent(id, &self.asked(way, arguments, progress), sentence);
        Some(Attempt::Asks(Box::new(asked)))
    }

    fn asked<'b>(&'b self, way: Way, arguments: &'b JsonObject, progress: &'b Progress) -> Asked<'b> {
        let web_address = self.tools.bridge.shared.instance.web_address();
        let (entry, language, titles) = (&self.entry, self.language, way.titles());
        Asked { entry, language, web_address, titles, arguments, progress }
    }

    /// Shows a form to the client's user, or gives it to the client for its next call.
    async fn show_form(&self, form: Form, shown: ElicitRequestParams) -> Result<FormOutcome, ErrorData> {
        if self.way == Some(Way::Retry) {
            let Some(sealed) = self.tools.forms.seal(&form, &self.binding()) else {
                return Ok(FormOutcome::Failed);
            };
            let request = InputRequest::Elicitation(ElicitRequest::new(shown));
            let requests = InputRequests::from([(FORM.to_owned(), request)]);
            return Ok(FormOutcome::Sent(InputRequiredResult::new(Some(requests), Some(sealed))));
        }
        let time_to_live = self.tools.forms.time_to_live();
        let answer = tokio::select! {
            answer = self.context.peer.create_elicitation_with_timeout(shown, Some(time_to_live)) => answer,
            () = self.context.ct.cancelled() => return Err(ErrorData::internal_error("cancelled", None)),
        };
        let answer = match answer {
            Ok(answer) => answer,
            Err(ServiceError::Timeout { .. }) => ElicitResult::new(ElicitationAction::Cancel),
            Err(_) => return Ok(FormOutcome::Failed),
        };
        Ok(form.answer(self.language, &answer).map_or(FormOutcome::Failed, FormOutcome::Answered))
    }

    /// What the person said to the form that a client kept; `None` for one that is not theirs to answer, or no longer.
    fn said(&self, state: &str, responses: Option<InputResponses>) -> Option<Said> {
        let form = self.tools.forms.open(state, &self.binding())?;
        let answer: ElicitResult = serde_json::from_value(responses?.remove(FORM)?).ok()?;
        let said = form.clone().answer(self.language, &answer)?;
        let head = self.context.extensions.get::<Parts>();
        let key = head.and_then(|head| IdempotencyKey::of(&head.headers).ok().flatten());
        self.tools.forms.is_first_answer(&form, key.as_ref()).then_some(said)
    }

    /// Whose call this is, of what, with what arguments.
    fn binding(&self) -> Vec<u8> {
        let mut arguments = Value::Object(self.arguments.clone());
        arguments.sort_all_objects();
        format!("{:?}\n{}\n{arguments}", self.access.caller, self.entry.name).into_bytes()
    }
}

fn is_set(arguments: &JsonObject, flag: &str) -> bool {
    arguments.get(flag) == Some(&Value::Bool(true))
}

fn previewing(arguments: &JsonObject) -> JsonObject {
    let mut arguments = arguments.clone();
    arguments.insert("dry_run".to_owned(), true.into());
    arguments
}

/// 403: this client's user can't be asked.
fn confirmation_required() -> Failure {
    Failure::new(StatusCode::FORBIDDEN, "confirmation_required", words::CONFIRMATION_REQUIRED)
}

/// 403: a form that was forged, is another call's, or was answered, or is out of date.
fn no_such_form() -> Failure {
    Failure::new(StatusCode::FORBIDDEN, "invalid_form", words::NO_SUCH_FORM)
}
