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
