//! assistant-set-due-date: sets or clears the due date of an issue.

use std::{
    fmt,
    time::{Duration, SystemTime},
};

use super::change::{Change, Changed, change};
use crate::{
    error::{Aspect, Refusal},
    gitlab::{Issue, IssueChange},
    service::{
        Halt, Service,
        resolve::{IssueTarget, PoolState, UnresolvedIssue},
    },
};

/// Seconds of a day.
const DAY: u64 = 86_400;

/// A day of the calendar, from 1970 on.
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
        let is_day = text.len() == "YYYY-MM-DD".len()
            && humantime::parse_rfc3339(&format!("{text}T00:00:00Z")).is_ok();
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
pub async fn set_due_date(
    service: &Service,
    target: &IssueTarget,
    date: Option<&DueDate>,
) -> Result<Changed, Halt<UnresolvedIssue>> {
    let day = date.map_or("", |date| date.0.as_str());
    let due = Change {
        sent: IssueChange { due_date: Some(day.to_owned()), ..IssueChange::default() },
        about: Aspect::DueDate,
        stands: |_| false,
        made: Box::new(|updated| updated.due_date.as_deref().is_none_or(|said| said == day)),
    };
    change(service, target, PoolState::Opened, &due).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_due_date_is_a_day_of_the_calendar() {
        for day in ["2025-09-12", "2024-02-29", "1970-01-01", "9999-12-31"] {
            assert_eq!(DueDate::parse(day), Ok(Some(DueDate(day.to_owned()))));
        }
        assert_eq!(DueDate::parse(""), Ok(None));
        for text in [
            "2025-02-29",
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
