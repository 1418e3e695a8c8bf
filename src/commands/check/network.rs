//! Whether the host can be reached: resolves its name and connects. TLS is checked by the next step.

use passerelle::settings::Upstream;
use reqwest::Url;
use tokio::{
    net::{TcpStream, lookup_host},
    time::timeout,
};

use super::{Checked, Problem, ProblemKind, RIGHT, Report};

/// Resolves the name and connects; to the proxy, if there is one.
pub(super) async fn check(report: Report, upstream: &Upstream, api: &Url) -> Checked {
    let (setting, url) = match &upstream.proxy {
        Some(proxy) => ("upstream.proxy", &proxy.0),
        None => ("upstream.base_url", api),
    };
    let (name, port) = (url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or_default());
    let name = name.trim_matches(['[', ']']);
    let found = lookup_host((name, port)).await.map_err(|error| {
        let mend = format!("check the spelling in {setting}, and the name server of this machine");
        Problem::new(ProblemKind::Network, "name", format!("{name}: {error}"), mend)
    })?;
    let addresses: Vec<_> = found.collect();
    let listed: Vec<_> = addresses.iter().map(|address| address.ip().to_string()).collect();
    report(RIGHT, "name", &format!("{name} is {}", listed.join(", ")));
    let mut why = String::new();
    for address in addresses {
        match timeout(upstream.connect_timeout, TcpStream::connect(address)).await {
            Ok(Ok(_)) => {
                report(RIGHT, "network", &format!("{address} takes connections"));
                return Ok(());
            }
            Ok(Err(error)) => why = format!("{address}: {error}"),
            Err(_) => why = format!("{address}: no connection within {:?}", upstream.connect_timeout),
        }
    }
    let mend = format!(
        "refused: nothing listens there, check the port of {setting}; no answer: a firewall swallows it, perhaps \
         upstream.proxy is needed"
    );
    Err(Problem::new(ProblemKind::Network, "network", why, mend))
}
