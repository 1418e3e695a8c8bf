//! `passerelle connect`: what clients are told, and how it is written into their files.

use std::{fs, process::Output};

use serde_json::{Value, json};

use crate::{folder::Folder, process::passerelle};

/// What `passerelle connect` prints.
fn connect(arguments: &[&str], settings: &[(&'static str, &str)]) -> Value {
    let output = passerelle(&[&["connect"], arguments].concat(), settings).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_client_is_told_how_to_start_the_bridge_or_where_it_is() {
    let host = [("upstream.base_url", "https://git.example.com/forge")];
    for (client, servers) in [("claude", "mcpServers"), ("cursor", "mcpServers"), ("vscode", "servers")] {
        let server = &connect(&[client], &host)[servers]["passerelle"];
        assert_eq!((&server["type"], &server["args"]), (&json!("stdio"), &json!(["mcp"])));
        assert!(server["command"].as_str().unwrap().ends_with("passerelle"), "{server}");
        assert_eq!(server["env"]["PASSERELLE__UPSTREAM__BASE_URL"], "https://git.example.com/forge");
        let tokens = [("server.auth_tokens", "alice:s3cret")];
        let server =
            &connect(&[client, "--url", "https://bridge.example.com/"], &tokens)[servers]["passerelle"];
        assert_eq!(
            (&server["type"], &server["url"]),
            (&json!("http"), &json!("https://bridge.example.com/mcp"))
        );
        assert_eq!(server["headers"]["Authorization"], "Bearer ONE_OF_THE_TOKENS");
        assert!(!server.to_string().contains("s3cret"));
    }
    let open_webui = connect(&["openwebui", "--url", "http://bridge:8080/mcp"], &[]);
    assert_eq!((&open_webui[0]["type"], &open_webui[0]["auth_type"]), (&json!("mcp"), &json!("none")));
    let n8n = &connect(&["n8n"], &[("server.port", "9000")])["nodes"][0]["parameters"];
    assert_eq!(n8n["endpointUrl"], "http://127.0.0.1:9000/mcp");
}

#[test]
fn what_a_clients_file_holds_besides_stays_as_it_is() {
    let file = Folder::new();
    let held = || serde_json::from_str::<Value>(&file.text(FILE)).unwrap();
    assert!(write(&file, &[], &[]).status.success());
    let mut own = held();
    own["mcpServers"]["other"] = json!({ "command": "other" });
    own["theme"] = json!("dark");
    file.write(FILE, &own.to_string());
    assert!(write(&file, &[], &[("upstream.base_url", "https://git.example.com")]).status.success());
    own["mcpServers"]["passerelle"]["env"]["PASSERELLE__UPSTREAM__BASE_URL"] =
        json!("https://git.example.com");
    assert_eq!(held(), own);
    file.write(FILE, "no JSON");
    let refused = write(&file, &[], &[]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("name another file"), "{refused:?}");
    assert_eq!(file.text(FILE), "no JSON");
}

const FILE: &str = "client.json";

/// Writes the entry into a client's file.
fn write(folder: &Folder, arguments: &[&str], settings: &[(&str, &str)]) -> Output {
    let file = folder.path(FILE);
    passerelle(&[&["connect", "claude", "--write", &file], arguments].concat(), settings).output().unwrap()
}

#[test]
fn comments_numbers_order_and_layout_of_a_file_stay_to_the_letter() {
    let around = [
        "// the team's\r\n{\r\n\t\"big\": 123456789012345678901234567890, \"m\": 1e2,\r\n\t\"mcpServers\": {\r\n\t\t\"y\": { \"command\": \"2\" }, // last",
        "\r\n\t},\r\n\t\"é\": \"\\u00e9\", /* end */\r\n}\r\n",
    ];
    let file = Folder::with(FILE, &around.concat());
    let done = write(&file, &["--url", "http://bridge:8080"], &[]);
    assert!(done.status.success(), "{done:?}");
    let text = file.text(FILE);
    // A comma has to come between the last entry and the new one.
    let (start, end) = (around[0].replace(" }, // last", " },"), around[1]);
    assert!(text.starts_with(&start) && text.contains("// last") && text.ends_with(end), "{text:?}");
    assert!(text.contains("\"passerelle\": {\r\n\t\t\t\"type\": \"http\""), "{text:?}");
    let again = write(&file, &["--url", "http://bridge:8080"], &[]);
    assert!(again.status.success());
    assert_eq!(file.text(FILE), text, "a second time changes nothing");
}

#[test]
fn what_an_operator_set_in_the_entry_stays_and_what_is_replaced_is_told() {
    let entry = json!({ "command": "/opt/wrapper", "cwd": "/srv", "env": {
        "PASSERELLE__POLICY__READ_ONLY": "true", "PASSERELLE__UPSTREAM__TOKEN_FILE": "/real/token" } });
    let file = Folder::with(FILE, &json!({ "mcpServers": { "passerelle": entry } }).to_string());
    let done = write(&file, &[], &[]);
    let told = String::from_utf8(done.stdout).unwrap();
    let held: Value = serde_json::from_str(&file.text(FILE)).unwrap();
    let held = &held["mcpServers"]["passerelle"];
    assert_eq!(held["cwd"], "/srv");
    assert_eq!(held["env"]["PASSERELLE__POLICY__READ_ONLY"], "true");
    assert_eq!(held["env"]["PASSERELLE__UPSTREAM__TOKEN_FILE"], "/real/token");
    assert!(told.contains("replaced: command was \"/opt/wrapper\"\n"), "{told}");
    let place = "mcpServers.passerelle.env.PASSERELLE__UPSTREAM__BASE_URL";
    assert!(told.ends_with(&format!("still to fill in: {place}\n")), "{told}");
    // To another way to reach the bridge, and back to a file of settings: no place to fill in is left over.
    assert!(write(&file, &["--url", "http://bridge:8080"], &[]).status.success());
    let held: Value = serde_json::from_str(&file.text(FILE)).unwrap();
    let held = &held["mcpServers"]["passerelle"];
    assert_eq!(
        (&held["url"], &held["command"], &held["args"]),
        (&json!("http://bridge:8080/mcp"), &Value::Null, &Value::Null)
    );
    assert_eq!(held["env"].as_object().unwrap().len(), 2, "{held}");
}

#[test]
fn a_file_that_can_t_be_replaced_or_understood_stays_as_it_is() {
    let twice = r#"{"mcpServers": {"a": {}}, "mcpServers": {"b": {}}}"#;
    for text in
        [twice, "[1]", "{\"mcpServers\": 1}", "{'a': 1}", "{", "{\"mcpServers\": {\"passerelle\": 1}}"]
    {
        let file = Folder::with(FILE, text);
        let done = write(&file, &[], &[]);
        assert!(!done.status.success(), "{text}");
        assert_eq!(file.text(FILE), text);
        let beside = fs::read_dir(file.path("")).unwrap().count();
        assert_eq!(beside, 1, "nothing is left beside it");
    }
}

#[test]
fn a_file_is_replaced_as_a_whole_behind_its_link_and_keeps_its_rights() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let file = Folder::with(FILE, "{}");
    fs::set_permissions(file.path(FILE), fs::Permissions::from_mode(0o600)).unwrap();
    let link = file.path("link.json");
    symlink(file.path(FILE), &link).unwrap();
    let before = fs::metadata(file.path(FILE)).unwrap();
    let done = passerelle(&["connect", "claude", "--write", &link], &[]).output().unwrap();
    assert!(done.status.success(), "{done:?}");
    let after = fs::metadata(file.path(FILE)).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(after.permissions().mode() & 0o777, 0o600);
    assert_ne!(before.ino(), after.ino(), "a reader of the old file never sees half of the new one");
}

#[test]
fn a_link_to_a_file_that_does_not_exist_yet_stays_and_a_device_is_refused() {
    let file = Folder::with(FILE, "{}");
    let link = file.path("link.json");
    std::os::unix::fs::symlink("client.json", &link).unwrap();
    fs::remove_file(file.path(FILE)).unwrap();
    let write_to = |to: &str| passerelle(&["connect", "claude", "--write", to], &[]).output().unwrap();
    assert!(write_to(&link).status.success());
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(file.text(FILE).contains("mcpServers"));
    for device in ["/dev/zero", "/dev"] {
        let refused = write_to(device);
        assert!(String::from_utf8_lossy(&refused.stderr).contains("name a file"), "{refused:?}");
    }
}

#[test]
fn an_address_that_is_more_or_less_than_a_place_is_refused_without_showing_it_before_anything_is_written() {
    for url in [
        "bridge:8080",
        "localhost:8080/mcp",
        "//bridge",
        "ftp://bridge",
        "http://",
        "http://user:secret@bridge",
        "http://b/?token=secret",
    ] {
        let file = Folder::with(FILE, "{}");
        let done = write(&file, &["--url", url], &[]);
        assert_eq!(done.status.code(), Some(2), "{url}");
        let told = String::from_utf8_lossy(&done.stderr);
        assert!(told.contains("like https://bridge.example.com") && !told.contains("secret"), "{told}");
        assert_eq!(file.text(FILE), "{}");
    }
}

#[test]
fn what_is_printed_names_what_is_to_be_filled_in_beside_it() {
    let done = passerelle(&["connect", "claude"], &[]).output().unwrap();
    let told = String::from_utf8(done.stderr).unwrap();
    assert_eq!(told.lines().count(), 2, "{told}");
    assert!(
        told.lines().all(|line| line.starts_with("still to fill in: mcpServers.passerelle.env.")),
        "{told}"
    );
}
