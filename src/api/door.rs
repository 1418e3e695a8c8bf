//! The one way in to the operations, for every face of the service: what may be called, and by whom.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::http::{StatusCode, request::Parts};
use secrecy::ExposeSecret;
use serde_json::Value;
use subtle::ConstantTimeEq;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tracing::Instrument;

use super::{
    Answered, Entry, Failure,
    body::Bodies,
    idempotency::{IdempotencyKey, Kept, Replays},
    metrics::Metrics,
    observation::Observation,
};
use crate::{
    audit::Work,
    gitlab::{Bounds, Tally, TraceParent},
    messages::door,
    service::Service,
    settings::{CallerToken, Policy, Server},
    stopping::Stopping,
};

/// The most permits that a semaphore of any machine holds and gives at once.
const MOST_PERMITS: u32 = u32::MAX >> 3;

/// What every request needs.
pub struct Bridge {
    /// The rules, and the host behind them.
    pub service: Service,
    /// Which operations are served.
    pub policy: Policy,
    /// Who may call, and how much.
    pub server: Server,
    /// Whether the process is about to end.
    pub(super) stopping: Stopping,
    /// One permit a request in flight.
    room: Arc<Semaphore>,
    pub(super) bodies: Bodies,
    replays: Replays,
    pub(super) metrics: Metrics,
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
    /// Its place among the requests in flight; a write that outlives its request keeps it.
    pub(super) place: Place,
    /// The JSON object that holds the request's fields.
    pub fields: Value,
}

/// A request in flight, until the last holder lets go of it.
pub(super) type Place = Option<Arc<OwnedSemaphorePermit>>;

impl Call {
    /// With these fields, in a request whose head passed the guards.
    pub(super) fn of(head: &Parts, fields: Value) -> Self {
        Self {
            caller: head.extensions.get().cloned().unwrap_or(Caller::Anyone),
            key: IdempotencyKey::of(&head.headers),
            trace: TraceParent::of(&head.headers),
            place: head.extensions.get().cloned().flatten(),
            fields,
        }
    }

    /// With these fields, of whoever started this process.
    pub(super) fn local(fields: Value) -> Self {
        Self { caller: Caller::Anyone, key: Ok(None), trace: None, place: None, fields }
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

/// Who calls: the holder of one of `server.auth_tokens`, or anyone where there are none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Caller {
    /// No token is asked for.
    Anyone,
    /// The holder of a token: its place in the list, from 0, and its name.
    Holder(usize, Option<String>),
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Anyone => f.write_str("anyone"),
            Self::Holder(_, Some(name)) => f.write_str(name),
            Self::Holder(number, None) => write!(f, "token {}", number + 1),
        }
    }
}

impl Caller {
    /// Whose token this is. Compares in constant time, and with every token, so that the time taken tells nothing of them.
    pub(super) fn of(tokens: &[CallerToken], shown: &[u8]) -> Option<Self> {
        tokens.iter().enumerate().fold(None, |known, (place, held)| {
            let same = bool::from(held.token.expose_secret().as_bytes().ct_eq(shown));
            if same { Some(Self::Holder(place, held.name.clone())) } else { known }
        })
    }
}

impl Bridge {
    /// A bridge to the host of the service.
    #[must_use]
    pub fn new(service: Service, policy: Policy, server: Server) -> Self {
        let room = Arc::new(Semaphore::new(most_in_flight(&server) as usize));
        let bodies = Bodies::new(&server);
        let replays = Replays::new(&server);
        let metrics = Metrics::new(&service, &server);
        Self { service, policy, server, stopping: Stopping::never(), room, bodies, replays, metrics }
    }

    /// The same, which hears of a stop: it is not ready from then on, and cuts long work short before the grace ends.
    #[must_use]
    pub fn until(mut self, stopping: Stopping) -> Self {
        self.service.patience.until(stopping.clone());
        Self { stopping, ..self }
    }

    /// Whether an operation is served at all (`policy.operations`).
    #[must_use]
    pub fn serves(&self, entry: &Entry) -> bool {
        let operations = &self.policy.operations;
        operations.is_empty() || operations.iter().any(|name| name == entry.name)
    }

    /// Does an operation as far as the policy lets it; one that was done before under the same key is answered again.
    pub async fn call(self: &Arc<Self>, entry: Entry, call: Call) -> Reply {
        let until = Instant::now().checked_add(self.server.request_timeout);
        let bounds = Bounds { fan_out: self.service.fan_out, until };
        let tally = Tally::new(call.trace.clone(), bounds);
        let observation =
            Observation::begin(&self.metrics, entry.name, call.caller.clone(), Arc::clone(&tally));
        let reply = self.reply(entry, call, tally).await;
        observation.ended(&reply);
        reply
    }

    async fn reply(self: &Arc<Self>, entry: Entry, call: Call, tally: Arc<Tally>) -> Reply {
        let preview = is_preview(&call.fields);
        if let Err(failure) = self.permits(&entry, preview) {
            return Err(failure).into();
        }
        let key = if entry.effect.writes() && !preview { call.key } else { Ok(None) };
        let key = match key {
            Ok(Some(key)) => key,
            Ok(None) => return tally.over(self.act(&entry, &call.caller, call.fields)).await.into(),
            Err(failure) => return Err(failure).into(),
        };
        let (bridge, caller, fields) = (Arc::clone(self), call.caller.clone(), call.fields.clone());
        let work = async move {
            let _place = call.place;
            let outcome = tally.over(bridge.act(&entry, &caller, fields)).await;
            Kept { outcome, changed: tally.changes() > 0 }
        };
        // It may outlive the request: its log lines carry the request's id nevertheless.
        let work = work.in_current_span();
        let write = (call.caller, entry.name, key);
        match self.replays.once(write, &call.fields, work, &self.stopping).await {
            Ok((outcome, replayed)) => Reply { outcome, replayed },
            Err(failure) => Err(failure).into(),
        }
    }

    /// Does an operation; what it writes stands in the audit log.
    async fn act(&self, entry: &Entry, caller: &Caller, fields: Value) -> Result<Answered, Failure> {
        if !entry.effect.writes() {
            return entry.call(&self.service, fields).await;
        }
        let work = Work::new(caller.to_string(), entry.name, &fields);
        work.over(entry.call(&self.service, fields)).await
    }

    /// What the policy says of a call.
    fn permits(&self, entry: &Entry, preview: bool) -> Result<(), Failure> {
        if !self.serves(entry) {
            return Err(not_served());
        }
        if self.policy.read_only && entry.effect.writes() && !preview {
            return Err(Failure::new(StatusCode::FORBIDDEN, "read_only", door::READ_ONLY));
        }
        Ok(())
    }

    /// [`Self::call`] for a face without guards before it: where there is room, and within the time of a request.
    pub(super) async fn call_guarded(self: &Arc<Self>, entry: Entry, call: Call) -> Reply {
        let place = match self.enter() {
            Ok(place) => Some(place),
            Err(failure) => return Err(failure).into(),
        };
        let done = timeout(self.server.request_timeout, self.call(entry, Call { place, ..call })).await;
        done.unwrap_or_else(|_| Err(too_slow()).into())
    }

    /// Lets one more request in; it is in flight until nobody holds its place.
    ///
    /// # Errors
    /// 503 past `server.max_in_flight`.
    pub(super) fn enter(&self) -> Result<Arc<OwnedSemaphorePermit>, Failure> {
        Arc::clone(&self.room).try_acquire_owned().map(Arc::new).map_err(|_| overloaded())
    }

    /// Requests that hold a place.
    pub(super) fn in_flight(&self) -> usize {
        (most_in_flight(&self.server) as usize).saturating_sub(self.room.available_permits())
    }

    /// Waits until no request is in flight and no write unfinished, for at most `server.shutdown_grace`; new ones find no room meanwhile.
    pub(super) async fn idle(&self) {
        let all = async {
            let _room = self.room.acquire_many(most_in_flight(&self.server)).await;
            self.stopping.finished().await;
        };
        if timeout(self.server.shutdown_grace, all).await.is_err() {
            tracing::warn!("requests were still in flight at the end of the grace");
        }
    }
}

/// `server.max_in_flight`, as far as a semaphore can be asked for all of it at once.
fn most_in_flight(server: &Server) -> u32 {
    u32::try_from(server.max_in_flight).unwrap_or(MOST_PERMITS).min(MOST_PERMITS)
}

/// 503: what finds no room for the moment.
pub(super) fn overloaded() -> Failure {
    let mut failure = Failure::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded", door::OVERLOADED);
    failure.retry_after = Some(Duration::from_secs(1));
    failure
}

/// 504: what took longer than `server.request_timeout`.
pub(super) fn too_slow() -> Failure {
    Failure::new(StatusCode::GATEWAY_TIMEOUT, "timeout", door::TOO_SLOW)
}

/// 403: the policy leaves this operation out.
pub(super) fn not_served() -> Failure {
    Failure::new(StatusCode::FORBIDDEN, "operation_disabled", door::NOT_SERVED)
}

/// Whether a call only asks what would be done.
fn is_preview(fields: &Value) -> bool {
    fields.get("dry_run") == Some(&Value::Bool(true))
}
