//! Injected faults: answers that replace those of the handlers.

use schemars::JsonSchema;
use serde::Deserialize;

/// What the host answers instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// 409: somebody else writes to the same object.
    ResourceLock,
    /// 403 and a page of HTML, as a content delivery network before the host blocks a caller.
    Cloudflare,
    /// 429 of the host's general throttle: plain text, and a `Retry-After` of an hour.
    Throttled,
}

/// A fault that calls meet, a given number of times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InjectedFault {
    /// What the calls start with: `METHOD /path?query`, decoded, below `/api/v4`.
    pub call: String,
    /// How many calls meet it.
    pub times: u32,
    /// What they get.
    pub kind: FaultKind,
}

/// Takes the first fault for a call, and counts it down.
pub(super) fn take(faults: &mut Vec<InjectedFault>, call: &str) -> Option<FaultKind> {
    let fault = faults.iter_mut().find(|fault| fault.times > 0 && call.starts_with(&fault.call))?;
    fault.times -= 1;
    let kind = fault.kind;
    faults.retain(|fault| fault.times > 0);
    Some(kind)
}
