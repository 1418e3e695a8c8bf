//! The data that documents show: JSON, settings, what the program prints.

use std::{path::Path, sync::LazyLock};

use gitlab_sandbox::{World, schema};
use passerelle::{
    api::{self, faces::openapi},
    language::Language,
};
use serde_json::{Value, json};

use super::{pages::ROOT, place::Place};
use crate::{
    conformance::Schema,
    folder::settings_of,
    process::{Server, http_client, passerelle},
};

/// Checks a block of JSON: it is the configuration of a client, a sandbox's world, or an example of the `OpenAPI` document.
pub(super) fn json(page: &str, text: &str, place: &Place) {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|why| unreachable!("{page}: {why}: {text}"));
    if let Some(server) = value["mcpServers"].get("passerelle") {
        client(page, server, &value, place);
    } else if value.get("groups").is_some() && value.get("tokens").is_some() {
        assert_eq!(Schema::new(&schema()).fault(&value), None, "{page}");
        World::from_json(text).unwrap();
    } else {
        assert!(SENT.contains(&value), "{page}: no test holds {text}");
    }
}

/// Checks that the configuration is what `passerelle connect` prints, save the path of the program, and that the program starts
/// with it.
fn client(page: &str, server: &Value, whole: &Value, place: &Place) {
    let own = |arguments: &[&str], settings: &[(&str, &str)]| -> Value {
        let done = passerelle(&[&["connect", "claude"], arguments].concat(), settings).output().unwrap();
        serde_json::from_slice(&done.stdout).unwrap()
    };
    if let Some(url) = server["url"].as_str() {
        let printed = own(&["--url", url], &[("server.auth_tokens", "secret")]);
        assert_eq!(whole, &printed, "{page}");
        return;
    }
    let mut printed = own(&[], &[])["mcpServers"]["passerelle"].clone();
    printed["command"] = json!("passerelle");
    assert_eq!(server, &printed, "{page}");
    let variables = server["env"].as_object().unwrap().iter();
    let variables: Vec<_> =
        variables.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect();
    let words: Vec<_> =
        server["args"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    let done = place.command(&words, &variables).output().unwrap();
    assert!(done.status.success(), "{page}: {}", String::from_utf8_lossy(&done.stderr));
}

/// Every request and answer among the document's examples, all of which a test sends.
static SENT: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let document = openapi::document(Language::Fr, &api::operations());
    let mut sent = Vec::new();
    for post in document["paths"].as_object().unwrap().values().map(|item| &item["post"]) {
        for content in [&post["requestBody"]["content"], &post["responses"]["200"]["content"]] {
            let examples = content["application/json"]["examples"].as_object();
            sent.extend(
                examples.into_iter().flat_map(|shown| shown.values().map(|example| example["value"].clone())),
            );
        }
    }
    sent
});

/// Checks that a block of settings starts a bridge.
pub(super) fn toml(page: &str, text: &str) {
    let loaded = settings_of(text, &[]);
    assert!(loaded.is_ok(), "{page}: {loaded:?}: {text}");
}

/// Checks a block of plain text: each is named here with what it is compared with.
pub(super) async fn text(page: &str, text: &str) {
    if text.starts_with("passerelle::audit: written") {
        audit_line(text).await;
        return;
    }
    assert!(text.starts_with("HTTP, MCP ─► api"), "{page}: nothing compares the block {text}");
    for module in text.lines().filter_map(|line| line.split("─► ").nth(1)?.split(' ').next()) {
        assert!(Path::new(ROOT).join(format!("src/{module}.rs")).exists(), "{page}: {module}");
    }
}

/// What the log says of the first write that README shows, by a caller of this name.
async fn audit_line(shown: &str) {
    let bridge = Server::start(&["demo"], &[("server.auth_tokens", "alice:secret")]);
    let close = json!({ "project_hint": "portail citoyen", "issue_hint": "page de connexion" });
    let call = http_client().post(format!("{}/api/v1/issues/assistant-close", bridge.address));
    assert_eq!(call.bearer_auth("secret").json(&close).send().await.unwrap().status(), 200);
    let log = tokio::task::spawn_blocking(|| bridge.stop()).await.unwrap();
    let line = log.lines().find(|line| line.contains("passerelle::audit: written")).unwrap();
    let shown = shown.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let (shown, _) = shown.split_once(" host_request=").unwrap();
    assert!(line.contains(shown), "{line}\n{shown}");
}
