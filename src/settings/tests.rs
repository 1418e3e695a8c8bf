//! What settings are read from, and what stops the start.

mod callers;
mod keys;
mod names;
mod secrets;
mod sign_in;
mod store;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use secrecy::ExposeSecret;

use super::*;

const SECRET: &str = "glpat-do-not-print";

const FILE: &str = "can't be read (No such file or directory (os error 2)); name a readable file";

/// A folder of files that goes away with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("passerelle-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// `section.key` as its variable.
fn variable(key: &str) -> String {
    format!("PASSERELLE__{}", key.to_uppercase().replace('.', "__"))
}

fn from_environment(pairs: &[(&str, &str)]) -> Result<Settings, SettingsError> {
    let pairs = pairs.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
    Settings::layered(None, pairs, &[], false)
}

fn with(key: &str, value: &str) -> Result<Settings, SettingsError> {
    from_environment(&[(&variable(key), value)])
}

fn from_toml(text: &str) -> Result<Settings, SettingsError> {
    let folder = Folder::new();
    let path = folder.file("passerelle.toml", text);
    Settings::layered(Some(Path::new(&path)), [], &[], false)
}

/// The line that stops the start, which is one line and holds no secret.
fn line(outcome: Result<Settings, SettingsError>) -> String {
    let error = outcome.expect_err("should be refused");
    let line = error.to_string();
    assert!(!line.contains('\n'), "{line}");
    assert!(!format!("{line}{error:?}").contains(SECRET), "{line}");
    line
}

fn tokens(settings: &Settings) -> String {
    let shown = |caller: &CallerSettings| format!("{:?}={}", caller.name, caller.tokens[0].expose_secret());
    settings.server.callers.iter().map(shown).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_bad_entry_of_a_list_is_told_with_its_place() {
    let cases = [
        ("server.auth_tokens", "a,", "server.auth_tokens (entry 2): its value is empty; write the token"),
        (
            "server.auth_tokens",
            ":glpat-do-not-print",
            "server.auth_tokens (entry 1): its value has no name before its colon; write name:token, or the token alone",
        ),
        (
            "server.auth_tokens",
            "a glpat-do-not-print",
            "server.auth_tokens (entry 1): its value holds a character that no HTTP header takes; write visible ASCII \
             characters without spaces",
        ),
        (
            "policy.roots",
            "a,b//c",
            "policy.roots (entry 2): \"b//c\" names no group or project; write a full path, like team/tools, without \
             blanks and without empty, . or .. segments",
        ),
        (
            "policy.operations",
            "c,,d",
            "policy.operations (entry 2): \"\" is blank; write a name, or leave the entry out",
        ),
    ];
    for (key, written, expected) in cases {
        assert_eq!(line(with(key, written)), expected);
    }
}

#[test]
fn a_root_that_would_open_everything_is_refused() {
    for written in ["/", "a,", "a, ,b", "..", "a/../b", "a/ /b"] {
        assert!(line(with("policy.roots", written)).contains("names no group or project"), "{written}");
    }
    assert!(line(from_toml("policy.roots = ['']")).contains("names no group or project"));
}

#[test]
fn a_blank_variable_opens_nothing_that_a_file_closed() {
    for key in ["policy.roots", "policy.operations", "server.auth_tokens"] {
        for blank in ["", " "] {
            let told = line(with(key, blank));
            assert!(
                told.starts_with(key) && told.contains("is blank; leave it out for the default"),
                "{told}"
            );
        }
        // An array is one in a file alone: as a variable it would be a token, or a root.
        for array in ["[]", " [] ", "['a']"] {
            assert!(line(with(key, array)).starts_with(&format!("{key}: ")), "{key} {array}");
        }
        assert!(from_toml(&format!("{key} = []")).is_ok());
    }
}

#[test]
fn all_that_is_wrong_is_told_at_once_a_line_each() {
    let pairs = [
        ("PASSERELLE__SERVER__PORT", "x"),
        ("PASSERELLE__UPSTREAM__TIMEOUT", "15"),
        ("PASSERELLE__POLICY__ROOTS", "a//b"),
        ("PASSERELLE__UPSTREAM__TOKEN_FILE", "/nowhere"),
        ("PASSERELLE__COLOUR", "blue"),
    ];
    let told = from_environment(&pairs).unwrap_err().to_string();
    let keys: Vec<_> = told.lines().map(|line| line.split([':', ' ']).next().unwrap()).collect();
    let expected = ["server.port", "upstream.token_file", "upstream.timeout", "policy.roots", "colour"];
    assert_eq!(keys, expected, "{told}");
}

#[test]
fn a_misspelt_log_level_is_refused() {
    for written in ["inffo", "info,passerele", "warn, debugg"] {
        assert!(line(with("log.filter", written)).contains("is no tracing filter"), "{written}");
    }
    for written in ["info", "off", "info,passerelle=debug", "warn,[request]=trace", "3"] {
        assert!(with("log.filter", written).is_ok(), "{written}");
    }
}

#[test]
fn one_value_is_no_list_and_no_table() {
    assert_eq!(line(from_toml("server.port = [1, 2]")), "server.port: \"1,2\" is a list; write one value");
    assert_eq!(
        line(from_toml("policy.roots = [['a']]")),
        "policy.roots: \"[…]\" is a list or a table of its own; write one text, number or boolean"
    );
    assert_eq!(
        line(from_toml("upstream.token = ['glpat-do-not-print']")),
        "upstream.token: its value is a list; write one value"
    );
}

#[test]
fn an_unknown_key_is_refused_with_a_near_one() {
    let cases = [
        ("upstream.tokn", "upstream.tokn: no such setting; did you mean upstream.token?"),
        ("server.prot", "server.prot: no such setting; did you mean server.port?"),
        ("sever.port", "sever.port: no such setting; did you mean server.port?"),
        ("log.proxy", "log.proxy: no such setting; did you mean upstream.proxy?"),
        ("upstream.token.file", "upstream.token.file: no such setting; did you mean upstream.token_file?"),
        ("callers.alice", "callers.alice: no such setting; did you mean callers.alice.token?"),
        ("colour.of_sky", "colour.of_sky: no such setting"),
    ];
    for (key, expected) in cases {
        assert_eq!(line(with(key, SECRET)), expected);
        assert_eq!(line(from_toml(&format!("{key} = '{SECRET}'"))), expected);
    }
}

#[test]
fn a_section_is_no_key() {
    assert!(
        line(from_environment(&[("PASSERELLE__UPSTREAM", "x")])).starts_with("upstream: no such setting")
    );
    assert_eq!(line(from_toml("[srv]\n[server]\n[callers]")), "srv: no such setting");
    assert!(line(from_toml("log = 3")).starts_with("log: no such setting"));
    assert!(line(from_toml("server.port.x = 3")).starts_with("server.port.x: no such setting"));
    assert_eq!(line(from_toml("\"a\\nb\" = 3")), "a\\nb: no such setting");
    assert!(line(from_toml("\"a\\nb\" = [[3]]")).starts_with("a\\nb: "));
}

#[test]
fn variables_of_others_are_no_keys() {
    let others = [
        ("PASSERELLE_CONFIG", "/x"),
        ("PASSERELLE_PORT", "tcp://10.0.0.1:80"),
        ("PASSERELLE_SERVER_PORT", "tcp://10.0.0.1:80"),
        ("PATH", "/bin"),
        ("XPASSERELLE__A", ""),
    ];
    assert!(from_environment(&others).is_ok());
}

#[test]
fn a_variable_with_one_underscore_anywhere_is_refused_rather_than_ignored() {
    for (variable, meant) in [
        ("PASSERELLE_POLICY_READ_ONLY", "PASSERELLE__POLICY__READ_ONLY"),
        ("PASSERELLE_POLICY__READ_ONLY", "PASSERELLE__POLICY__READ_ONLY"),
        ("PASSERELLE_SERVER__AUTH_TOKENS", "PASSERELLE__SERVER__AUTH_TOKENS"),
        ("PASSERELLE_CALLERS__BOB__TOKEN", "PASSERELLE__CALLERS__NAME__TOKEN"),
        ("PASSERELLE_CALLERS_BOB_TOKEN", "PASSERELLE__CALLERS__NAME__TOKEN"),
    ] {
        let told = line(from_environment(&[(variable, "true")]));
        assert_eq!(told, format!("{variable}: no such setting; did you mean {meant}?"));
    }
    assert_eq!(line(from_environment(&[("PASSERELLE__", "1")])), "PASSERELLE__: names no setting");
}

#[test]
fn what_lacks_because_its_key_is_misspelt_is_told_once() {
    for (variable, meant) in [
        ("PASSERELLE_UPSTREAM_BASE_URL", "PASSERELLE__UPSTREAM__BASE_URL"),
        ("PASSERELLE__UPSTREAM__BASE_URI", "upstream.base_url"),
        ("PASSERELLE__UPSTREAM__TOKEN_FILES", "upstream.token_file"),
    ] {
        let given = [
            ("PASSERELLE__UPSTREAM__BASE_URL", "https://h"),
            ("PASSERELLE__UPSTREAM__TOKEN", "t"),
            (variable, "https://h"),
        ];
        let is_meant = |name: &str| {
            let key = name.trim_start_matches(error::PREFIX).to_lowercase().replace("__", ".");
            name != variable && (meant == name || meant.starts_with(&key))
        };
        let given = given.into_iter().filter(|(name, _)| !is_meant(name));
        let given = given.map(|(name, value)| (name.into(), value.into()));
        let mut layers = layers::Layers::new(None, given, &[]).unwrap();
        let settings = Settings::read(&mut layers);
        layers.refuse_lacking(&settings);
        let told = layers.verdict().unwrap_err();
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(told.ends_with(&format!("did you mean {meant}?")), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn a_variable_that_is_no_utf8_is_refused() {
    use std::os::unix::ffi::OsStringExt;
    let broken = || OsString::from_vec(vec![0x66, 0xff]);
    let own = [(OsString::from("PASSERELLE__LOG__FILTER"), broken())];
    assert_eq!(
        line(Settings::layered(None, own, &[], false)),
        "log.filter: \"f\u{fffd}\" is no UTF-8; write plain text"
    );
    assert!(Settings::layered(None, [(broken(), broken())], &[], false).is_ok());
}

#[test]
fn a_file_that_is_missing_or_no_toml_is_refused() {
    let missing = Settings::layered(Some(Path::new("/nowhere/p.toml")), [], &[], false);
    assert_eq!(
        line(missing),
        "settings file \"/nowhere/p.toml\" can't be read (No such file or directory (os error 2)); name a readable TOML file"
    );
    for broken in
        ["[upstream]\ntoken = \"glpat-do-not-print", "token glpat-do-not-print", "token = glpat-do-not-print"]
    {
        let told = line(from_toml(broken));
        assert!(told.starts_with("settings file \"/"), "{told}");
        assert!(told.contains("is no TOML at line "), "{told}");
    }
    assert!(
        line(from_toml("server.port = 99999999999999999999")).ends_with("look for a number out of range")
    );
}

#[test]
fn the_api_root_is_appended_unless_already_there() {
    let cases = [
        ("https://gitlab.example.com", "https://gitlab.example.com/api/v4"),
        ("https://gitlab.example.com/", "https://gitlab.example.com/api/v4"),
        ("http://127.0.0.1:3000/api/v4/", "http://127.0.0.1:3000/api/v4"),
        ("https://example.com/git/lab", "https://example.com/git/lab/api/v4"),
        ("https://example.com/git/lab/api/v4", "https://example.com/git/lab/api/v4"),
        (" https://[::1]:8443 ", "https://[::1]:8443/api/v4"),
    ];
    for (written, expected) in cases {
        let pairs = [("PASSERELLE__UPSTREAM__BASE_URL", written), ("PASSERELLE__UPSTREAM__TOKEN", SECRET)];
        let settings = from_environment(&pairs).unwrap();
        let host = settings.require_host().unwrap();
        assert_eq!(host.api.as_str(), expected);
        assert_eq!(host.token.expose_secret(), SECRET);
    }
}

#[test]
fn an_address_with_more_than_a_place_is_refused_without_showing_it() {
    let allowed = "is no host's address; write http or https, like https://gitlab.example.com, without credentials, query or fragment";
    let cases = [
        ("gitlab.example.com", "gitlab.example.com"),
        ("ftp://example.com", "ftp://example.com"),
        ("", ""),
        ("https://", "https://"),
        ("https://me:glpat-do-not-print@example.com/x", "https://***@example.com/x"),
        ("https://example.com?private_token=glpat-do-not-print", "https://example.com?***"),
        ("https://example.com/#glpat-do-not-print", "https://example.com/#***"),
        ("me:glpat-do-not-print@example.com", "***@example.com"),
    ];
    for (written, shown) in cases {
        assert_eq!(
            line(with("upstream.base_url", written)),
            format!("upstream.base_url: {shown:?} {allowed}")
        );
        // So it is under each key: a password may stand in the wrong place.
        let others = ["upstream.web_url", "server.cors_origins", "messages.language"];
        for key in others.into_iter().filter(|_| shown.contains("***")) {
            let told = line(with(key, written));
            assert!(told.starts_with(key) && told.contains(&format!(": {shown:?} is no ")), "{told}");
        }
    }
}

#[test]
fn serving_needs_a_host_and_names_what_is_missing() {
    let needs =
        |pairs: &[(&str, &str)]| from_environment(pairs).unwrap().require_host().unwrap_err().to_string();
    let rest = ": required and not set; give the host's address as upstream.base_url and its technical token as \
                upstream.token or upstream.token_file (passerelle demo needs neither)";
    assert_eq!(needs(&[]), format!("upstream.base_url, upstream.token{rest}"));
    assert_eq!(needs(&[("PASSERELLE__UPSTREAM__TOKEN", SECRET)]), format!("upstream.base_url{rest}"));
    assert_eq!(needs(&[("PASSERELLE__UPSTREAM__BASE_URL", "http://h")]), format!("upstream.token{rest}"));
}

#[test]
fn off_the_loopback_address_a_guard_is_needed() {
    let guarded = |host: &str, key: &str, value: &str| {
        let pairs = [("server.host", host), (key, value)];
        Settings::layered(None, [], &pairs, false).unwrap().require_guard()
    };
    for host in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "localhost"] {
        assert!(guarded(host, "server.open", "false").is_ok(), "{host}");
    }
    for host in ["0.0.0.0", "::", "192.168.1.4", "::ffff:10.0.0.1"] {
        assert_eq!(
            guarded(host, "server.open", "false").unwrap_err().to_string(),
            format!(
                "server.host: {host:?} is off the loopback address, where anyone could act with the host's token; set \
                 server.auth_tokens or server.auth_tokens_file, listen on 127.0.0.1, or accept it with server.open=true"
            )
        );
        assert!(guarded(host, "server.open", "true").is_ok(), "{host}");
        assert!(guarded(host, "server.auth_tokens", "a").is_ok(), "{host}");
    }
}

#[test]
fn a_refused_address_to_listen_on_is_not_said_to_need_a_guard() {
    let pairs = [("server.host", "example.com"), ("upstream.base_url", "https://h"), ("upstream.token", "t")];
    assert!(
        line(Settings::layered(None, [], &pairs, true)).starts_with("server.host: \"example.com\" is no")
    );
}
