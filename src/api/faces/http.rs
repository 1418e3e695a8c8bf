//! The operations as routes: a JSON body in, a JSON body out, and the guards in front of them.

use super::prelude::*;
use crate::api::{PREFIX, faces::language::is_for_a_person, gate::observation::Logged};

/// A route for each operation, below [`PREFIX`].
pub fn routes() -> Router<Arc<AppState>> {
    operations().into_iter().fold(Router::new(), |router, entry| {
        let path = entry.path.strip_prefix(PREFIX).unwrap_or(entry.path);
        let run = async move |State(state): State<Arc<AppState>>, request: Request| {
            answer(&state, &entry, request).await
        };
        router.route(path, post(run))
    })
}

async fn answer(state: &Arc<AppState>, entry: &Entry, request: Request) -> Result<Response, Failure> {
    // Before the body is parsed: a caller learns nothing of an operation that it is not served.
    let access = request.extensions().get::<Arc<Access>>();
    if access.is_some_and(|access| !access.policy.serves(entry.name)) {
        return Err(Failure::operation_disabled());
    }
    let (head, body) = json_body(request).await?;
    let call = state.call_of(&head, parse(&body)?)?;
    let language = call.language;
    let reply = state.call(*entry, call).await;
    let response = match reply.outcome {
        Ok(answered) => {
            let web_address = state.shared.instance.web_address();
            let body = if is_for_a_person(&head.headers) {
                with_choices(entry, answered, language, web_address)
            } else {
                answered.json
            };
            ([(header::CONTENT_TYPE, "application/json")], body).into_response()
        }
        Err(failure) => failure.into_response(),
    };
    let mark = reply.replayed.then_some([(REPLAYED, "true")]);
    Ok((Extension(Logged), mark, response).into_response())
}

/// The answer, and in its field `choices` what may be chosen where it asks: for each choice the row of a bulk call that it is about,
/// its name, what people read, and the fields that it puts into the next request.
fn with_choices(entry: &Entry, answered: Answered, language: Language, web_address: &str) -> Bytes {
    let shown = answered.prompts.iter().flat_map(|Prompt { row, choices, .. }| {
        choices.iter().filter_map(move |Choice { name, title, leads, .. }| {
            let Leads::On(settled) = leads else { return None };
            let row = row.as_ref().map(|(place, _)| place);
            let fields = settled.fields(|field| entry.knows(field), web_address);
            Some(json!({ "row": row, "name": name, "title": title.say(language), "fields": fields }))
        })
    });
    let shown = shown.collect::<Value>();
    match answered.json.strip_suffix(b"}") {
        Some(open) if shown != json!([]) => {
            [open, b",\"choices\":", shown.to_string().as_bytes(), b"}"].concat().into()
        }
        _ => answered.json,
    }
}

/// 404 for an unknown route.
pub async fn not_found() -> Failure {
    Failure::unknown_route()
}

/// 405 for a known route and another method.
pub async fn not_allowed() -> Failure {
    Failure::method_not_allowed()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use tower::ServiceExt;

    use super::*;
    use crate::{api::wire::request::tests::PARSED, app, settings::Settings};

    #[tokio::test]
    async fn a_body_is_parsed_once() {
        let overrides = [("upstream.base_url", "http://127.0.0.1:9"), ("upstream.token", "t")];
        let state = app::state(&Settings::load(None, &overrides).unwrap()).unwrap();
        let router = app::router(state);
        let sent = async |path: &str, body: &'static str| {
            let request = Request::post(format!("{PREFIX}/issues/{path}"))
                .header(header::HOST, "localhost")
                .header(header::CONTENT_TYPE, "application/json")
                .header("idempotency-key", "k");
            let response = router.clone().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
            (response.status().as_u16(), PARSED.take())
        };
        let hints = r#"{"project_hint": "a", "issue_hint": "b", "dry_run": false}"#;
        // Under a key the body is read for unknown fields, the preview, the audit, the digest, and the operation.
        assert_eq!(sent("assistant-close", hints).await, (502, 1));
        assert_eq!(sent("assistant-close", r#"{"dry_run": true, "project_hint": "a"}"#).await, (502, 1));
        assert_eq!(sent("assistant-list", hints).await, (502, 1));
        assert_eq!(sent("assistant-batch-create", r#"{"issues": [{"title": ""}]}"#).await, (422, 1));
        assert_eq!(sent("assistant-close", r#"{"unknown": 1}"#).await, (422, 1));
    }
}
