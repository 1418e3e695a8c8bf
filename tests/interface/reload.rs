//! SIGHUP: tokens are replaced without a restart, and without a request that is refused.

use std::{
    fs,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
};

use passerelle::{app, settings::Settings};
use reqwest::{Client, StatusCode};
use tokio::task::spawn_blocking;
use wiremock::{Mock, MockServer, ResponseTemplate, matchers::any};

use crate::{
    folder::Folder,
    process::{Server, http_client},
};

pub(crate) fn hang_up(server: &Server) {
    Command::new("kill").args(["-HUP", &server.id().to_string()]).status().unwrap();
}

/// A bridge whose tokens are in files, in front of a host that has no groups.
async fn bridge(secrets: &Folder) -> (MockServer, Arc<Server>) {
    let host = MockServer::builder().start().await;
    let empty = ResponseTemplate::new(200).set_body_json(serde_json::json!([]));
    Mock::given(any()).respond_with(empty).mount(&host).await;
    secrets.write("upstream", "glpat-the-old-one");
    secrets.write("callers", "bot:the-old-token");
    secrets.write("alice", "alice-the-old");
    let (upstream, callers, alice) =
        (secrets.path("upstream"), secrets.path("callers"), secrets.path("alice"));
    let settings = [
        ("upstream.base_url", &*host.uri()),
        ("upstream.token_file", &upstream),
        ("server.auth_tokens_file", &callers),
        ("callers.alice.token_file", &alice),
    ];
    let server = Server::start(&["serve"], &settings);
    (host, Arc::new(server))
}

pub(crate) async fn search(client: &Client, address: &str, token: &str) -> StatusCode {
    let request = client.post(format!("{address}/api/v1/groups/search")).bearer_auth(token);
    let request = request.header("content-type", "application/json").body(r#"{"query": "ville"}"#);
    request.send().await.unwrap().status()
}

/// Asks until the token is answered like this.
pub(crate) async fn until(client: &Client, address: &str, token: &str, status: StatusCode) {
    while search(client, address, token).await != status {}
}

/// Waits until this many reloads were refused.
#[expect(clippy::disallowed_methods, reason = "the bridge's own metrics are short")]
async fn refused(client: &Client, address: &str, times: usize) {
    let count = format!("passerelle_reloads_total{{outcome=\"refused\"}} {times}\n");
    let metrics =
        async || client.get(format!("{address}/metrics")).send().await.unwrap().text().await.unwrap();
    while !metrics().await.contains(&count) {}
}

async fn log_of(server: Arc<Server>) -> String {
    let server = Arc::into_inner(server).unwrap();
    spawn_blocking(|| server.stop()).await.unwrap()
}

#[tokio::test]
async fn tokens_are_replaced_under_load_and_no_request_is_refused() {
    let secrets = Folder::new();
    let (host, server) = bridge(&secrets).await;
    let client = http_client();
    let is_over = Arc::new(AtomicBool::new(false));
    let uses_new = Arc::new(AtomicBool::new(false));
    let load = (0..4).map(|number| {
        let (client, address) = (client.clone(), server.address.clone());
        let (is_over, uses_new) = (Arc::clone(&is_over), Arc::clone(&uses_new));
        tokio::spawn(async move {
            let [old, new] = if number % 2 == 0 {
                ["the-old-token", "the-new-token"]
            } else {
                ["alice-the-old", "alice-the-new"]
            };
            let mut refused = 0;
            while !is_over.load(SeqCst) {
                let token = if uses_new.load(SeqCst) { new } else { old };
                refused += usize::from(search(&client, &address, token).await != StatusCode::OK);
            }
            refused
        })
    });
    let load: Vec<_> = load.collect();
    // The new ones beside the old ones, then callers change over, then the old ones go.
    secrets.write("callers", "bot:the-old-token\nbot:the-new-token\n");
    secrets.write("alice", "alice-the-old\nalice-the-new\n");
    secrets.write("upstream", "glpat-the-new-one");
    hang_up(&server);
    until(&client, &server.address, "alice-the-new", StatusCode::OK).await;
    uses_new.store(true, SeqCst);
    let before = host.received_requests().await.unwrap().len();
    assert_eq!(search(&client, &server.address, "the-old-token").await, StatusCode::OK);
    is_over.store(true, SeqCst);
    for task in load {
        assert_eq!(task.await.unwrap(), 0);
    }
    secrets.write("callers", "bot:the-new-token");
    secrets.write("alice", "alice-the-new");
    hang_up(&server);
    until(&client, &server.address, "the-old-token", StatusCode::UNAUTHORIZED).await;
    until(&client, &server.address, "alice-the-old", StatusCode::UNAUTHORIZED).await;
    assert_eq!(search(&client, &server.address, "alice-the-new").await, StatusCode::OK);
    let shown = host.received_requests().await.unwrap();
    let shown = shown.iter().skip(before);
    assert!(shown.clone().count() > 0);
    assert!(shown.into_iter().all(|request| request.headers["private-token"] == "glpat-the-new-one"));
    log_of(server).await;
}

#[tokio::test]
async fn wrong_settings_keep_the_old_tokens_and_log_one_line() {
    let secrets = Folder::new();
    let (_host, server) = bridge(&secrets).await;
    let client = http_client();
    secrets.write("callers", "bot:a token with-spaces\n:without-a-name");
    secrets.write("upstream", "");
    hang_up(&server);
    refused(&client, &server.address, 1).await;
    assert_eq!(search(&client, &server.address, "the-old-token").await, StatusCode::OK);
    let log = log_of(server).await;
    let told: Vec<_> = log.lines().filter(|line| line.contains("stay as they were")).collect();
    assert_eq!(told.len(), 1, "{log}");
    assert!(!log.contains("with-spaces"), "{log}");
}

#[tokio::test]
async fn a_reload_does_not_open_the_bridge_to_all() {
    let secrets = Folder::new();
    secrets.write(
        "settings.toml",
        "[callers.a]\ntoken = 'the-old-token'\n[upstream]\nbase_url = 'http://127.0.0.1:9'\ntoken = 't'",
    );
    let file = secrets.path("settings.toml");
    let server = Arc::new(Server::start(&["serve", "--config", &file], &[]));
    let client = http_client();
    let wrong = [
        "[upstream]\nbase_url = 'http://127.0.0.1:9'\ntoken = 't'",
        "[callers.a]\ntoken = 'x'\n[upstream]\nbase_url = 'http://127.0.0.1:10'\ntoken = 't'",
        "no TOML",
    ];
    for (number, text) in wrong.into_iter().enumerate() {
        secrets.write("settings.toml", text);
        hang_up(&server);
        refused(&client, &server.address, number + 1).await;
        assert_eq!(search(&client, &server.address, "wrong").await, StatusCode::UNAUTHORIZED);
        assert_eq!(search(&client, &server.address, "the-old-token").await, StatusCode::BAD_GATEWAY);
    }
    let text =
        "[callers.a]\ntoken = 'the-new-token'\n[upstream]\nbase_url = 'http://127.0.0.1:9'\ntoken = 't'";
    secrets.write("settings.toml", text);
    hang_up(&server);
    until(&client, &server.address, "the-new-token", StatusCode::BAD_GATEWAY).await;
    log_of(server).await;
}

#[tokio::test]
async fn a_file_that_hangs_stops_neither_calls_nor_the_end() {
    let secrets = Folder::new();
    let (_host, server) = bridge(&secrets).await;
    let client = http_client();
    fs::remove_file(secrets.path("alice")).unwrap();
    assert!(Command::new("mkfifo").arg(secrets.path("alice")).status().unwrap().success());
    hang_up(&server);
    for _ in 0..20 {
        assert_eq!(search(&client, &server.address, "alice-the-old").await, StatusCode::OK);
    }
    log_of(server).await;
}

#[tokio::test]
async fn a_reload_names_the_settings_that_it_does_not_take_over() {
    let secrets = Folder::new();
    secrets.write("store_url", "redis://127.0.0.1:9");
    let settings = |more: &str| {
        let store = secrets.path("store_url");
        format!(
            "{more}\n[upstream]\nbase_url = 'http://127.0.0.1:9'\ntoken = 't'\n[store]\nurl_file = '{store}'"
        )
    };
    secrets.write("settings.toml", &settings("[callers.a]\ntoken = 'the-old-token'"));
    let file = secrets.path("settings.toml");
    let server = Arc::new(Server::start(&["serve", "--config", &file], &[]));
    let client = http_client();
    secrets.write("store_url", "redis://:secret-of-the-store@127.0.0.1:9");
    let more = "[callers.a]\ntoken = 'the-new-token'\n[policy]\nroots = ['ville']\n[log]\nfilter = 'warn'";
    let more = settings(more).replace("token = 't'", "token = 't'\ntimeout = '60s'");
    secrets.write("settings.toml", &more);
    hang_up(&server);
    until(&client, &server.address, "the-new-token", StatusCode::BAD_GATEWAY).await;
    let log = log_of(server).await;
    let told: Vec<_> = log.lines().filter(|line| line.contains("take a restart")).collect();
    assert_eq!(told.len(), 1, "{log}");
    assert!(
        told[0].contains("settings=\"log.filter, policy.roots, store.url_file, upstream.timeout\""),
        "{log}"
    );
}

/// Asks what this project hint means until the project has this name.
#[expect(clippy::disallowed_methods, reason = "the bridge's own answers are short")]
async fn until_meant(client: &Client, address: &str, name: &str) {
    let body = r#"{"project_hint": "la boîte"}"#;
    loop {
        let request = client.post(format!("{address}/api/v1/projects/summary")).bearer_auth("the-old-token");
        let answer = request.header("content-type", "application/json").body(body).send().await.unwrap();
        let answer: serde_json::Value = answer.json().await.unwrap();
        if answer["project"]["name"] == name {
            return;
        }
    }
}

#[tokio::test]
async fn a_teams_own_words_are_read_again_and_a_path_that_is_gone_is_told_once_a_reading() {
    let mut world = gitlab_sandbox::World::empty();
    world.group("ville", "Ville");
    world.project("ville/agenda", "Agenda");
    world.project("ville/portail", "Portail");
    let stage = crate::stage::Stage::with(world).await;
    let secrets = Folder::new();
    secrets.write("callers", "bot:the-old-token");
    secrets.write("names.toml", "\"la boîte\" = \"ville/agenda\"");
    let (callers, names) = (secrets.path("callers"), secrets.path("names.toml"));
    let settings = [
        ("upstream.base_url", &*stage.server.uri()),
        ("upstream.token", gitlab_sandbox::TOKEN),
        ("server.auth_tokens_file", &callers),
        ("resolution.names_file", &names),
    ];
    let server = Arc::new(Server::start(&["serve"], &settings));
    let client = http_client();
    until_meant(&client, &server.address, "Agenda").await;
    secrets.write("names.toml", "\"la boîte\" = \"ville/portail\"");
    hang_up(&server);
    until_meant(&client, &server.address, "Portail").await;
    secrets.write("names.toml", "\"la boîte\" = 5");
    hang_up(&server);
    refused(&client, &server.address, 1).await;
    until_meant(&client, &server.address, "Portail").await;
    secrets.write("names.toml", "\"la boîte\" = \"ville/parti\"");
    hang_up(&server);
    let is_gone = "ville/parti";
    while stage.count("GET /projects/ville/parti") + stage.count("GET /projects/ville%2Fparti") < 2 {
        let request = client.post(format!("{}/api/v1/projects/summary", server.address));
        let request = request.bearer_auth("the-old-token").header("content-type", "application/json");
        request.body(r#"{"project_hint": "la boîte"}"#).send().await.unwrap();
    }
    let log = log_of(server).await;
    assert_eq!(log.lines().filter(|line| line.contains(is_gone)).count(), 1, "{log}");
    assert!(!log.contains("take a restart"), "{log}");
}

#[test]
fn a_changed_setting_is_said_to_take_a_restart_unless_it_was_taken_over() {
    let set = |key: &str, value: &str| Settings::load(None, &[(key, value)]).unwrap();
    for (key, takes_a_restart) in [("oauth.default_caller", false), ("oauth.groups_claim", true)] {
        let ignored = app::ignored_by_reload(&set(key, "one"), &set(key, "other"));
        assert_eq!(ignored, [key].repeat(takes_a_restart.into()));
    }
}
