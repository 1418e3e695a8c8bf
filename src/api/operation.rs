//! What an operation is: one declaration that feeds the router, the policy, the `OpenAPI` document, the tools and the pages.

use std::panic::AssertUnwindSafe;

use axum::http::StatusCode;
use bytes::Bytes;
use futures_util::{FutureExt, future::BoxFuture};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;

use super::wire::{
    answer::{HasStatus, Status},
    failure::Failure,
    request::{Parts, joined},
    targets::WriteFields,
};
use crate::{
    error::Error,
    service::{Intent, Service},
};

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

/// One operation of the interface.
pub(super) trait Operation: 'static {
    /// Its name, as the interface gives it.
    const NAME: &'static str;
    /// Its path, `/api/v1/…`.
    const PATH: &'static str;
    /// What it is called where people read, in French.
    const TITLE: &'static str;
    /// What it does, in a French sentence for those who fill it in.
    const PURPOSE: &'static str;
    /// What it does, in a line.
    const SUMMARY: &'static str;
    /// When to use it and what to know of it, for people and models that call it.
    const DESCRIPTION: &'static str;
    /// What it does to the host.
    const EFFECT: Effect;
    /// What its `status` may be, in the order in which a call can end with them: the console reads from it what may still be
    /// asked. None where its answer has none.
    const STATUSES: &'static [Status];
    /// Error statuses of its own, apart from those that every operation may answer: those of a confirmed object that lacks or
    /// is not there, unless said otherwise.
    const REFUSALS: &'static [StatusCode] = &[StatusCode::BAD_REQUEST, StatusCode::NOT_FOUND];
    /// Requests that show each status, as JSON objects, against the sandbox's sample.
    const EXAMPLES: &'static [&'static str];
    /// What a caller reads when it fails for an unknown reason.
    const FAILED: &'static str;
    /// What it reads of a request.
    type Request: Parts;
    /// What it answers.
    type Response: HasStatus + Serialize + JsonSchema;

    /// Does it.
    fn run(
        service: &Service,
        request: Self::Request,
    ) -> impl Future<Output = Result<Self::Response, Error>> + Send;
}

/// What an operation answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// What came of it; none where its answer has no `status`.
    pub status: Option<Status>,
    /// The answer.
    pub json: Bytes,
}

/// An operation as the faces of the service see it: named, and called with a JSON object.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Its path.
    pub path: &'static str,
    /// What it is called where people read, in French.
    pub title: &'static str,
    /// What it does, in a French sentence.
    pub purpose: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// When to use it and what to know of it.
    pub description: &'static str,
    /// What it does to the host.
    pub effect: Effect,
    /// Error statuses of its own.
    pub refusals: &'static [StatusCode],
    statuses: &'static [Status],
    examples: &'static [&'static str],
    request: fn(&mut SchemaGenerator) -> Schema,
    response: fn(&mut SchemaGenerator) -> Schema,
    failed: &'static str,
    call: for<'a> fn(&'a Service, Value) -> BoxFuture<'a, Result<Answered, Failure>>,
}

impl Entry {
    /// The entry of an operation.
    pub(super) fn of<O: Operation>() -> Self {
        Self {
            name: O::NAME,
            path: O::PATH,
            title: O::TITLE,
            purpose: O::PURPOSE,
            summary: O::SUMMARY,
            description: O::DESCRIPTION,
            effect: O::EFFECT,
            statuses: O::STATUSES,
            refusals: O::REFUSALS,
            examples: O::EXAMPLES,
            request: O::Request::schema,
            response: O::Response::json_schema,
            failed: O::FAILED,
            call: |service, object| Box::pin(call::<O>(service, object)),
        }
    }

    /// The JSON schema of its request.
    #[must_use]
    pub fn request_schema(&self, generator: &mut SchemaGenerator) -> Schema {
        let own = (self.request)(generator);
        if self.effect.writes() { joined([own, <(WriteFields,)>::schema(generator)]) } else { own }
    }

    /// Whether its answer says in `status` what came of it, also where it acted.
    #[must_use]
    pub fn answers_status(&self) -> bool {
        !self.statuses.is_empty()
    }

    /// What its `status` may be, in the order in which a call can end with them: the console reads from it what may still be
    /// asked. None where its answer has none.
    #[must_use]
    pub fn statuses(&self) -> Vec<Status> {
        let preview = self.effect.writes().then_some(Status::Preview);
        self.statuses.iter().copied().chain(preview).collect()
    }

    /// Requests that show each status, as JSON objects, against the sandbox's sample.
    #[must_use]
    pub fn examples(&self) -> Vec<String> {
        let first = self.examples.first().filter(|_| self.effect.writes());
        let preview = first.map(|first| first.replacen('{', r#"{"dry_run": true, "#, 1));
        self.examples.iter().map(|&example| example.to_owned()).chain(preview).collect()
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

    /// Reads the object, does the operation, answers the JSON of its response. A panic is an unexpected failure.
    ///
    /// # Errors
    /// As the operation decides; 422 for an object that it can't read, 500 for what nobody expected.
    pub async fn call(&self, service: &Service, object: Value) -> Result<Answered, Failure> {
        let done = AssertUnwindSafe((self.call)(service, object)).catch_unwind().await;
        done.unwrap_or_else(|_| {
            tracing::error!(operation = self.name, "an operation panicked");
            Err(Failure::unexpected(self.failed))
        })
    }
}

async fn call<O: Operation>(service: &Service, object: Value) -> Result<Answered, Failure> {
    let request = O::Request::read(&object)?;
    let intent = if O::EFFECT.writes() { <(WriteFields,)>::read(&object)?.0.intent() } else { Intent::Act };
    drop(object);
    let done = match intent {
        Intent::Act => O::run(service, request).await,
        Intent::Preview => O::run(&service.previewing(), request).await,
    };
    let response = done.map_err(|error| {
        tracing::warn!(operation = O::NAME, %error, "the operation failed");
        Failure::from(error)
    })?;
    let answered = |json: Vec<u8>| Answered { status: response.status(), json: json.into() };
    serde_json::to_vec(&response).map(answered).map_err(|error| {
        tracing::error!(operation = O::NAME, %error, "the answer could not be encoded");
        Failure::unexpected(O::FAILED)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{app, gitlab::CallContext, service::Roots, settings::Settings};

    struct Panics;

    #[derive(Debug, Default, JsonSchema, serde::Deserialize)]
    #[serde(default)]
    struct Nothing {}

    impl HasStatus for () {}

    impl Operation for Panics {
        const NAME: &'static str = "panics";
        const PATH: &'static str = "/api/v1/panics";
        const TITLE: &'static str = "Paniquer";
        const PURPOSE: &'static str = "Panique.";
        const SUMMARY: &'static str = "Panics";
        const DESCRIPTION: &'static str = "Never use it.";
        const EFFECT: Effect = Effect::Reads;
        const STATUSES: &'static [Status] = &[];
        const REFUSALS: &'static [StatusCode] = &[];
        const EXAMPLES: &'static [&'static str] = &[];
        const FAILED: &'static str = "Une erreur inattendue a empêché de paniquer.";
        type Request = (Nothing,);
        type Response = ();

        async fn run(_: &Service, _: Self::Request) -> Result<(), Error> {
            tokio::task::yield_now().await;
            panic!("nobody expected this");
        }
    }

    #[tokio::test]
    async fn a_panic_is_a_500_with_the_operations_sentence_and_the_service_goes_on() {
        let overrides = [("upstream.base_url", "http://127.0.0.1:9"), ("upstream.token", "t")];
        let state = app::state(&Settings::load(None, &overrides).unwrap()).unwrap();
        let service = state.shared.for_call(CallContext::for_test(), Roots::default());
        for _ in 0..2 {
            let failure = Entry::of::<Panics>().call(&service, json!({})).await.unwrap_err();
            assert_eq!(failure, Failure::unexpected(Panics::FAILED));
        }
    }

    #[test]
    fn no_two_operations_share_a_name_or_a_path() {
        let operations = crate::api::operations();
        for (index, operation) in operations.iter().enumerate() {
            for other in operations.iter().skip(index + 1) {
                assert_ne!(operation.name, other.name);
                assert_ne!(operation.path, other.path);
            }
            assert!(operation.path.starts_with(crate::api::PREFIX), "{}", operation.path);
        }
    }
}
