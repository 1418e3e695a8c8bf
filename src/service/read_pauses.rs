//! The pauses of reads that the host asked for, shared with the other replicas: in the background, so that no read waits for the
//! store.

use std::{sync::Arc, time::Duration};

use tokio::time::sleep;

use crate::{gitlab::Instance, store::Store};

/// How often replicas tell each other: a fraction of the shortest pause that the host's limits lead to.
const EVERY: Duration = Duration::from_secs(1);

/// Tells the other replicas what the host refuses for now and hears it of them, until it is dropped.
pub(super) async fn share(instance: Arc<Instance>, store: Store) {
    loop {
        exchange(&instance, &store).await;
        sleep(EVERY).await;
    }
}

/// Where the store is away, each replica hears it of the host.
async fn exchange(instance: &Instance, store: &Store) {
    let key = store.key("read pauses", &[]);
    if let Ok(pauses) = store.share_pauses(&key, &instance.take_unshared_pauses()).await {
        instance.hold(pauses);
    }
}
