//! One row per key: its default, what a file makes of it, what the environment makes of it, and a line for a bad value.

use super::*;

const DURATION: &str =
    "is no duration; write it with its unit, like 500ms, 15s or 2m, above zero and up to 365d";
const COUNT: &str = "is no count; write a whole number from 1 to 4294967295";
const SIZE: &str = "is no size; write bytes from 1 to 4294967295, or a unit, like 64KiB or 32MiB";
const BOOLEAN: &str = "is no boolean; write true or false";

/// The value of each key, as text.
fn values(settings: &Settings) -> BTreeMap<String, String> {
    let Settings { server, upstream, store, resolution, policy, oauth, messages, mcp, log, .. } = settings;
    let mut values = server.shown("server");
    values.extend(upstream.shown("upstream"));
    values.extend(store.shown("store"));
    values.extend(resolution.shown("resolution"));
    values.extend(policy.shown("policy"));
    values.extend(oauth.shown("oauth"));
    values.extend(messages.shown("messages"));
    values.extend(mcp.shown("mcp"));
    values.extend(log.shown("log"));
    values.insert("server.auth_tokens".to_owned(), tokens(settings));
    values
}

fn value(settings: &Settings, key: &str) -> String {
    values(settings)[key].replace('"', "")
}

/// What one key's row says.
struct Row {
    key: &'static str,
    default: &'static str,
    toml: (&'static str, &'static str),
    environment: (&'static str, &'static str),
    bad: (&'static str, &'static str),
}

const fn row(
    key: &'static str,
    default: &'static str,
    toml: (&'static str, &'static str),
    environment: (&'static str, &'static str),
    bad: (&'static str, &'static str),
) -> Row {
    Row { key, default, toml, environment, bad }
}

#[rustfmt::skip]
const ROWS: [Row; 40] = [
    row("server.host", "127.0.0.1", ("'::1'", "::1"), ("LocalHost", "localhost"), ("example.com", "is no address to listen on; write an IP address, like 127.0.0.1, 0.0.0.0 or ::1, or localhost")),
    row("server.port", "8080", ("0", "0"), ("65535", "65535"), ("65536", "is no port; write a whole number from 0 to 65535")),
    row("server.body_limit_bytes", "1048576", ("'2KiB'", "2048"), ("1", "1"), ("0", SIZE)),
    row("server.max_in_flight", "1024", ("2", "2"), (" 3 ", "3"), ("-1", COUNT)),
    row("server.request_timeout", "60s", ("'2m'", "120s"), ("1m 30s", "90s"), ("60", DURATION)),
    row("server.shutdown_grace", "30s", ("'500ms'", "500ms"), ("1s", "1s"), ("0s", DURATION)),
    row("server.idempotency_ttl", "600s", ("'1m'", "60s"), ("2s", "2s"), ("366d", DURATION)),
    row("server.idempotency_entries", "10000", ("5", "5"), ("6", "6"), ("0", COUNT)),
    row("server.auth_tokens", "", ("['bot:abc', 'def']", "Some(bot)=abc None=def"), ("a:b:c, d", "Some(a)=b:c None=d"), ("a,", "")),
    row("server.open", "false", ("true", "true"), ("True", "true"), ("yes", BOOLEAN)),
    row("server.cors_origins", "[]", ("['https://App.example.com/', 'http://localhost:3000']", "[https://app.example.com, http://localhost:3000]"), ("http://[::1]:1", "[http://[::1]:1]"), ("*", "")),
    row("server.public_url", "None", ("'https://p.example.com/x/'", "Some(https://p.example.com/x)"), ("http://localhost:8080", "Some(http://localhost:8080)"), ("ftp://p", "is no address; write http or https, like https://passerelle.example.com, without credentials, query or fragment")),
    row("upstream.web_url", "None", ("'https://git.example.com/forge/'", "Some(https://git.example.com/forge)"), ("http://git.example.com", "Some(http://git.example.com)"), ("git.example.com", "is no address; write http or https, like https://passerelle.example.com, without credentials, query or fragment")),
    row("upstream.timeout", "15s", ("'1h'", "3600s"), ("2s", "2s"), ("15", DURATION)),
    row("upstream.connect_timeout", "5s", ("'1s'", "1s"), ("250ms", "250ms"), ("0", DURATION)),
    row("upstream.max_connections", "64", ("1", "1"), ("9", "9"), ("many", COUNT)),
    row("upstream.fan_out", "8", ("1", "1"), ("4294967295", "4294967295"), ("4294967296", COUNT)),
    row("upstream.retries", "2", ("0", "0"), ("5", "5"), ("-1", "is no count; write a whole number from 0 to 4294967295")),
    row("upstream.max_response_bytes", "33554432", ("10", "10"), ("64 MiB", "67108864"), ("many", SIZE)),
    row("upstream.revalidate", "true", ("false", "false"), ("False", "false"), ("no", BOOLEAN)),
    row("upstream.kept_bytes", "67108864", ("'64KiB'", "65536"), ("3GiB", "3221225472"), ("4GiB", SIZE)),
    row("upstream.proxy", "None", ("'http://p:3128'", "Some(http://p:3128/)"), ("https://u:w@p", "Some(https://***@p/)"), ("proxy:3128", "is no proxy's address; write http or https, like http://proxy.example.com:3128")),
    row("resolution.widen", "true", ("false", "false"), ("false", "false"), ("1", BOOLEAN)),
    row("policy.read_only", "false", ("true", "true"), ("true", "true"), ("", BOOLEAN)),
    row("policy.roots", "[]", ("['/team/', ' a/b ']", "[team, a/b]"), ("x, /y/z/", "[x, y/z]"), ("a//b", "")),
    row("policy.operations", "[]", ("['a', 'b']", "[a, b]"), ("c,d", "[c, d]"), ("c,,d", "")),
    row("messages.language", "Some(Fr)", ("'en'", "Some(En)"), ("Auto", "None"), ("de", "is no language; write fr, en or auto")),
    row("policy.confirmation", "Caller", ("'person'", "Person"), ("CALLER", "Caller"), ("model", "confirms nothing; write caller or person")),
    row("oauth.audience", "None", ("'api'", "Some(api)"), ("b", "Some(b)"), (" ", "")),
    row("oauth.introspection_client", "None", ("'a'", "Some(a)"), ("b", "Some(b)"), (" ", "")),
    row("oauth.name_claim", "preferred_username", ("'email'", "email"), ("sub", "sub"), (" ", "")),
    row("oauth.groups_claim", "groups", ("'roles'", "roles"), ("teams", "teams"), (" ", "")),
    row("oauth.scopes_write", "[passerelle:write]", ("['a', 'b']", "[a, b]"), ("c,d", "[c, d]"), ("c d", "")),
    row("oauth.scopes_read", "[passerelle:read]", ("[]", "[]"), ("c", "[c]"), ("\"", "")),
    row("oauth.default_caller", "None", ("'a'", "Some(a)"), ("b", "Some(b)"), (" ", "")),
    row("oauth.console_client", "None", ("'a'", "Some(a)"), ("b", "Some(b)"), (" ", "")),
    row("mcp.toolset", "All", ("'core'", "Core"), ("ALL", "All"), ("some", "is no set of tools; write all or core")),
    row("mcp.form_ttl", "600s", ("'90s'", "90s"), ("1h", "3600s"), ("0s", DURATION)),
    row("log.format", "Text", ("'json'", "Json"), ("JSON", "Json"), ("xml", "is no log format; write text or json")),
    row("log.filter", "info", ("'warn,passerelle=debug'", "warn,passerelle=debug"), ("debug", "debug"), ("passerelle=loud", "is no tracing filter; write a level, like info, or directives, like info,passerelle=debug")),
];

/// The keys that name files or the host have no default; tests of their own cover them.
const OPTIONAL: [&str; 13] = [
    "resolution.names_file",
    "oauth.issuer",
    "oauth.introspection_client_secret",
    "oauth.introspection_client_secret_file",
    "store.url",
    "store.url_file",
    "store.ca_file",
    "store.key_file",
    "server.auth_tokens_file",
    "upstream.base_url",
    "upstream.token",
    "upstream.token_file",
    "upstream.ca_file",
];

fn known() -> Vec<String> {
    let mut layers = Layers::new(None, [], &[]).unwrap();
    Settings::read(&mut layers);
    layers.known().to_vec()
}

#[test]
fn every_key_has_its_row() {
    let mut covered: Vec<_> = ROWS.iter().map(|row| row.key).chain(OPTIONAL).map(str::to_owned).collect();
    let mut known = known();
    covered.sort_unstable();
    known.sort_unstable();
    assert_eq!(covered, known);
}

#[test]
fn every_key_stands_in_the_defaults_file_under_a_comment() {
    let text = include_str!("../../../config/default.toml");
    for key in known() {
        let (section, name) = key.split_once('.').unwrap();
        let (_, rest) = text.split_once(&format!("[{section}]\n")).unwrap();
        let body = rest.split("\n[").next().unwrap();
        let is_it = |line: &&str| line.trim_start_matches("# ").starts_with(&format!("{name} = "));
        assert_eq!(body.lines().filter(is_it).count(), 1, "{key}");
        let before = body.lines().take_while(|line| !is_it(line)).last().unwrap();
        assert!(before.starts_with("# "), "{key} has no comment");
    }
}

#[test]
fn defaults_are_those_of_the_table() {
    let settings = from_environment(&[]).unwrap();
    for row in ROWS {
        assert_eq!(value(&settings, row.key), row.default, "{}", row.key);
    }
    for key in
        ["upstream.base_url", "upstream.token", "upstream.ca_file", "store.url", "store.ca_file", "store.key"]
    {
        assert_eq!(value(&settings, key), "None", "{key}");
    }
}

#[test]
fn a_file_wins_over_the_defaults() {
    for Row { key, toml: (written, expected), .. } in ROWS {
        let settings = from_toml(&format!("{key} = {written}")).unwrap();
        assert_eq!(value(&settings, key), expected, "{key}");
    }
}

#[test]
fn the_environment_wins_over_the_file_and_overrides_over_both() {
    let folder = Folder::new();
    for Row { key, toml: (in_file, _), environment: (written, expected), .. } in ROWS {
        let path = folder.file("passerelle.toml", &format!("{key} = {in_file}"));
        let path = Path::new(&path);
        let variables = |value: &str| [(OsString::from(variable(key)), OsString::from(value))];
        let settings = Settings::layered(Some(path), variables(written), &[], false).unwrap();
        assert_eq!(value(&settings, key), expected, "{key}");
        let settings = Settings::layered(Some(path), variables("!"), &[(key, written)], false).unwrap();
        assert_eq!(value(&settings, key), expected, "{key}");
    }
}

#[test]
fn a_bad_value_is_told_with_its_key_and_what_is_allowed() {
    for Row { key, bad: (written, problem), .. } in ROWS.iter().filter(|row| !row.bad.1.is_empty()) {
        assert_eq!(line(with(key, written)), format!("{key}: {written:?} {problem}"));
    }
}
