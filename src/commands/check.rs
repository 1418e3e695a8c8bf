//! `passerelle check`: what is wrong, in plain lines, and how to mend it.

use std::process::ExitCode;

use passerelle::{
    app,
    gitlab::{Client, Error, Fault},
    settings::{Settings, SettingsError},
};

/// Checks everything that can be checked from here; fails when one thing is wrong.
pub(crate) async fn check(settings: Result<Settings, SettingsError>) -> ExitCode {
    let settings = match settings {
        Ok(settings) => settings,
        Err(error) => return wrong("settings", &error.to_string()),
    };
    if let Err(error) = settings.require_guard() {
        return wrong("settings", &error.to_string());
    }
    let bridge = match app::bridge(&settings) {
        Ok(bridge) => bridge,
        Err(error) => return wrong("settings", &error.to_string()),
    };
    right("settings", "complete");
    let gitlab = &bridge.service.gitlab;
    match gitlab.version().await {
        Ok(version) => {
            right("host", &format!("{} answers, GitLab {}", gitlab.web_address(), version.version));
        }
        Err(error) => return wrong("host", &format!("{error}\n{}", remedy(&error))),
    }
    token(gitlab, settings.policy.read_only).await
}

async fn token(gitlab: &Client, read_only: bool) -> ExitCode {
    match gitlab.user().await {
        Ok(user) if user.is_admin == Some(true) => {
            right(
                "token",
                &format!("user {}: an administrator; a user with fewer rights is safer", user.username),
            );
        }
        Ok(user) => right("token", &format!("user {}", user.username)),
        Err(error) => return wrong("token", &format!("{error}\n{}", remedy(&error))),
    }
    match gitlab.token().await {
        Ok(Some(token)) => {
            let expiry =
                token.expires_at.as_deref().map_or_else(|| "never".to_owned(), |date| format!("on {date}"));
            let scopes = token.scopes.join(", ");
            let allows = |scope: &str| token.scopes.iter().any(|held| held == scope);
            if allows("api") {
                right("scopes", &format!("{scopes}; expires {expiry}: every operation can work"));
            } else if allows("read_api") && read_only {
                right("scopes", &format!("{scopes}; expires {expiry}: every operation that reads can work"));
            } else {
                let mend =
                    "create a token with the scope api, or read_api together with policy.read_only = true";
                return wrong("scopes", &format!("{scopes} is not enough\n{mend}"));
            }
        }
        Ok(None) => right("scopes", "unknown: the host does not tell the scopes of this token"),
        Err(error) => return wrong("scopes", &format!("{error}\n{}", remedy(&error))),
    }
    ExitCode::SUCCESS
}

/// What to do about a failed call.
fn remedy(error: &Error) -> &'static str {
    match &error.fault {
        Fault::Unreachable(_) => {
            "check upstream.base_url (name, port, https), the network between here and there, upstream.proxy and, \
             for a private certificate, upstream.ca_file"
        }
        Fault::TimedOut => {
            "the host is slow or something swallows the traffic; upstream.timeout is how long to wait"
        }
        Fault::Interrupted(_) => {
            "something between here and the host cuts the connection: a proxy or a firewall"
        }
        Fault::Redirected(_) => "upstream.base_url redirects: set the address that it leads to, often https",
        Fault::Unusable(_) | Fault::Misshapen(_) | Fault::WithoutId => {
            "something else than the API answers, a sign-in page or a proxy: check upstream.base_url"
        }
        Fault::TooLarge => "the answer is larger than upstream.max_response_bytes",
        Fault::Status { status, .. } => match status.as_u16() {
            401 => {
                "the host refuses the token: it is wrong, expired or revoked; set upstream.token or upstream.token_file"
            }
            403 => "the token's user is not allowed to use the API, or its scopes lack api",
            404 => "no API there: check the path of upstream.base_url",
            429 => "the host limits this token's calls: try again in a minute",
            _ => "the host itself has a problem",
        },
    }
}

fn right(what: &str, line: &str) {
    println!("ok      {what}: {line}");
}

fn wrong(what: &str, lines: &str) -> ExitCode {
    println!("FAILED  {what}: {}", lines.replace('\n', "\n        "));
    ExitCode::FAILURE
}
