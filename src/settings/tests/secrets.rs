//! Tokens and the files that hold them: where they come from, and that they never print.

use super::*;

#[test]
fn a_token_comes_inline_or_from_a_file_but_not_from_both() {
    let folder = Folder::new();
    let file = folder.file("token", "  glpat-do-not-print \n");
    let base = ("PASSERELLE__UPSTREAM__BASE_URL", "https://example.com");
    let from_file = from_environment(&[base, ("PASSERELLE__UPSTREAM__TOKEN_FILE", &file)]).unwrap();
    assert_eq!(from_file.require_host().unwrap().token.expose_secret(), SECRET);
    let both = [("PASSERELLE__UPSTREAM__TOKEN", SECRET), ("PASSERELLE__UPSTREAM__TOKEN_FILE", &file)];
    assert_eq!(
        line(from_environment(&both)),
        "upstream.token: stands beside upstream.token_file, and one is allowed; drop upstream.token to use the file"
    );
}

#[test]
fn a_token_that_no_header_takes_is_refused_without_showing_it() {
    let folder = Folder::new();
    let allowed =
        "holds a character that no HTTP header takes; write visible ASCII characters without spaces";
    for token in
        ["glpat-do-not-print x", "glpat-do-not-print\nx", "glpat-do-not-printé", "glpat-do-not-print\u{7f}"]
    {
        assert_eq!(line(with("upstream.token", token)), format!("upstream.token: its value {allowed}"));
        let file = folder.file("token", token);
        assert_eq!(
            line(with("upstream.token_file", &file)),
            format!("upstream.token_file: {file:?} {allowed}")
        );
    }
    assert_eq!(line(with("upstream.token", " ")), "upstream.token: its value is empty; write the token");
}

#[test]
fn a_file_may_begin_with_a_byte_order_mark_and_another_encoding_is_told_to_be_saved_as_utf8() {
    let folder = Folder::new();
    let file = folder.file("token", "\u{feff}glpat-do-not-print\n");
    let settings = with("upstream.token_file", &file).unwrap();
    assert_eq!(settings.upstream.token.unwrap().expose_secret(), SECRET);
    std::fs::write(&file, b"\xff\xfeg\0l\0").unwrap();
    let told = line(with("upstream.token_file", &file));
    assert!(told.ends_with("can't be read (no UTF-8; save it as UTF-8); name a readable file"), "{told}");
}

#[test]
fn caller_tokens_of_the_list_and_of_the_file_are_merged() {
    let folder = Folder::new();
    let file = folder.file("callers", "# who may call\n\nbot:abc\n  def  \r\n");
    let pairs =
        [("PASSERELLE__SERVER__AUTH_TOKENS", "ops:xyz"), ("PASSERELLE__SERVER__AUTH_TOKENS_FILE", &file)];
    assert_eq!(tokens(&from_environment(&pairs).unwrap()), "Some(\"ops\")=xyz Some(\"bot\")=abc None=def");
    let file = folder.file("bad", "# one\nbot:glpat-do-not-print x\n");
    assert!(line(with("server.auth_tokens_file", &file)).starts_with("server.auth_tokens_file (line 2): "));
    let file = folder.file("none", "# nobody yet\n");
    assert_eq!(
        line(with("server.auth_tokens_file", &file)),
        format!("server.auth_tokens_file: {file:?} holds no token; write one name:token or token a line")
    );
}

#[test]
fn files_must_be_readable_and_not_blank() {
    let folder = Folder::new();
    let blank = folder.file("blank", " \n");
    for key in ["server.auth_tokens_file", "upstream.token_file", "upstream.ca_file"] {
        assert_eq!(line(with(key, "/nowhere/x")), format!("{key}: \"/nowhere/x\" {FILE}"));
        assert_eq!(
            line(with(key, &blank)),
            format!("{key}: {blank:?} is blank; write something into the file")
        );
        assert_eq!(line(with(key, "")), format!("{key}: \"\" is blank; name a readable file"));
    }
}

#[test]
fn a_certificate_authority_is_pem() {
    let folder = Folder::new();
    let good = folder.file("ca", "x\n-----BEGIN CERTIFICATE-----\nMII=\n-----END CERTIFICATE-----\n");
    assert_eq!(with("upstream.ca_file", &good).unwrap().upstream.ca_file, Some(PathBuf::from(&good)));
    let bad = folder.file("key", "-----BEGIN PRIVATE KEY-----\nMII=\n-----END PRIVATE KEY-----\n");
    assert_eq!(
        line(with("upstream.ca_file", &bad)),
        format!("upstream.ca_file: {bad:?} holds no certificate; write PEM with a CERTIFICATE block")
    );
}

#[test]
fn secrets_never_print() {
    let pairs = [
        ("PASSERELLE__UPSTREAM__BASE_URL", "https://example.com"),
        ("PASSERELLE__UPSTREAM__TOKEN", SECRET),
        ("PASSERELLE__UPSTREAM__PROXY", "http://me:glpat-do-not-print@proxy:3128"),
        ("PASSERELLE__SERVER__AUTH_TOKENS", "bot:glpat-do-not-print"),
    ];
    let shown = format!("{:#?}", from_environment(&pairs).unwrap());
    assert!(!shown.contains(SECRET), "{shown}");
    assert!(shown.contains("http://***@proxy:3128"), "{shown}");
}
