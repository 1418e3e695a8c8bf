//! Which failed calls are retried, and when.

use std::time::SystemTime;

use backon::ExponentialBuilder;
use http::header::RETRY_AFTER;
use tower::retry::budget::TpsBudget;

use super::prelude::*;

/// Longest wait between two tries. A longer `Retry-After` of the host is cut to it; that of a 429 is left to the caller, since
/// nothing is sent before it is over.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// Longest `Retry-After` that callers are told: none of the host's limits lasts longer.
const LONGEST_ASKED: Duration = Duration::from_secs(60 * 60);
/// First wait between two tries, before jitter; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(100);

/// Waits between tries: exponential, jittered, at most `retries` of them.
pub(super) fn waits(retries: usize) -> ExponentialBuilder {
    ExponentialBuilder::default()
        .with_min_delay(FIRST_WAIT)
        .with_max_delay(LONGEST_WAIT)
        .with_max_times(retries)
        .with_jitter()
}

/// The period over which calls and retries are counted.
const WINDOW: Duration = Duration::from_secs(10);
/// Retries per second that are always allowed, however few calls there are.
const ALWAYS_ALLOWED: u32 = 10;
/// Retries that each call adds to the budget.
const ADDED_BY_A_CALL: f32 = 0.2;

/// The budget of retries that all calls share. Without it, a host that is down would get `upstream.retries` times more calls.
pub(super) fn budget() -> TpsBudget {
    TpsBudget::new(WINDOW, ALWAYS_ALLOWED, ADDED_BY_A_CALL)
}

/// Whether to retry: a read if the fault may be temporary, a write only if it can't have reached the host.
pub(super) fn is_worth_it(request: &Request, fault: &Fault) -> bool {
    let is_read = request.method == Method::GET;
    match fault {
        Fault::Unreachable(_) => true,
        Fault::Interrupted(_) => is_read,
        Fault::Status { status: StatusCode::TOO_MANY_REQUESTS, .. } => is_read && request.retries_429,
        Fault::Status { status, .. } => is_read && [502, 503, 504].contains(&status.as_u16()),
        _ => false,
    }
}

/// The wait before the next try: the host's `Retry-After` up to [`LONGEST_WAIT`], else the planned wait; `None` if no try is
/// left, or if the host limits such calls for longer.
pub(super) fn wait_asked_for(fault: &Fault, planned: Option<Duration>) -> Option<Duration> {
    let Fault::Status { status, retry_after: Some(asked), .. } = fault else { return planned };
    let is_limited_for_longer = *status == StatusCode::TOO_MANY_REQUESTS && *asked > LONGEST_WAIT;
    planned.filter(|_| !is_limited_for_longer).map(|_| LONGEST_WAIT.min(*asked))
}

/// `Retry-After`, in seconds or as a date, at most [`LONGEST_ASKED`].
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)).min(LONGEST_ASKED));
    }
    let date = httpdate::parse_http_date(text).ok()?;
    Some(date.duration_since(SystemTime::now()).unwrap_or_default().min(LONGEST_ASKED))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(code: u16) -> Fault {
        Fault::Status { status: StatusCode::from_u16(code).unwrap(), message: None, retry_after: None }
    }

    fn call(line: &'static str) -> Request {
        Request::new(line, &[])
    }

    #[test]
    fn only_reads_are_repeated_after_an_answer() {
        for code in 400..600 {
            assert_eq!(
                is_worth_it(&call("GET /"), &status(code)),
                [429, 502, 503, 504].contains(&code),
                "GET {code}"
            );
            for write in ["POST /", "PUT /", "DELETE /"] {
                assert!(!is_worth_it(&call(write), &status(code)), "{write} {code}");
            }
        }
        let once = Request { retries_429: false, ..call("GET /") };
        assert!(!is_worth_it(&once, &status(429)) && is_worth_it(&once, &status(503)));
    }

    #[test]
    fn a_write_is_repeated_only_when_the_connection_was_never_made() {
        assert!(is_worth_it(&call("POST /"), &Fault::Unreachable("refused".into())));
        assert!(!is_worth_it(&call("POST /"), &Fault::Interrupted("reset".into())));
        assert!(is_worth_it(&call("GET /"), &Fault::Interrupted("reset".into())));
        assert!(!is_worth_it(&call("GET /"), &Fault::TimedOut));
    }

    #[test]
    fn the_hosts_wait_is_honoured_up_to_ten_seconds() {
        let asked = |code, seconds| Fault::Status {
            status: StatusCode::from_u16(code).unwrap(),
            message: None,
            retry_after: Some(Duration::from_secs(seconds)),
        };
        let planned = Some(Duration::from_millis(150));
        for code in [429, 503] {
            assert_eq!(wait_asked_for(&asked(code, 3), planned), Some(Duration::from_secs(3)));
            assert_eq!(wait_asked_for(&asked(code, 10), planned), Some(LONGEST_WAIT));
            assert_eq!(wait_asked_for(&asked(code, 3), None), None, "the last try stays the last");
        }
        assert_eq!(wait_asked_for(&asked(503, 3_000), planned), Some(LONGEST_WAIT));
        assert_eq!(wait_asked_for(&asked(429, 11), planned), None, "no sooner try would be sent");
        assert_eq!(wait_asked_for(&status(503), planned), planned);
    }

    #[test]
    fn the_hosts_wait_is_read_in_seconds_and_as_a_date() {
        let read = |text: &str| {
            let value = text.parse().unwrap();
            retry_after(&HeaderMap::from_iter([(RETRY_AFTER, value)]))
        };
        assert_eq!(read("3"), Some(Duration::from_secs(3)));
        assert_eq!(read("18446744073709551615"), Some(LONGEST_ASKED));
        assert_eq!(read("99999999999999999999"), Some(LONGEST_ASKED));
        assert_eq!(read("Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO), "it is over");
        assert_eq!(read("Fri, 31 Dec 2100 23:59:59 GMT"), Some(LONGEST_ASKED));
        for text in ["", "-1", "3.5", "soon", "+3"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
