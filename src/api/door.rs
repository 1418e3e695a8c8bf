//! The one way in to the operations, for every face of the service: what may be called, and by whom.

use std::fmt;

use axum::http::StatusCode;
use bytes::Bytes;
use secrecy::ExposeSecret;
use serde_json::Value;
use subtle::ConstantTimeEq;
use tokio::sync::Semaphore;

use super::{Entry, Failure};
use crate::{
    messages::door,
    service::Service,
    settings::{CallerToken, Policy, Server},
};

/// What every request needs.
pub struct Bridge {
    /// The rules, and the host behind them.
    pub service: Service,
    /// Which operations are served.
    pub policy: Policy,
    /// Who may call, and how much.
    pub server: Server,
    /// One permit a request in flight.
    pub(super) permits: Semaphore,
}

/// One call of an operation, whatever face it came through.
#[derive(Debug)]
pub struct Call {
    /// Who calls.
    pub caller: Caller,
    /// The JSON object that holds the request's fields.
    pub fields: Value,
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
            Self::Holder(place, None) => write!(f, "token {}", place + 1),
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
        let permits = Semaphore::new(server.max_in_flight.min(Semaphore::MAX_PERMITS));
        Self { service, policy, server, permits }
    }

    /// Whether an operation is served at all (`policy.operations`).
    #[must_use]
    pub fn serves(&self, entry: &Entry) -> bool {
        let operations = &self.policy.operations;
        operations.is_empty() || operations.iter().any(|name| name == entry.name)
    }

    /// Does an operation, answers the JSON of its response.
    ///
    /// # Errors
    /// 403 where the policy says no; else as the operation decides.
    pub async fn call(&self, entry: &Entry, call: Call) -> Result<Bytes, Failure> {
        if !self.serves(entry) {
            return Err(not_served());
        }
        if self.policy.read_only && entry.effect.writes() && !is_preview(&call.fields) {
            return Err(Failure::new(StatusCode::FORBIDDEN, "read_only", door::READ_ONLY));
        }
        entry.call(&self.service, call.fields).await
    }
}

/// 403: the policy leaves this operation out.
pub(super) fn not_served() -> Failure {
    Failure::new(StatusCode::FORBIDDEN, "operation_disabled", door::NOT_SERVED)
}

/// Whether a call only asks what would be done (decisions, section 3).
fn is_preview(fields: &Value) -> bool {
    fields.get("dry_run") == Some(&Value::Bool(true))
}
