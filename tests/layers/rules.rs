//! Who may use whom. The rows read downward: each layer may use only layers of later rows.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    graph::{Circle, Graph, Use},
    sources::{Modules, Segments},
};

/// The layers. A layer is a module with those of its submodules that have no row of their own. Each row names a layer
/// and the layers that it may use.
#[rustfmt::skip]
pub(crate) const LAYERS: &[(&str, &[&str])] = &[
    ("main", &["main::commands", "main::log", "settings"]),
    ("main::commands", &["main::log", "live", "app", "server", "api::faces", "api::gate", "api", "gitlab", "matching", "sign_in", "store", "settings", "stop_signal", "tls"]),
    ("main::log", &["api", "api::gate", "audit", "settings", "tls"]),
    ("live", &["app", "api", "api::operation", "api::wire", "gitlab", "settings", "stop_signal"]),
    ("app", &["api::faces", "api::gate", "api", "service", "gitlab", "store", "settings", "language"]),
    ("server", &["stop_signal"]),
    ("api::faces", &["api::gate", "api", "api::operation", "api::wire", "messages", "error", "gitlab", "store", "matching", "audit", "settings", "language"]),
    ("api::gate", &["api::operation", "api::wire", "messages", "service", "error", "gitlab", "sign_in", "store", "audit", "settings", "stop_signal", "language"]),
    ("api", &["api::projects", "api::groups", "api::issues"]),
    ("api::projects", &["api::prelude", "api::operation", "api::wire", "messages", "service", "error", "gitlab", "matching"]),
    ("api::groups", &["api::prelude", "api::operation", "api::wire", "messages", "service", "error", "gitlab"]),
    ("api::issues", &["api::prelude", "api::operation", "api::wire", "messages", "service", "error", "gitlab", "matching"]),
    ("api::prelude", &["api::operation", "api::wire", "messages", "service", "error", "gitlab", "matching"]),
    ("api::operation", &["api::wire", "messages", "service", "error", "audit", "language"]),
    ("api::wire", &["messages", "service", "error", "gitlab", "matching", "language", "distinct_json"]),
    ("messages", &["service", "error", "gitlab", "matching", "language"]),
    ("service", &["error", "gitlab", "store", "matching", "audit"]),
    ("error", &["gitlab"]),
    ("sign_in", &["gitlab", "settings", "distinct_json"]),
    ("gitlab", &["audit", "settings", "stop_signal", "tls"]),
    ("store", &["settings", "tls"]),
    ("audit", &[]),
    ("settings", &["matching", "language"]),
    ("matching", &[]),
    ("stop_signal", &[]),
    ("tls", &[]),
    ("language", &[]),
    ("distinct_json", &[]),
];

/// A crate, and the layers that may name it; a crate without a row may be named anywhere.
const CRATES: &[(&str, &[&str])] = &[
    ("axum", &["api", "app", "live", "server"]),
    ("clap", &["main"]),
    ("config", &["settings"]),
    ("gitlab_sandbox", &["main::commands"]),
    ("http", &["api", "app", "gitlab", "live", "main::commands", "server"]),
    ("hyper", &["server"]),
    ("hyper_util", &["server"]),
    ("rapidfuzz", &["matching"]),
    ("redis", &["store"]),
    ("reqwest", &["gitlab", "main::commands", "settings", "sign_in"]),
    ("rmcp", &["api::faces"]),
    ("serde", &["api", "audit", "distinct_json", "gitlab", "matching", "sign_in"]),
    (
        "serde_json",
        &["api", "audit", "distinct_json", "gitlab", "live", "main::commands", "messages", "sign_in"],
    ),
    ("strsim", &["api::wire", "matching", "settings"]),
    (
        "tokio",
        &[
            "api",
            "app",
            "audit",
            "gitlab",
            "live",
            "main",
            "server",
            "service",
            "sign_in",
            "stop_signal",
            "store",
        ],
    ),
    ("tower_http", &["app"]),
];

/// The type that changes the host, and the modules that may name it. A preview sends nothing because the rules hold no other.
pub(crate) const WRITER: &str = "gitlab::client::Writer";
const WRITER_USERS: &[&str] = &["gitlab", "service::intent"];

/// Everything that the rules forbid, a line each.
pub(crate) fn offences(modules: &Modules) -> BTreeSet<String> {
    let graph = Graph::of(modules);
    let unlisted = modules.keys().filter(|module| room_of(module).is_none() && module.len() > 1);
    let unlisted = unlisted.map(|module| format!("{} has no row in LAYERS", short(module)));
    let upward = graph.uses.iter().filter(|used| !allowed(used)).map(told);
    let writers = graph.uses.iter().filter(|used| beside_the_gate(used)).map(told);
    let crates = graph.foreign.iter().filter(|(module, path)| !may_name(module, &path[0]));
    let crates = crates.map(|(module, path)| format!("{} names {}", short(module), path.join("::")));
    let circles = graph.circles();
    let circles = circles.iter().map(|circle| in_circle(circle, &graph));
    unlisted.chain(upward).chain(writers).chain(crates).chain(circles).collect()
}

fn told(used: &Use) -> String {
    format!("{} names {}", short(&used.from), short(&used.item))
}

fn in_circle(Circle { parent, children }: &Circle, graph: &Graph) -> String {
    let mut pairs = BTreeMap::new();
    for used in &graph.uses {
        let Some((above, user, other)) = used.siblings() else { continue };
        if above == parent && children.contains(user) && children.contains(other) {
            pairs.entry((user, other)).or_insert_with(|| told(used));
        }
    }
    let pairs: Vec<_> =
        pairs.into_iter().map(|((user, used), why)| format!("{user} → {used} ({why})")).collect();
    format!("circle in {}: {}", short(parent), pairs.join(", "))
}

fn allowed(used: &Use) -> bool {
    match (room_of(&used.from), room_of(&used.to)) {
        (Some((layer, may_use)), Some((used, _))) => layer == used || may_use.contains(&used),
        // A module without a row is reported separately.
        _ => true,
    }
}

fn beside_the_gate(used: &Use) -> bool {
    let from = short(&used.from);
    short(&used.item) == WRITER && !WRITER_USERS.iter().any(|user| is_below(&from, user))
}

fn may_name(module: &Segments, name: &str) -> bool {
    let module = short(module);
    CRATES
        .iter()
        .all(|(guarded, layers)| *guarded != name || layers.iter().any(|layer| is_below(&module, layer)))
}

fn room_of(module: &Segments) -> Option<(&'static str, &'static [&'static str])> {
    let module = short(module);
    let layers = LAYERS.iter().filter(|(layer, _)| is_below(&module, layer));
    layers.max_by_key(|(layer, _)| layer.len()).copied()
}

/// Whether a module is a layer or stands below it.
fn is_below(module: &str, layer: &str) -> bool {
    module.strip_prefix(layer).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// A path without the library's name.
pub(crate) fn short(path: &Segments) -> String {
    match path.split_first() {
        Some((first, rest)) if first == "passerelle" => rest.join("::"),
        _ => path.join("::"),
    }
}
