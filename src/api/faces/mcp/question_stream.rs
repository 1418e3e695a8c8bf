//! Forms over HTTP for revisions 2025-06-18 and 2025-11-25: the answer of a call that has to ask is an event stream, which carries
//! the questions and then the result; the client posts the person's answers with its session.
//!
//! A session is a name that the client was given and sends along: nothing is kept of it, so any replica serves any call.

use std::convert::Infallible;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{StreamExt, stream};
use tokio::sync::mpsc;

use super::{
    open_questions::{OpenCall, OpenQuestions, Session},
    prelude::*,
    session::{SESSION, WITH_FORMS, session_name},
};
use crate::api::gate::{
    admission::Admitted,
    bodies::{BodyPermits, thousandths},
};

/// How often a stream sends a sign of life: sooner than common proxies close a silent connection.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Tells proxies to pass events on at once.
const UNBUFFERED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

/// What the name of the session starts with that a client begins by introducing itself.
pub(super) type Introduced = Arc<OnceLock<&'static str>>;

/// The way of a call's questions to its client.
#[derive(Clone)]
pub(super) struct QuestionStream {
    questions: Arc<OpenQuestions>,
    session: Session,
    events: mpsc::Sender<String>,
}

impl QuestionStream {
    /// Puts a question to the person; `None` where the client can't show it. One that is never answered is taken back.
    pub(super) async fn ask(&self, id: &str, shown: ElicitRequestParams) -> Option<ElicitResult> {
        let mut question = self.questions.ask(&self.session, id)?;
        let request = ServerRequest::ElicitRequest(ElicitRequest::new(shown));
        let request = ServerJsonRpcMessage::request(request, RequestId::String(id.into()));
        self.events.send(serde_json::to_string(&request).ok()?).await.ok()?;
        if let Some(answer) = question.answered().await {
            return serde_json::from_value(answer).ok();
        }
        let taken_back = json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": { "requestId": id, "reason": "not answered in time" },
        });
        // A client that is gone needs not be told.
        let _ = self.events.send(taken_back.to_string()).await;
        Some(ElicitResult::new(ElicitationAction::Cancel))
    }
}

/// Answers a request, which posts this message, as the SDK does; beside that, begins sessions, takes answers to questions, and lets
/// calls of a session ask.
///
/// # Errors
/// For an answer that nobody waits for, or that can't be passed on.
pub(super) async fn serve(
    questions: &Arc<OpenQuestions>,
    (mut head, body): (Parts, Bytes),
    posted: &Value,
    next: Next,
) -> Result<Response, Failure> {
    let Some(session) = session_of(&head) else {
        let introduced = Introduced::default();
        head.extensions.insert(introduced.clone());
        let mut response = next.run(Request::from_parts(head, body.into())).await;
        let session = introduced.get().map(|start| HeaderValue::try_from(format!("{start}{}", new_token())));
        response.headers_mut().extend(session.and_then(Result::ok).map(|session| (SESSION, session)));
        return Ok(response);
    };
    match posted["method"].as_str() {
        None if !(posted["result"].is_null() && posted["error"].is_null()) => {
            let id = posted["id"].as_str().unwrap_or_default();
            questions.answer(&session, id, posted["result"].clone()).await?;
            Ok(StatusCode::ACCEPTED.into_response())
        }
        Some("tools/call") => {
            let call = questions.begin(&session, &posted["id"].to_string());
            let (events, asked) = mpsc::channel(1);
            head.extensions.insert(QuestionStream { questions: Arc::clone(questions), session, events });
            // A person may take longer than a request may, so its permits are not held meanwhile.
            head.extensions.remove::<Arc<Admitted>>();
            let result = next.run(Request::from_parts(head, body.into())).in_current_span().boxed();
            Ok(answer_of(asked, result, call).await)
        }
        method => {
            if method == Some("notifications/cancelled") {
                let call = posted.pointer("/params/requestId").unwrap_or(&Value::Null);
                questions.cancel(&session, &call.to_string());
            }
            Ok(next.run(Request::from_parts(head, body.into())).await)
        }
    }
}

/// The session of a request whose client shows forms. The caller is part of it, so nobody gets into another caller's session.
fn session_of(head: &Parts) -> Option<Session> {
    let session = session_name(&head.headers).filter(|session| session.starts_with(WITH_FORMS))?;
    let Access { caller, may_write, .. } = &**head.extensions.get::<Arc<Access>>()?;
    let id = full_digest(&[&caller.id, session]);
    // A body keeps its memory while its question waits.
    let weight = head.extensions.get::<BodyPermits>().map_or(0, |held| 2 * thousandths(held)).max(1);
    Some(Session { id, caller: caller.counted.to_string(), weight, may_write: *may_write })
}

/// The answer of a call that may ask: the plain one of a call that asks nothing, else a stream of events, which ends the call when
/// it is dropped.
async fn answer_of(
    asked: mpsc::Receiver<String>,
    result: BoxFuture<'static, Response>,
    call: OpenCall,
) -> Response {
    // What comes next of the call: a question, or the response that ends it.
    let steps = stream::unfold((asked, Some(result), call), async |(mut asked, result, call)| {
        let mut result = result?;
        tokio::select! {
            biased;
            () = call.cancelled.cancelled() => None,
            Some(question) = asked.recv() => Some((Ok(question), (asked, Some(result), call))),
            response = &mut result => Some((Err(response), (asked, None, call))),
        }
    });
    let mut steps = Box::pin(steps.fuse());
    let first = match steps.next().await {
        Some(Err(response)) => return response,
        first => first,
    };
    let events = stream::iter(first).chain(steps).filter_map(async |step| {
        let message = match step {
            Ok(question) => question,
            Err(response) => {
                let body = response.into_body().collect().await.ok()?.to_bytes();
                String::from_utf8(body.into()).ok()?
            }
        };
        Some(Ok::<_, Infallible>(Event::default().data(message)))
    });
    ([UNBUFFERED], Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))).into_response()
}
