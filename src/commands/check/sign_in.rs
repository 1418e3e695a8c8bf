//! Whether people can sign in: the authorization server, its keys, its clock, and a token of it where one is given.

use std::path::Path;

use passerelle::{
    api::AppState,
    settings::read_file,
    sign_in::{Scope, TokenRefusal},
};

use super::{Checked, Problem, ProblemKind, odd, right};

/// How far the clocks may be apart, in seconds.
const CLOCKS: u64 = 60;

const MEND: &str = "check oauth.issuer letter by letter, a slash at its end too, with what the server's document says at \
                    /.well-known/oauth-authorization-server or /.well-known/openid-configuration";

/// Asks the authorization server, and checks the token in this file: whether it is good, and lets its person in.
pub(super) async fn check(state: &AppState, token: Option<&Path>) -> Checked {
    let Some(sign_in) = &state.sign_in else {
        let line = "--token is for a token of people who sign in, and oauth.issuer is not set";
        return token.map_or(Ok(()), |_| Err(Problem::new(ProblemKind::Settings, "sign-in", line, "")));
    };
    let settings = &sign_in.settings;
    let failed = |line: String, mend: String| Problem::new(ProblemKind::SignIn, "sign-in", line, mend);
    let apart = sign_in.probe().await.map_err(|why| failed(why, MEND.to_owned()))?;
    right("sign-in", &format!("{} answers, and has keys", settings.issuer));
    if apart > CLOCKS {
        let why = "tokens may be refused as expired or not valid yet";
        odd("sign-in", &format!("its clock and this one are {apart} s apart: {why}"));
    }
    let Some(file) = token else { return Ok(()) };
    let unreadable = |why| failed(format!("--token {}: {why}", file.display()), String::new());
    let bytes = read_file(file).map_err(|error| unreadable(error.to_string()))?;
    let person = sign_in.verify(String::from_utf8_lossy(&bytes).trim()).await;
    let person = person.map_err(|refusal| match refusal {
        TokenRefusal::Away(_) => {
            failed("the authorization server can't say whose the token is".to_owned(), MEND.to_owned())
        }
        TokenRefusal::Invalid(why) => {
            let mend = format!("issuer {}, audience {}", settings.issuer, settings.audiences.join(" or "));
            failed(format!("the token is refused: {why}"), mend)
        }
    })?;
    let scope = person.scope;
    let whose = format!("{}, scope {scope:?}, groups {}", person.name, person.groups.join(", "));
    let oauth = &settings.oauth;
    let (reading, writing) = (oauth.scopes_read.join(" or "), oauth.scopes_write.join(" or "));
    if scope == Scope::None {
        let mend = format!(
            "every call gets insufficient_scope: have the authorization server give the client {writing}, or {reading} to \
             read, or name scopes that it gives in oauth.scopes_write and oauth.scopes_read"
        );
        return Err(failed(format!("{whose}: it has no scope of this bridge"), mend));
    }
    let Some(caller) = state.caller_of_person(person) else {
        let mend = format!(
            "every call gets no_caller: name one of the groups in callers.NAME.oauth_groups, or set oauth.default_caller; \
             groups are read from the claim {:?}, oauth.groups_claim",
            oauth.groups_claim
        );
        return Err(failed(format!("{whose}: none of the groups is a caller's"), mend));
    };
    right("token", &format!("{whose}: the caller {caller}"));
    if scope == Scope::Read {
        odd("token", &format!("it reads and previews; to change something it needs the scope {writing}"));
    }
    Ok(())
}
