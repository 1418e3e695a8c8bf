//! The client of one call: it retries, counts and audits what it sends. A [`Client`] reads; a [`Writer`] sends one write.

use backon::Retryable;
use http::header::IF_NONE_MATCH;
use serde::Serialize;
use tokio_util::sync::CancellationToken;
use tower::retry::budget::Budget;
use tracing::Instrument;

use super::prelude::*;

/// The client of one call of an operation: it reads the host. Clones share the call's context.
#[derive(Clone)]
pub struct Client {
    /// The host.
    pub instance: Arc<Instance>,
    /// The context of the call.
    pub context: Arc<CallContext>,
    pub(super) token: Credential,
    /// Whether the call changes something. Such a call joins no read that was begun before it: what was read may have changed since.
    pub acts: bool,
    /// Given once nobody waits for the write that is to be sent: then it is not sent any more.
    given_up: CancellationToken,
    /// The reads that wait for the host's confirmation.
    pub ahead: Arc<ReadsAhead>,
}

impl Client {
    /// A client for the call of this context, with the caller's own token if it has one.
    pub fn new(instance: Arc<Instance>, context: Arc<CallContext>, own: Option<Credential>) -> Self {
        let token = own.unwrap_or_else(|| instance.technical_token());
        let given_up = CancellationToken::new();
        Self { instance, context, token, acts: false, given_up, ahead: Arc::default() }
    }

    /// The same for one call of an operation, which goes on with kept answers while the host confirms them.
    pub fn reading_ahead(&self) -> Self {
        Self { ahead: Arc::new(ReadsAhead::begun()), ..self.clone() }
    }

    /// From now on nothing that was read of a project before answers a read: another replica may have changed it meanwhile.
    pub fn forget(&self, project: ProjectId) {
        drop(self.instance.kept.write(&format!("/projects/{project}")));
    }

    /// Sends a write, in a task of its own: once it is sent it is waited for, with what has to last as long, even if its caller gives up.
    pub(super) async fn write(&self, request: Request) -> Result<HostResponse> {
        self.ahead.confirm().await;
        let call = request.call;
        let slot = self.context.acquire().await;
        let client = Self { given_up: CancellationToken::new(), ..self.clone() };
        let _gives_up = client.given_up.clone().drop_guard();
        let sent = async move {
            let _held = (slot, client.context.guards());
            let _forgets = client.instance.kept.write(request.project());
            let sent = client.send(&request).await.map_err(|(error, _)| error);
            client.context.count_unsent(&sent);
            sent
        };
        let sent = self.context.stop_signal.spawn(sent.in_current_span()).await;
        sent.unwrap_or_else(|error| Err(Error { call, fault: Fault::Interrupted(error.to_string()) }))
    }

    /// Sends, and retries where that is allowed.
    pub(super) async fn send(&self, request: &Request) -> Result<HostResponse, Failed> {
        let instance = &*self.instance;
        let mut lacks_time_for = None;
        instance.budget.deposit();
        (|| self.try_once(request))
            .retry(retry::waits(instance.retries))
            .when(|fault| retry::is_worth_it(request, fault))
            .adjust(|fault, wait| {
                let wait = retry::wait_asked_for(fault, wait)?;
                // If the wait would end after the deadline, the call fails now.
                if !self.context.has_time_after(wait) {
                    lacks_time_for = Some(wait);
                    return None;
                }
                instance.budget.withdraw().then_some(wait)
            })
            .notify(|fault, wait| {
                if instance.outage.samples(fault) {
                    tracing::warn!(call = request.call, %fault, ?wait, "a call to the host is retried");
                }
                instance.metrics.count_retry(request.call);
            })
            .await
            .map_err(|fault| (request.error(self.as_told(request, fault)), lacks_time_for))
            .inspect_err(|(error, _)| tracing::debug!(%error, "a call to the host failed"))
    }

    /// A 429 of the host as callers get it: with the rest of the pause that it began.
    fn as_told(&self, request: &Request, mut fault: Fault) -> Fault {
        if let Fault::Status { status: StatusCode::TOO_MANY_REQUESTS, retry_after, .. } = &mut fault {
            *retry_after = self.instance.pauses.left(&self.token, request).or(*retry_after);
        }
        fault
    }

    /// Sends once, when the process has fewer calls in flight than it may have.
    async fn try_once(&self, request: &Request) -> Result<HostResponse, Fault> {
        let Instance { metrics, pauses, .. } = &*self.instance;
        let underway = metrics.begin(request.call);
        let ready =
            async { (pauses.turn(&self.token, request).await, self.instance.permits.acquire().await) };
        let _ready = tokio::select! {
            biased;
            () = self.given_up.cancelled() => return Err(Fault::Withheld),
            ready = ready => ready,
        };
        let permitted = match pauses.left(&self.token, request) {
            Some(left) => Err(Fault::HeldBack(left)),
            None if request.is_write() => self.context.permit_write().await,
            None => Ok(()),
        };
        // A guard may have taken a while: it is given up or counted as sent, and then nothing is awaited before the call.
        if let Err(fault) = permitted.and_then(|()| self.context.count_sent(request, &self.given_up)) {
            underway.end(Err(&fault));
            return Err(fault);
        }
        let span = tracing::debug_span!("call to the host", call = request.call);
        let outcome = self.attempt(request).instrument(span).await;
        pauses.note(&self.token, request, &outcome);
        underway.end(outcome.as_ref().map(HostResponse::status));
        self.instance.outage.note(&outcome);
        self.context.count_outcome(request, &outcome);
        outcome
    }

    async fn attempt(&self, request: &Request) -> Result<HostResponse, Fault> {
        let Self { instance, context, token, .. } = self;
        let url = instance.url_of(request)?;
        let mut headers = token.headers();
        headers.extend(context.trace_header().map(|trace| (trace::HEADER, trace)));
        headers.extend(request.kept.as_ref().map(|kept| (IF_NONE_MATCH, kept.tag.header())));
        let write = request.write.as_ref();
        let line = write.map(|write| {
            let meant = instance.hide_secrets(context.audit.describe(&write.objects));
            audit::Line::new(&context.audit, meant, request.call, &request.path)
        });
        let response = instance.exchange(request, url, headers.clone()).await;
        match (line, &response) {
            (Some(line), Ok(response)) => {
                let id = response.headers().get("x-request-id").and_then(|id| id.to_str().ok());
                line.end(&response.status(), id.map(|id| instance.clean(id)));
            }
            (Some(line), Err(fault)) => line.end(fault, None),
            (None, _) => {}
        }
        instance.receive(request, response?, headers).await
    }
}

/// One write to the host, before it is sent. Outside of this folder [`Client`] can only read, so code that holds only a client
/// can't write by mistake. A writer knows the objects that the write concerns, for the audit log.
pub struct Writer {
    client: Client,
    objects: Vec<audit::Object>,
}

impl Writer {
    /// A write that concerns these objects, in the context of the client's call.
    pub fn new(client: Client, objects: Vec<audit::Object>) -> Self {
        Self { client, objects }
    }

    /// Sends a call with a JSON body, without its fields that are null, and decodes the object in the answer.
    pub(super) async fn send<T: Readable>(self, request: Request, body: impl Serialize) -> Result<T> {
        let mut body =
            serde_json::to_value(body).map_err(|error| request.error(Fault::Unusable(error.to_string())))?;
        if let Some(fields) = body.as_object_mut() {
            fields.retain(|_, value| !value.is_null());
        }
        let write = Some(Write { body: Some(body.to_string().into_bytes()), objects: self.objects });
        let request = Request { write, ..request };
        let body = self.client.write(request.clone()).await?.body.unwrap_or_default();
        self.client.instance.decode(&request, (body, false), answer::object).await
    }

    /// Sends a call without a body; that of a success is not read.
    pub(super) async fn send_bare(self, request: Request) -> Result<()> {
        let write = Some(Write { body: None, objects: self.objects });
        self.client.write(Request { write, ..request }).await.map(drop)
    }
}
