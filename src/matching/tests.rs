//! What a hint does in a pool. Tables hold single hints, the tests here what holds for all of them: properties, reasons, scores and limits.

mod documented;
mod page;
mod properties;
mod reasons;
mod scores;
mod tables;

use super::{Doubt, Hint, Kind, Ranking, Text};

/// What an operation that changes something would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// It acts on this place of the pool.
    Acts(usize),
    Asks,
    FindsNothing,
}

fn text(kind: Kind, name: &str) -> Text {
    match (kind, name.split_once(" | ")) {
        (Kind::Member, Some((name, username))) => Text::person(name, username),
        (_, Some((name, path))) => Text::named(name, path),
        _ => Text::title(name),
    }
}

/// The places of a pool as they are ranked.
fn rank(kind: Kind, hint: &str, pool: &[&str]) -> Ranking<usize> {
    let texts: Vec<Text> = pool.iter().map(|name| text(kind, name)).collect();
    Ranking::of(&Hint::new(hint), kind, texts.iter().enumerate())
}

/// The inner scores of a pool, best first.
fn scores(kind: Kind, hint: &str, pool: &[&str]) -> Vec<u8> {
    rank(kind, hint, pool).nearest(pool.len()).iter().map(|candidate| candidate.score.value()).collect()
}

fn outcome(kind: Kind, hint: &str, pool: &[&str]) -> Outcome {
    let ranking = rank(kind, hint, pool);
    match ranking.top() {
        None => Outcome::FindsNothing,
        Some(top) if ranking.doubt().is_none() => Outcome::Acts(top.item),
        Some(_) => Outcome::Asks,
    }
}

fn doubt(kind: Kind, hint: &str, pool: &[&str]) -> Option<Doubt> {
    rank(kind, hint, pool).doubt().cloned()
}
