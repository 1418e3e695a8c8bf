//! What an operation is: one declaration that feeds the router, the policy, the `OpenAPI` document, the tools and the pages.

mod examples;

use std::{ops::Deref, panic::AssertUnwindSafe};

use axum::http::StatusCode;
use bytes::Bytes;
use futures_util::{FutureExt, future::BoxFuture};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::wire::{
    answer::{HasStatus, Status},
    failure::Failure,
    object::JsonObject,
    prompt::Asking,
    request::{Parts, close_schema, join_schemas},
    targets::WriteFields,
};
use crate::{
    error::Error,
    language::Language,
    messages::{Words, tool},
    service::{Intent, Service},
};

pub(super) use examples::{Examples, GROUP_UNCLEAR, ISSUE_UNCLEAR, PROJECT_UNCLEAR};

/// What an operation does to the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// It reads.
    Reads,
    /// It adds something; doing it twice adds it twice.
    Creates,
    /// It adds something; doing it twice changes nothing more.
    Adds,
    /// It changes what stands there; the same words may mean another object the second time.
    Changes,
}

impl Effect {
    /// Whether anything on the host is other than before.
    #[must_use]
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
    /// What its `status` may be where it acts, in the order in which a call can end with them: the console reads from it what may
    /// still be asked. Empty where its answer has none.
    pub(super) statuses: &'static [Status],
    /// Error statuses of its own, apart from those that every operation may answer.
    pub refusals: &'static [StatusCode],
    /// Requests that show each status against the sandbox's sample.
    pub(super) examples: Examples,
    /// What people and models read of it.
    pub words: &'static Words,
}

impl About {
    /// Error statuses of an operation whose confirmed object may lack or not be there.
    pub(super) const CONFIRMABLE: &'static [StatusCode] = &[StatusCode::BAD_REQUEST, StatusCode::NOT_FOUND];
    /// Error statuses of an operation that creates a project.
    pub(super) const CREATES_PROJECT: &'static [StatusCode] =
        &[StatusCode::BAD_REQUEST, StatusCode::CONFLICT];
}

/// One operation of the interface.
pub(super) trait Operation: 'static {
    /// What it says of itself.
    const ABOUT: &'static About;
    /// What it reads of a request.
    type Request: Parts;
    /// What it answers.
    type Response: HasStatus + Serialize + JsonSchema;

    /// Does it; its sentences are in this language.
    fn run(
        service: &Service,
        language: Language,
        request: Self::Request,
    ) -> impl Future<Output = Result<Self::Response, Error>> + Send;
}

/// What an operation answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// What came of it; `None` where its answer has no `status`.
    pub status: Option<Status>,
    /// The answer.
    pub json: Bytes,
    /// What it asks, for faces that can ask the person; boxed, since few do.
    pub asking: Option<Box<Asking>>,
}

/// An operation as the faces of the service see it: its declaration, and how it is called with a JSON object.
#[derive(Clone, Copy)]
pub struct Entry {
    about: &'static About,
    request: fn(&mut SchemaGenerator) -> Schema,
    fields: fn() -> Vec<&'static str>,
    response: fn(&mut SchemaGenerator) -> Schema,
    run: for<'a> fn(&'a Service, Language, JsonObject) -> BoxFuture<'a, Result<Answered, Failure>>,
}

impl Deref for Entry {
    type Target = About;

    fn deref(&self) -> &About {
        self.about
    }
}

impl Entry {
    /// The entry of an operation.
    pub(super) fn of<O: Operation>() -> Self {
        Self {
            about: O::ABOUT,
            request: O::Request::schema,
            fields: O::Request::fields,
            response: O::Response::json_schema,
            run: |service, language, fields| Box::pin(run::<O>(service, language, fields)),
        }
    }

    /// The JSON schema of its request; a write takes no field that it does not know.
    #[must_use]
    pub fn request_schema(&self, generator: &mut SchemaGenerator) -> Schema {
        let own = (self.request)(generator);
        if !self.effect.writes() {
            return own;
        }
        close_schema(join_schemas([own, <(WriteFields,)>::schema(generator)]))
    }

    /// Whether a request has a field of this name.
    #[must_use]
    pub fn knows(&self, field: &str) -> bool {
        (self.fields)().contains(&field)
    }

    /// Whether its answer says in `status` what came of it, also where it acted.
    #[must_use]
    pub fn answers_status(&self) -> bool {
        !self.statuses.is_empty()
    }

    /// What its `status` may be, in the order in which a call can end with them. Empty where its answer has none.
    #[must_use]
    pub fn statuses(&self) -> Vec<Status> {
        let preview = self.effect.writes().then_some(Status::Preview);
        self.about.statuses.iter().copied().chain(preview).collect()
    }

    /// Requests that show each status, as JSON objects, against the sandbox's sample.
    #[must_use]
    pub fn examples(&self) -> Vec<String> {
        self.about.examples.requests(self.effect.writes())
    }

    /// What it does, when to use it, and what to do with an answer that is none yet, in English: for models, and for those who
    /// write programs.
    #[must_use]
    pub fn description(&self) -> String {
        let fields = (self.fields)();
        let confirmed: Vec<_> = fields.into_iter().filter(|field| field.starts_with("resolved_")).collect();
        let may_miss = !confirmed.is_empty() && self.statuses.iter().any(|status| status.is_not_found());
        let after_not_found = if may_miss { tool::AFTER_NOT_FOUND } else { "" };
        let Words { purpose, usage, .. } = self.words;
        format!("{} {usage}{}{after_not_found}", purpose.en, tool::after_question(&confirmed))
    }

    /// The JSON schema of its answer; its `status` is one of the operation's own.
    #[must_use]
    pub fn response_schema(&self, generator: &mut SchemaGenerator) -> Schema {
        let mut schema = (self.response)(generator);
        if let Some(status) = schema.pointer_mut("/properties/status") {
            *status = serde_json::json!({ "type": "string", "enum": self.statuses() });
        }
        schema
    }

    /// Whether a request is to act or only to preview (`dry_run`); what only reads acts.
    ///
    /// # Errors
    /// 422 for a `dry_run` that is no boolean, and for a field that a write does not know.
    pub fn intent(&self, fields: &JsonObject) -> Result<Intent, Failure> {
        if !self.effect.writes() {
            return Ok(Intent::Act);
        }
        fields.refuse_unknown(&[(self.fields)(), <(WriteFields,)>::fields()].concat())?;
        Ok(fields.decode::<WriteFields>()?.intent())
    }

    /// Decodes the fields, does the operation, answers the JSON of its response. A panic is an unexpected failure.
    ///
    /// # Errors
    /// As the operation decides; 422 for an object that it can't read, 500 for what nobody expected.
    pub async fn call(
        &self,
        service: &Service,
        intent: Intent,
        language: Language,
        fields: JsonObject,
    ) -> Result<Answered, Failure> {
        let previewing = (intent == Intent::Preview).then(|| service.previewing());
        let service = previewing.as_ref().unwrap_or(service);
        let done = AssertUnwindSafe((self.run)(service, language, fields)).catch_unwind().await;
        done.unwrap_or_else(|_| {
            tracing::error!(operation = self.name, "an operation panicked");
            Err(Failure::unexpected(self.words.failed))
        })
    }
}

async fn run<O: Operation>(
    service: &Service,
    language: Language,
    fields: JsonObject,
) -> Result<Answered, Failure> {
    let request = O::Request::read(&fields)?;
    drop(fields);
    let mut response = O::run(service, language, request).await.map_err(|error| {
        tracing::warn!(operation = O::ABOUT.name, %error, "the operation failed");
        Failure::from(error)
    })?;
    let (status, asking) = (response.status(), response.asking().map(Box::new));
    let answered = |json: Vec<u8>| Answered { status, json: json.into(), asking };
    serde_json::to_vec(&response).map(answered).map_err(|error| {
        tracing::error!(operation = O::ABOUT.name, %error, "the answer could not be encoded");
        Failure::unexpected(O::ABOUT.words.failed)
    })
}

#[cfg(test)]
mod tests;
