//! Whose token it is, and which operations it allows. What the host does not tell of a token is said as unknown.

use http::StatusCode;
use passerelle::{
    api::faces::{left_nothing, served_by},
    gitlab::{Credential, Error, Fault, Instance, TokenInfo, TokenUser},
    settings::{Policy, Settings},
};
use secrecy::{ExposeSecret, SecretString};

use super::{super::start::SOON, Checked, Problem, ProblemKind, odd, reach, right, say};

/// The one scope of fine-grained tokens.
const GRANULAR: &str = "granular";

/// What tokens are by their first characters, for the kinds that the API does not take as the technical token.
const OTHER_KINDS: &[(&str, &str)] = &[
    ("gldt-", "a deploy token"),
    ("glcbt-", "a job token"),
    ("gloas-", "an OAuth application's secret"),
    ("glrt-", "a runner's token"),
    ("glft-", "a feed token"),
    ("glptt-", "a trigger's token"),
    ("glimt-", "a mail token"),
    ("glagent-", "an agent's token"),
];

const LACKS_PERMISSION: &str = "the fine-grained token lacks the permission that the host names";
/// Words of the host's message for a refused token, and what to do.
const REFUSALS: &[(u16, &str, &str)] = &[
    (401, "expired", "the token has expired: make a new one"),
    (401, "revoked", "somebody revoked the token: make a new one"),
    (403, "blocked", "the token's user is blocked: an administrator of the host can unblock it"),
    (403, "terms", "the token's user has to accept the host's terms: sign in as that user once"),
    (403, "password", "the token's user has to set a new password: sign in as that user once"),
    (403, "fine-grained", LACKS_PERMISSION),
    (403, "privileges", "the token's scopes lack api, or read_api with policy.read_only"),
];

/// Checks the technical token, then the upstream tokens of callers; the first problem ends the check.
pub(super) async fn check(instance: &Instance, settings: &Settings) -> Checked {
    check_one(instance, &instance.technical_token(), &settings.policy, &[]).await?;
    for caller in &settings.server.callers {
        let name = caller.name.as_deref().unwrap_or_default();
        for field in left_nothing(&settings.policy, caller) {
            let line = format!("callers.{name}.{field} has nothing of policy.{field}");
            odd("caller", &format!("{line}, which it narrows: nothing is left to this caller"));
        }
        let roots = format!("callers.{name}.roots");
        let Some(token) = &caller.upstream_token else {
            reach::roots(instance, &instance.technical_token(), &roots, &caller.roots).await?;
            continue;
        };
        say("", "caller", &format!("{name}, with a token of its own"));
        let key = format!("callers.{name}.upstream_token");
        let named = |problem: Problem| {
            let mend = problem.mend.replace("upstream.token", &key);
            Problem { line: format!("{key}: {}", problem.line), mend, ..problem }
        };
        let credential = Credential::new(token)
            .map_err(|error| named(Problem::new(ProblemKind::Settings, "token", error.to_string(), "")))?;
        let read_only = settings.policy.read_only || caller.read_only;
        let policy = Policy { read_only, ..settings.policy.clone() };
        let checked = check_one(instance, &credential, &policy, &caller.operations).await;
        checked.map_err(|problem| named(kind_named(problem, token)))?;
        reach::roots(instance, &credential, &roots, &caller.roots).await.map_err(named)?;
    }
    Ok(())
}

/// Adds to a problem of the token that it is of a kind that the API does not take, if its first characters say so.
pub(super) fn kind_named(problem: Problem, token: &SecretString) -> Problem {
    let mut kinds = OTHER_KINDS.iter().filter(|_| problem.kind == ProblemKind::Token);
    let kind = kinds.find(|(start, _)| token.expose_secret().starts_with(start));
    let Some((_, other)) = kind else { return problem };
    let mend = format!("it starts like {other}: the API takes a token of a user, a project or a group");
    Problem { mend, ..problem }
}

/// What to do about a refusal of the token whose message says why.
pub(super) fn refusal(error: &Error) -> Option<&'static str> {
    let Fault::Status { status, message: Some(message), .. } = &error.fault else { return None };
    let message = message.to_lowercase();
    let fits = |(refused, word, _): &&(u16, &str, &str)| refused == status && message.contains(word);
    REFUSALS.iter().find(fits).map(|(_, _, mend)| *mend)
}

/// Whether the host takes a fine-grained token but does not tell it this: it needs a permission for each thing.
pub(super) fn is_withheld(error: &Error) -> bool {
    refusal(error) == Some(LACKS_PERMISSION)
}

/// Checks one token; `own` are its caller's operations, empty for all.
async fn check_one(instance: &Instance, token: &Credential, policy: &Policy, own: &[String]) -> Checked {
    match instance.user(token).await {
        Ok(user) => {
            owner(&user);
            pages(instance, &user);
        }
        Err(error) if is_withheld(&error) => {
            odd("token", "whose it is is unknown: the host does not tell this token");
        }
        Err(error) => return Err(Problem::of("token", &error)),
    }
    match instance.token(token).await {
        Ok(Some(described)) => {
            expiry(&described);
            scopes(&described, policy, own)?;
        }
        Err(error) if is_withheld(&error) => {
            print_unknown("a fine-grained token that may not describe itself");
        }
        Err(error) if error.status() != Some(StatusCode::BAD_REQUEST) => {
            return Err(Problem::of("scopes", &error));
        }
        // Hosts describe tokens of users and bots alone, and old hosts none.
        Ok(None) | Err(_) => print_unknown("unknown: the host does not tell the scopes of this token"),
    }
    reach::check(instance, token, policy).await
}

/// Says what is known of a token whose scopes tell nothing, and the permissions to grant.
fn print_unknown(line: &str) {
    odd("scopes", line);
    reach::permissions();
}

fn owner(user: &TokenUser) {
    let name = &user.username;
    let bot_of = ["project", "group"].into_iter().find(|kind| name.starts_with(&format!("{kind}_")));
    if user.is_admin == Some(true) {
        odd("token", &format!("user {name}, an administrator: one with fewer rights is safer"));
    } else if let Some(kind) = bot_of.filter(|_| user.bot != Some(false)) {
        let line = format!("user {name}, the bot of a token of a {kind}: it reaches that {kind} alone");
        right("token", &line);
    } else {
        right("token", &format!("user {name}"));
    }
}

/// Whether addresses that the host gives are known as its own, when they are handed back as hints.
fn pages(instance: &Instance, user: &TokenUser) {
    let known = instance.web_address();
    if let Some(pages) = user.pages().filter(|pages| !pages.eq_ignore_ascii_case(known)) {
        let pages = instance.clean(pages);
        odd("pages", &format!("the host's are at {pages}, not at {known}: set upstream.web_url to that"));
    }
}

fn expiry(token: &TokenInfo) {
    let date = token.expires_at.as_deref().unwrap_or_default();
    // An expired token was refused by the calls above.
    match token.days_left() {
        Some(days) if days < SOON => odd("expiry", &format!("on {date}, in {days} days: make a new one")),
        Some(days) => right("expiry", &format!("on {date}, in {days} days")),
        None => right("expiry", "never"),
    }
}

/// Which of the served operations the token's scopes allow.
fn scopes(token: &TokenInfo, policy: &Policy, own: &[String]) -> Checked {
    let listed = token.scopes.join(", ");
    let allows = |scope: &str| token.scopes.iter().any(|held| held == scope);
    if allows(GRANULAR) {
        print_unknown("those of a fine-grained token: only trying tells what it may do");
        return Ok(());
    }
    let mut served = served_by(policy);
    served.retain(|entry| own.is_empty() || own.iter().any(|name| name == entry.name));
    let (all, reading) = (served.len(), served.iter().filter(|entry| !entry.effect.writes()).count());
    let reads = allows("read_api");
    if allows("api") || (reads && reading == all) {
        let rest =
            if policy.read_only { "; policy.read_only leaves those that write to previews" } else { "" };
        right("scopes", &format!("{listed}: all {all} served operations can work{rest}"));
    } else if reads && policy.read_only {
        right("scopes", &format!("{listed}: {reading} operations can work, the others as previews"));
    } else {
        let mend = "create a token with the scope api, or read_api together with policy.read_only = true";
        let line =
            format!("{listed}: {} of {all} served operations can work", if reads { reading } else { 0 });
        return Err(Problem::new(ProblemKind::Token, "scopes", line, mend));
    }
    Ok(())
}
