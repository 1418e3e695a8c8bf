//! `passerelle check` with many kinds of tokens and hosts: each has a line of its own, and what can't be known is said as unknown.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use gitlab_sandbox::{AccessToken, AccessTokenKind, HostVersion, Owner, Visibility, World, access};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    process::{before, checked, output, passerelle},
    stage::Stage,
};

/// How many rows are tried at once.
const AT_ONCE: usize = 4;

/// A case of `check`, and what it has to print.
struct Row {
    /// What it is.
    kind: &'static str,
    /// The token that is sent.
    token: &'static str,
    world: fn(&mut World),
    /// Calls that are answered in another way.
    answers: Vec<(&'static str, ResponseTemplate)>,
    code: i32,
    /// A line that no other row has.
    line: &'static str,
    /// What is told besides.
    more: &'static str,
}

fn row(kind: &'static str, code: i32, line: &'static str) -> Row {
    Row { kind, token: "the-token", world: |_| {}, answers: Vec::new(), code, line, more: "" }
}

impl Row {
    fn world(self, world: fn(&mut World)) -> Self {
        Self { world, ..self }
    }

    fn token(self, token: &'static str) -> Self {
        Self { token, ..self }
    }

    fn more(self, more: &'static str) -> Self {
        Self { more, ..self }
    }

    fn answer(mut self, call: &'static str, answer: ResponseTemplate) -> Self {
        self.answers.push((call, answer));
        self
    }
}

fn json_of(status: u16, body: Value) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(body)
}

fn page(status: u16) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_raw("<html>A page</html>", "text/html")
}

fn moved(status: u16, location: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).insert_header("location", location)
}

const READS: &[&str] = &[
    "Project: Read",
    "Group: Read",
    "Work Item: Read",
    "Label: Read",
    "Milestone: Read",
    "Member: Read",
    "User: Read",
    "Metadata: Read",
    "Personal Access Token: Read",
];

fn tokens() -> Vec<Row> {
    vec![
        row("a personal token", 0, "ok      scopes: api: all"),
        row("read_api", 7, "FAILED  scopes: read_api: 13 of").world(|world| scopes(world, "read_api")),
        row("read_user", 7, "FAILED  scopes: read_user: 0 of").world(|world| scopes(world, "read_user")),
        row("read_repository", 7, "the token's scopes lack api")
            .world(|world| scopes(world, "read_repository")),
        row("a project's token", 0, "the bot of a token of a project").world(|world| bot(world, true)),
        row("a group's token", 0, "the bot of a token of a group").world(|world| bot(world, false)),
        row("fine-grained, reads all", 0, "odd     scopes: those of a fine-grained token").world(|world| {
            granular(world, READS);
        }),
        row(
            "fine-grained, reads projects alone",
            0,
            "odd     reads: 1 that were tried work; refused: Group: Read (403)",
        )
        .world(|world| granular(world, &READS[..1])),
        row("fine-grained, reads groups alone", 7, "FAILED  reads: those of projects are refused")
            .world(|world| granular(world, &READS[1..2])),
        row(
            "fine-grained, reads nothing",
            7,
            "FAILED  reads: none works: Project: Read (403), Group: Read (403)",
        )
        .world(|world| granular(world, &[])),
        row("an OAuth secret", 7, "it starts like an OAuth application's secret").token("gloas-1"),
        row("a deploy token", 7, "it starts like a deploy token").token("gldt-1"),
        row("a job token", 7, "it starts like a job token").token("glcbt-1"),
        row("a runner's token", 7, "it starts like a runner's token").token("glrt-1"),
        row("expired", 7, "the token has expired")
            .world(|world| world.tokens[0].expires_at = Some("2020-01-01".to_owned())),
        row("revoked", 7, "somebody revoked the token").world(|world| world.tokens[0].revoked = true),
        row("expires soon", 0, "days: make a new one").answer(
            "GET /personal_access_tokens/self",
            json_of(200, json!({ "scopes": ["api"], "expires_at": in_two_days() })),
        ),
        row("unknown to the host", 7, "the host refuses the token: it is wrong").token("secret-of-another"),
        row("a blocked user", 7, "the token's user is blocked").answer(
            "GET /",
            json_of(403, json!({ "message": "403 Forbidden - Your account has been blocked." })),
        ),
        row("terms to accept", 7, "has to accept the host's terms").answer(
            "GET /",
            json_of(403, json!({ "message": "403 Forbidden - You must accept the Terms of Service." })),
        ),
        row("an administrator", 0, "an administrator: one with fewer rights is safer")
            .answer("GET /user", json_of(200, json!({ "username": "root", "is_admin": true }))),
        row("pages at another address", 0, "set upstream.web_url to that").answer(
            "GET /user",
            json_of(200, json!({ "username": "bot", "web_url": "https://git.example.com/forge/bot" })),
        ),
        row("not described", 0, "odd     scopes: unknown").answer(
            "GET /personal_access_tokens/self",
            json_of(400, json!({ "message": "400 Bad request" })),
        ),
        row("sees much of others", 0, "odd     reach: the token sees 9 projects and is a member of 1")
            .world(strangers),
    ]
}

fn hosts() -> Vec<Row> {
    let cloudflare = || page(403).insert_header("server", "cloudflare");
    vec![
        row("a proxy's page", 6, "FAILED  proxy: a proxy (1.1 cache) answers 502")
            .answer("GET /", page(502).insert_header("via", "1.1 cache")),
        row("Cloudflare's page", 6, "FAILED  network: cloudflare answers 403").answer("GET /", cloudflare()),
        row("a sign-in page", 6, "FAILED  sign-in: a page answers 200").answer("GET /", page(200)),
        row("a redirection to a sign-in", 6, "FAILED  sign-in: the address redirects to")
            .more("https://login.example.com")
            .answer("GET /", moved(302, "https://login.example.com/?next=gitlab")),
        row("another address", 6, "FAILED  redirect: the address redirects to")
            .more("set upstream.base_url = \"https://new.example.com/git\"")
            .answer("GET /", moved(301, "https://new.example.com/git/api/v4/version")),
        row("a page of another path", 6, "FAILED  host: no API at")
            .more("check upstream.base_url")
            .answer("GET /", page(404)),
        row("an API of another path", 6, "no API there: check the path")
            .answer("GET /", json_of(404, json!({}))),
        row("another program's API", 6, "something else than the API answers")
            .answer("GET /version", json_of(200, json!({ "name": "another" }))),
        row("a firewall's page", 6, "something in front of the host refuses").answer("GET /", page(403)),
        row("maintenance", 8, "the host is in maintenance, or starts")
            .answer("GET /", json_of(503, json!({ "message": "GitLab is undergoing maintenance" }))),
        row("a host that starts", 8, "FAILED  host: a page answers 502").answer("GET /", page(502)),
        row("a host that limits", 8, "FAILED  host: a page answers 429")
            .answer("GET /", ResponseTemplate::new(429).set_body_raw("Retry later", "text/plain")),
        row("a host that limits in JSON", 8, "the host limits this token's calls: try again in a minute")
            .answer("GET /", json_of(429, json!({ "message": { "error": "too many" } }))),
        row("a host that fails", 8, "the host itself has a problem")
            .answer("GET /", json_of(500, json!({ "message": "500 Internal Server Error" }))),
        row("an old version", 0, "GitLab 15.11.13, older than 16.0")
            .world(|world| world.rules.version = HostVersion::new(15, 11, 13)),
        row("a clock apart", 0, "odd     clock:").more("are judged wrongly").answer(
            "GET /version",
            json_of(200, json!({ "version": "18.5.1" }))
                .insert_header("date", "Sat, 01 Jan 2000 00:00:00 GMT"),
        ),
    ]
}

fn granular(world: &mut World, permissions: &[&str]) {
    scopes(world, "granular");
    world.tokens[0].permissions = permissions.iter().map(|&name| name.to_owned()).collect();
}

fn scopes(world: &mut World, scope: &str) {
    world.tokens[0].scopes = vec![scope.to_owned()];
}

/// Makes the token one of the project or of its group.
fn bot(world: &mut World, of_project: bool) {
    let project = world.find_project("ville/portail").unwrap().id;
    let group = world.find_group("ville").unwrap().id;
    let (owner, kind) = if of_project {
        (Owner::Project(project), AccessTokenKind::Project)
    } else {
        (Owner::Group(group), AccessTokenKind::Group)
    };
    let user_id = world.bot(owner, access::MAINTAINER);
    world.tokens[0] = AccessToken { user_id, kind, ..world.tokens[0].clone() };
}

/// Eight public projects of which the token's user is no member.
fn strangers(world: &mut World) {
    for number in 1..=8 {
        let project = world.project(&format!("ailleurs{number}/outil"), "Outil");
        world.projects.get_mut(&project).unwrap().visibility = Visibility::Public;
        let group = world.find_group(&format!("ailleurs{number}")).unwrap().id;
        world.groups.get_mut(&group).unwrap().visibility = Visibility::Public;
        world.members.remove(&(Owner::Group(group), world.token_user()));
    }
}

fn in_two_days() -> String {
    let day = std::time::SystemTime::now() + std::time::Duration::from_secs(3 * 24 * 60 * 60 - 60);
    humantime::format_rfc3339(day).to_string().chars().take(10).collect()
}

/// Runs `check` with the row's host; its exit code and what it printed.
async fn told(row: &Row) -> (i32, String) {
    let mut world = World::empty();
    world.project("ville/portail", "Portail");
    "the-token".clone_into(&mut world.tokens[0].value);
    (row.world)(&mut world);
    let stage = Stage::with(world).await;
    for (call, answer) in &row.answers {
        stage.fault(*call, usize::MAX, answer.clone());
    }
    let uri = stage.server.uri();
    output(passerelle(&["check"], &[("upstream.base_url", &uri), ("upstream.token", row.token)])).await
}

#[tokio::test]
async fn each_kind_of_token_and_of_answer_has_a_line_of_its_own() {
    let rows: Vec<_> = tokens().into_iter().chain(hosts()).collect();
    let mut answers = Vec::new();
    for some in rows.chunks(AT_ONCE) {
        answers.extend(join_all(some.iter().map(told)).await);
    }
    for (row, (code, told)) in rows.iter().zip(&answers) {
        assert_eq!(*code, row.code, "{}: {told}", row.kind);
        assert!(told.contains(row.line) && told.contains(row.more), "{}: {told}", row.kind);
        assert!(!told.contains(row.token), "{}: {told}", row.kind);
    }
    for row in &rows {
        let with = answers.iter().filter(|(_, told)| told.contains(row.line)).count();
        let is_usual = row.line.starts_with("ok      scopes: api");
        assert!(with == 1 || is_usual, "{with} rows have {:?}", row.line);
    }
    assert!(rows.iter().map(|row| row.line).collect::<BTreeSet<_>>().len() > 20);
}

#[tokio::test]
async fn a_fine_grained_token_is_told_which_permissions_the_operations_need() {
    let row = row("", 0, "").world(|world| granular(world, READS));
    let (code, told) = told(&row).await;
    assert_eq!(code, 0, "{told}");
    for permission in ["Work Item: Create", "Work Item: Update", "Label: Create", "Project: Read"] {
        assert!(told.contains(permission), "{permission} in {told}");
    }
}

#[tokio::test]
async fn a_root_that_the_token_does_not_see_is_named() {
    let stage = Stage::with(World::sample()).await;
    let uri = stage.server.uri();
    let roots = "ville/voirie,ville/numerique/portail-citoyen,villle";
    let callers = [("callers.a.token", "0123456789abcdef"), ("callers.a.roots", "ville/numerik")];
    let settings = before(&uri, &[&[("policy.roots", roots)][..], &callers].concat());
    let (_, told) = output(passerelle(&["check"], &settings)).await;
    assert_eq!(told.matches("odd     roots").count(), 2, "{told}");
    for (key, root) in [("policy.roots", "villle"), ("callers.a.roots", "ville/numerik")] {
        assert!(told.contains(&format!("{key}: the token sees no group or project \"{root}\"")), "{told}");
    }
}

#[tokio::test]
async fn a_caller_to_whom_the_policy_leaves_nothing_is_named() {
    let stage = Stage::with(World::sample()).await;
    let uri = stage.server.uri();
    let policy = [
        ("policy.roots", "ville/numerique"),
        ("policy.operations", "search_groups,find_projects"),
        ("callers.a.token", "0123456789abcdef"),
    ];
    for (roots, operations, expected) in [
        ("ville/voirie", "find_issues", &["roots", "operations"][..]),
        ("ville/voirie,ville", "find_issues,search_groups", &[]),
    ] {
        let own = [("callers.a.roots", roots), ("callers.a.operations", operations)];
        let told = checked(0, &before(&uri, &[&policy[..], &own].concat())).await;
        assert_eq!(told.matches("odd     caller:").count(), expected.len(), "{told}");
        for field in expected {
            let line = format!("callers.a.{field} has nothing of policy.{field}");
            assert!(told.contains(&line), "{line} in {told}");
        }
    }
}

#[tokio::test]
async fn a_callers_own_token_is_judged_by_what_is_served_to_the_caller_and_named_by_its_key() {
    let mut world = World::sample();
    let (value, scopes) = ("the-reader".to_owned(), vec!["read_api".to_owned()]);
    world.token(AccessToken { value, scopes, ..world.tokens[0].clone() });
    let stage = Stage::with(world).await;
    let uri = stage.server.uri();
    let check = async |code: i32, token: &str| {
        let settings = [
            ("policy.operations", "search_groups"),
            ("callers.a.token", "0123456789abcdef"),
            ("callers.a.operations", "search_groups,assistant_close_issue"),
            ("callers.a.upstream_token", token),
        ];
        checked(code, &before(&uri, &settings)).await
    };
    check(0, "the-reader").await;
    let told = check(7, "nobodys").await;
    assert!(told.contains("set callers.a.upstream_token or callers.a.upstream_token_file"), "{told}");
}
