//! Each module uses only what stands below it, and no siblings use each other in a circle: `rules` says who may use whom.

#![expect(clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod graph;
mod planted;
mod rules;
mod sources;

use std::{collections::BTreeSet, fs, path::Path};

use graph::Graph;
use rules::{LAYERS, WRITER, offences, short};
use sources::{library, modules};

#[test]
fn no_module_uses_what_stands_above_it_and_no_siblings_use_each_other_in_a_circle() {
    let found: Vec<_> = offences(&modules(&text_of)).into_iter().collect();
    assert!(found.is_empty(), "{} offences:\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_type_that_changes_the_host_is_where_the_rule_looks_for_it() {
    let graph = Graph::of(&modules(&text_of));
    assert!(graph.uses.iter().any(|used| short(&used.item) == WRITER));
}

#[test]
fn the_table_of_rooms_reads_downward() {
    for (index, (layer, may_use)) in LAYERS.iter().enumerate() {
        for used in *may_use {
            assert!(LAYERS[index + 1..].iter().any(|(below, _)| below == used), "{layer} may use {used}");
        }
    }
}

#[test]
fn no_siblings_of_the_sandbox_use_each_other_in_a_circle() {
    let text_of = |file: &str| text_below("crates/sandbox/src", file);
    assert_eq!(Graph::of(&library(&text_of)).circles(), BTreeSet::new());
}

/// The text of a file below `src`.
fn text_of(file: &str) -> String {
    text_below("src", file)
}

fn text_below(folder: &str, file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
