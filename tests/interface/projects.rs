//! Projects: checking, creating, listing, tasks and progress.

mod assistant_create;
mod assistant_list;
mod check_create;
mod create;
mod find;
mod progress;

use std::time::Duration;

use gitlab_sandbox::World;
use serde_json::Value;
use wiremock::ResponseTemplate;

use crate::{
    stage::Stage,
    world::{PORTAIL, portail_and_agenda_in, with_groups},
};

const ASSISTED: &str = "projects/assistant-create";

/// Groups 11 `ville`, 12 `ville/numerique`; projects 101 `Portail` (two open issues, one closed), 102 `Agenda` in the latter.
fn numerique() -> World {
    let mut world = portail_and_agenda_in("ville/numerique", "Numérique");
    world.issue(PORTAIL, "Export CSV");
    world
}

/// Groups 11 `a`, 12 `a/support`, 13 `b`, 14 `b/support`, the two of one name.
fn twin_groups() -> World {
    with_groups(&[("a/support", "Support"), ("b/support", "Support")])
}

/// Asserts that these calls are all under way before one of them is answered.
async fn go_out_together(stage: &Stage, path: &str, body: Value, calls: &[&'static str]) {
    for call in calls {
        stage.fault(*call, 1, ResponseTemplate::new(200).set_delay(Duration::from_secs(60)));
    }
    let all_there = async {
        while !calls.iter().all(|call| stage.count(call) > 0) {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        answer = stage.post(path, body) => panic!("{} {}: {:?}", answer.status, answer.body, stage.calls()),
        () = all_there => {}
    }
}

const IMPATIENT: &[(&str, &str)] = &[("upstream.timeout", "2s"), ("upstream.retries", "0")];
