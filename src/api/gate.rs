//! What stands between a face and an operation. It finds out who calls and whether they may, admits the request or refuses it,
//! and looks the idempotency key up.
//!
//! - [`callers`], [`sign_in`]: who calls, and what they may do
//! - [`admission`]: which requests are let in, and how many are served at once
//! - [`bodies`]: the bodies of requests
//! - [`idempotency`]: repeated writes
//! - [`observation`], [`metrics`]: what operators see

pub(super) mod admission;
mod audit_words;
pub(super) mod bodies;
pub(super) mod callers;
pub(super) mod idempotency;
pub(super) mod metrics;
pub(super) mod observation;
pub(super) mod prelude;
pub(super) mod sign_in;

use arc_swap::ArcSwap;
use secrecy::SecretSlice;

use self::{
    admission::{Admission, Admitted, is_local},
    bodies::{Bodies, BodyPermits},
    callers::{Access, Caller, CallerPolicy, Callers},
    idempotency::{IdempotencyKey, IdempotencyStore, Recorded, digest_of},
    metrics::{LostLines, Metrics},
    observation::Observation,
    prelude::*,
};
use crate::{
    audit,
    gitlab::{CallContext, TraceParent},
    service::{Intent, Shared},
    settings::{CallerSettings, Mcp, SettingsError},
    sign_in::SignIn,
    stop_signal::StopSignal,
};

/// The app state: what every request needs.
pub struct AppState {
    /// What the services of all calls share, the host among it.
    pub shared: Arc<Shared>,
    /// Who may call, and what each may do.
    callers: ArcSwap<Callers>,
    /// Who the people are whose tokens an authorization server gave; `None` if none is named.
    pub sign_in: Option<SignIn>,
    /// The limits on requests: how large, how many at once, how long.
    pub server: Server,
    /// The language of sentences; `None` if each request chooses.
    pub language: Option<Language>,
    /// Settings of the MCP face.
    pub mcp: Mcp,
    /// The key that forms are sealed with where there is a store; `None` for one that each process makes.
    pub key: Option<SecretSlice<u8>>,
    /// Whether the host is the demonstration's: the console then says what there is to ask for.
    pub is_sample: bool,
    /// What counts the lines that each log loses, for the metrics.
    pub lost_lines: LostLines,
    /// Whether the process is about to end.
    pub(super) stop_signal: StopSignal,
    pub(super) bodies: Bodies,
    admission: Admission,
    idempotency: Arc<IdempotencyStore>,
    metrics: Metrics,
}

/// One call of an operation, whatever face it came through.
pub struct Call {
    /// Who calls, and what it may do.
    pub(super) access: Arc<Access>,
    /// The idempotency key of a write. The failure of an invalid key is answered by writes alone; reads ignore it.
    pub key: Result<Option<IdempotencyKey>, Failure>,
    /// The trace that it belongs to.
    pub trace: Option<TraceParent>,
    /// Its permit of the in-flight limit, and its deadline. A write that goes on after its request has ended keeps the permit.
    pub(super) admitted: Arc<Admitted>,
    /// The language of the sentences in the answer.
    pub language: Language,
    /// The memory that its body takes of the limit for all bodies. A write that goes on after its request has ended keeps it.
    pub(super) held: BodyPermits,
    /// The request's fields.
    pub fields: JsonObject,
    /// A digest of what the client sent, if that is a write of which the fields are a step: a preview, or what a form settled.
    pub(super) step_of: Option<String>,
    /// The only objects that its writes may concern; `None` for any.
    pub agreed: Option<Arc<[Object]>>,
}

/// The result of a call.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The JSON of the operation's answer, or why there is none.
    pub outcome: Result<Answered, Failure>,
    /// Whether it is the stored answer of an earlier write with the same key.
    pub replayed: bool,
}

impl From<Result<Answered, Failure>> for Reply {
    fn from(outcome: Result<Answered, Failure>) -> Self {
        Self { outcome, replayed: false }
    }
}

impl AppState {
    /// The state of a process in front of the service's host.
    ///
    /// # Errors
    /// A caller's upstream token has a character that a header can't hold; or the certificates or the proxy on the way to the
    /// authorization server can't be used.
    pub fn new(shared: Shared, settings: &Settings) -> Result<Self, SettingsError> {
        let server = &settings.server;
        // Half of the room for bodies has to hold the largest.
        let bodies = Bodies::room(server, 2);
        let of_process = [server.max_in_flight, shared.instance.max_connections, bodies];
        let callers = Callers::new(&server.callers, CallerPolicy::new(&settings.policy), of_process)?;
        let sign_in =
            settings.sign_in().map(|sign_in| SignIn::new(sign_in, &settings.upstream)).transpose()?;
        Ok(Self {
            bodies: Bodies::new(server),
            admission: Admission::new(server),
            idempotency: Arc::new(IdempotencyStore::new(server, shared.store.as_ref())),
            metrics: Metrics::new(&shared, server),
            callers: ArcSwap::from_pointee(callers),
            sign_in,
            stop_signal: StopSignal::never(),
            language: settings.messages.language,
            mcp: settings.mcp.clone(),
            key: settings.store.key.clone(),
            is_sample: false,
            lost_lines: LostLines::new(),
            shared: Arc::new(shared),
            server: server.clone(),
        })
    }

    /// The same with a stop signal. Once the signal is given the process is not ready, and bulk calls end before the grace
    /// does.
    pub fn with_stop_signal(self, stop_signal: StopSignal) -> Self {
        Self { stop_signal, ..self }
    }

    /// Who may call, and what each may do; others from the next reload on.
    pub(super) fn callers(&self) -> Arc<Callers> {
        self.callers.load_full()
    }

    /// Whether every request needs a token.
    pub fn has_callers(&self) -> bool {
        self.callers().need_token()
    }

    /// Replaces the callers. Requests that were admitted go on.
    ///
    /// # Errors
    /// A caller's upstream token has a character that a header can't hold: then the present callers stay.
    pub fn replace_callers(&self, callers: &[CallerSettings]) -> Result<(), SettingsError> {
        self.callers.store(Arc::new(self.callers().replaced(callers)?));
        Ok(())
    }

    /// Counts a reload of the settings that was taken over, or refused.
    pub fn count_reload(&self, is_done: bool) {
        if is_done {
            self.metrics.token_expiry.forget();
        }
        let outcome = if is_done { "done" } else { "refused" };
        self.metrics.reloads.get_or_create(&[("outcome", outcome.into())]).inc();
    }

    /// A call with these fields, in a request whose head passed the guards. If the request gave its permit back while a person
    /// took time to answer, the call is admitted by itself, if its caller may still call.
    ///
    /// # Errors
    /// 500 for a request that did not pass them; 401 if the caller no longer exists; 503 past the in-flight limit.
    pub(super) fn call_of(&self, head: &Parts, fields: JsonObject) -> Result<Call, Failure> {
        let access = head.extensions.get::<Arc<Access>>().ok_or_else(Failure::internal_error)?;
        let (access, admitted) = if let Some(admitted) = head.extensions.get::<Arc<Admitted>>() {
            (Arc::clone(access), Arc::clone(admitted))
        } else {
            let access = self.callers().now_of(access).ok_or_else(Failure::unauthorized)?;
            let admitted = self.admission.admit(access.share.as_ref())?;
            (access, admitted)
        };
        Ok(Call {
            access,
            key: IdempotencyKey::of(&head.headers),
            trace: TraceParent::of(&head.headers),
            admitted,
            language: head.extensions.get().copied().unwrap_or_default(),
            held: head.extensions.get().cloned().unwrap_or_default(),
            fields,
            step_of: None,
            agreed: None,
        })
    }

    /// A call with these fields, of the user who started this process.
    ///
    /// # Errors
    /// 503 past the in-flight limit.
    pub(super) fn call_of_user(&self, language: Language, fields: JsonObject) -> Result<Call, Failure> {
        let (access, admitted) = (Arc::clone(&self.callers().anyone), self.admission.admit(None)?);
        let held = BodyPermits::default();
        let (step_of, agreed) = (None, None);
        Ok(Call { access, key: Ok(None), trace: None, admitted, language, held, fields, step_of, agreed })
    }

    /// Runs an operation if the policy allows it. If it was done before under the same key, the reply is the stored answer.
    pub async fn call(self: &Arc<Self>, entry: Entry, call: Call) -> Reply {
        let instance = &self.shared.instance;
        let words = audit_words::naming_fields(&call.fields, |word| instance.hide_secrets(word));
        let audit = audit::Record::new(call.access.caller.shown.to_string(), entry.name, words);
        let of_caller = call.access.share.as_ref().map(|share| Arc::clone(&share.host_calls));
        let (deadline, trace) = (call.admitted.deadline, call.trace.clone());
        let ends = (deadline, self.stop_signal.clone());
        let context = CallContext::new(audit, ends, trace, self.shared.fan_out, of_caller);
        let observation =
            Observation::begin(&self.metrics, entry.name, call.access.caller.clone(), Arc::clone(&context));
        let is_preview = call.step_of.is_some() || call.fields.get("dry_run") == Some(&true.into());
        let is_keyed = entry.effect.writes() && !is_preview && matches!(call.key, Ok(Some(_)));
        let reply = tokio::select! {
            biased;
            reply = self.dispatch(entry, call, Arc::clone(&context)) => reply,
            // A write with a key goes on, and may still be sent.
            () = self.stop_signal.clone().given_for(self.shared.time_at_stop()) => Err(
                if is_keyed || context.has_changes() { Failure::outcome_unknown() } else { Failure::stopping() }
            ),
        };
        let reply = reply.unwrap_or_else(|failure| Err(failure).into());
        observation.end(&reply);
        reply
    }

    async fn dispatch(
        &self,
        entry: Entry,
        mut call: Call,
        context: Arc<CallContext>,
    ) -> Result<Reply, Failure> {
        let intent = call.access.policy.authorise(&entry, &mut call.fields)?;
        let language = call.language;
        let Access { credential, policy, .. } = &*call.access;
        let mut service =
            self.shared.for_call(Arc::clone(&context), credential.clone(), policy.roots.clone());
        service.agreed = call.agreed.take();
        let acts = entry.effect.writes() && intent == Intent::Act;
        let writes = acts || call.step_of.is_some();
        if writes && !call.access.may_write {
            return Err(Failure::insufficient_scope());
        }
        service.gitlab.acts = acts;
        let Some(key) = (if writes { call.key? } else { None }) else {
            return Ok(entry.call(&service, intent, language, call.fields).await.into());
        };
        let body = call.step_of.unwrap_or_else(|| digest_of(&call.fields));
        let Caller { id, counted, .. } = call.access.caller.clone();
        let write = ([id, counted], entry.name, key);
        if !acts {
            let before =
                self.idempotency.begun_before(&write, &body, &policy.roots, context.deadline).await?;
            if let Some(reply) = before {
                return Ok(reply);
            }
            return Ok(entry.call(&service, intent, language, call.fields).await.into());
        }
        let (shares, fields) = ((call.admitted, call.held), call.fields);
        let of_call = Arc::clone(&context);
        let work = async move {
            let _shares = shares;
            let outcome = entry.call(&service, intent, language, fields).await;
            Recorded::new(outcome, &context)
        };
        self.idempotency.once(write, body, &policy.roots, &of_call, work, &self.stop_signal).await
    }

    /// [`Self::call`] until its deadline, for a face without guards that see to it.
    pub(super) async fn call_in_time(self: &Arc<Self>, entry: Entry, call: Call) -> Reply {
        let deadline = call.admitted.deadline;
        let done = timeout_at(deadline.into(), self.call(entry, call)).await;
        done.unwrap_or_else(|_| Err(Failure::timeout()).into())
    }

    /// Whether a request is a caller's: with a valid token, or from this machine where none is needed.
    pub(super) async fn is_from_caller(&self, head: &Parts) -> bool {
        if self.callers().need_token() {
            return self.authenticate(&head.headers).await.is_ok();
        }
        !self.server.open && is_local(&head.uri, &head.headers, &self.server.cors_origins)
    }

    /// What the process counted, as Prometheus reads it.
    ///
    /// # Errors
    /// Encoding to a string failed, which has no known cause.
    pub(super) fn metrics_text(&self) -> Result<String, fmt::Error> {
        let text = self.metrics.text(self.admission.in_flight(), &self.lost_lines);
        // The host and the store are asked without waiting: what they answer is for the next scrape.
        self.metrics.token_expiry.refresh(&self.shared.instance);
        if let Some(store) = self.shared.store.clone() {
            tokio::spawn(async move { store.probe().await });
        }
        text
    }

    /// Waits until no request is in flight and no write unfinished, for at most `server.shutdown_grace`; new ones are not
    /// admitted meanwhile.
    pub(super) async fn drained(&self) {
        let all = async {
            let _all = self.admission.all().await;
            self.stop_signal.finished().await;
        };
        if timeout(self.server.shutdown_grace, all).await.is_err() {
            tracing::warn!("requests were still in flight at the end of the grace");
        }
    }
}
