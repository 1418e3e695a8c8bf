//! Whether calls to the host fail for a reason that an operator has to see to: the host is away, or refuses the token. Such a failure
//! is logged when it begins and ends; meanwhile only some lines of single calls are logged.

use std::num::NonZeroU32;

use governor::{DefaultDirectRateLimiter, Quota};
use prometheus_client::{metrics::gauge::Gauge, registry::Registry};
use tokio::sync::watch;

use super::prelude::*;

/// Stretch of time in which one line about a failed call is logged.
const SAMPLED: Duration = Duration::from_secs(10);

/// What the last calls say of the host.
#[derive(Debug)]
pub struct Outage {
    fails: watch::Sender<bool>,
    lines: DefaultDirectRateLimiter,
    usable: Gauge,
}

impl Default for Outage {
    fn default() -> Self {
        let usable = Gauge::default();
        // It counts as usable until a call or a check fails.
        usable.set(1);
        let quota = Quota::with_period(SAMPLED).unwrap_or(Quota::per_minute(NonZeroU32::MIN));
        Self { fails: watch::channel(false).0, lines: DefaultDirectRateLimiter::direct(quota), usable }
    }
}

impl Outage {
    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "Whether the host could be used when that was last checked: at the start, after a reload, and once calls or probes fail";
        registry.register("host_usable", help, self.usable.clone());
    }

    /// Notes how a call ended, or a probe.
    pub fn note<T>(&self, outcome: &Result<T, Fault>) {
        let fails = outcome.as_ref().is_err_and(is_outage);
        self.fails.send_if_modified(|failed| std::mem::replace(failed, fails) != fails);
    }

    /// Notes what a check found.
    pub fn note_check(&self, is_usable: bool) {
        self.usable.set(i64::from(is_usable));
        self.fails.send_if_modified(|failed| std::mem::replace(failed, !is_usable) == is_usable);
    }

    /// Tells whether calls fail because the host is away or refuses the token.
    pub fn fails(&self) -> watch::Receiver<bool> {
        self.fails.subscribe()
    }

    /// Whether the line of a call that failed like this is to be logged: of those of an outage few are.
    pub fn samples(&self, fault: &Fault) -> bool {
        !is_outage(fault) || self.lines.check().is_ok()
    }
}

/// Whether all calls may fail like this until somebody does something.
fn is_outage(fault: &Fault) -> bool {
    match fault {
        Fault::Status { status, .. } => *status == StatusCode::UNAUTHORIZED || status.is_server_error(),
        Fault::Unreachable(_)
        | Fault::Interrupted(_)
        | Fault::TimedOut
        | Fault::Redirected(_)
        | Fault::Unusable(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(code: u16) -> Fault {
        Fault::Status { status: StatusCode::from_u16(code).unwrap(), message: None, retry_after: None }
    }

    #[test]
    fn an_outage_begins_with_a_call_that_fails_and_ends_with_one_that_is_answered() {
        let outage = Outage::default();
        let mut fails = outage.fails();
        for (outcome, expected) in [
            (Ok(()), false),
            (Err(Fault::TimedOut), true),
            (Err(status(401)), true),
            (Err(status(503)), true),
            (Err(status(404)), false),
            (Err(Fault::Unreachable(String::new())), true),
            (Ok(()), false),
        ] {
            let before = *fails.borrow_and_update();
            outage.note(&outcome);
            assert_eq!((*fails.borrow(), fails.has_changed().unwrap()), (expected, before != expected));
        }
    }

    #[test]
    fn of_the_lines_of_an_outage_one_is_logged_and_all_others() {
        let outage = Outage::default();
        let logged = (0..100).filter(|_| outage.samples(&Fault::TimedOut)).count();
        assert_eq!(logged, 1);
        assert!(outage.samples(&status(404)) && outage.samples(&Fault::TooLarge));
    }
}
