//! `oauth.*`: the authorization server, and whose callers its people are.

use super::*;

const ISSUER: &str =
    "[server]\npublic_url = 'https://p.example.com/'\n[oauth]\nissuer = 'https://login.example.com/'\n";

fn sign_in(written: &str) -> SignInSettings {
    from_toml(&format!("{ISSUER}{written}")).unwrap().sign_in().unwrap()
}

#[test]
fn without_an_issuer_nobody_signs_in_and_with_one_everybody_is_the_caller_oauth() {
    assert!(from_environment(&[]).unwrap().sign_in().is_none());
    let settings = from_toml(ISSUER).unwrap();
    let [everybody] = &settings.server.callers[..] else { panic!() };
    assert_eq!((everybody.name.as_deref(), everybody.is_default), (Some("oauth"), true));
    let sign_in = settings.sign_in().unwrap();
    assert_eq!(&*sign_in.issuer, "https://login.example.com/", "letter by letter");
    assert_eq!(sign_in.audiences, ["https://p.example.com/mcp", "https://p.example.com"]);
    assert!(sign_in.introspection.is_none());
}

#[test]
fn an_operator_says_what_the_tokens_mean() {
    let folder = Folder::new();
    let file = folder.file("secret", "of-the-client\n");
    let sign_in = sign_in(&format!(
        "audience = 'api'\nintrospection_client = 'bridge'\nintrospection_client_secret_file = '{file}'\n\
         default_caller = 'all'\n[callers.all]\nread_only = true"
    ));
    assert_eq!(sign_in.audiences, ["api"]);
    let (client, secret) = sign_in.introspection.unwrap();
    assert_eq!((client.as_str(), secret.expose_secret()), ("bridge", "of-the-client"));
}

#[test]
fn the_caller_of_all_others_may_be_an_empty_table() {
    let written = "default_caller = 'all'\n[callers.all]\n[callers.team]\noauth_groups = ['team']";
    let settings = from_toml(&format!("{ISSUER}{written}")).unwrap();
    let of_others = settings.server.callers.iter().find(|caller| caller.is_default);
    assert_eq!(of_others.unwrap().name.as_deref(), Some("all"));
}

#[test]
fn callers_of_groups_need_no_token_and_stand_in_the_order_of_the_file() {
    let written = "[callers.zoe]\noauth_groups = ['team']\n[callers.adam]\noauth_groups = ['team', 'all']\n\
                   on_behalf_header = 'X-Forwarded-User'";
    let settings = from_toml(&format!("{ISSUER}{written}")).unwrap();
    let callers = &settings.server.callers;
    let names: Vec<_> = callers.iter().map(|caller| caller.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["zoe", "adam"]);
    assert_eq!(callers[1].oauth_groups, ["team", "all"]);
    assert_eq!(callers[1].on_behalf_header.as_ref().unwrap(), "x-forwarded-user");
    assert!(callers.iter().all(|caller| !caller.is_default), "403 for all others");
}

#[test]
fn what_would_let_in_the_wrong_people_is_refused() {
    let cases = [
        (
            "[oauth]\nissuer = 'http://login.example.com'".to_owned(),
            "oauth.issuer: \"http://login.example.com\" is no authorization server's address; write https, like https://login.example.com/realms/team, without credentials, query or fragment",
        ),
        (
            "[oauth]\nissuer = 'https://me:glpat-do-not-print@login.example.com'".to_owned(),
            "oauth.issuer: \"https://***@login.example.com\" is no authorization server's address; write https, like https://login.example.com/realms/team, without credentials, query or fragment",
        ),
        (
            "[oauth]\nissuer = 'https://login.example.com'".to_owned(),
            "server.public_url: required and not set; tokens are made for the address by which callers reach the bridge",
        ),
        (
            format!("{ISSUER}introspection_client = 'bridge'"),
            "oauth.introspection_client_secret_file: required and not set; the bridge's own client takes both",
        ),
        (
            format!("{ISSUER}default_caller = 'nobody'"),
            "oauth.default_caller: \"nobody\" is no caller; name a table of [callers]",
        ),
        (
            format!("{ISSUER}[callers.a]\nread_only = true"),
            "callers.a.token: required and not set; give the caller's token, or token_file",
        ),
        (
            "[callers.a]\noauth_groups = ['team']".to_owned(),
            "callers.a.token: required and not set; give the caller's token, or token_file",
        ),
        (
            format!("{ISSUER}[callers.a]\noauth_groups = ''"),
            "callers.a.oauth_groups: \"\" is blank; leave it out for the default, or write what is allowed",
        ),
        (
            "[callers.a]\ntoken = 'x'\non_behalf_header = 'authorization'".to_owned(),
            "callers.a.on_behalf_header: \"authorization\" is no header for a name; write one like x-forwarded-user",
        ),
        (
            format!("{ISSUER}scopes_read = ['a b']"),
            "oauth.scopes_read (entry 1): \"a b\" is no scope; write visible ASCII characters without spaces, quotes or backslashes",
        ),
        (
            format!(
                "{ISSUER}introspection_client = 'c'\nintrospection_client_secret = 'glpat-do-not-print x'"
            ),
            "oauth.introspection_client_secret: its value holds a character that no HTTP header takes; write visible ASCII characters without spaces",
        ),
    ];
    for (written, expected) in cases {
        let told = from_toml(&written).unwrap_err().to_string();
        assert!(told.lines().any(|line| line == expected), "{told}");
        assert!(!told.contains(SECRET), "{told}");
    }
}
