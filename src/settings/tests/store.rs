//! `[store]`: what replicas share.

use super::*;

#[test]
fn a_key_is_32_bytes_in_base64_and_never_printed() {
    let folder = Folder::new();
    let text = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    let settings = with("store.key_file", &folder.file("key", &format!("{text}\n"))).unwrap();
    let key = settings.store.key.as_ref().unwrap();
    assert_eq!(key.expose_secret().to_vec(), (0..32).collect::<Vec<u8>>());
    let printed = format!("{settings:?}");
    assert!(!printed.contains(text) && !printed.contains("0, 1, 2, 3"), "{printed}");
    for short in ["AAEC", "not base64", &text[..40]] {
        let file = folder.file("short", short);
        let problem = "holds no key; write 32 bytes in base64, as openssl rand -base64 32 does";
        assert_eq!(line(with("store.key_file", &file)), format!("store.key_file: {file:?} {problem}"));
    }
    assert!(from_toml("").unwrap().store.key.is_none());
}

#[test]
fn a_store_has_an_address_whose_password_is_never_printed() {
    let folder = Folder::new();
    let url = folder.file("url", "rediss://user:glpat-do-not-print@cache:6380/1\n");
    let store = from_toml(&format!("store.url_file = '{url}'")).unwrap().store;
    assert_eq!(store.url.as_ref().unwrap().expose_secret(), "rediss://user:glpat-do-not-print@cache:6380/1");
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
fn what_is_no_store_is_told_without_a_password() {
    let problem =
        "is no address of a store; write redis://, rediss:// or unix://, like redis://127.0.0.1:6379";
    for (written, shown) in [("http://u:glpat-do-not-print@h", "http://***@h"), ("redis://", "redis://")] {
        let told = line(from_toml(&format!("store.url = '{written}'")));
        assert_eq!(told, format!("store.url: \"{shown}\" {problem}"));
    }
}
