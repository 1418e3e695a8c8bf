//! What an operation is: one declaration that feeds the router, the policy, the `OpenAPI` document, the tools and the pages.

use std::{ops::Deref, panic::AssertUnwindSafe};

use bytes::Bytes;
use futures_util::{FutureExt, future::BoxFuture};

use super::wire::{
    answer::{Response, Status},
    code::Code,
    failure::Failure,
    prelude::*,
    prompt::Prompt,
    request::{JsonObject, Property, RequestPart, object_schema, refuse_unknown},
    targets::WriteFields,
};
use crate::audit::Object;

/// What an operation does to the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// It reads.
    Reads,
    /// It adds something; a second time adds it twice.
    Creates,
    /// It adds something; a second time changes nothing.
    Adds,
    /// It changes something; a second time, the same words may mean another object.
    Changes,
}

impl Effect {
    /// Whether it changes anything on the host.
    pub fn writes(self) -> bool {
        self != Self::Reads
    }
}

/// What an operation says of itself.
#[derive(Debug)]
pub struct About {
    /// Its name, as the interface gives it.
    pub name: &'static str,
    /// Its path, `/api/v1/…`.
    pub path: &'static str,
    /// What it does to the host.
    pub effect: Effect,
    /// The values of `status` when it acts, in the order in which a call can end with them; operations share lists of them. Empty
    /// if its answer has no `status`.
    pub(super) statuses: &'static [&'static [Status]],
    /// A request that acts against the sandbox's sample, a JSON object.
    pub(super) example: &'static str,
    /// What turns the example into requests with other outcomes: each pair changes one field. Operations share the lists.
    pub(super) variants: &'static [&'static [Variant]],
    /// Its title: a verb and its object.
    pub title: Sentence,
    /// What it does, in one sentence for people who fill in its form.
    pub purpose: Sentence,
    /// When and how to use it, in English: for models and for programmers.
    pub usage: &'static str,
}

impl About {
    /// The sentence of an unexpected failure (interface, Errors, 500).
    pub(super) fn failure(&self) -> Sentence {
        if self.effect.writes() { messages::interrupted(&self.title) } else { messages::stopped(&self.title) }
    }

    /// Its purpose in English, without a full stop.
    pub fn summary(&self) -> &str {
        self.purpose.say(Language::En).trim_end_matches('.')
    }
}

/// The function of an operation: from what it reads of a request to what it answers, also where that ends it early.
pub(super) trait Run<'a, P>: Copy + Send + Sync + 'static {
    /// What it answers.
    type Response;

    /// Runs it. Boxed: each future that takes another keeps room for it twice, which came to 100 kB a call.
    fn run(self, service: &'a Service, request: P) -> BoxFuture<'a, Result<Self::Response, Error>>;
}

impl<'a, P, R, H, F, Running> Run<'a, P> for F
where
    F: Fn(&'a Service, P) -> Running + Copy + Send + Sync + 'static,
    Running: Future<Output = Result<R, H>> + Send + 'a,
    H: Into<Halt<Box<R>>>,
{
    type Response = R;

    fn run(self, service: &'a Service, request: P) -> BoxFuture<'a, Result<R, Error>> {
        let ended = |halt: H| match halt.into() {
            Halt::Unresolved(answer) => Ok(*answer),
            Halt::Failed(error) => Err(error),
        };
        self(service, request).map(move |ran| ran.or_else(ended)).boxed()
    }
}

/// What an operation answered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answered {
    /// Its `status`; `None` if it has none.
    pub status: Option<Status>,
    /// The answer.
    pub json: Bytes,
    /// What it asks, for faces that can ask the person: one question, or one for each row of a bulk call that is open.
    pub prompts: Vec<Prompt>,
    /// What it concerns beside the objects that the answer shows, by their keys.
    pub touches: Vec<String>,
    /// The objects of the writes that a preview would send.
    pub planned: Vec<Object>,
}

/// An operation as the faces see it: its declaration, and functions that take and return JSON.
#[derive(Clone, Copy)]
pub struct Entry {
    about: &'static About,
    /// The failures that it may answer besides those of every operation.
    pub refusals: &'static [Code],
    properties: fn(&mut SchemaGenerator) -> Vec<Property>,
    fields: fn() -> Vec<&'static str>,
    /// Whether any operation has a field of this name.
    is_field: fn(&str) -> bool,
    response: fn(&mut SchemaGenerator) -> Schema,
    run: &'static Runner,
}

/// Runs an operation on the fields of a request.
type Runner = dyn for<'a> Fn(&'static About, &'a Service, Language, JsonObject) -> BoxFuture<'a, Result<Answered, Failure>>
    + Send
    + Sync;

impl Deref for Entry {
    type Target = About;

    fn deref(&self) -> &About {
        self.about
    }
}

impl Entry {
    /// The entry of an operation: what it says of itself, and its function.
    pub(super) fn of<P: RequestPart + 'static, R: Response + 'static>(
        about: &'static About,
        function: impl for<'a> Run<'a, P, Response = R>,
    ) -> Self {
        // It holds a function alone, which takes no memory: nothing is leaked.
        let run: Box<Runner> = Box::new(move |about, service, language, fields| {
            run(about, function, service, language, fields).boxed()
        });
        Self {
            about,
            // A confirmed field may be blank, or name an object that does not exist.
            refusals: &[Code::InvalidArgument, Code::ProjectNotFound],
            properties: P::properties,
            fields: P::names,
            is_field: |_| false,
            response: R::json_schema,
            run: Box::leak(run),
        }
    }

    /// The same for one that may answer other failures besides those of every operation.
    pub(super) fn refusing(self, refusals: &'static [Code]) -> Self {
        Self { refusals, ..self }
    }

    /// The JSON schema of its request, which has no other fields.
    pub fn request_schema(&self, generator: &mut SchemaGenerator) -> Schema {
        let mut properties = (self.properties)(generator);
        if self.effect.writes() {
            properties.extend(WriteFields::properties(generator));
        }
        object_schema(properties)
    }

    /// Whether a request has a field of this name.
    pub fn knows(&self, field: &str) -> bool {
        (self.fields)().contains(&field)
    }

    /// Whether its answer always has a `status`, not only in a preview.
    pub fn answers_status(&self) -> bool {
        !self.statuses.is_empty()
    }

    /// The values of `status`, in the order in which a call can end with them. Empty if its answer has no `status`.
    pub fn statuses(&self) -> Vec<Status> {
        let preview = self.effect.writes().then_some(Status::Preview);
        self.about.statuses.concat().into_iter().chain(preview).collect()
    }

    /// Requests that show each status, as JSON objects, against the sandbox's sample: the one that acts, the others, and a preview of
    /// the first if it writes.
    pub fn examples(&self) -> Vec<String> {
        // A test parses it, so the fallback is never used.
        let done: Map<String, Value> = serde_json::from_str(self.example).unwrap_or_default();
        let with = |field: &str, value: Value| {
            let mut request = done.clone();
            // A project and a group exclude each other.
            if field == "group_hint" {
                request.remove("project_hint");
            }
            request.insert(field.to_owned(), value);
            request
        };
        let others = self.variants.iter().copied().flatten();
        let others = others.map(|(field, words)| with(field, (*words).into()));
        let preview = self.effect.writes().then(|| with("dry_run", true.into()));
        let requests = std::iter::once(done.clone()).chain(others).chain(preview);
        requests.map(|request| Value::Object(request).to_string()).collect()
    }

    /// What it does, when to use it, and how to go on after a question or a not-found, in English: for models and for
    /// programmers.
    pub fn description(&self) -> String {
        let fields = (self.fields)();
        let confirmed: Vec<_> = fields.into_iter().filter(|field| field.starts_with("resolved_")).collect();
        let may_miss = self.statuses().into_iter().any(Status::is_not_found);
        let About { purpose, usage, .. } = self.about;
        format!("{} {usage}{}", purpose.say(Language::En), tool::after_question(&confirmed, may_miss))
    }

    /// The JSON schema of its answer; its `status` is one of the operation's own.
    pub fn response_schema(&self, generator: &mut SchemaGenerator) -> Schema {
        let mut schema = (self.response)(generator);
        if let Some(status) = schema.pointer_mut("/properties/status") {
            *status = json!({ "type": "string", "enum": self.statuses() });
        }
        schema
    }

    /// Whether a request acts or previews (`dry_run`). A read always acts.
    ///
    /// # Errors
    /// 422 if `dry_run` is no boolean, and for a field that the operation does not know. A read accepts the fields of all
    /// operations: what changes nothing can be sent with `confirm` or `dry_run`.
    pub fn intent(&self, fields: &mut JsonObject) -> Result<Intent, Failure> {
        let (own, writes) = (self.names(), self.effect.writes());
        refuse_unknown(fields, &own, |name| own.contains(&name) || (!writes && (self.is_field)(name)))?;
        let previews = writes && WriteFields::read(fields)?.dry_run;
        Ok(if previews { Intent::Preview } else { Intent::Act })
    }

    /// The same, among operations that have the fields for which `is_field` holds.
    pub(super) fn among(self, is_field: fn(&str) -> bool) -> Self {
        Self { is_field, ..self }
    }

    /// The names of its fields.
    pub(super) fn names(&self) -> Vec<&'static str> {
        let of_writes = if self.effect.writes() { WriteFields::names() } else { Vec::new() };
        [(self.fields)(), of_writes].concat()
    }

    /// Decodes the fields, runs the operation, and returns the JSON of its response. A panic becomes an unexpected failure.
    ///
    /// # Errors
    /// Those of the operation; 422 for an object that can't be decoded, 500 for an unexpected failure.
    pub async fn call(
        &self,
        service: &Service,
        intent: Intent,
        language: Language,
        fields: JsonObject,
    ) -> Result<Answered, Failure> {
        let previewing = (intent == Intent::Preview).then(|| service.previewing());
        let service = previewing.as_ref().unwrap_or(service);
        let done = AssertUnwindSafe((self.run)(self.about, service, language, fields)).catch_unwind().await;
        done.unwrap_or_else(|_| {
            tracing::error!(operation = self.name, "an operation panicked");
            Err(Failure::new(Code::InternalError, self.failure()))
        })
    }
}

async fn run<P: RequestPart, R: Response>(
    about: &'static About,
    function: impl for<'a> Run<'a, P, Response = R>,
    service: &Service,
    language: Language,
    mut fields: JsonObject,
) -> Result<Answered, Failure> {
    let mut copy = fields.clone();
    let request = P::read(&mut fields)?;
    drop(fields);
    let service = &service.reading_ahead();
    let writes = |service: &Service| (service.planned(), service.created_labels());
    let first = async { Ok::<_, Failure>((function.run(service, request).await, writes(service))) };
    let again = async move || {
        let service = service.anew();
        Ok((function.run(&service, P::read(&mut copy)?).await, writes(&service)))
    };
    let (run, (planned, created)) = service.gitlab.ahead.confirmed(first, again).await?;
    let mut response = run.map_err(|error| {
        let failure = failure_of(service, about, error);
        let created = messages::created_labels(&created).filter(|_| service.intent() == Intent::Act);
        Failure { detail: failure.detail.then(created), ..failure }
    })?;
    let (status, prompts, touches) = response.aside();
    // Room for most answers: one that grows from nothing is copied at each step.
    let mut json = Vec::with_capacity(8 << 10);
    if let Err(error) = in_language(language, || serde_json::to_writer(&mut json, &response)) {
        tracing::error!(operation = about.name, %error, "the answer could not be encoded");
        return Err(Failure::new(Code::InternalError, about.failure()));
    }
    Ok(Answered { status, json: json.into(), prompts, touches, planned })
}

fn failure_of(service: &Service, about: &About, error: Error) -> Failure {
    let is_logged = match &error {
        Error::Upstream(error) | Error::GroupListing(error) => {
            service.gitlab.instance.outage.samples(&error.fault)
        }
        _ => true,
    };
    if is_logged {
        tracing::warn!(operation = about.name, %error, "the operation failed");
    }
    Failure::from(error)
}

/// Another value of a string field: the field's name and the value.
pub(super) type Variant = (&'static str, &'static str);

/// Words that fit no project, and words that fit several.
pub(super) const PROJECT_UNCLEAR: &[Variant] = &[("project_hint", "zzz"), ("project_hint", "portail")];
/// Words that fit no open issue of the sample's "portail citoyen", and words that fit several.
pub(super) const ISSUE_UNCLEAR: &[Variant] =
    &[("issue_hint", "fiche de salaire"), ("issue_hint", "erreur 500")];
/// Words that fit none of its members, and words that fit several.
pub(super) const ASSIGNEE_UNCLEAR: &[Variant] =
    &[("assignee_hint", "zzz"), ("assignee_hint", "développement")];
/// Words that fit none of its milestones, and words that fit several.
pub(super) const MILESTONE_UNCLEAR: &[Variant] = &[("milestone_hint", "zzz"), ("milestone_hint", "sprint")];
/// Words that fit no group, and words that fit several.
pub(super) const GROUP_UNCLEAR: &[Variant] = &[("group_hint", "zzz"), ("group_hint", "aubeterre")];

#[cfg(test)]
mod tests;
