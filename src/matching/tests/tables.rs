//! The labelled tables, played: `pairs.txt`, hints beside one name, and `choices.txt`, hints in a pool of rivals.

use super::{Outcome, outcome, rank};
use crate::matching::{Doubt, Kind};

/// Also played by `benches/ablation.py`. "*" marks what is not answered as it should be: it has to stay true, so that a mend is seen.
const PAIRS: &str = include_str!("pairs.txt");
const CHOICES: &str = include_str!("choices.txt");

/// A hint of `pairs.txt`, and the name that it means or does not mean.
struct Pair {
    kind: Kind,
    name: &'static str,
    hint: &'static str,
    means_it: bool,
    is_known_failure: bool,
}

impl Pair {
    /// The name behind two others.
    fn pool(&self) -> [String; 3] {
        ["Météo marine", "Tom Baker", self.name].map(|name| match self.kind {
            Kind::Issue | Kind::Milestone => name.to_owned(),
            Kind::Member => format!("{name} | {}", name.to_lowercase().replace([' ', '-'], ".")),
            Kind::Project | Kind::Group => format!("{name} | w/{}", name.to_lowercase().replace(' ', "-")),
        })
    }

    fn acts(&self) -> bool {
        outcome(self.kind, self.hint, &self.pool().each_ref().map(String::as_str)) == Outcome::Acts(2)
    }

    fn doubt(&self, kind: Kind) -> Option<Doubt> {
        super::doubt(kind, self.hint, &self.pool().each_ref().map(String::as_str))
    }
}

fn kind(word: &str) -> Kind {
    match word {
        "project" => Kind::Project,
        "group" => Kind::Group,
        "issue" => Kind::Issue,
        "milestone" => Kind::Milestone,
        "member" => Kind::Member,
        other => panic!("{other} is no kind"),
    }
}

fn hints(cell: &'static str) -> impl Iterator<Item = &'static str> {
    cell.split(";;").map(str::trim).filter(|hint| !hint.is_empty())
}

fn pairs() -> impl Iterator<Item = Pair> {
    PAIRS.lines().filter(|row| !row.starts_with('#')).flat_map(|row| {
        let [of, _, name, traps, mirrors] =
            row.split(" | ").map(str::trim).collect::<Vec<_>>().try_into().expect(row);
        let labelled = hints(traps).map(|hint| (hint, false)).chain(hints(mirrors).map(|hint| (hint, true)));
        labelled.map(move |(hint, means_it)| {
            let known = hint.strip_prefix("* ");
            let (hint, is_known_failure) = (known.unwrap_or(hint), known.is_some());
            Pair { kind: kind(of), name, hint, means_it, is_known_failure }
        })
    })
}

#[test]
fn no_trap_acts_and_every_mirror_does_but_for_known_failures() {
    let wrong: Vec<String> = pairs()
        .filter(|pair| (pair.acts() == pair.means_it) == pair.is_known_failure)
        .map(|pair| format!("{} / {}", pair.hint, pair.name))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn an_issue_and_a_milestone_are_read_alike_but_a_milestone_may_be_named_by_less() {
    for pair in pairs().filter(|pair| matches!(pair.kind, Kind::Issue | Kind::Milestone)) {
        let (issue, milestone) = (pair.doubt(Kind::Issue), pair.doubt(Kind::Milestone));
        let leaves_more = matches!(issue, Some(Doubt::Unsaid { .. }));
        assert!(
            leaves_more || issue.is_none() == milestone.is_none(),
            "{} / {}: {issue:?}, {milestone:?}",
            pair.hint,
            pair.name
        );
    }
}

/// A block of `choices.txt`: its lines are the objects of a pool, then what else a hint can come to, each with its hints.
struct Block {
    head: &'static str,
    lines: Vec<(&'static str, Vec<&'static str>)>,
}

impl Block {
    fn read(block: &'static str) -> Self {
        let (head, lines) = block.split_once('\n').expect(block);
        let lines = lines.lines().map(|line| line.trim().split_once(" | ").unwrap_or((line.trim(), "")));
        Self { head, lines: lines.map(|(says, cell)| (says, hints(cell).collect())).collect() }
    }

    fn kinds(&self) -> impl Iterator<Item = Kind> {
        self.head.split(" | ").next().unwrap_or_default().split(", ").map(kind)
    }

    fn pool(&self) -> Vec<String> {
        let objects = self.lines.iter().map(|(says, _)| says).take_while(|says| !says.starts_with("= "));
        objects.map(|object| object.replace(" @ ", " | ")).collect()
    }

    /// Whether a hint behind the line at this place comes to what the line says.
    fn holds(&self, kind: Kind, place: usize, hint: &str) -> bool {
        let pool = self.pool();
        let pool: Vec<&str> = pool.iter().map(String::as_str).collect();
        let (asked, words) = (hint.starts_with("? "), hint.trim_start_matches("? "));
        let found = outcome(kind, words, &pool);
        match self.lines[place].0 {
            "= does not act" => !matches!(found, Outcome::Acts(_)),
            "= asks" => found == Outcome::Asks,
            "= finds nothing" => found == Outcome::FindsNothing,
            _ if asked => {
                let offered = self.lines.iter().filter(|(_, hints)| hints.contains(&hint)).count();
                let ranking = rank(kind, words, &pool);
                found == Outcome::Asks && ranking.nearest(offered).iter().any(|near| near.item == place)
            }
            _ => found == Outcome::Acts(place),
        }
    }
}

#[test]
fn a_hint_in_a_pool_of_rivals_comes_to_what_its_line_says() {
    let mut wrong = Vec::new();
    for block in CHOICES.split("\n\n").filter(|block| !block.starts_with('#')).map(Block::read) {
        for kind in block.kinds() {
            for (place, (says, hints)) in block.lines.iter().enumerate() {
                let failed = hints.iter().filter(|hint| !block.holds(kind, place, hint));
                wrong.extend(failed.map(|hint| format!("{}: {hint} / {says}", block.head)));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
