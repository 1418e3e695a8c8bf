//! Plays hints against pools, line by line: how the matching is measured from outside, without a host.
//!
//! `{"pool": [{"name", "path"}, {"name", "username"} or {"title"}]}` sets the pool; `{"kind", "hint", "root_hint"?, "write"?}` is answered with what an
//! operation that changes something would do (with `"write": false` one that reads): `{"how": "acted" | "asked" | "not found", "got": place
//! in the pool or null, "offered": places, best first, "scores", "why"}`; `{"title", "existing": [titles]}` with duplicate scores.

use std::io::{self, BufRead, BufWriter, Write};

use passerelle::matching::{DuplicateMatcher, Hint, Kind, Ranking, Score, Text, normalise};
use serde::Deserialize;
use serde_json::json;

/// How many candidates a caller is shown.
const SHOWN: usize = 5;

#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Pool { pool: Vec<Object> },
    Hint(Question),
    New(Title),
}

#[derive(Deserialize)]
struct Title {
    title: String,
    existing: Vec<String>,
}

#[derive(Deserialize)]
struct Question {
    kind: String,
    hint: String,
    #[serde(default)]
    root_hint: String,
    #[serde(default = "yes")]
    write: bool,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Object {
    Named { name: String, path: String },
    Person { name: String, username: String },
    Titled { title: String },
}

/// An object of the pool, prepared once.
struct Prepared {
    path: String,
    text: Text,
}

impl From<Object> for Prepared {
    fn from(object: Object) -> Self {
        match object {
            Object::Named { name, path } => Self { text: Text::named(&name, &path), path: normalise(&path) },
            Object::Person { name, username } => {
                Self { text: Text::person(&name, &username), path: String::new() }
            }
            Object::Titled { title } => Self { text: Text::title(&title), path: String::new() },
        }
    }
}

fn main() -> io::Result<()> {
    let mut answers = BufWriter::new(io::stdout().lock());
    let mut pool: Vec<Prepared> = Vec::new();
    for line in io::stdin().lock().lines() {
        match serde_json::from_str(&line?)? {
            Line::Pool { pool: objects } => pool = objects.into_iter().map(Prepared::from).collect(),
            Line::Hint(question) => {
                writeln!(answers, "{}", answer(&question, &pool))?;
                answers.flush()?;
            }
            Line::New(Title { title, existing }) => {
                let matcher = DuplicateMatcher::new(&title);
                let scores: Vec<_> =
                    existing.iter().map(|title| matcher.score(&Text::title(title)).0.value()).collect();
                writeln!(answers, "{}", json!(scores))?;
                answers.flush()?;
            }
        }
    }
    Ok(())
}

fn answer(question: &Question, pool: &[Prepared]) -> serde_json::Value {
    let kind = match question.kind.as_str() {
        "project" => Kind::Project,
        "group" => Kind::Group,
        "milestone" => Kind::Milestone,
        "member" => Kind::Member,
        _ => Kind::Issue,
    };
    let hint = Hint::new(&question.hint);
    let root = normalise(&question.root_hint);
    let inside = pool.iter().enumerate().filter(|(_, object)| object.path.starts_with(&root));
    let ranking = Ranking::of(&hint, kind, inside.map(|(place, object)| (place, &object.text)));
    let clear = !ranking.is_ambiguous() && (!question.write || ranking.doubt().is_none());
    let top = ranking.top().map(|top| top.item);
    let how = match top {
        None => "not found",
        Some(_) if clear => "acted",
        Some(_) => "asked",
    };
    let nearest = ranking.nearest(SHOWN);
    json!({
        "how": how,
        "got": top.filter(|_| how == "acted"),
        "offered": nearest.iter().map(|candidate| candidate.item).collect::<Vec<_>>(),
        "scores": nearest.iter().map(|candidate| candidate.score.value()).collect::<Vec<_>>(),
        "evidence": ranking.evidence().to_string(),
        "why": format!("{:?}", ranking.doubt()),
        "exact": ranking.top().is_some_and(|top| top.score == Score::EXACT),
    })
}
