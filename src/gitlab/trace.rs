//! The trace of a call, which is passed on from the caller to the host (W3C Trace Context).

#[cfg(feature = "otlp")]
pub(super) mod otlp;

use http::{HeaderMap, HeaderName, HeaderValue};

/// The header that carries a trace from one service to the next.
pub(super) const HEADER: HeaderName = HeaderName::from_static("traceparent");

/// `version-trace-parent-flags`, in lower-case hexadecimal digits.
const WIDTHS: [usize; 4] = [2, 32, 16, 2];

/// A well-formed `traceparent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceParent(HeaderValue);

impl TraceParent {
    /// The `traceparent` of a request. `None` if there is none, if there are several, or if it is malformed.
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(HEADER).iter();
        let (Some(value), None) = (values.next(), values.next()) else { return None };
        is_well_formed(value.to_str().ok()?).then(|| Self(value.clone()))
    }

    /// The value of the header for the host.
    pub(super) fn header(&self) -> HeaderValue {
        self.0.clone()
    }
}

fn is_well_formed(value: &str) -> bool {
    let hexadecimal = |part: &str| part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let parts: Vec<_> = value.split('-').collect();
    // Later versions may have more parts; this one does not read them.
    let [version, trace, parent, _flags, ..] = parts.as_slice() else { return false };
    let fits = parts.iter().zip(WIDTHS).all(|(part, width)| part.len() == width && hexadecimal(part));
    let zero = |part: &str| part.bytes().all(|byte| byte == b'0');
    fits && *version != "ff"
        && (*version != "00" || parts.len() == WIDTHS.len())
        && !zero(trace)
        && !zero(parent)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    fn taken(values: &[&str]) -> Option<String> {
        let headers = values.iter().map(|value| (HEADER, HeaderValue::from_str(value).unwrap())).collect();
        TraceParent::of(&headers).map(|trace| trace.0.to_str().unwrap().to_owned())
    }

    #[test]
    fn a_well_formed_trace_is_taken_as_it_is() {
        assert_eq!(taken(&[GOOD]).as_deref(), Some(GOOD));
        let later = GOOD.replacen("00", "01", 1) + "-more";
        assert_eq!(taken(&[&later]), Some(later));
    }

    #[test]
    fn a_trace_that_is_odd_in_any_way_is_none() {
        let wrong = [
            String::new(),
            GOOD.to_uppercase(),
            GOOD.replacen("00", "ff", 1),
            GOOD.replace("0af7651916cd43dd8448eb211c80319c", &"0".repeat(32)),
            GOOD.replace("b7ad6b7169203331", &"0".repeat(16)),
            GOOD.replace('b', "g"),
            GOOD.replace("-01", ""),
            format!("{GOOD}-more"),
            format!(" {GOOD}"),
        ];
        for value in wrong {
            assert_eq!(taken(&[&value]), None, "{value}");
        }
        assert_eq!(taken(&[]), None);
        assert_eq!(taken(&[GOOD, GOOD]), None);
    }
}
