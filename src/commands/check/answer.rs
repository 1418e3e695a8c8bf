//! What answers at the host's address: the API, a redirection, a proxy, or a sign-in page.

use std::time::{Duration, SystemTime};

use http::{
    HeaderMap, HeaderName, StatusCode,
    header::{CONTENT_TYPE, DATE, LOCATION, SERVER, VIA},
};
use passerelle::{
    gitlab::{Error, Fault, Instance},
    settings::Upstream,
};
use reqwest::Url;

use super::{Checked, ODD, Problem, ProblemKind, RIGHT, Report, kind_of};

/// A difference of clocks that is tolerated.
const SAME: Duration = Duration::from_secs(60);

/// Sends one read and looks at the head of the answer.
pub(super) async fn check(report: Report, instance: &Instance, upstream: &Upstream, api: &Url) -> Checked {
    let (status, headers) =
        instance.first_answer().await.map_err(|error| unanswered(&error, upstream, api))?;
    if api.scheme() == "https" {
        report(RIGHT, "tls", "the certificate is good for this name");
    } else {
        let line = "none: upstream.base_url is http, and whoever listens on the way can read the token";
        report(ODD, "tls", line);
    }
    if let Some(problem) = impostor(status, &headers, api) {
        // It quotes headers of an unknown server.
        let (line, mend) = (instance.clean(&problem.line), instance.clean(&problem.mend));
        return Err(Problem { line, mend, ..problem });
    }
    clock(report, &headers, SystemTime::now());
    Ok(())
}

/// The problem if nothing answers although a connection was possible before.
fn unanswered(error: &Error, upstream: &Upstream, api: &Url) -> Problem {
    let Fault::Unreachable(why) = &error.fault else { return Problem::of("host", error) };
    let is_tls = api.scheme() == "https";
    let (kind, what, mend) = match tls_fault(why).filter(|_| is_tls) {
        Some(mend) => (ProblemKind::Tls, "tls", mend),
        None if upstream.proxy.is_some() => {
            let mend = "the proxy of upstream.proxy does not lead to the host: it may not be allowed to, or want credentials";
            (ProblemKind::Network, "proxy", mend)
        }
        None if is_tls => {
            let mend =
                "no TLS answers at that port: check the port, and whether upstream.base_url should be http";
            (ProblemKind::Tls, "tls", mend)
        }
        None => (ProblemKind::Network, "network", kind_of(error).1),
    };
    Problem::new(kind, what, why, mend)
}

/// How to fix a TLS error, by the message of the TLS library. `None` if it is no such error.
fn tls_fault(why: &str) -> Option<&'static str> {
    TLS_FAULTS.iter().find(|(word, _)| why.contains(word)).map(|(_, mend)| *mend)
}

/// Words of the messages of the TLS library, the more exact ones first, and how to fix what they say.
#[rustfmt::skip]
const TLS_FAULTS: &[(&str, &str)] = &[
    ("CaUsedAsEndEntity", "the host's certificate is an authority of its own, as `openssl req -x509` makes it: make it again with \
        `-addext basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:NAME` for the NAME in upstream.base_url, or sign it with \
        an authority; set the one or the other as upstream.ca_file"),
    ("UnknownIssuer", "the host's certificate is signed by an authority unknown here: set it as upstream.ca_file"),
    ("not valid for name", "the host's certificate is for another name: write that into upstream.base_url, or give the certificate \
        this one (subjectAltName)"),
    ("certificate expired", "the host's certificate has expired: the host needs a new one"),
    ("not valid yet", "the host's certificate is not valid yet: check the clock of this machine"),
    ("certificate", "the host's certificate is not accepted here; for a private authority set upstream.ca_file"),
    ("corrupt message", "what answers there speaks no TLS: check the port, and whether upstream.base_url should be http"),
    ("alert", "the host refuses this TLS connection"),
];

/// The problem with an answer that does not come from the host's API; `None` if it does.
fn impostor(status: StatusCode, headers: &HeaderMap, api: &Url) -> Option<Problem> {
    use ProblemKind::{Host, Impostor};
    if status.is_redirection() {
        let location = text(headers, &LOCATION).unwrap_or_else(|| "nowhere".to_owned());
        return Some(redirected(&location, api));
    }
    if text(headers, &CONTENT_TYPE).is_some_and(|kind| kind.to_ascii_lowercase().contains("json")) {
        return None;
    }
    let page = format!("a page answers {status}, not the API");
    let instead = |who: String| format!("{who} answers {status} in the place of the host");
    let (what, line, mend) = if status == StatusCode::PROXY_AUTHENTICATION_REQUIRED {
        ("proxy", format!("it wants credentials ({status})"), "write them into upstream.proxy")
    } else if status.is_success() {
        let mend = "a sign-in page or a portal stands in front of the host: let /api/v4 through it, and check the path of \
                    upstream.base_url";
        ("sign-in", page, mend)
    } else if let Some(network) = delivery_network(headers) {
        let mend = "it takes the bridge for a robot, or the host is away: ask whoever runs it to let /api/v4 through";
        ("network", instead(network), mend)
    } else if let Some(proxy) = text(headers, &VIA) {
        let mend = "ask whoever runs it to let the API through, or go around it";
        ("proxy", instead(format!("a proxy ({proxy})")), mend)
    } else {
        // The web server in front of the host says with a page that the host starts, or is in maintenance.
        let (kind, mend) = match status.as_u16() {
            404 => return Some(no_api(api)),
            403 => (
                Impostor,
                "something in front of the host refuses: a firewall of its network, or a list of addresses",
            ),
            429 => (Host, "the host limits this token's calls, or this address's: try again in a minute"),
            500.. => (Host, "the host starts, is in maintenance or overloaded: try again in some minutes"),
            _ => return None,
        };
        return Some(Problem::new(kind, "host", page, mend));
    };
    Some(Problem::new(Impostor, what, line, mend))
}

/// The problem if there is no API at the address. A common cause is the address of a project's page.
fn no_api(api: &Url) -> Problem {
    let path = api.path().trim_end_matches("/api/v4");
    let line = format!("no API at {api} (404)");
    let mend = if path.is_empty() {
        "check upstream.base_url".to_owned()
    } else {
        let host = api.origin().ascii_serialization();
        format!(
            "check the path of upstream.base_url: is {path} a group or a project? The address is the host's own, perhaps {host:?}"
        )
    };
    Problem::new(ProblemKind::Impostor, "host", line, mend)
}

fn redirected(location: &str, api: &Url) -> Problem {
    let base = api.join(location).map(|target| {
        let path = target.path().strip_suffix("/api/v4/version")?;
        Some(format!("{}{path}", target.origin().ascii_serialization()))
    });
    let (what, mend) = match base {
        Ok(Some(base)) => ("redirect", format!("set upstream.base_url = {base:?}")),
        Ok(None) => {
            let mend = "a sign-in stands in front of the host: let /api/v4 through it, and check the path of upstream.base_url";
            ("sign-in", mend.to_owned())
        }
        Err(_) => ("redirect", "check upstream.base_url".to_owned()),
    };
    Problem::new(ProblemKind::Impostor, what, format!("the address redirects to {location}"), mend)
}

/// The name of the content delivery network that answered, if the server has it.
fn delivery_network(headers: &HeaderMap) -> Option<String> {
    let server = text(headers, &SERVER)?;
    let lower = server.to_ascii_lowercase();
    ["cloudflare", "akamai", "cloudfront"].iter().any(|name| lower.contains(name)).then_some(server)
}

/// A header's value as a text.
fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    Some(String::from_utf8_lossy(headers.get(name)?.as_bytes()).into_owned())
}

fn clock(report: Report, headers: &HeaderMap, now: SystemTime) {
    let date = text(headers, &DATE).unwrap_or_default();
    let Ok(there) = httpdate::parse_http_date(&date) else { return };
    let apart = now.duration_since(there).unwrap_or_else(|ahead| ahead.duration());
    if apart < SAME {
        report(RIGHT, "clock", "the same here and there");
    } else {
        let apart = humantime::format_duration(Duration::from_secs(apart.as_secs()));
        let line = format!("{apart} apart from the host's: expiry dates and certificates are judged wrongly");
        report(ODD, "clock", &line);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rustls::{
        CertificateError,
        pki_types::{ServerName, UnixTime},
    };

    use super::*;

    #[test]
    fn each_fault_of_a_certificate_has_a_mend_of_its_own() {
        let [then, now] = [1, 2].map(|seconds| UnixTime::since_unix_epoch(Duration::from_secs(seconds)));
        let expected = ServerName::try_from("gitlab.example.com").unwrap();
        for (fault, word) in [
            (CertificateError::NotValidForNameContext { expected, presented: vec![] }, "another name"),
            (CertificateError::ExpiredContext { time: now, not_after: then }, "has expired"),
            (CertificateError::NotValidYetContext { time: then, not_before: now }, "clock"),
            (CertificateError::UnknownIssuer, "unknown here"),
            (CertificateError::BadSignature, "not accepted here"),
        ] {
            let why = rustls::Error::InvalidCertificate(fault).to_string();
            assert!(tls_fault(&why).is_some_and(|mend| mend.contains(word)), "{why}");
        }
    }
}
