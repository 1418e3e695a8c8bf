//! The form of a world's file, as `passerelle sandbox --data` reads it and `--schema` describes it.

use std::{collections::BTreeMap, fmt, marker::PhantomData};

use schemars::{JsonSchema, schema_for};
use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::Value;

use super::{
    access,
    injected::FaultKind,
    models::{IssueState, MilestoneState, Visibility},
    moment::{Moment, is_date},
    tokens::TokenKind,
    version::HostVersion,
};

/// The JSON Schema of a world's file.
#[must_use]
pub fn schema() -> Value {
    schema_for!(WorldData).to_value()
}

/// A world of the sandbox host. Whatever is regular may be left out; a label, a milestone or a user that is only mentioned
/// comes to exist.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "A world of the sandbox host")]
pub(super) struct WorldData {
    /// The version of GitLab that the host answers as, `major.minor.patch`; 18.5.1 when absent.
    pub(super) version: Option<HostVersion>,
    /// Whether an issue has at most one label of each scope `scope::`, as on paid tiers; true when absent.
    pub(super) scoped_labels: Option<bool>,
    /// How many labels an issue may have; any number when absent.
    pub(super) max_labels: Option<usize>,
    /// Whether the host limits how often a user calls; `--rate-limits` turns it on too.
    #[serde(default)]
    pub(super) rate_limits: bool,
    /// Tokens that the host knows besides `sandbox-token`; one of that value replaces it.
    #[serde(default)]
    pub(super) tokens: Vec<TokenData>,
    /// Answers that calls get instead of the host's own.
    #[serde(default)]
    pub(super) faults: Vec<FaultData>,
    /// Names by username. The user of `sandbox-token`, `passerelle`, is always there.
    #[serde(default)]
    pub(super) users: BTreeMap<String, String>,
    /// Groups, those above before those below.
    #[serde(default)]
    pub(super) groups: Vec<GroupData>,
    /// Projects.
    #[serde(default)]
    pub(super) projects: Vec<ProjectData>,
}

/// A token.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TokenData {
    /// What the header holds.
    pub(super) value: String,
    /// What it was made for. Tokens of projects and groups stand for a bot user who is a member there.
    #[serde(default)]
    pub(super) kind: TokenKind,
    /// The username of whom it stands for, unless that is a bot; `passerelle` when absent.
    pub(super) user: Option<String>,
    /// The path of the project or the group of a token that has one.
    pub(super) of: Option<String>,
    /// What the bot of such a token may do there: 10 guest, 15 planner, 20 reporter, 30 developer, 40 maintainer, 50 owner.
    #[serde(default = "maintainer")]
    pub(super) access_level: u8,
    /// `api`, `read_api`, `read_user` …; `granular` alone for a fine-grained token.
    #[serde(default = "api")]
    pub(super) scopes: Vec<String>,
    /// What a fine-grained token may do: `Project: Read`, `Work Item: Create` …
    #[serde(default)]
    pub(super) permissions: Vec<String>,
    /// Expired from that day on.
    pub(super) expires_at: Option<Day>,
    /// Whether somebody withdrew it.
    #[serde(default)]
    pub(super) revoked: bool,
}

const fn maintainer() -> u8 {
    access::MAINTAINER
}

fn api() -> Vec<String> {
    vec!["api".to_owned()]
}

/// An answer that calls get instead of the host's own.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FaultData {
    /// What the calls start with: `METHOD /path?query`, decoded, below `/api/v4`.
    pub(super) call: String,
    /// How many calls get it.
    #[serde(default = "once")]
    pub(super) times: u32,
    /// What they get.
    pub(super) kind: FaultKind,
}

const fn once() -> u32 {
    1
}

/// A group.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupData {
    /// Its global id; the next free one when absent.
    pub(super) id: Option<u64>,
    /// Its full path; the groups above are made if needed.
    pub(super) path: String,
    /// Its name for display.
    pub(super) name: String,
    /// Free text.
    #[serde(default)]
    pub(super) description: String,
    /// Who may see it; the parent's when absent, `internal` at the top.
    pub(super) visibility: Option<Visibility>,
    /// Labels of all projects below.
    #[serde(default)]
    pub(super) labels: Vec<LabelData>,
    /// Milestones of all projects below.
    #[serde(default)]
    pub(super) milestones: Vec<MilestoneData>,
    /// Access levels by username.
    #[serde(default)]
    pub(super) members: BTreeMap<String, u8>,
    /// Whether the user of `sandbox-token` stands outside; else they own every top group.
    #[serde(default)]
    pub(super) foreign: bool,
    /// Whether somebody asked for its deletion: it and what is below it are renamed.
    #[serde(default)]
    pub(super) deletion_scheduled: bool,
}

/// A project.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProjectData {
    /// Its global id; the next free one when absent.
    pub(super) id: Option<u64>,
    /// Its full path; without a `/` it is the own one of the user of `sandbox-token`.
    pub(super) path: String,
    /// Its name for display.
    pub(super) name: String,
    /// Free text.
    pub(super) description: Option<String>,
    /// Who may see it; the group's when absent.
    pub(super) visibility: Option<Visibility>,
    /// Whether it is read-only.
    #[serde(default)]
    pub(super) archived: bool,
    /// Whether it takes no issues.
    #[serde(default)]
    pub(super) issues_disabled: bool,
    /// Whether somebody asked for its deletion: it is renamed.
    #[serde(default)]
    pub(super) deletion_scheduled: bool,
    /// Paths that it has left, and that lead to it.
    #[serde(default)]
    pub(super) moved_from: Vec<String>,
    /// Groups whose lists show it too.
    #[serde(default)]
    pub(super) shared_with: Vec<String>,
    /// Its own labels.
    #[serde(default)]
    pub(super) labels: Vec<LabelData>,
    /// Its own milestones.
    #[serde(default)]
    pub(super) milestones: Vec<MilestoneData>,
    /// Access levels by username.
    #[serde(default)]
    pub(super) members: BTreeMap<String, u8>,
    /// Its issues, first first; they are numbered from 1.
    #[serde(default)]
    pub(super) issues: Vec<IssueData>,
}

/// A name alone, or an object that says more.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
pub(super) enum NameOr<T> {
    /// The name.
    Name(String),
    /// More of it.
    Full(T),
}

/// By hand, since serde's own way to read one of two forms says neither what is wrong nor where.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for NameOr<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NameOrVisitor(PhantomData))
    }
}

struct NameOrVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for NameOrVisitor<T> {
    type Value = NameOr<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name, or an object")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(NameOr::Name(name.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(NameOr::Full)
    }
}

/// A label: its name, or more of it.
pub(super) type LabelData = NameOr<FullLabel>;

/// A label.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FullLabel {
    /// Its name; case counts.
    pub(super) name: String,
    /// `#RRGGBB`; one of some when absent.
    pub(super) color: Option<String>,
    /// Free text.
    pub(super) description: Option<String>,
    /// Its place among the prioritised labels.
    pub(super) priority: Option<u64>,
    /// Whether it stays on an issue that has it.
    #[serde(default)]
    pub(super) lock_on_merge: bool,
}

/// A milestone: its title, or more of it.
pub(super) type MilestoneData = NameOr<FullMilestone>;

/// A milestone.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FullMilestone {
    /// Its title.
    pub(super) title: String,
    /// Markdown.
    #[serde(default)]
    pub(super) description: String,
    /// Whether it is still worked on.
    #[serde(default)]
    pub(super) state: MilestoneState,
    /// Its first day.
    pub(super) start_date: Option<Day>,
    /// Its last day.
    pub(super) due_date: Option<Day>,
}

/// An issue: its title, or more of it.
pub(super) type IssueData = NameOr<FullIssue>;

/// An issue.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FullIssue {
    /// Its title.
    pub(super) title: String,
    /// Markdown. Quick actions in it are not run.
    pub(super) description: Option<String>,
    /// Whether it is open.
    #[serde(default)]
    pub(super) state: IssueState,
    /// Names of its labels.
    #[serde(default)]
    pub(super) labels: Vec<String>,
    /// The title of its milestone.
    pub(super) milestone: Option<String>,
    /// The username of whom it is assigned to.
    pub(super) assignee: Option<String>,
    /// The username of who wrote it; `passerelle` when absent.
    pub(super) author: Option<String>,
    /// When it is due.
    pub(super) due_date: Option<Day>,
    /// Whether members alone see it.
    #[serde(default)]
    pub(super) confidential: bool,
}

/// A day: `2030-03-01`; `today`, `today+9` or `today-3` move along with the day on which the host starts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("pattern" = r"^(\d{4}-\d{2}-\d{2}|today([+-]\d{1,5})?)$"))]
pub(super) enum Day {
    /// One of the calendar.
    On(String),
    /// So many days after today.
    FromToday(i32),
}

impl Day {
    /// The date as `YYYY-MM-DD`.
    pub(super) fn date(&self, today: Moment) -> String {
        match self {
            Self::On(date) => date.clone(),
            Self::FromToday(days) => {
                Moment::of_day(today.day().saturating_add_signed(i64::from(*days))).date()
            }
        }
    }
}

/// A text that is no day.
#[derive(Debug, thiserror::Error)]
#[error("\"{0}\" is no day such as 2030-03-01, today, today+9 or today-3")]
pub(super) struct InvalidDay(String);

impl TryFrom<String> for Day {
    type Error = InvalidDay;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let offset = text.strip_prefix("today").filter(|days| days.len() <= "+99999".len());
        match offset {
            Some("") => Ok(Self::FromToday(0)),
            Some(days) if days.starts_with(['+', '-']) => {
                days.parse().map(Self::FromToday).map_err(|_| InvalidDay(text))
            }
            _ if is_date(&text) => Ok(Self::On(text)),
            _ => Err(InvalidDay(text)),
        }
    }
}
