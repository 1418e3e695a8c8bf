//! The rules of the interface: resolve the hint, decide, act. Knows no HTTP and no JSON.

mod deadline;
pub mod groups;
mod intent;
pub mod issues;
mod label_locks;
mod labels;
mod limits;
mod names;
mod prelude;
pub mod projects;
mod quick_actions;
mod reference;
pub mod resolve;
mod roots;
mod verdict;

pub use deadline::TimeLimits;
pub use intent::Intent;
use label_locks::LabelLocks;
pub use labels::LabelSet;
pub use limits::{ISSUES_LISTED, Limit};
use names::TeamNames;
pub use reference::IssueReference;
use reference::path_of_address;
pub use roots::Roots;

use std::time::Duration;

use arc_swap::ArcSwap;
use parking_lot::Mutex;
use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};
use tokio::{sync::OnceCell, time::sleep};

use self::prelude::*;
use crate::store::Store;

/// How often replicas tell each other how long the host asks to wait: a tenth of the longest pause.
const SHARE_PAUSES_EVERY: Duration = Duration::from_secs(1);

/// What all calls of a process share.
pub struct Shared {
    /// The host.
    pub instance: Arc<Instance>,
    /// Host calls that one call may have in flight, at least 1.
    pub fan_out: usize,
    /// Whether to take a second look (`resolution.widen`).
    widen: bool,
    /// What limits the time of bulk operations.
    time_limits: TimeLimits,
    /// What replicas share; `None` where each has its own memory.
    pub store: Option<Store>,
    names: ArcSwap<TeamNames>,
    label_locks: LabelLocks,
    /// Counts second looks.
    looks: Family<MetricLabels<2>, Counter>,
}

impl Shared {
    /// The rules, applied to this host. A replica of several has a `store`.
    pub fn new(
        instance: Instance,
        fan_out: usize,
        widen: bool,
        time_limits: TimeLimits,
        store: Option<Store>,
    ) -> Self {
        Self {
            instance: Arc::new(instance),
            fan_out,
            widen,
            time_limits,
            store,
            names: ArcSwap::default(),
            label_locks: LabelLocks::default(),
            looks: Family::default(),
        }
    }

    /// Replaces the team's own words. Calls under way go on with those that they began with.
    pub fn replace_names(&self, names: Names) {
        self.names.store(Arc::new(TeamNames { names, told: Mutex::default() }));
    }

    /// The service of one call, limited to these roots, with the caller's own token for the host if it has one. It acts;
    /// [`Service::previewing`] makes one that previews.
    pub fn for_call(
        self: &Arc<Self>,
        context: Arc<CallContext>,
        own: Option<Credential>,
        roots: Roots,
    ) -> Service {
        Service {
            gitlab: gitlab::Client::new(Arc::clone(&self.instance), context, own),
            roots,
            group: None,
            intent: Intent::Act,
            project_state: Arc::default(),
            planned: Arc::default(),
            created_labels: Arc::default(),
            agreed: None,
            names: self.names.load_full(),
            shared: Arc::clone(self),
        }
    }

    /// Exchanges with the other replicas how long the host asks to wait, in the background, so that no call waits for
    /// the store. Runs until it is dropped; ends at once where there is no store.
    pub async fn share_pauses(self: Arc<Self>) {
        let Some(store) = &self.store else { return };
        let pauses = &self.instance.pauses;
        loop {
            // Without the store each replica learns it from the host.
            if let Ok(told) = store.share_pauses(&pauses.take_unshared()).await {
                pauses.hold(told);
            }
            sleep(SHARE_PAUSES_EVERY).await;
        }
    }

    /// Registers the metrics of the calls to the host and of the second looks.
    pub fn register(&self, registry: &mut Registry) {
        self.instance.register(registry);
        let help = "Looks past the first page, by what was looked for";
        registry.register("second_looks", help, self.looks.clone());
        self.store.iter().for_each(|store| store.register(registry));
    }
}

/// The rules for one call. The client of the host carries the call's context.
#[derive(Clone)]
pub struct Service {
    /// The client that reads the host.
    pub gitlab: gitlab::Client,
    /// What the bridge may touch.
    pub roots: Roots,
    /// The group to which [`Self::within`] limits it.
    group: Option<GroupId>,
    intent: Intent,
    /// What a preview read of its project.
    project_state: Arc<OnceCell<Option<ProjectState>>>,
    /// The objects of the writes that a preview would send.
    planned: Arc<Mutex<Vec<Object>>>,
    /// The labels that it created, or a preview would create.
    created_labels: Arc<Mutex<Vec<String>>>,
    /// The only objects that its writes may concern, where a person agreed to those; `None` for any.
    pub agreed: Option<Arc<[Object]>>,
    names: Arc<TeamNames>,
    shared: Arc<Shared>,
}

impl Service {
    /// The same service for one call of an operation, which goes on with kept answers of the host while the host confirms them.
    pub fn reading_ahead(&self) -> Self {
        Self { gitlab: self.gitlab.reading_ahead(), ..self.anew() }
    }

    /// The same service with no project state read and no write planned or made yet.
    pub fn anew(&self) -> Self {
        let (project_state, planned, created_labels) = (Arc::default(), Arc::default(), Arc::default());
        Self { project_state, planned, created_labels, ..self.clone() }
    }

    /// The same, inside this group alone.
    fn within(&self, group: &Group) -> Self {
        let roots = self.roots.within(&Roots::new(std::slice::from_ref(&group.full_path)));
        Self { roots, group: Some(group.id), ..self.clone() }
    }

    /// The same, about this project.
    fn about<'a>(&'a self, project: &'a Chosen<Project>) -> OneProject<'a> {
        OneProject { service: self, project }
    }

    /// Reads a hint as a reference; `None` for loose words.
    fn reference(&self, hint: &str) -> Option<IssueReference> {
        let instance = &self.gitlab.instance;
        let parse = |address| IssueReference::parse(hint, address);
        parse(instance.web_address()).or_else(|| parse(instance.base_address()))
    }

    /// The path at the host's address that a hint gives; `None` for any other text.
    fn path_at_address(&self, hint: &str) -> Option<String> {
        let instance = &self.gitlab.instance;
        let path = |address| path_of_address(hint, address);
        path(instance.web_address()).or_else(|| path(instance.base_address()))
    }

    /// Counts a second look for objects of this kind, and whether it found any.
    fn note_look(&self, object: &'static str, found: bool) {
        let labels = [("object", object.into()), ("found", found.to_string().into())];
        self.shared.looks.get_or_create(&labels).inc();
    }

    /// Notes for the audit log which object was resolved, and why.
    fn note_resolved(&self, object: Object, ground: Option<Ground>) {
        self.gitlab.context.audit.note(object, ground);
    }

    /// Whether the bridge may see an object at this full path: inside the roots, and not scheduled for deletion.
    fn sees(&self, full_path: &str) -> bool {
        self.roots.hold(full_path) && !full_path.split('/').any(is_scheduled_for_deletion)
    }

    /// Whether a project or a group may be a candidate: the bridge may see it, and it is under the root.
    fn is_seen<T: Findable>(&self, root: &Root, item: &T) -> bool {
        let (_, _, full_path) = item.identity();
        self.sees(full_path) && root.holds(full_path)
    }
}

/// One project in the service of one call: what is looked up and changed inside it.
#[derive(Clone, Copy)]
struct OneProject<'a> {
    service: &'a Service,
    project: &'a Chosen<Project>,
}

impl OneProject<'_> {
    fn id(self) -> ProjectId {
        self.project.item.id
    }
}

/// The host renames what it is about to delete: `…-deletion_scheduled-N`, or `…-deleted-N` before 18.
fn is_scheduled_for_deletion(segment: &str) -> bool {
    segment.rsplit_once('-').is_some_and(|(name, id)| {
        !id.is_empty()
            && id.bytes().all(|byte| byte.is_ascii_digit())
            && ["-deletion_scheduled", "-deleted"].iter().any(|mark| name.ends_with(mark))
    })
}

/// Why an operation ended before it acted: a hint names no object for sure (`U`), or something failed.
#[derive(Debug)]
pub enum Halt<U> {
    /// An outcome, which the operation turns into an answer.
    Unresolved(U),
    /// A failure.
    Failed(Error),
}

impl<U> Halt<U> {
    /// The same with another outcome.
    pub fn map<V>(self, to: impl FnOnce(U) -> V) -> Halt<V> {
        match self {
            Self::Unresolved(unresolved) => Halt::Unresolved(to(unresolved)),
            Self::Failed(error) => Halt::Failed(error),
        }
    }
}

impl<U, E: Into<Error>> From<E> for Halt<U> {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// What was listed of a project, or done to its issues.
#[derive(Debug)]
pub struct ProjectItems<T> {
    /// The project.
    pub project: Chosen<Project>,
    /// One after the other.
    pub items: Vec<T>,
    /// Whether the host has more, or a text was cut.
    pub truncated: bool,
}

/// Such things of the project that a hint means; or what the hint left open, or a failure.
pub type OfProject<T> = Resolved<ProjectItems<T>, Project>;

/// Awaits both, which run at the same time. A failure of the first counts first, and the second is not awaited then.
fn in_order<A, B, E, F: Into<E>>(
    first: impl Future<Output = Result<A, E>>,
    second: impl Future<Output = Result<B, F>>,
) -> impl Future<Output = Result<(A, B), E>> {
    // In boxes, since whoever awaits them would hold both twice.
    let (first, second) = (Box::pin(first), Box::pin(second));
    async {
        let (first, second) = try_join!(first, async { Ok(second.await) })?;
        Ok((first, second.map_err(Into::into)?))
    }
}

/// What `make` makes of each item. It may take a while for long texts, so other tasks run after every few.
async fn in_turns<I: IntoIterator, T>(items: I, mut make: impl FnMut(I::Item) -> T) -> Vec<T> {
    let mut all = Vec::new();
    for (place, item) in items.into_iter().enumerate() {
        if place % limits::READ_AT_ONCE == 0 {
            tokio::task::yield_now().await;
        }
        all.push(make(item));
    }
    all
}

/// Splits failures from outcomes.
///
/// # Errors
/// The failure, where there is one.
pub fn split_failure<T, U>(result: Result<T, Halt<U>>) -> Result<Result<T, U>, Error> {
    match result {
        Ok(done) => Ok(Ok(done)),
        Err(Halt::Unresolved(unresolved)) => Ok(Err(unresolved)),
        Err(Halt::Failed(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::is_scheduled_for_deletion;

    #[test]
    fn a_segment_with_the_hosts_suffix_is_scheduled_for_deletion() {
        for segment in ["portail-deletion_scheduled-42", "portail-deleted-42"] {
            assert!(is_scheduled_for_deletion(segment), "{segment}");
        }
        for segment in [
            "portail",
            "deletion_scheduled-42",
            "portail-deletion_scheduled-",
            "a-deletion_scheduled-4b",
            "portail-deleted",
            "deleted-42",
        ] {
            assert!(!is_scheduled_for_deletion(segment), "{segment}");
        }
    }
}
