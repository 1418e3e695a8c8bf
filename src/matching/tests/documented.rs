//! The tables of docs/matching.md, played.

use super::{Outcome, outcome, rank};
use crate::matching::Kind;

const PAGE: &str = include_str!("../../../docs/matching.md");

/// The cells of the rows of the table under this head.
fn rows<const CELLS: usize>(head: &str) -> Vec<[&'static str; CELLS]> {
    let (_, table) = PAGE.split_once(head).unwrap();
    let rows = table.lines().skip(2).take_while(|row| row.starts_with("| "));
    rows.map(|row| row.trim_matches(['|', ' ']).split(" | ").collect::<Vec<_>>().try_into().unwrap())
        .collect()
}

/// What an operation that reads would do.
fn reads(kind: Kind, hint: &str, pool: &[&str]) -> Outcome {
    let ranking = rank(kind, hint, pool);
    match ranking.top() {
        None => Outcome::FindsNothing,
        Some(_) if ranking.is_ambiguous() => Outcome::Asks,
        Some(top) => Outcome::Acts(top.item),
    }
}

#[test]
fn each_row_of_hints_is_read_and_written_as_it_says() {
    let rows = rows("| hint | of | the pool has | read | write |");
    assert!(rows.len() > 8);
    for [hint, kind, pool, read, write] in rows {
        let hint = hint.trim_matches('`');
        let kind = if kind == "project" { Kind::Project } else { Kind::Issue };
        let named = |name: &str| match kind {
            Kind::Project => format!("{name} | ville/{}", name.to_lowercase().replace(' ', "-")),
            _ => name.to_owned(),
        };
        let pool: Vec<_> = pool.split("; ").map(named).collect();
        let pool: Vec<_> = pool.iter().map(String::as_str).collect();
        let said = |cell: &str| match cell.split(':').next().unwrap() {
            "it" => Outcome::Acts(0),
            "asks" => Outcome::Asks,
            "none" => Outcome::FindsNothing,
            other => panic!("{other}"),
        };
        assert_eq!(reads(kind, hint, &pool), said(read), "read {hint}");
        assert_eq!(outcome(kind, hint, &pool), said(write), "write {hint}");
    }
}

/// Whether one word is evidence for the other.
fn proves(pair: &str) -> bool {
    let (hint, text) = pair.split_once(", ").unwrap();
    // Beside a word that is sure: some relations are evidence only there.
    let ranking = rank(Kind::Issue, &format!("quittance {hint}"), &[&format!("Quittance {text}")]);
    ranking.doubt().is_none()
}

#[test]
fn each_relation_proves_what_it_says() {
    let rows = rows("| one word stands for another as | example | proves |");
    assert!(rows.len() > 9);
    for [relation, examples, says] in rows {
        for pair in examples.split("; ") {
            assert_eq!(proves(pair), says.starts_with("yes"), "{relation}: {pair}");
        }
        if let Some((_, exception)) = says.split_once("real word: ") {
            assert!(!proves(exception), "{relation}: {exception}");
        }
    }
}
