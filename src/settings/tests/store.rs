//! `[store]`: what replicas share.

use super::*;

const KEY: &str = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";

#[test]
fn a_store_has_an_address_and_may_have_a_key() {
    let folder = Folder::new();
    let (key, url) =
        (folder.file("key", KEY), folder.file("url", "rediss://user:glpat-do-not-print@cache:6380/1\n"));
    let store = from_toml(&format!("store.url_file = '{url}'\nstore.key_file = '{key}'")).unwrap().store;
    assert_eq!(store.url.as_ref().unwrap().expose_secret(), "rediss://user:glpat-do-not-print@cache:6380/1");
    assert_eq!(store.key.as_ref().unwrap().expose_secret(), &[1; 32]);
    assert!(!format!("{store:?}").contains(SECRET));
    assert!(from_environment(&[]).unwrap().store.url.is_none());
}

#[test]
fn answers_are_kept_for_a_day_in_a_store_unless_a_time_is_set() {
    let kept = |text: &str| from_toml(text).unwrap().server.idempotency_ttl.as_secs();
    assert_eq!(kept(""), 600);
    assert_eq!(kept("store.url = 'redis://h'"), 24 * 60 * 60);
    assert_eq!(kept("store.url = 'redis://h'\nserver.idempotency_ttl = '10m'"), 600);
}

#[test]
fn what_is_no_store_and_no_key_is_told_without_a_password() {
    let folder = Folder::new();
    let short = folder.file("key", "c2hvcnQ=");
    for (written, expected) in [
        (
            "store.url = 'http://u:glpat-do-not-print@h'",
            "store.url: \"http://***@h\" is no address of a store; write redis://, rediss:// or unix://, like redis://127.0.0.1:6379",
        ),
        (
            "store.url = 'redis://'",
            "store.url: \"redis://\" is no address of a store; write redis://, rediss:// or unix://, like redis://127.0.0.1:6379",
        ),
    ] {
        assert_eq!(line(from_toml(written)), expected);
    }
    let told = line(from_toml(&format!("store.key_file = '{short}'")));
    assert!(
        told.ends_with("holds no key; write 32 random bytes in base64, as openssl rand -base64 32 does"),
        "{told}"
    );
}
