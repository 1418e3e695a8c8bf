//! One call of a tool, until it is done or a form is with the person (decisions, section 7, Questions go to the person).

use std::ops::ControlFlow;

use rmcp::service::ServiceError;

use super::{
    Answer, Context, Tools, console_link,
    elicitation::{AnsweredForm, Asked, FORM, Form, FormProgress, PlannedEffect, ROWS, ShownForm},
    http::HttpRefusal,
    noted,
    picker::{self, AskingCall},
    prelude::*,
    question_stream::QuestionStream,
    recent_questions::Conversation,
    session::{session_name, shows_forms},
};
use crate::{
    api::{IdempotencyKey, gate::idempotency::digest_of},
    messages::form as words,
};

/// Most forms of one call: a project, a hundred rows ten by ten, all of them together, and some to spare.
const MOST_FORMS: usize = 16;
/// How a client's user can be asked.
enum FormChannel {
    /// The form is the answer; the client calls again with what the person answered.
    Retry,
    /// Over the open connection.
    Push,
    /// Over the stream of the call's answer.
    Stream(QuestionStream),
    /// The answer holds the question as data; a page in the client shows it, and calls with what the person answered.
    Page,
}

impl FormChannel {
    /// The way to the user of this client; `None` for one that shows no forms.
    fn to_user(context: &Context) -> Option<Self> {
        if let Some(stream) = noted::<QuestionStream>(context) {
            return Some(Self::Stream(stream.clone()));
        }
        if picker::is_shown(context) {
            return Some(Self::Page);
        }
        if !shows_forms(&context.client_capabilities()?) {
            return None;
        }
        let version = context.protocol_version()?;
        if version >= ProtocolVersion::V_2026_07_28 {
            return Some(Self::Retry);
        }
        // Over HTTP no connection stays open between two messages, and earlier revisions have no forms.
        let is_open = context.extensions.get::<Parts>().is_none();
        (is_open && version >= ProtocolVersion::V_2025_06_18).then_some(Self::Push)
    }
}

/// A call of a tool.
pub(super) struct ToolCall<'a> {
    tools: &'a Tools,
    context: &'a Context,
    access: Arc<Access>,
    entry: Entry,
    language: Language,
    /// What the client sent.
    arguments: JsonObject,
    channel: Option<FormChannel>,
}

/// What a call came to.
enum Attempt {
    Done(Box<CallToolResponse>),
    Asks(Box<ShownForm>),
}

impl<'a> ToolCall<'a> {
    /// The call that a request makes.
    pub(super) fn new(tools: &'a Tools, context: &'a Context, entry: Entry, arguments: JsonObject) -> Self {
        let (access, language) = (tools.access(context), tools.language(context));
        Self { tools, context, access, entry, language, arguments, channel: FormChannel::to_user(context) }
    }

    /// Runs the call, or goes on with it if the request brings the person's answer.
    pub(super) async fn run(
        mut self,
        state: Option<String>,
        responses: Option<InputResponses>,
    ) -> Answer<CallToolResponse> {
        if state.is_some() && self.acts(&self.arguments) && !self.access.may_write {
            // Refused by the gate before it can use the form up: the client may come back with a token that may write.
            return Ok(Tools::result(self.reply(&self.arguments, None).await?, self.language).into());
        }
        let mut said = match state {
            None => Ok(ControlFlow::Continue(FormProgress::default())),
            Some(state) => self.said(&state, responses).await,
        };
        loop {
            let progress = match said {
                Ok(ControlFlow::Continue(progress)) => progress,
                Ok(ControlFlow::Break(answer)) => return Ok(Tools::answer(answer, "").into()),
                Err(failure) => return Ok(Tools::result(Err(failure).into(), self.language).into()),
            };
            if progress.forms >= MOST_FORMS {
                self.channel = None;
            }
            let asked = match self.attempt(&progress).await? {
                Attempt::Done(response) => return Ok(*response),
                Attempt::Asks(asked) => *asked,
            };
            said = self.show_form(asked).await?.unwrap_or_else(|| {
                self.channel = None;
                Ok(ControlFlow::Continue(progress))
            });
        }
    }

    /// Makes the call with what the person has settled so far. If the person has to confirm, a preview tells what would be done:
    /// nothing is changed before they have seen it and answered all that is open.
    async fn attempt(&self, progress: &FormProgress) -> Answer<Attempt> {
        let arguments = progress.arguments(&self.arguments);
        let (acts, person_confirms) = (self.acts(&arguments), self.needs_person(&arguments));
        let is_confirmed = person_confirms && is_set(&arguments, "confirm");
        if is_confirmed && self.channel.is_none() {
            return Ok(self.done(self.confirmation_required()));
        }
        let mut agreed = None;
        // The model may have chosen what it names, where its person was asked lately.
        let recent = &self.tools.recent_questions;
        let named = if person_confirms { recent.named(&self.conversation(), &arguments) } else { Vec::new() };
        let has_forgotten = person_confirms && recent.has_forgotten(&self.access.caller.id);
        let has_say = progress.forms > 0 || is_confirmed || has_forgotten || !named.is_empty();
        if acts && (has_say || (self.channel.is_some() && self.entry.knows(ROWS))) {
            let (preview, effect) = self.preview(&arguments).await?;
            if let Some(asks) = self.asks(&preview, &arguments, progress) {
                return Ok(asks);
            }
            if preview.replayed || (has_say && !effect.is_preview()) {
                return Ok(self.done(preview));
            }
            let is_chosen = named.iter().any(|candidate| effect.is_about(&candidate.name));
            let needs_consent = progress.forms > 0 || is_confirmed || has_forgotten || is_chosen;
            if needs_consent && !effect.is_idle() && !progress.covers(&effect) {
                return self.asks_consent(arguments, (preview, effect), progress).await;
            }
            agreed = needs_consent.then(|| effect.planned.into());
        }
        let reply = self.reply(&arguments, agreed).await?;
        if matches!(&reply.outcome, Err(failure) if failure.code == Code::ConfirmationRequired.name()) {
            // The host has other objects under these names than it had a moment ago.
            let previewed = self.preview(&arguments).await?;
            return self.asks_consent(arguments, previewed, progress).await;
        }
        Ok(self.asks(&reply, &arguments, progress).unwrap_or_else(|| self.done(reply)))
    }

    /// The end of a call. If only the person may choose and their client shows no form, a question says where they can choose.
    fn done(&self, mut reply: Reply) -> Attempt {
        if let Ok(answered) = &mut reply.outcome
            && !answered.prompts.is_empty()
            && self.channel.is_none()
            && self.needs_person(&self.arguments)
            && let Some(place) = self.in_console()
        {
            answered.json = saying_too(&answered.json, place.say(self.language));
        }
        Attempt::Done(Box::new(Tools::result(reply, self.language).into()))
    }

    /// Whether a call with these arguments changes something.
    fn acts(&self, arguments: &JsonObject) -> bool {
        self.entry.effect.writes() && !is_set(arguments, "dry_run")
    }

    /// Whether a call with these arguments changes something that only the person may confirm.
    fn needs_person(&self, arguments: &JsonObject) -> bool {
        self.acts(arguments) && self.access.policy.confirmation == Confirmation::Person
    }

    /// Where the person decides themselves, if the bridge knows its own address.
    fn in_console(&self) -> Option<Sentence> {
        let public_url = self.tools.bridge.server.public_url.as_deref()?;
        Some(words::in_console(&console_link::of(public_url, &self.entry, &self.arguments)))
    }

    /// 403: this client's user can't be asked.
    fn confirmation_required(&self) -> Reply {
        let detail = words::CONFIRMATION_REQUIRED.then(self.in_console());
        Err(Failure::new(Code::ConfirmationRequired, detail)).into()
    }

    /// What came of a call with these arguments, which may change only what was agreed; what it asks is remembered where only the
    /// person confirms.
    async fn reply(&self, arguments: &JsonObject, agreed: Option<Arc<[Object]>>) -> Answer<Reply> {
        let (bridge, head) = (&self.tools.bridge, self.context.extensions.get::<Parts>());
        // A key names what the client sent: no preview and no form makes it another write.
        let step_of = self.acts(&self.arguments).then(|| digest_of(&self.arguments));
        let call = match head {
            Some(head) => bridge.call_of(head, arguments.clone()),
            None => bridge.call_of_user(self.language, arguments.clone()),
        };
        let reply = match call {
            Err(failure) => Err(failure).into(),
            Ok(call) => {
                tokio::select! {
                    biased;
                    () = self.context.ct.cancelled() => return Err(ErrorData::internal_error("cancelled", None)),
                    reply = bridge.call_in_time(self.entry, Call { step_of, agreed, ..call }) => reply,
                }
            }
        };
        if let (Some(refusal), Err(failure)) = (noted::<HttpRefusal>(self.context), &reply.outcome)
            && failure.code == Code::InsufficientScope.name()
        {
            refusal.get_or_init(|| failure.clone());
        }
        if let Ok(Answered { prompts, .. }) = &reply.outcome
            && !prompts.is_empty()
            && self.access.policy.confirmation == Confirmation::Person
        {
            self.tools.recent_questions.note(&self.conversation(), prompts);
        }
        Ok(reply)
    }

    fn conversation(&self) -> Conversation {
        let head = self.context.extensions.get::<Parts>();
        let session = head.and_then(|head| session_name(&head.headers));
        Conversation { caller: self.access.caller.id.to_string(), session: session.map(str::to_owned) }
    }

    /// The preview of a call, and what it says of it.
    async fn preview(&self, arguments: &JsonObject) -> Answer<(Reply, PlannedEffect)> {
        let mut previewing = arguments.clone();
        previewing.insert("dry_run".to_owned(), true.into());
        let preview = self.reply(&previewing, None).await?;
        let answered = preview.outcome.as_ref().ok();
        let effect = answered.map(|answered| PlannedEffect::of(answered, self.language)).unwrap_or_default();
        Ok((preview, effect))
    }

    /// The form of the question in a reply; `None` without a question, or if nobody can be asked.
    fn asks(&self, reply: &Reply, arguments: &JsonObject, progress: &FormProgress) -> Option<Attempt> {
        let answered = reply.outcome.as_ref().ok().filter(|answered| !answered.prompts.is_empty())?;
        self.channel.as_ref()?;
        let id = self.tools.forms.new_id()?;
        let asked = Form::of(id, &self.asked(arguments, progress), answered);
        Some(self.ask_person(asked, reply))
    }

    /// Puts a form to the person, or gives it to the client for its next call; a page shows it beside what the reply says.
    fn ask_person(&self, (form, shown): ShownForm, reply: &Reply) -> Attempt {
        let sealed = || self.tools.forms.seal(&form, &self.binding());
        let response = match self.channel {
            Some(FormChannel::Retry) => sealed().map(|state| {
                let request = InputRequest::Elicitation(ElicitRequest::new(shown));
                let requests = InputRequests::from([(FORM.to_owned(), request)]);
                InputRequiredResult::new(Some(requests), Some(state)).into()
            }),
            Some(FormChannel::Page) => sealed().map(|state| {
                let (tool, arguments) = (self.entry.name.to_owned(), self.arguments.clone());
                let mut result = Tools::result(reply.clone(), self.language);
                picker::ask(&mut result, &shown, &AskingCall { tool, arguments, state }, self.language);
                result.into()
            }),
            _ => return Attempt::Asks(Box::new((form, shown))),
        };
        response.map_or_else(|| self.done(reply.clone()), |response| Attempt::Done(Box::new(response)))
    }

    /// The form that asks for consent to an effect, of a call that names just what was found.
    async fn asks_consent(
        &self,
        mut arguments: JsonObject,
        (mut preview, mut effect): (Reply, PlannedEffect),
        progress: &FormProgress,
    ) -> Answer<Attempt> {
        let Some(id) = self.channel.as_ref().and_then(|_| self.tools.forms.new_id()) else {
            return Ok(self.done(self.confirmation_required()));
        };
        let named = effect.named(&self.asked(&arguments, progress));
        if named != arguments {
            arguments = named;
            (preview, effect) = self.preview(&arguments).await?;
        }
        if !effect.is_preview() {
            return Ok(self.done(preview));
        }
        let asked = Form::of_consent(id, &self.asked(&arguments, progress), &effect);
        Ok(self.ask_person(asked, &preview))
    }

    fn asked<'b>(&'b self, arguments: &'b JsonObject, progress: &'b FormProgress) -> Asked<'b> {
        let web_address = self.tools.bridge.shared.instance.web_address();
        let version = self.context.protocol_version();
        let has_titles_beside = matches!(self.channel, Some(FormChannel::Page))
            || version.is_some_and(|version| version >= ProtocolVersion::V_2025_11_25);
        let (entry, language) = (&self.entry, self.language);
        Asked { entry, language, web_address, has_titles_beside, arguments, progress }
    }

    /// What the client's user says to a form, 403 for what is no answer to it; `None` where the client can't show it after all.
    async fn show_form(&self, (form, shown): ShownForm) -> Answer<Option<Result<AnsweredForm, Failure>>> {
        let asks = async {
            match self.channel.as_ref()? {
                FormChannel::Retry | FormChannel::Page => None,
                FormChannel::Push => self.push(shown).await,
                FormChannel::Stream(stream) => stream.ask(&form.id.name, shown).await,
            }
        };
        let mut stop_signal = self.tools.bridge.stop_signal.clone();
        let answer = tokio::select! {
            // An answer that is there counts, even if the input ended behind it.
            biased;
            answer = asks => answer,
            // Neither a stop of the process nor the end of standard input waits for a person.
            () = stop_signal.given() => Some(ElicitResult::new(ElicitationAction::Cancel)),
            () = self.tools.input_ended.cancelled() => Some(ElicitResult::new(ElicitationAction::Cancel)),
            () = self.context.ct.cancelled() => return Err(ErrorData::internal_error("cancelled", None)),
        };
        Ok(answer.map(|answer| form.answer(self.language, &answer).ok_or_else(Failure::invalid_form)))
    }

    /// Puts a form to the person over the open connection; `None` where the client can't show it.
    async fn push(&self, shown: ElicitRequestParams) -> Option<ElicitResult> {
        let time_to_live = self.tools.forms.time_to_live;
        match self.context.peer.create_elicitation_with_timeout(shown, Some(time_to_live)).await {
            Err(ServiceError::Timeout { .. }) => Some(ElicitResult::new(ElicitationAction::Cancel)),
            answer => answer.ok(),
        }
    }

    /// What the person said to the form that a client kept.
    ///
    /// # Errors
    /// 403 for a form that is not this call's, or was answered, or is out of date; 503 where replicas can't be asked for that.
    async fn said(&self, state: &str, responses: Option<InputResponses>) -> Result<AnsweredForm, Failure> {
        let opened = self.tools.forms.open(state, &self.binding()).zip(responses);
        let (form, mut responses) = opened.ok_or_else(Failure::invalid_form)?;
        let answer = responses.remove(FORM).ok_or_else(Failure::invalid_form)?;
        let words = answer.to_string();
        let answer: ElicitResult = serde_json::from_value(answer).map_err(|_| Failure::invalid_form())?;
        let said = form.clone().answer(self.language, &answer).ok_or_else(Failure::invalid_form)?;
        let head = self.context.extensions.get::<Parts>();
        let key = head.and_then(|head| IdempotencyKey::of(&head.headers).ok().flatten());
        let keyed = key.as_ref().map(|key| [&*key.0, &words]);
        let is_first = self.tools.forms.is_first_answer(&form, keyed).await.map_err(|_| Error::StoreAway)?;
        is_first.then_some(said).ok_or_else(Failure::invalid_form)
    }

    /// What a form is bound to: the caller, the host, the tool, the arguments, and how the person is asked.
    fn binding(&self) -> Vec<u8> {
        let mut arguments = Value::Object(self.arguments.clone());
        arguments.sort_all_objects();
        let host = self.tools.bridge.shared.instance.base_address();
        let place = if matches!(self.channel, Some(FormChannel::Page)) { "page" } else { "form" };
        format!("{place} {host}\n{}\n{}\n{arguments}", self.access.caller.id, self.entry.name).into_bytes()
    }
}

fn is_set(arguments: &JsonObject, flag: &str) -> bool {
    arguments.get(flag) == Some(&Value::Bool(true))
}

/// An answer whose `message` goes on with this sentence.
fn saying_too(json: &[u8], sentence: &str) -> Bytes {
    let mut answer: JsonObject = serde_json::from_slice(json).unwrap_or_default();
    let message = answer.get("message").and_then(Value::as_str).unwrap_or_default();
    let message = format!("{message} {sentence}");
    answer.insert("message".to_owned(), message.into());
    Value::Object(answer).to_string().into()
}
