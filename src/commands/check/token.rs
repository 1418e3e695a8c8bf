//! Whose token it is, and which operations it allows.

use std::time::{Duration, SystemTime};

use passerelle::{
    api,
    gitlab::{Credential, Instance, Token},
    settings::{Caller, Policy, Settings},
};

use super::{Kind, Problem, odd, right, say};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// A token that expires within so many days is mentioned.
const SOON: u64 = 14;

/// Checks the technical token, then the upstream tokens of callers; the first problem ends the check.
pub(super) async fn check(instance: &Instance, settings: &Settings) -> Result<(), Problem> {
    check_one(instance, &instance.technical_token(), &settings.policy).await?;
    for caller in &settings.server.callers {
        let Some(token) = caller.upstream_token.clone() else { continue };
        let name = caller.name.as_deref().unwrap_or_default();
        say("", "caller", &format!("{name}, with a token of its own"));
        let key = format!("callers.{name}.upstream_token");
        let named = |problem: Problem| Problem { line: format!("{key}: {}", problem.line), ..problem };
        let token = Credential::new(token)
            .map_err(|error| named(Problem::new(Kind::Settings, "token", error.to_string(), "")))?;
        check_one(instance, &token, &narrowed(&settings.policy, caller)).await.map_err(named)?;
    }
    Ok(())
}

/// What the policy allows a caller.
fn narrowed(policy: &Policy, caller: &Caller) -> Policy {
    let operations = if caller.operations.is_empty() { &policy.operations } else { &caller.operations };
    Policy {
        read_only: policy.read_only || caller.read_only,
        operations: operations.clone(),
        roots: policy.roots.clone(),
        confirmation: policy.confirmation,
    }
}

async fn check_one(instance: &Instance, token: &Credential, policy: &Policy) -> Result<(), Problem> {
    let user = instance.user(token).await.map_err(|error| Problem::of("token", &error))?;
    if user.is_admin == Some(true) {
        odd("token", &format!("user {}, an administrator: one with fewer rights is safer", user.username));
    } else {
        right("token", &format!("user {}", user.username));
    }
    let Some(token) = instance.token(token).await.map_err(|error| Problem::of("scopes", &error))? else {
        odd("scopes", "unknown: the host does not tell the scopes of this token");
        return Ok(());
    };
    expiry(&token, SystemTime::now());
    scopes(&token, policy)
}

fn expiry(token: &Token, now: SystemTime) {
    let date = token.expires_at.as_deref().unwrap_or_default();
    // An expired token was refused by the calls above.
    match token.expires().map(|end| end.duration_since(now).unwrap_or_default().as_secs() / DAY.as_secs()) {
        Some(days) if days < SOON => odd("expiry", &format!("on {date}, in {days} days: make a new one")),
        Some(days) => right("expiry", &format!("on {date}, in {days} days")),
        None => right("expiry", "never"),
    }
}

/// Which of the served operations the token's scopes allow.
fn scopes(token: &Token, policy: &Policy) -> Result<(), Problem> {
    let listed = token.scopes.join(", ");
    let allows = |scope: &str| token.scopes.iter().any(|held| held == scope);
    let (all, reading) = served(policy);
    if allows("api") || (allows("read_api") && reading == all) {
        let rest =
            if policy.read_only { "; policy.read_only leaves those that write to previews" } else { "" };
        right("scopes", &format!("{listed}: all {all} served operations can work{rest}"));
        return Ok(());
    }
    if allows("read_api") && policy.read_only {
        right("scopes", &format!("{listed}: {reading} operations can work, the others as previews"));
        return Ok(());
    }
    let working = if allows("read_api") { reading } else { 0 };
    let mend = "create a token with the scope api, or read_api together with policy.read_only = true";
    Err(Problem::new(
        Kind::Token,
        "scopes",
        format!("{listed}: {working} of {all} served operations can work"),
        mend,
    ))
}

/// How many operations are served, and how many of them only read.
fn served(policy: &Policy) -> (usize, usize) {
    let served = |name: &str| policy.operations.is_empty() || policy.operations.iter().any(|own| own == name);
    let operations: Vec<_> = api::operations().into_iter().filter(|entry| served(entry.name)).collect();
    (operations.len(), operations.iter().filter(|entry| !entry.effect.writes()).count())
}
