//! The words that people read on the bridge's own pages and forms. They stand in `words.json`: a row is a name, its word in French and in
//! English.

use std::{collections::BTreeMap, sync::LazyLock};

use super::Sentence;

type WordRow = (&'static str, &'static str, &'static str);

static TABLES: LazyLock<BTreeMap<&'static str, Vec<WordRow>>> =
    LazyLock::new(|| serde_json::from_str(include_str!("words.json")).unwrap_or_default());

/// The labels of values in answers and choices: statuses, states, visibilities, families, effects.
pub fn values() -> impl Iterator<Item = (&'static str, Sentence)> {
    rows("values").map(|(name, fr, en)| (*name, Sentence::new(fr, en)))
}

/// What a table says of a field: `answer` and `request` have the labels of fields, `help` the texts about those of requests whose label
/// does not say enough.
pub fn of(table: &str, name: &str) -> Option<Sentence> {
    rows(table).find(|row| row.0 == name).map(|(_, fr, en)| Sentence::new(fr, en))
}

fn rows(table: &str) -> impl Iterator<Item = &'static WordRow> {
    TABLES.get(table).into_iter().flatten()
}
