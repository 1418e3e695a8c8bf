//! The guards in front of the routes, as one HTTP middleware.

use tokio::{runtime::Handle, sync::oneshot};

use super::{AppState, bodies::is_json, callers::Access, observation::Sender, prelude::*};
use crate::sign_in::Scope;

/// Largest body that is decoded on a thread that serves requests, in bytes: a millisecond or two of work.
const DECODED_BETWEEN: u64 = 64 << 10;

/// Puts the guards in front of the routes. In this order: they authenticate the caller, receive the whole body, take a permit of the
/// in-flight limit, and set the deadline.
pub fn guard(routes: Router<Arc<AppState>>, state: &Arc<AppState>) -> Router<Arc<AppState>> {
    routes.layer(from_fn_with_state(Arc::clone(state), check))
}

async fn check(State(state): State<Arc<AppState>>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let access = match state.authenticate(request.headers()).await {
        Ok(access) => access,
        Err((failure, why)) => {
            let sender = Sender::of(&request).map(Extension);
            state.bodies.discard(request.into_body()).await;
            return (sender, state.challenge(failure.into_response(), why, &path, Scope::Read))
                .into_response();
        }
    };
    request.extensions_mut().insert(Arc::clone(&access));
    let response = match admit(&state, &access, request).await {
        Ok((request, deadline)) => serve(request, deadline, next).await.into_response(),
        Err(failure) => {
            state.metrics.count_refusal(&access.caller, failure.code.clone());
            // The caller is for its log line; the path is the span's.
            (Extension(access.caller.clone()), failure).into_response()
        }
    };
    state.challenge(response, None, &path, Scope::Write)
}

/// The request, once its body is here and it counts as in flight, and its deadline.
async fn admit(state: &AppState, access: &Access, request: Request) -> Result<(Request, Instant), Failure> {
    if let Err(failure) = access.count() {
        state.bodies.discard(request.into_body()).await;
        return Err(failure);
    }
    // The whole body comes before the permit, so that slow senders hold no permits.
    let (head, body) = request.into_parts();
    let (bytes, room) = state.bodies.receive(body, is_json(&head.headers)).await?;
    let mut request = Request::from_parts(head, bytes.into());
    request.extensions_mut().insert(room.clone());
    let admitted = state.admission.admit(access.share.as_ref())?;
    let deadline = admitted.deadline;
    request.extensions_mut().insert(admitted);
    Ok((request, deadline))
}

async fn serve(request: Request, deadline: Instant, next: Next) -> Result<Response, Failure> {
    let is_large = request.body().size_hint().lower() > DECODED_BETWEEN;
    let answer =
        async { if is_large { run_apart(next, request).await } else { Ok(next.run(request).await) } };
    timeout_at(deadline.into(), answer).await.unwrap_or_else(|_| Err(Failure::timeout()))
}

/// Runs a request in a thread of its own: decoding its body takes a while, in which the threads that serve are free for others.
/// Ends when nobody waits for the answer any more.
async fn run_apart(next: Next, request: Request) -> Result<Response, Failure> {
    let (mut sender, answer) = oneshot::channel();
    let runtime = Handle::current();
    let span = Span::current();
    let run = async move {
        tokio::select! {
            answer = next.run(request) => drop(sender.send(answer)),
            () = sender.closed() => {}
        }
    };
    tokio::task::spawn_blocking(move || runtime.block_on(run.instrument(span)));
    answer.await.map_err(|_| Failure::internal_error())
}
