//! What all changes of one issue share: the issue is found and changed, and the host's answer is checked. And those changes that
//! are no more than that: assistant-close, -reopen, -set-due-date and -comment.

use std::{
    fmt,
    time::{Duration, SystemTime},
};

use crate::service::{prelude::*, resolve::prelude::*};

/// The outcome of a change of one issue.
#[derive(Debug)]
pub struct Changed {
    /// Its project.
    pub project: Chosen<Project>,
    /// The issue as it now stands.
    pub issue: Issue,
    /// The issue that the hint found, with its score; empty if the issue was confirmed.
    pub candidates: Vec<Scored<Issue>>,
    /// Whether the issue was in the wanted state before; then nothing was sent.
    pub already: bool,
    /// Requested labels that the host did not set.
    pub dropped_labels: Vec<String>,
}

/// A changed issue; or what the hints left open, or a failure.
pub type ChangedIssue = OnIssue<Changed>;

impl Changed {
    /// An issue that was changed as asked.
    pub(super) fn as_asked(project: Chosen<Project>, issue: Issue, candidates: Vec<Scored<Issue>>) -> Self {
        Self { project, issue, candidates, already: false, dropped_labels: Vec::new() }
    }
}

/// Why an issue was not changed, where the call names something else beside it: a person, a milestone.
#[derive(Debug)]
pub enum UnresolvedBeside<T> {
    /// The hints left the project or the issue open.
    Issue(UnresolvedIssue),
    /// The other hint is open.
    Other {
        /// The issue's project.
        project: Chosen<Project>,
        /// The issue as it was read; `None` if it was not, since it was confirmed.
        issue: Option<Chosen<Issue>>,
        /// What the hint left open.
        unresolved: Unresolved<T>,
    },
}

/// What was done to an issue with another object; or what their hints left open, or a failure.
pub type Beside<T, U> = Result<T, Halt<UnresolvedBeside<U>>>;

impl<T> UnresolvedBeside<T> {
    /// What the other hint found, beside this issue. What a preview asks shows the issue, also where it was confirmed.
    ///
    /// # Errors
    /// What the other hint left open, or a failure.
    pub(super) async fn settle<R>(
        one: OneProject<'_>,
        issue: &MeantIssue,
        found: Resolved<R, T>,
    ) -> Result<R, Halt<Self>> {
        let unresolved = match split_failure(found)? {
            Ok(found) => return Ok(found),
            Err(unresolved) => unresolved,
        };
        let issue = match issue {
            MeantIssue::Read(issue) => Some(issue.clone()),
            MeantIssue::Confirmed(_) if one.service.intent() == Intent::Preview => {
                one.current(issue.clone()).await.map(Chosen::confirmed).ok()
            }
            MeantIssue::Confirmed(_) => None,
        };
        Err(Halt::Unresolved(Self::Other { project: one.project.clone(), issue, unresolved }))
    }
}

impl<T, U> From<Halt<U>> for Halt<UnresolvedBeside<T>>
where
    Halt<U>: Into<Halt<UnresolvedIssue>>,
{
    fn from(halt: Halt<U>) -> Self {
        halt.into().map(UnresolvedBeside::Issue)
    }
}

impl OneProject<'_> {
    /// Sends a change and returns the changed issue; in a preview, the issue as it is.
    ///
    /// # Errors
    /// A failed call; [`Error::Dropped`] where the host's answer shows another state or due date.
    pub(super) async fn apply(self, meant: MeantIssue, sent: &IssueChange) -> Result<Issue> {
        let Some(updated) = self.send(meant.key(), sent).await? else { return self.current(meant).await };
        let is_in_state = |event: StateEvent| updated.issue.state == event.leads_to();
        let what = match &sent.due_date {
            _ if !sent.state_event.is_none_or(is_in_state) => Aspect::State,
            Some(_) if sent.due_date != updated.due_date => Aspect::DueDate,
            _ => return Ok(updated.issue),
        };
        Err(Error::Dropped { iid: meant.iid(), what })
    }

    /// Sends a change; `None` in a preview. The host may ignore a part of a change and still answer with a success: whoever sends
    /// one looks for it in the answer.
    pub(super) async fn send(self, key: IssueKey, sent: &IssueChange) -> Result<Option<UpdatedIssue>> {
        let assignees = sent.assignee_ids.iter().flatten().map(|id| Object::User(id.0));
        let milestone = sent.milestone_id.filter(|id| id.0 > 0).map(|id| Object::Milestone(id.0));
        let concerned = [self.project.item.object(), Object::Issue(key.iid.0)];
        let concerned = concerned.into_iter().chain(assignees).chain(milestone).collect();
        let updated = self.service.write(concerned, |host| host.update_issue(self.id(), key, sent)).await;
        updated.map_err(|error| self.absent_or(error, key.iid))
    }

    /// The issue; it is read if only its number is known.
    pub(super) async fn current(self, meant: MeantIssue) -> Result<Issue> {
        match meant {
            MeantIssue::Read(chosen) => Ok(chosen.item),
            MeantIssue::Confirmed(iid) => self.reread(iid.into()).await,
        }
    }

    /// The issue as it is now.
    pub(super) async fn reread<T: Readable>(self, key: IssueKey) -> Result<T> {
        self.present(self.service.gitlab.issue(self.id(), key).await, key.iid)
    }

    /// What was read of an issue; it is absent if the host has none.
    pub(super) fn present<T>(self, read: gitlab::Result<Option<T>>, iid: Iid) -> Result<T> {
        match read {
            Ok(issue) => issue.ok_or_else(|| self.absent(iid)),
            // An answer that is no issue counts as an absent issue (interface, assistant-add-label 4).
            Err(gitlab::Error { fault: Fault::WithoutId | Fault::Misshapen(_), .. }) => Err(self.absent(iid)),
            Err(error) => Err(error.into()),
        }
    }

    /// The host's 404 as "issue not found"; other errors stay as they are.
    fn absent_or(self, error: gitlab::Error, iid: Iid) -> Error {
        if error.is_not_found() { self.absent(iid) } else { error.into() }
    }

    /// "No such issue".
    pub(super) fn absent(self, iid: Iid) -> Error {
        Error::IssueNotFound { project: self.project.item.path_with_namespace.clone(), iid }
    }
}

/// Closes an open issue, or reopens a closed one. An issue that a reference names may be in that state already; then nothing is
/// sent.
///
/// # Errors
/// What the hints left open, or a failed call; [`Error::Dropped`] where the host answers that nothing changed.
pub async fn set_state(service: &Service, target: &IssueTarget, event: StateEvent) -> ChangedIssue {
    let among = if event == StateEvent::Reopen { PoolState::Closed } else { PoolState::Opened };
    let (project, meant) = resolve_issue(service, target, among).await?;
    let candidates = meant.candidates();
    let stands = |issue: &Issue| issue.state == event.leads_to();
    let (issue, already) = match meant {
        MeantIssue::Read(chosen) if stands(&chosen.item) => (chosen.item, true),
        meant => (service.about(&project).apply(meant, &to_state(event)).await?, false),
    };
    Ok(Changed { already, ..Changed::as_asked(project, issue, candidates) })
}

/// The change of an issue's state.
pub(super) fn to_state(event: StateEvent) -> IssueChange {
    IssueChange { state_event: Some(event), ..IssueChange::default() }
}

/// Seconds of a day.
const DAY: u64 = 86_400;

/// A day of the calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueDate(String);

impl DueDate {
    /// Reads `YYYY-MM-DD`; `None` for an empty text.
    ///
    /// # Errors
    /// [`Refusal::DueDate`] if the text is no day of the calendar.
    pub fn parse(text: &str) -> Result<Option<Self>, Refusal> {
        if text.is_empty() {
            return Ok(None);
        }
        let year = text.split_at_checked("YYYY".len()).filter(|_| text.len() == "YYYY-MM-DD".len());
        let is_day = year.is_some_and(|(year, day)| {
            let year: Option<u16> =
                year.bytes().all(|byte| byte.is_ascii_digit()).then(|| year.parse().ok()).flatten();
            // The calendar is the same every 400 years, and the library's begins in 1970.
            let same = |year| humantime::parse_rfc3339(&format!("{}{day}T00:00:00Z", 2_000 + year % 400));
            year.is_some_and(|year| same(year).is_ok())
        });
        if is_day { Ok(Some(Self(text.to_owned()))) } else { Err(Refusal::DueDate(text.to_owned())) }
    }
}

impl fmt::Display for DueDate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The date this many days from today, `YYYY-MM-DD`, by the clock of UTC.
pub(super) fn day(from_today: u64) -> String {
    let moment = SystemTime::now() + Duration::from_secs(from_today * DAY);
    humantime::format_rfc3339_seconds(moment).to_string().chars().take("YYYY-MM-DD".len()).collect()
}

/// Whether an issue is open and past its due date, `YYYY-MM-DD`.
pub fn is_overdue(issue: &Issue, due_date: Option<&str>) -> bool {
    issue.state == "opened" && due_date.is_some_and(|due| due < day(0).as_str())
}

/// Sets the due date of an open issue; `None` clears it.
///
/// # Errors
/// What the hints left open, or a failed call.
pub async fn set_due_date(service: &Service, target: &IssueTarget, date: Option<&DueDate>) -> ChangedIssue {
    let due_date = date.map(|date| date.0.clone()).unwrap_or_default();
    let due = IssueChange { due_date: Some(due_date), ..IssueChange::default() };
    let (project, meant) = resolve_issue(service, target, PoolState::Opened).await?;
    let candidates = meant.candidates();
    let issue = service.about(&project).apply(meant, &due).await?;
    Ok(Changed::as_asked(project, issue, candidates))
}

/// Comments on an open issue. The issue is read first, so that the answer can name it.
///
/// # Errors
/// What the hints left open, an absent issue, or a failed call.
pub async fn comment(service: &Service, target: &IssueTarget, body: &str) -> ChangedIssue {
    let (project, meant) = resolve_issue(service, target, PoolState::Opened).await?;
    let candidates = meant.candidates();
    let one = service.about(&project);
    let issue = one.current(meant).await?;
    let body = neutralise(body);
    let objects = vec![project.item.object(), issue.object()];
    let key = IssueKey::of(&issue);
    let sent = service.write(objects, |host| host.create_note(one.id(), key, &body)).await;
    sent.map_err(|error| one.absent_or(error, issue.iid))?;
    Ok(Changed::as_asked(project, issue, candidates))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_due_date_is_a_day_of_the_calendar() {
        for day in ["2025-09-12", "2024-02-29", "1970-01-01", "9999-12-31", "1969-12-31", "1900-02-28"] {
            assert_eq!(DueDate::parse(day), Ok(Some(DueDate(day.to_owned()))));
        }
        assert_eq!(DueDate::parse(""), Ok(None));
        for text in [
            "2025-02-29",
            "1900-02-29",
            "2025-13-01",
            "2025-00-10",
            "2025-04-31",
            "2025-4-1",
            "25-04-01",
            "12/09/2025",
            "2025-09-12T00:00:00Z",
            "20250912",
            "demain",
            "2025-09-1é",
            "+025-09-12",
            "2025/09/12",
        ] {
            assert_eq!(DueDate::parse(text), Err(Refusal::DueDate(text.to_owned())), "{text}");
        }
    }
}
