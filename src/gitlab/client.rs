//! The client of one call: it retries, counts and audits what it sends.

use backon::Retryable;
use http::header::IF_NONE_MATCH;
use reqwest::{Response, Url};
use tokio::sync::OwnedSemaphorePermit;
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
    /// Whether the call changes something. Such a call joins no read that another began: what it read may have changed since.
    pub acts: bool,
    /// The reads that wait for the host's confirmation.
    pub ahead: Arc<ReadsAhead>,
}

impl Client {
    /// A client for the call of this context, with the caller's own token if it has one.
    pub fn new(instance: Arc<Instance>, context: Arc<CallContext>, own: Option<Credential>) -> Self {
        let token = own.unwrap_or_else(|| instance.technical_token());
        Self { instance, context, token, acts: false, ahead: Arc::default() }
    }

    /// The same for one call of an operation, which goes on with kept answers while the host confirms them.
    pub fn reading_ahead(&self) -> Self {
        Self { ahead: Arc::new(ReadsAhead::begun()), ..self.clone() }
    }

    /// From now on nothing that was read of a project before answers a read: another replica may have changed it meanwhile.
    pub fn forget(&self, project: ProjectId) {
        drop(self.instance.kept.write(&format!("/projects/{project}")));
    }

    /// Sends a write.
    pub(super) async fn write(&self, request: &Request) -> Result<HostResponse> {
        self.ahead.confirm().await;
        let _slot = self.context.acquire().await;
        self.send(request).await.map_err(|(error, _)| error)
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
        let _turn = pauses.turn(&self.token, request).await;
        // The semaphore is never closed.
        let permit = Arc::clone(&self.instance.permits).acquire_owned().await;
        let permit = permit.map_err(|closed| Fault::Unreachable(closed.to_string()))?;
        let permitted = match pauses.left(&self.token, request) {
            Some(left) => Err(Fault::HeldBack(left)),
            None if request.is_write() => self.context.permit_write().await,
            None => Ok(()),
        };
        if let Err(fault) = permitted {
            underway.end(Err(&fault));
            self.context.count_held_back(request);
            return Err(fault);
        }
        self.context.count_sent(request);
        let outcome = self.attempt(request, permit).await;
        pauses.note(&self.token, request, &outcome);
        underway.end(outcome.as_ref().map(HostResponse::status));
        self.instance.outage.note(&outcome);
        self.context.count_outcome(request, &outcome);
        outcome
    }

    async fn attempt(&self, request: &Request, permit: OwnedSemaphorePermit) -> Result<HostResponse, Fault> {
        let Self { instance, context, token, .. } = self;
        let span = tracing::debug_span!("call to the host", call = request.call);
        let url = instance.url_of(request)?;
        let mut headers = token.headers();
        headers.extend(span.in_scope(|| context.trace_header()).map(|trace| (trace::HEADER, trace)));
        headers.extend(request.kept.as_ref().map(|kept| (IF_NONE_MATCH, kept.tag.header())));
        let response = if request.is_write() {
            // In a task of its own: if its caller gives up, the host goes on, and so does what has to last until the write has ended.
            let sent = self.clone().exchange_write(request.clone(), url, headers.clone(), permit);
            let sent = context.stop_signal.spawn(sent.in_current_span()).await;
            sent.unwrap_or_else(|stopped| Err(Fault::Interrupted(stopped.to_string())))?
        } else {
            instance.exchange(request, url, headers.clone()).instrument(span.clone()).await?
        };
        instance.receive(request, response, headers).instrument(span).await
    }

    /// Sends a write under the guards of its call, and logs it.
    async fn exchange_write(
        self,
        request: Request,
        url: Url,
        headers: HeaderMap,
        _permit: OwnedSemaphorePermit,
    ) -> Result<Response, Fault> {
        let Self { instance, context, .. } = &self;
        let (_guards, _forgets) = (context.guards(), instance.kept.write(request.project()));
        let objects = request.write.as_ref().map(|write| &*write.objects).unwrap_or_default();
        let meant = instance.hide_secrets(context.audit.describe(objects));
        let line = audit::Line::new(&context.audit, meant, request.call, &request.path);
        let response = instance.exchange(&request, url, headers).await;
        match &response {
            Ok(response) => {
                let id = response.headers().get("x-request-id").and_then(|id| id.to_str().ok());
                line.end(&response.status(), id.map(|id| instance.clean(id)));
            }
            Err(fault) => line.end(fault, None),
        }
        response
    }
}
