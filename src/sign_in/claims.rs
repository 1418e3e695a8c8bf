//! The claims of a token, signed or told by introspection, and whether they are acceptable here and now.

use super::prelude::*;

/// How far the clocks may be apart, in seconds.
const CLOCKS: u64 = 60;
/// The longest life of an access token, in seconds: a year and a day.
const LONGEST_LIFE: u64 = 366 * 24 * 60 * 60;
/// Longest subject, in bytes (`OpenID` Connect, section 2).
const LONGEST_SUBJECT: usize = 255;
/// Longest name that is shown, in characters.
const LONGEST_NAME: usize = 100;
/// Claims of id tokens that access tokens do not have.
const OF_ID_TOKENS: [&str; 3] = ["nonce", "at_hash", "c_hash"];
/// The claims in which authorization servers say what a token is for, and the values for access tokens, in any case.
const USES: [&str; 3] = ["typ", "token_type", "token_use"];
const ACCESS: [&str; 6] = ["bearer", "access_token", "access", "at+jwt", "application/at+jwt", "jwt"];

/// Claims, and what they are held against.
pub(super) struct Claims<'a> {
    pub(super) all: &'a Map<String, Value>,
    pub(super) settings: &'a SignInSettings,
    /// Whether a signed token says it, or else the authorization server of an opaque one.
    pub(super) is_signed: bool,
}

impl<'a> Claims<'a> {
    /// The person, and the second from which on the claims are no longer acceptable.
    ///
    /// # Errors
    /// Why they are not acceptable here at this second.
    pub(super) fn check(&self, now: u64) -> Result<(Person, u64), &'static str> {
        let Self { settings, is_signed, .. } = *self;
        if !is_signed && self.get("active") != Some(&Value::Bool(true)) {
            return Err("it is not, or no longer, active");
        }
        self.check_use()?;
        match self.text("iss")? {
            Some(issuer) if *issuer == *settings.issuer => {}
            None if !is_signed => {}
            _ => return Err("it is another issuer's"),
        }
        self.check_audience()?;
        let until = self.check_time(now)?;
        let subject = match self.text("sub")? {
            None if !is_signed => self.other_subject()?,
            subject => subject.map(str::to_owned),
        };
        let subject = subject.filter(|subject| (1..=LONGEST_SUBJECT).contains(&subject.len()));
        let subject = subject.ok_or("it does not say whose it is")?;
        let name = self.get(&settings.oauth.name_claim).and_then(Value::as_str).map(shown);
        let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| shown(&subject));
        let groups = texts(self.get(&settings.oauth.groups_claim)).into_iter().map(str::to_owned).collect();
        let issuer = Arc::clone(&settings.issuer);
        Ok((Person { issuer, subject, name, groups, scope: self.scope() }, until))
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        self.all.get(name).filter(|value| !value.is_null())
    }

    /// # Errors
    /// The claim is there and is not a text.
    fn text(&self, name: &str) -> Result<Option<&'a str>, &'static str> {
        self.get(name).map(|value| value.as_str().ok_or("a claim is no text")).transpose()
    }

    /// A moment, in whole seconds since 1970.
    ///
    /// # Errors
    /// The claim is there and is not a number of seconds.
    fn moment(&self, name: &str) -> Result<Option<u64>, &'static str> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let seconds = value.as_f64().filter(|seconds| (0.0..1e15).contains(seconds));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within its bounds")]
        seconds.map(|seconds| Some(seconds as u64)).ok_or("a time is no number of seconds")
    }

    /// Whose an opaque token without `sub` is. It says which claim it comes from: a user name may be the `sub` of somebody else.
    fn other_subject(&self) -> Result<Option<String>, &'static str> {
        let told = |name: &str| Ok(self.text(name)?.map(|text| format!("{name} {text}")));
        told("username")?.map_or_else(|| told("client_id"), |told| Ok(Some(told)))
    }

    /// Checks that it is a bearer access token.
    fn check_use(&self) -> Result<(), &'static str> {
        if OF_ID_TOKENS.iter().any(|name| self.get(name).is_some()) {
            return Err("it is an id token");
        }
        if self.get("cnf").is_some() {
            return Err("it is bound to a key, which is not supported");
        }
        for name in USES {
            let told = self.text(name)?;
            if told.is_some_and(|told| !ACCESS.iter().any(|access| told.eq_ignore_ascii_case(access))) {
                return Err("it is no access token");
            }
        }
        Ok(())
    }

    fn check_audience(&self) -> Result<(), &'static str> {
        let is_ours = |audience: &str| self.settings.audiences.iter().any(|own| own == audience);
        let fits = match self.get("aud") {
            Some(audience) => texts(Some(audience)).into_iter().any(is_ours),
            None if self.is_signed => false,
            None => {
                let client = self.text("client_id")?;
                let own = self.settings.introspection.as_ref().map(|(client, _)| client).into_iter();
                own.chain(&self.settings.oauth.console_client).any(|own| client == Some(own.as_str()))
            }
        };
        if fits { Ok(()) } else { Err("it is made for another audience") }
    }

    /// The second from which on it is no longer good.
    fn check_time(&self, now: u64) -> Result<u64, &'static str> {
        let expires = self.moment("exp")?;
        let from = self.moment("nbf")?.max(self.moment("iat")?).unwrap_or_default();
        let until =
            expires.map_or(u64::MAX, |end| if self.is_signed { end.saturating_add(CLOCKS) } else { end });
        match expires {
            _ if from > now + CLOCKS => Err("it is not valid yet"),
            None if self.is_signed => Err("it does not say when it ends"),
            Some(end) if end > now + LONGEST_LIFE => Err("it ends too far in the future"),
            _ if until <= now => Err("it has expired"),
            _ => Ok(until),
        }
    }

    /// What the token may be used for. Some issuers say `scp`.
    fn scope(&self) -> Scope {
        let said = texts(self.get("scope").or_else(|| self.get("scp")));
        let holds = |any: &[String]| {
            said.iter().flat_map(|said| said.split(' ')).any(|said| any.iter().any(|wanted| wanted == said))
        };
        let oauth = &self.settings.oauth;
        match () {
            () if holds(&oauth.scopes_write) => Scope::Write,
            () if holds(&oauth.scopes_read) => Scope::Read,
            () => Scope::None,
        }
    }
}

/// The texts of a claim that is one text or a list of texts. Values of other types are ignored.
fn texts(claim: Option<&Value>) -> Vec<&str> {
    match claim {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// A name as it is shown: on one line, without invisible characters.
pub(crate) fn shown(name: &str) -> String {
    on_one_line(&visible(name)).chars().take(LONGEST_NAME).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_user_name_is_not_the_subject_of_somebody_who_is_called_so() {
        let settings = crate::sign_in::tests::settings().sign_in().unwrap();
        let subject = |claims: Value| {
            let all = claims.as_object().unwrap();
            Claims { all, settings: &settings, is_signed: false }.other_subject().unwrap()
        };
        assert_eq!(subject(json!({ "username": "zoe" })).as_deref(), Some("username zoe"));
        assert_eq!(subject(json!({ "client_id": "zoe" })).as_deref(), Some("client_id zoe"));
        assert_eq!(subject(json!({})), None);
    }
}
