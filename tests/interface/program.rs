//! The program as operators run it: its log, its exit codes, what it prints.

use gitlab_sandbox::{TOKEN, World};
use passerelle::api;
use serde_json::{Value, json};
use wiremock::{Mock, MockServer, ResponseTemplate, matchers::any};

use crate::{
    process::{Server, before, checked, http_client, output, passerelle},
    stage::Stage,
};

#[tokio::test]
async fn each_request_has_one_log_line_each_write_another_and_probes_that_succeed_none() {
    let demo = Server::start(&["demo"], &[("log.format", "json")]);
    let client = http_client();
    let close = json!({ "project_hint": "portail citoyen", "issue_hint": "page de connexion" });
    let address = format!("{}/api/v1/issues/assistant-close", demo.address);
    client.post(address).header("x-request-id", "caller-42").json(&close).send().await.unwrap();
    for path in ["/health/ready", "/metrics", "/openapi.json", "/nowhere"] {
        client.get(format!("{}{path}", demo.address)).send().await.unwrap();
    }
    let demo_address = demo.address.clone();
    let log = demo.stop();
    let told: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [serving, written, called, refused, _stopping] = told.as_slice() else { panic!("{log}") };
    assert_eq!(serving["fields"]["message"], "serving");
    assert_eq!(serving["fields"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(serving["fields"]["address"], demo_address);
    assert_eq!(serving["fields"]["policy"], "no limits");
    assert_eq!(serving["fields"]["callers"], "anyone on this machine");
    assert_eq!(written["target"], "passerelle::audit");
    assert_eq!(written["span"]["id"], "caller-42", "{written}");
    assert_eq!(called["span"]["id"], "caller-42", "{called}");
    assert_eq!(called["fields"]["operation"], "assistant_close_issue");
    assert_eq!(called["fields"]["outcome"], "closed");
    assert_eq!(called["fields"]["status"], 200);
    assert!(called["fields"]["host_calls"].as_u64() >= Some(3), "{called}");
    assert!(called["fields"]["milliseconds"].is_u64(), "{called}");
    assert_eq!(refused["fields"]["code"], "unknown_route");
}

/// What `passerelle check` prints with a host that answers everything like this.
async fn check_before(code: i32, answer: ResponseTemplate) -> String {
    let server = MockServer::builder().start().await;
    Mock::given(any()).respond_with(answer).mount(&server).await;
    checked(code, &[("upstream.base_url", &server.uri()), ("upstream.token", "secret-token")]).await
}

#[tokio::test]
async fn check_prints_what_the_host_says_on_one_line_and_without_the_token() {
    let odd = "secret-token\n\u{1b}[31m\u{202e}";
    let body = json!({ "version": odd, "username": odd, "scopes": [odd, "api"], "expires_at": odd });
    let told = check_before(0, ResponseTemplate::new(200).set_body_json(body)).await;
    let redirect =
        ResponseTemplate::new(301).insert_header("location", "https://elsewhere.example.com/secret-token");
    let told = told + &check_before(6, redirect).await;
    assert!(told.matches("***").count() >= 4, "{told}");
    let is_odd = |character: char| character != '\n' && (character.is_control() || character == '\u{202e}');
    assert!(!told.contains("secret-token") && !told.contains(is_odd), "{told:?}");
}

#[tokio::test]
async fn check_says_of_a_good_host_who_the_token_is_and_what_it_may_do() {
    let mut world = World::sample();
    world.tokens[0].expires_at = Some("2999-01-01".to_owned());
    let stage = Stage::with(world).await;
    let told = checked(0, &before(&stage.server.uri(), &[])).await;
    for line in [
        "ok      settings",
        "ok      name",
        "ok      network",
        "odd     tls",
        "ok      host",
        "ok      token",
    ] {
        assert!(told.contains(line), "{line} in {told}");
    }
    assert!(told.contains("expiry: on 2999-01-01"), "{told}");
    assert!(told.contains(&format!("all {} served operations can work", api::operations().len())), "{told}");
    assert!(!told.contains(TOKEN));
}

#[tokio::test]
async fn scopes_that_are_not_enough_to_change_something_are_enough_to_read() {
    let mut world = World::sample();
    world.tokens[0].scopes = vec!["read_api".to_owned()];
    let stage = Stage::with(world).await;
    let uri = stage.server.uri();
    assert!(checked(7, &before(&uri, &[])).await.contains("FAILED  scopes: read_api"));
    checked(0, &before(&uri, &[("policy.read_only", "true")])).await;
}

#[tokio::test]
async fn check_tells_a_wrong_setting_from_a_wrong_name_a_closed_port_and_missing_tls() {
    assert!(checked(3, &[]).await.contains("FAILED  settings: upstream.base_url"));
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let plain = MockServer::builder().start().await;
    for (address, code, line) in [
        ("https://gitlab.invalid".to_owned(), 4, "FAILED  name: gitlab.invalid"),
        (format!("http://{closed}"), 4, "FAILED  network"),
        (plain.uri().replace("http://", "https://"), 5, "FAILED  tls"),
    ] {
        let told = checked(code, &before(&address, &[])).await;
        assert!(told.contains(line), "{line} in {told}");
    }
}

#[tokio::test]
async fn the_lines_of_calls_say_who_called_also_of_reads_and_refusals() {
    let settings =
        [("log.format", "json"), ("server.auth_tokens", "alice:one,two"), ("policy.read_only", "true")];
    let demo = Server::start(&["demo"], &settings);
    for (token, operation) in [("one", "issues/assistant-list"), ("two", "issues/assistant-close")] {
        let call = http_client().post(format!("{}/api/v1/{operation}", demo.address));
        call.bearer_auth(token).json(&json!({ "project_hint": "portail citoyen" })).send().await.unwrap();
    }
    let log = tokio::task::spawn_blocking(|| demo.stop()).await.unwrap();
    let told =
        log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["fields"]["caller"].clone());
    assert_eq!(told.filter(|caller| !caller.is_null()).collect::<Vec<_>>(), ["alice", "token 2"]);
}

#[tokio::test]
async fn a_sandbox_with_fail_fails_that_share_of_its_calls_and_answers_the_others() {
    let sandbox = Server::start(&["sandbox", "--fail", "10"], &[]);
    let client = http_client();
    let version = format!("{}/api/v4/version", sandbox.address);
    let (mut failed, mut broken, mut good) = (0, 0, 0);
    // Only the first fifty, since one of the later ones is slow.
    for _ in 0..50 {
        let call = client.get(&version).header("private-token", TOKEN);
        let answer = async {
            let mut answer = call.send().await?;
            while answer.chunk().await?.is_some() {}
            Ok::<_, reqwest::Error>(answer.status())
        };
        match answer.await {
            Err(_) => broken += 1,
            Ok(status) if status.is_success() => good += 1,
            Ok(_) => failed += 1,
        }
    }
    assert_eq!((failed, broken, good), (3, 2, 45));
    tokio::task::spawn_blocking(|| sandbox.stop()).await.unwrap();
    let refused = passerelle(&["sandbox", "--fail", "101"], &[]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

/// Runs a command that ends by itself; returns its exit code and what it wrote to standard error.
pub(crate) fn fails(arguments: &[&str], settings: &[(&str, &str)]) -> (i32, String) {
    let output = passerelle(arguments, settings).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_port_that_is_taken_is_told_with_what_to_do() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (code, told) = fails(&["demo", "--port", &port], &[("log.filter", "off")]);
    assert_eq!(code, 1);
    assert!(told.contains(&format!("can't listen on 127.0.0.1 port {port}")), "{told}");
    assert!(told.contains("choose another port with --port"), "{told}");
}

#[test]
fn the_command_line_says_where_to_listen_over_every_setting() {
    let server = Server::start(&["sandbox", "--host", "localhost", "--port", "0"], &[("server.host", "::1")]);
    assert!(server.address.starts_with("http://127.0.0.1:"), "{}", server.address);
}

#[test]
fn the_bare_command_and_the_health_check_take_a_port_too() {
    let host =
        [("upstream.base_url", "http://127.0.0.1:1"), ("upstream.token", "a-token"), ("server.port", "1")];
    let server = Server::start(&["--port", "0"], &host);
    let port = server.address.rsplit(':').next().unwrap();
    let asked = passerelle(&["healthcheck", "--port", port], &host).output().unwrap();
    assert!(asked.status.success(), "{asked:?}");
}

#[test]
fn the_demo_runs_off_the_loopback_address_and_its_lines_can_be_pasted() {
    let mut command = passerelle(&["demo", "--host", "0.0.0.0", "--port", "0"], &[]);
    let mut child =
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null()).spawn().unwrap();
    let lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    let told: Vec<String> = lines.take(8).map(Result::unwrap).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    let port = told[0].rsplit(':').next().unwrap();
    assert_eq!(told[0], format!("listening on http://0.0.0.0:{port}"));
    assert!(
        told.iter().any(|line| line.starts_with(&format!("curl -s http://localhost:{port}/api/v1/"))),
        "{told:?}"
    );
}

#[test]
fn the_start_tells_all_that_is_wrong_a_line_each() {
    let (code, told) =
        fails(&["demo"], &[("server.port", "x"), ("log.filter", "inffo"), ("policy.roots", "")]);
    assert_eq!(code, 1);
    assert_eq!(told.lines().count(), 3, "{told}");
    assert!(told.lines().all(|line| line.starts_with("passerelle: ")), "{told}");
}

#[test]
fn what_lacks_is_told_beside_what_is_wrong_and_what_was_refused_is_not_said_to_lack() {
    let starts = |settings: &[(&str, &str)]| -> Vec<String> {
        let told = fails(&["serve"], settings).1;
        let checked = passerelle(&["check"], settings).output().unwrap();
        assert_eq!(checked.status.code(), Some(3), "{checked:?}");
        assert!(
            String::from_utf8(checked.stdout)
                .unwrap()
                .contains(told.lines().last().unwrap().trim_start_matches("passerelle: "))
        );
        told.lines().map(|line| line.split([':', ',']).nth(1).unwrap().trim().to_owned()).collect()
    };
    let open = ("server.host", "0.0.0.0");
    assert_eq!(
        starts(&[open, ("upstream.base_url", "gitlab")]),
        ["upstream.base_url", "server.host", "upstream.token"]
    );
    assert_eq!(
        starts(&[open, ("server.auth_tokens", "a:")]),
        ["server.auth_tokens (entry 1)", "upstream.base_url"]
    );
    let file = ("upstream.token_file", "/nowhere");
    assert_eq!(starts(&[("upstream.base_url", "https://gitlab.example.com"), file]), ["upstream.token_file"]);
}

#[test]
fn each_kind_of_client_gets_the_tools_in_its_own_words() {
    let list = |format: &str, settings: &[(&str, &str)]| -> Value {
        let output = passerelle(&["tools", "--format", format], settings).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let names: Vec<_> = api::operations().iter().map(|operation| json!(operation.name)).collect();
    let mcp = list("mcp", &[]);
    let tools = mcp["tools"].as_array().unwrap();
    assert_eq!(tools.iter().map(|tool| tool["name"].clone()).collect::<Vec<_>>(), names);
    for (index, tool) in tools.iter().enumerate() {
        let openai = &list("openai", &[])[index];
        let function = json!({
            "name": tool["name"], "description": tool["description"], "parameters": tool["inputSchema"],
        });
        assert_eq!(openai, &json!({ "type": "function", "function": function }));
        let anthropic = &list("anthropic", &[])[index];
        let expected = json!({
            "name": tool["name"], "description": tool["description"], "input_schema": tool["inputSchema"],
        });
        assert_eq!(anthropic, &expected);
        if index > 1 {
            break;
        }
    }
    let core = list("openai", &[("mcp.toolset", "core")]);
    assert_eq!(core.as_array().unwrap().len(), 10);
    let served = list("anthropic", &[("policy.operations", "search_groups"), ("messages.language", "en")]);
    assert_eq!(served[0]["name"], "search_groups");
    assert_eq!(served.as_array().unwrap().len(), 1);
}

#[test]
fn the_document_is_printed_in_the_version_that_is_asked_for_with_the_operations_of_the_policy() {
    for (version, printed) in [("3.0", "3.0.3"), ("3.1", "3.1.0")] {
        let settings = [("policy.operations", "search_groups")];
        let output = passerelle(&["openapi", "--version", version], &settings).output().unwrap();
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["openapi"], printed);
        let served =
            document["paths"].as_object().unwrap().keys().filter(|path| path.starts_with("/api/v1/"));
        assert_eq!(served.collect::<Vec<_>>(), ["/api/v1/groups/search"]);
    }
}

#[test]
fn an_output_that_its_reader_closes_is_no_failure() {
    let mut command = passerelle(&["openapi"], &[]);
    let mut child =
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[tokio::test]
async fn check_tells_the_address_of_a_project_from_that_of_a_host() {
    let server = MockServer::builder().start().await;
    let answer = ResponseTemplate::new(404).set_body_raw("<html>", "text/html");
    Mock::given(any()).respond_with(answer).mount(&server).await;
    let told = checked(6, &before(&format!("{}/ville/portail-citoyen", server.uri()), &[])).await;
    assert!(told.contains("is /ville/portail-citoyen a group or a project?"), "{told}");
    assert!(told.contains(&format!("perhaps \"{}\"", server.uri())), "{told}");
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let script = passerelle(&["completions", shell], &[]).output().unwrap();
        let script = String::from_utf8(script.stdout).unwrap();
        for command in ["serve", "demo", "sandbox", "check", "healthcheck", "openapi", "mcp"] {
            assert!(script.contains(command), "{command} in {shell}");
        }
    }
}

#[tokio::test]
async fn check_says_of_a_proxy_that_other_programs_use_that_the_bridge_does_not() {
    let settings = [("upstream.base_url", "https://gitlab.invalid"), ("upstream.token", "host-token")];
    let mut command = passerelle(&["check"], &settings);
    command.env("https_proxy", "http://user:secret@proxy.invalid:3128");
    let (_, told) = output(command).await;
    assert!(told.contains("https_proxy is set and not used") && told.contains("upstream.proxy"), "{told}");
    assert!(!told.contains("secret"), "{told}");
}

#[tokio::test]
async fn healthcheck_asks_whether_the_bridge_can_take_requests_and_with_host_whether_the_host_can_be_used() {
    let settings = [
        ("upstream.base_url", "http://127.0.0.1:9"),
        ("upstream.token", "host-token"),
        ("server.auth_tokens", "alice:secret-of-alice"),
    ];
    let server = Server::start(&["serve"], &settings);
    let port = server.socket().rsplit_once(':').unwrap().1.to_owned();
    let ask = async |arguments: &'static [&'static str]| {
        let mut command = passerelle(arguments, &[&settings[..], &[("server.port", &port)]].concat());
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(ask(&["healthcheck"]).await, (true, String::new()));
    let (usable, told) = ask(&["healthcheck", "--host"]).await;
    assert!(!usable && told.contains("503") && told.contains("injoignable"), "{told}");
    drop(server);
    let (healthy, told) = ask(&["healthcheck"]).await;
    assert!(!healthy && told.contains("nothing listens there"), "{told}");
}
