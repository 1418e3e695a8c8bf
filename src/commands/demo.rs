//! The bridge in front of the embedded sandbox host, and a few lines to try it with.

use std::{
    io::{self, Write},
    sync::Arc,
};

use gitlab_sandbox::{Moment, Sandbox, World};
use passerelle::{api::faces::served_by, app, server, settings::Policy, stop_signal::StopSignal};
use tokio::net::TcpListener;

use super::{CommandResult, Loaded, limits, run_bridge};

/// Requests to try: what each shows, its operation, its body.
#[rustfmt::skip]
const TRIALS: [(&str, &str, &str); 5] = [
    ("A clear match", "issues/assistant-close",
        r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion"}"#),
    ("An ambiguous one", "issues/assistant-list", r#"{"project_hint": "portail"}"#),
    ("Its answer: one of the candidates", "issues/assistant-list",
        r#"{"confirm": true, "resolved_project_path": "ville/numerique/portail-citoyen"}"#),
    ("A creation that warns of a duplicate", "issues/assistant-create",
        r#"{"project_hint": "portail citoyen", "title": "Erreur 500 sur le formulaire de contact"}"#),
    ("A bulk label", "issues/assistant-bulk-add-label",
        r#"{"project_hint": "portail citoyen", "label_name": "urgent", "issue_hints": ["double authentification", "formulaire de contact"]}"#),
];

/// Runs the sandbox host on a free port and the bridge in front of it.
pub(crate) async fn demo(load: impl Fn(&[(&'static str, &str)]) -> Loaded) -> CommandResult {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let host = format!("http://{}", listener.local_addr()?);
    let embedded = [
        // Replaces settings for a real host, which would name another host or another token.
        ("upstream.base_url", host.as_str()),
        ("upstream.token", gitlab_sandbox::TOKEN),
        ("upstream.token_file", ""),
        ("upstream.proxy", ""),
        ("upstream.ca_file", ""),
    ];
    let mut settings = load(&embedded)?;
    if settings.require_guard().is_err() {
        // The host holds only sample data.
        settings.server.open = true;
    }
    let lost = crate::log::start(&settings.log);
    let router = Sandbox::new(World::sample_at(Moment::now())).into_router(0);
    let limits = limits(&settings.server);
    // The host stops after the bridge, since requests in flight at a stop still need it.
    let sandbox = tokio::spawn(server::serve(listener, router, StopSignal::never(), limits));
    let stop_signal = StopSignal::on_signal();
    let mut state = app::state(&settings)?.with_stop_signal(stop_signal.clone());
    state.lost_lines = lost;
    state.is_sample = true;
    let (_reloaded, reloads) = tokio::sync::watch::channel(settings.clone());
    // A browser opens no wildcard address.
    let pasteable =
        |address: &str| address.replace("//0.0.0.0:", "//localhost:").replace("//[::]:", "//localhost:");
    let trials = |address: &str| print_trials(&pasteable(address), &settings.policy);
    run_bridge(&settings, reloads, Arc::new(state), stop_signal, trials).await?;
    sandbox.abort();
    Ok(())
}

fn print_trials(address: &str, policy: &Policy) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let mut open = served_by(policy);
    open.retain(|entry| !(policy.read_only && entry.effect.writes()));
    let is_open = |operation: &str| open.iter().any(|entry| entry.path.ends_with(operation));
    let trials: Vec<_> = TRIALS.iter().filter(|(_, operation, _)| is_open(operation)).collect();
    writeln!(out, "\nOpen {address} in a browser{}", if trials.is_empty() { "." } else { ", or try:" })?;
    for (what, operation, request) in trials {
        writeln!(out, "\n# {what}")?;
        writeln!(
            out,
            "curl -s {address}/api/v1/{operation} -H 'Content-Type: application/json' -d '{request}'"
        )?;
    }
    writeln!(out)
}
