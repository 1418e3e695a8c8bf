//! A trial of an operation, through the bridge itself.

use http::StatusCode;
use serde_json::{Value, json};

use super::{
    fixture::Fixture,
    outcome::{Held, Unmet},
};

/// How an operation is tried.
pub(super) struct OperationTrial {
    /// Its name.
    pub(super) operation: &'static str,
    /// The title of the issue that is made for each request, and whether it is closed then.
    pub(super) issue: Option<(&'static str, bool)>,
    /// Its requests: in loose words, and with what is confirmed. They are told the number of the issue, 0 without one.
    pub(super) requests: &'static [fn(&Fixture, i64) -> Value],
    /// A field of the answer, and its value, which shows that the operation did what it is for.
    pub(super) proof: (&'static str, &'static str),
}

impl OperationTrial {
    /// Tries all requests.
    pub(super) async fn run(&self, fixture: &Fixture) -> Held {
        let path = Fixture::path_of(self.operation)?;
        for request in self.requests {
            let iid = match self.issue {
                Some((title, closed)) => issue(fixture, title, closed).await?,
                None => 0,
            };
            let request = request(fixture, iid);
            let (status, answer) = fixture.ask(path, &request).await?;
            self.check_answer(&request, status, &answer)?;
            // The next request means an issue of the same title.
            if iid > 0 {
                let rename = json!({ "title": format!("Réglé n° {iid}"), "state_event": "close" });
                fixture.host.update(&fixture.open, &format!("/issues/{iid}"), rename).await?.is(200)?;
            }
        }
        Ok(())
    }

    fn check_answer(&self, request: &Value, status: StatusCode, answer: &Value) -> Held {
        let (pointer, value) = self.proof;
        let proof =
            answer.pointer(pointer).map(|seen| seen.as_str().map_or_else(|| seen.to_string(), str::to_owned));
        if status == StatusCode::OK && proof.as_deref() == Some(value) {
            return Ok(());
        }
        let told = ["detail", "message"].iter().find_map(|field| answer.get(field).and_then(Value::as_str));
        let status = answer.get("status").and_then(Value::as_str).unwrap_or(status.as_str()).to_owned();
        Err(Unmet::differs(
            format_args!("{} {request}: {pointer} = {value:?}", self.operation),
            format_args!("{status}, {}: {}", proof.unwrap_or_default(), told.unwrap_or_default()),
        ))
    }
}

/// Makes an issue in the project for writes, open or closed.
async fn issue(fixture: &Fixture, title: &str, closed: bool) -> Result<i64, Unmet> {
    let iid = fixture.issue(title).await?;
    if closed {
        let close = json!({ "state_event": "close" });
        fixture.host.update(&fixture.open, &format!("/issues/{iid}"), close).await?.is(200)?;
    }
    Ok(iid)
}
