//! Says in the log when the host or the token can't be used, in the sentence of `passerelle check`: at the start, after each reload,
//! and when it begins and ends.

use std::{sync::Arc, time::Duration};

use passerelle::{gitlab::Instance, settings::Settings};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

use super::check;

/// How long between two checks while calls fail.
const PAUSE: Duration = Duration::from_secs(10);

/// Watches the host. `reloads` has the settings, anew after each reload.
pub(super) async fn watch_host(instance: Arc<Instance>, mut reloads: watch::Receiver<Settings>) {
    let mut fails = instance.outage.fails();
    // Whether the host is away, whether the settings are new, and whether calls make the bridge check.
    let (mut is_away, mut anew, mut called) = (false, true, false);
    loop {
        anew |= reloads.has_changed().unwrap_or_default();
        let settings = reloads.borrow_and_update().clone();
        let was_away = is_away;
        is_away = check_once(&instance, &settings, was_away, anew).await;
        if called && is_away == was_away {
            // Single calls fail, or are answered: the host is not checked again for each of them.
            sleep(PAUSE).await;
        }
        (anew, called) = tokio::select! {
            Ok(()) = reloads.changed() => (true, false),
            called = next_check(&mut fails, is_away) => (false, called),
        };
    }
}

/// Waits until calls fail or, while the host is away, until one is answered, or for a while. Whether calls ended the wait.
async fn next_check(fails: &mut watch::Receiver<bool>, is_away: bool) -> bool {
    // The sender lives as long as the instance.
    let change = fails.wait_for(|fails| *fails != is_away);
    if is_away { timeout(PAUSE, change).await.is_ok() } else { change.await.is_ok() }
}

/// Checks the host, and logs what changed; with `anew` also what did not. Whether the host is away.
async fn check_once(instance: &Instance, settings: &Settings, was_away: bool, anew: bool) -> bool {
    let problem = check::host_problem(instance, settings).await;
    instance.outage.note_check(problem.is_none());
    match &problem {
        Some(problem) if anew || !was_away => tracing::warn!(problem, "the host can't be used"),
        None if was_away => tracing::warn!("the host can be used again"),
        _ => {}
    }
    problem.is_some()
}
