//! The floor of the load figures: the same libraries doing nothing but the two reads of an issue listing by hint, decoded into
//! the fields that the answer needs. No rules, no limits, no checks.

#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a yardstick fails by panicking, and reads bodies as reqwest does"
)]

use axum::{Json, Router, extract::State, routing::post};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
struct Ask {
    project_hint: String,
    limit: usize,
}

#[derive(Deserialize, Serialize)]
struct Project {
    id: i64,
    name: String,
    path_with_namespace: String,
    web_url: String,
}

#[derive(Deserialize, Serialize)]
struct Issue {
    id: i64,
    iid: i64,
    title: String,
    state: String,
    web_url: String,
}

#[derive(Serialize)]
struct Answer {
    success: bool,
    status: &'static str,
    project: Project,
    issues: Vec<Issue>,
}

async fn list(State((client, host)): State<(reqwest::Client, String)>, Json(ask): Json<Ask>) -> Json<Answer> {
    let hint = ask.project_hint.replace(' ', "%20");
    let projects = format!(
        "{host}/api/v4/projects?search={hint}&simple=true&order_by=last_activity_at&sort=desc&per_page=50&page=1"
    );
    let mut projects: Vec<Project> = client.get(projects).send().await.unwrap().json().await.unwrap();
    let project = projects.swap_remove(0);
    let issues =
        format!("{host}/api/v4/projects/{}/issues?per_page={}&page=1&state=opened", project.id, ask.limit);
    let issues = client.get(issues).send().await.unwrap().json().await.unwrap();
    Json(Answer { success: true, status: "resolved", project, issues })
}

#[tokio::main]
async fn main() {
    passerelle::tls::install();
    let state = (reqwest::Client::new(), std::env::args().nth(1).unwrap());
    let router = Router::new().route("/api/v1/issues/assistant-list", post(list)).with_state(state);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("listening on http://{}", listener.local_addr().unwrap());
    axum::serve(listener, router).await.unwrap();
}
