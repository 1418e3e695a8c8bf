//! `[callers.NAME]`: who may call, and within what.

use super::*;

fn caller(settings: &Settings, name: &str) -> CallerSettings {
    let named = |caller: &&CallerSettings| caller.name.as_deref() == Some(name);
    settings.server.callers.iter().find(named).unwrap().clone()
}

#[test]
fn a_caller_has_a_token_and_what_narrows_the_policy_for_it() {
    let folder = Folder::new();
    let file = folder.file("token", "glpat-of-alice\n");
    let settings = from_toml(&format!(
        "[callers.alice]\ntoken = 'one'\nupstream_token_file = '{file}'\nroots = ['ville']\n\
         operations = ['search_groups']\nrequests_per_minute = 60\n[callers.bot]\ntoken = 'two'\nread_only = true"
    ));
    let settings = settings.unwrap();
    let alice = caller(&settings, "alice");
    assert_eq!(alice.tokens[0].expose_secret(), "one");
    assert_eq!(alice.upstream_token.unwrap().expose_secret(), "glpat-of-alice");
    assert_eq!((alice.roots, alice.operations), (vec!["ville".to_owned()], vec!["search_groups".to_owned()]));
    assert_eq!((alice.requests_per_minute, alice.read_only), (Some(60), false));
    assert!(caller(&settings, "bot").read_only);
}

#[test]
fn a_callers_file_may_hold_its_old_token_beside_its_new_one() {
    let folder = Folder::new();
    let file = folder.file("token", "# until December\nold\n\nnew\n");
    let settings = from_toml(&format!("[callers.alice]\ntoken_file = '{file}'")).unwrap();
    let tokens = caller(&settings, "alice").tokens;
    assert_eq!(tokens.iter().map(ExposeSecret::expose_secret).collect::<Vec<_>>(), ["old", "new"]);
}

#[test]
fn a_caller_can_be_set_by_variables() {
    let pairs =
        [("PASSERELLE__CALLERS__ALICE__TOKEN", "one"), ("PASSERELLE__CALLERS__ALICE__READ_ONLY", "true")];
    assert!(caller(&from_environment(&pairs).unwrap(), "alice").read_only);
}

#[test]
fn what_would_let_in_too_many_is_refused() {
    let cases = [
        (
            "[callers.a]\nread_only = true",
            "callers.a.token: required and not set; give the caller's token, or token_file",
        ),
        ("[callers.a]", "callers.a.token: required and not set; give the caller's token, or token_file"),
        (
            "[callers.a]\ntoken = 'x'\n[callers.b]\ntoken = 'x'",
            "server.auth_tokens, callers: a and b have the same token; give each caller one of its own",
        ),
        (
            "[server]\nauth_tokens = ['a:x']\n[callers.a]\ntoken = 'y'\nroots = ['ville']",
            "callers.a: server.auth_tokens names a caller of this name too; give each one of its own",
        ),
        (
            "[callers.a]\ntoken = 'glpat-do-not-print x'",
            "callers.a.token: its value holds a character that no HTTP header takes; write visible ASCII characters without spaces",
        ),
        (
            "[callers.a]\ntoken = 'x'\nroots = ''",
            "callers.a.roots: \"\" is blank; leave it out for the default, or write what is allowed",
        ),
        (
            "[callers.a]\ntoken = 'x'\nread_onli = true",
            "callers.a.read_onli: no such setting; did you mean callers.a.read_only?",
        ),
        (
            "[callers.a]\ntoken = 'x'\ntoken_file = '/x'",
            "callers.a.token: stands beside callers.a.token_file, and one is allowed; drop callers.a.token to use the file",
        ),
    ];
    for (written, expected) in cases {
        let told = from_toml(written).unwrap_err().to_string();
        assert!(told.lines().any(|line| line == expected), "{told}");
        assert!(!told.contains(SECRET), "{told}");
    }
}
