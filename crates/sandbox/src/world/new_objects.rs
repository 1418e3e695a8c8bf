//! Objects to put into a world, as code makes them and as a world's file describes them.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    models::{IssueState, MilestoneState},
    moment::{Moment, is_date},
};

/// A milestone.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMilestone {
    /// Its title.
    pub(crate) title: String,
    /// Markdown.
    #[serde(default)]
    pub(crate) description: String,
    /// Whether it is still worked on.
    #[serde(default)]
    pub(crate) state: MilestoneState,
    /// Its first day.
    pub(crate) start_date: Option<Day>,
    /// Its last day.
    pub(crate) due_date: Option<Day>,
}

impl From<&str> for NewMilestone {
    fn from(title: &str) -> Self {
        Self { title: title.to_owned(), ..Self::default() }
    }
}

/// An issue.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewIssue {
    /// Its title.
    pub(crate) title: String,
    /// Markdown. Quick actions in it are not run.
    pub(crate) description: Option<String>,
    /// Whether it is open.
    #[serde(default)]
    pub(crate) state: IssueState,
    /// Names of its labels.
    #[serde(default)]
    pub(crate) labels: Vec<String>,
    /// The title of its milestone.
    pub(crate) milestone: Option<String>,
    /// The username of its assignee.
    pub(crate) assignee: Option<String>,
    /// The username of its author; `passerelle` when absent.
    pub(crate) author: Option<String>,
    /// When it is due.
    pub(crate) due_date: Option<Day>,
    /// Whether only members see it.
    #[serde(default)]
    pub(crate) confidential: bool,
}

impl From<&str> for NewIssue {
    fn from(title: &str) -> Self {
        Self { title: title.to_owned(), ..Self::default() }
    }
}

/// A day: `2030-03-01`; `today`, `today+9` or `today-3` move along with the day on which the host starts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("pattern" = r"^(\d{4}-\d{2}-\d{2}|today([+-]\d{1,5})?)$"))]
pub(crate) enum Day {
    /// One of the calendar.
    On(String),
    /// So many days after today.
    FromToday(i32),
}

impl Day {
    /// The date as `YYYY-MM-DD`.
    pub(crate) fn date(&self, today: Moment) -> String {
        match self {
            Self::On(date) => date.clone(),
            Self::FromToday(days) => today.plus_days(*days).date(),
        }
    }
}

impl TryFrom<String> for Day {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let offset = text.strip_prefix("today").filter(|days| days.len() <= "+99999".len());
        let day = match offset {
            Some("") => Some(Self::FromToday(0)),
            Some(days) if days.starts_with(['+', '-']) => days.parse().map(Self::FromToday).ok(),
            _ => is_date(&text).then(|| Self::On(text.clone())),
        };
        day.ok_or_else(|| format!("{text:?} is no day such as 2030-03-01, today, today+9 or today-3"))
    }
}
