//! What stands between a face and an operation: who calls, may they, is there room, was this key seen.
//!
//! - [`callers`], [`policy`]: who calls, and what is served
//! - [`bodies`], [`admission`]: the bodies of requests, and how many requests are served at once
//! - [`idempotency`]: repeated writes
//! - [`observation`], [`metrics`]: what operators see
//! - [`guard`]: the HTTP middleware that puts them in front of the routes

pub(super) mod admission;
pub(super) mod bodies;
pub(super) mod callers;
pub(super) mod guard;
pub(super) mod idempotency;
pub(super) mod metrics;
pub(super) mod observation;
mod policy;
mod token_expiry;

use std::{fmt, sync::Arc, time::Instant};

use axum::http::request::Parts;
use serde_json::Value;
use tokio::time::timeout;
use tracing::Instrument;

use self::{
    admission::{Admission, Permit},
    bodies::Bodies,
    callers::Caller,
    idempotency::{Idempotency, IdempotencyKey, Recorded},
    metrics::Metrics,
    observation::Observation,
};
use super::{
    operation::{Answered, Entry},
    wire::failure::{Failure, too_slow},
};
use crate::{
    audit::Work,
    gitlab::{Bounds, Tally, TraceParent},
    language::Language,
    service::{Intent, Service},
    settings::{Policy, Server},
    stopping::Stopping,
};

/// What every request needs.
pub struct AppState {
    /// The rules, and the host behind them.
    pub service: Service,
    /// Which operations are served.
    pub policy: Policy,
    /// Who may call, and how much.
    pub server: Server,
    /// The language of sentences; `None` for the one that each request prefers.
    pub language: Option<Language>,
    /// Whether the process is about to end.
    pub(super) stopping: Stopping,
    pub(super) bodies: Bodies,
    admission: Admission,
    idempotency: Idempotency,
    metrics: Metrics,
}

/// One call of an operation, whatever face it came through.
#[derive(Debug)]
pub struct Call {
    /// Who calls.
    pub caller: Caller,
    /// Names a write, so that it can be sent again; why it is no key matters to writes alone.
    pub key: Result<Option<IdempotencyKey>, Failure>,
    /// The trace that it belongs to.
    pub trace: Option<TraceParent>,
    /// Its share of the in-flight limit; a write that outlives its request keeps it.
    pub(super) permit: Permit,
    /// The language of the sentences in the answer.
    pub language: Language,
    /// The JSON object that holds the request's fields.
    pub fields: Value,
}

impl Call {
    /// With these fields, in a request whose head passed the guards.
    pub(super) fn of(head: &Parts, fields: Value) -> Self {
        Self {
            caller: head.extensions.get().cloned().unwrap_or(Caller::Anyone),
            key: IdempotencyKey::of(&head.headers),
            trace: TraceParent::of(&head.headers),
            permit: head.extensions.get().cloned().flatten(),
            language: head.extensions.get().copied().unwrap_or_default(),
            fields,
        }
    }

    /// With these fields, of whoever started this process.
    pub(super) fn local(language: Language, fields: Value) -> Self {
        Self { caller: Caller::Anyone, key: Ok(None), trace: None, permit: None, language, fields }
    }
}

/// What a call came to.
#[derive(Debug)]
pub struct Reply {
    /// The JSON of the operation's answer, or why there is none.
    pub outcome: Result<Answered, Failure>,
    /// Whether it was given before, to the write that this one repeats.
    pub replayed: bool,
}

impl From<Result<Answered, Failure>> for Reply {
    fn from(outcome: Result<Answered, Failure>) -> Self {
        Self { outcome, replayed: false }
    }
}

impl AppState {
    /// The state of a process in front of the service's host.
    #[must_use]
    pub fn new(service: Service, policy: Policy, server: Server) -> Self {
        Self {
            bodies: Bodies::new(&server),
            admission: Admission::new(server.max_in_flight),
            idempotency: Idempotency::new(&server),
            metrics: Metrics::new(&service, &server),
            stopping: Stopping::never(),
            language: Some(Language::default()),
            service,
            policy,
            server,
        }
    }

    /// The same, which hears of a stop: it is not ready from then on, and cuts long work short before the grace ends.
    #[must_use]
    pub fn until(mut self, stopping: Stopping) -> Self {
        self.service.patience.until(stopping.clone());
        Self { stopping, ..self }
    }

    /// The same, whose sentences are in this language; `None` for the one that each request prefers.
    #[must_use]
    pub fn speaking(self, language: Option<Language>) -> Self {
        Self { language, ..self }
    }

    /// Whether an operation is served at all (`policy.operations`).
    #[must_use]
    pub fn serves(&self, entry: &Entry) -> bool {
        policy::serves(&self.policy, entry)
    }

    /// Does an operation as far as the policy lets it; one that was done before under the same key is answered again.
    pub async fn call(self: &Arc<Self>, entry: Entry, call: Call) -> Reply {
        let until = Instant::now().checked_add(self.server.request_timeout);
        let bounds = Bounds { fan_out: self.service.fan_out, until };
        let tally = Tally::new(call.trace.clone(), bounds);
        let observation =
            Observation::begin(&self.metrics, entry.name, call.caller.clone(), Arc::clone(&tally));
        let reply = self.dispatch(entry, call, tally).await;
        observation.ended(&reply);
        reply
    }

    async fn dispatch(self: &Arc<Self>, entry: Entry, call: Call, tally: Arc<Tally>) -> Reply {
        let intent = match policy::authorise(&self.policy, &entry, &call.fields) {
            Ok(intent) => intent,
            Err(failure) => return Err(failure).into(),
        };
        let acts = entry.effect.writes() && intent == Intent::Act;
        let key = match if acts { call.key } else { Ok(None) } {
            Ok(Some(key)) => key,
            Ok(None) => {
                let done = self.act(&entry, &call.caller, (intent, call.language), call.fields);
                return tally.over(done).await.into();
            }
            Err(failure) => return Err(failure).into(),
        };
        let (state, caller, fields) = (Arc::clone(self), call.caller.clone(), call.fields.clone());
        let work = async move {
            let _permit = call.permit;
            let outcome = tally.over(state.act(&entry, &caller, (intent, call.language), fields)).await;
            Recorded { outcome, changed: tally.changes() > 0 }
        };
        // It may outlive the request: its log lines carry the request's id nevertheless.
        let work = work.in_current_span();
        let write = (call.caller, entry.name, key);
        match self.idempotency.once(write, &call.fields, work, &self.stopping).await {
            Ok((outcome, replayed)) => Reply { outcome, replayed },
            Err(failure) => Err(failure).into(),
        }
    }

    /// Does an operation; what it writes stands in the audit log.
    async fn act(
        &self,
        entry: &Entry,
        caller: &Caller,
        (intent, language): (Intent, Language),
        fields: Value,
    ) -> Result<Answered, Failure> {
        if !entry.effect.writes() {
            return entry.call(&self.service, intent, language, fields).await;
        }
        let work = Work::new(caller.to_string(), entry.name, &fields);
        work.over(entry.call(&self.service, intent, language, fields)).await
    }

    /// [`Self::call`] for a face without guards before it: under the in-flight limit, and within the time of a request.
    pub(super) async fn call_guarded(self: &Arc<Self>, entry: Entry, call: Call) -> Reply {
        let permit = match self.admission.admit() {
            Ok(permit) => Some(permit),
            Err(failure) => return Err(failure).into(),
        };
        let done = timeout(self.server.request_timeout, self.call(entry, Call { permit, ..call })).await;
        done.unwrap_or_else(|_| Err(too_slow()).into())
    }

    /// What the process counted, as Prometheus reads it.
    ///
    /// # Errors
    /// None that is known: encoding to a string.
    pub(super) fn metrics_text(&self) -> Result<String, fmt::Error> {
        self.metrics.token_expiry.look(&self.service.gitlab);
        self.metrics.text(self.admission.in_flight())
    }

    /// Waits until no request is in flight and no write unfinished, for at most `server.shutdown_grace`; new ones are not
    /// admitted meanwhile.
    pub(super) async fn drained(&self) {
        let all = async {
            let _all = self.admission.all().await;
            self.stopping.finished().await;
        };
        if timeout(self.server.shutdown_grace, all).await.is_err() {
            tracing::warn!("requests were still in flight at the end of the grace");
        }
    }
}
