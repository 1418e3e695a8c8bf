//! `passerelle check --write GROUP`: tries on the host whatever the bridge relies on, and prints a row for each fact.

use passerelle::{
    app,
    gitlab::FullPath,
    live::{self, CannotBegin, Suite, Unmet},
    settings::Settings,
    stop_signal::StopSignal,
};

use super::{Checked, Problem, ProblemKind, odd, print, right};

/// Runs the suite in a subgroup of this group, and removes the subgroup, also after a signal to stop.
pub(super) async fn check(settings: &Settings, group: &str) -> Checked {
    let wrong = |line: String, mend| Problem::new(ProblemKind::Settings, "--write", line, mend);
    let group = FullPath::parse(group)
        .map_err(|_| wrong(format!("{group:?} is no full path"), "it takes the full path of a group"))?;
    if settings.policy.read_only {
        let line = "policy.read_only is true, and the suite writes";
        return Err(wrong(line.to_owned(), "set it to false for this run, with a token that may write"));
    }
    if !app::is_within_roots(settings, group.as_str()) {
        let line = format!("{:?} is outside policy.roots", group.as_str().to_lowercase());
        return Err(wrong(line, "name a group within these roots"));
    }
    let mut stop_signal = StopSignal::on_signal_or_hangup();
    let suite = Suite::begin(settings, &group, stop_signal.clone()).await.map_err(|error| {
        let mend = "the group has to be there and seen by the token's user, who has to be allowed to make groups, projects, labels \
                    and milestones in it";
        let is_absent = matches!(error, CannotBegin::NoGroup(_));
        let kind = if is_absent { ProblemKind::Settings } else { ProblemKind::Differs };
        Problem::new(kind, "write", error.to_string(), mend)
    })?;
    right("write", &format!("in {}, which is removed at the end", suite.group()));
    if !suite.left_before.is_empty() {
        let left = suite.left_before.join(", ");
        odd("write", &format!("earlier runs left {left}: delete them, unless such a run is under way"));
    }
    let tried = tokio::select! {
        tried = all(&suite) => tried,
        () = stop_signal.given() => Err(Problem::new(ProblemKind::Differs, "facts", "interrupted", "run it again")),
    };
    if let Some(left) = suite.end().await.unwrap_or_else(Some) {
        print(&format!("        {left}"));
    }
    right("facts", &tried?);
    Ok(())
}

/// Tries every fact, and prints its row; what differs takes more lines. How many facts had each outcome.
async fn all(suite: &Suite) -> Checked<String> {
    let (mut held, mut differed, mut untried) = (0, 0, 0);
    for fact in live::facts() {
        match (fact.check)(suite).await {
            Ok(()) => {
                held += 1;
                print(&format!("ok      {}", fact.name));
            }
            Err(Unmet::Untried(why)) => {
                untried += 1;
                print(&format!("untried {}: {why}", fact.name));
            }
            Err(Unmet::Differs { expected, seen }) => {
                differed += 1;
                print(&format!("differs {}", fact.name));
                print(&format!("        relied on for: {}", fact.reason));
                print(&format!("        expected: {expected}"));
                print(&format!("        seen: {seen}"));
            }
        }
    }
    let line = format!("{held} ok, {differed} different, {untried} untried");
    if differed > 0 {
        let mend = "please report the rows that differ, with the version of the host";
        return Err(Problem::new(ProblemKind::Differs, "facts", line, mend));
    }
    Ok(line)
}
