//! The file of a world, as `passerelle sandbox --data` reads it and `--schema` describes it: its form.

mod load;

use std::{borrow::Cow, collections::BTreeMap, fmt, marker::PhantomData};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema, schema_for};
use semver::Version;
use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, Visitor, value::MapAccessDeserializer},
};

use super::prelude::*;

pub use load::InvalidWorld;

/// The JSON Schema of a world's file.
pub fn schema() -> Value {
    schema_for!(WorldData).to_value()
}

/// A world of the sandbox host. Fields with a usual value may be left out; a label, a milestone or a user that is only mentioned
/// is created.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "A world of the sandbox host")]
struct WorldData {
    /// The version of GitLab that the host answers as, `major.minor.patch`; 18.5.1 when absent.
    #[schemars(with = "Option<String>")]
    version: Option<Version>,
    /// Whether an issue has at most one label of each scope `scope::`, as on paid tiers; true when absent.
    scoped_labels: Option<bool>,
    /// How many labels an issue may have; any number when absent.
    max_labels: Option<usize>,
    /// Whether the host limits how often a user calls; `--rate-limits` turns it on too.
    rate_limits: bool,
    /// Tokens that the host knows besides `sandbox-token`; one of that value replaces it.
    tokens: Vec<TokenData>,
    /// Names by username. The user of `sandbox-token`, `passerelle`, is always there.
    users: BTreeMap<String, String>,
    /// Groups, those above before those below.
    groups: Vec<GroupData>,
    /// Projects.
    projects: Vec<ProjectEntry>,
}

/// A token.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TokenData {
    /// What the header holds.
    value: String,
    /// What it was made for. Tokens of projects and groups stand for a bot user who is a member there.
    #[serde(default)]
    kind: AccessTokenKind,
    /// The username of the user that it stands for, unless that is a bot; `passerelle` when absent.
    user: Option<String>,
    /// The path of the project or the group of a token that has one.
    of: Option<String>,
    /// What the bot of such a token may do there: 10 guest, 15 planner, 20 reporter, 30 developer, 40 maintainer, 50 owner; 40 when absent.
    access_level: Option<u8>,
    /// `api`, `read_api`, `read_user` …; `granular` alone for a fine-grained token; `api` when absent.
    scopes: Option<Vec<String>>,
    /// What a fine-grained token may do: `Project: Read`, `Work Item: Create` …
    #[serde(default)]
    permissions: Vec<String>,
    /// Expired from that day on.
    expires_at: Option<Day>,
    /// Whether somebody withdrew it.
    #[serde(default)]
    revoked: bool,
}

/// A group.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GroupData {
    /// Its global id; the next free one when absent.
    id: Option<u64>,
    /// Its full path; the groups above are made if needed.
    path: String,
    /// Its name for display.
    name: String,
    /// Free text.
    #[serde(default)]
    description: String,
    /// Who may see it; the parent's when absent, `internal` at the top.
    visibility: Option<Visibility>,
    /// Labels of all projects below.
    #[serde(default)]
    labels: Vec<NameOr<Label>>,
    /// Milestones of all projects below.
    #[serde(default)]
    milestones: Vec<NameOr<NewMilestone>>,
    /// Access levels by username.
    #[serde(default)]
    members: BTreeMap<String, u8>,
    /// Whether the user of `sandbox-token` stands outside; else they own every top group.
    #[serde(default)]
    foreign: bool,
    /// Whether somebody asked for its deletion: it and what is below it are renamed.
    #[serde(default)]
    deletion_scheduled: bool,
}

/// A project.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ProjectEntry {
    /// Its global id; the next free one when absent.
    id: Option<u64>,
    /// Its full path; without a `/` it is in the group `passerelle`.
    path: String,
    /// Its name for display.
    name: String,
    /// Free text.
    description: Option<String>,
    /// Who may see it; the group's when absent.
    visibility: Option<Visibility>,
    /// Whether it is read-only.
    #[serde(default)]
    archived: bool,
    /// Whether it takes no issues.
    #[serde(default)]
    issues_disabled: bool,
    /// Whether somebody asked for its deletion: it is renamed.
    #[serde(default)]
    deletion_scheduled: bool,
    /// Earlier paths, which redirect to it.
    #[serde(default)]
    moved_from: Vec<String>,
    /// Groups whose lists show it too.
    #[serde(default)]
    shared_with: Vec<String>,
    /// Its own labels.
    #[serde(default)]
    labels: Vec<NameOr<Label>>,
    /// Its own milestones.
    #[serde(default)]
    milestones: Vec<NameOr<NewMilestone>>,
    /// Access levels by username.
    #[serde(default)]
    members: BTreeMap<String, u8>,
    /// Its issues, the first one first; they are numbered from 1.
    #[serde(default)]
    issues: Vec<NameOr<NewIssue>>,
}

/// A name alone, or an object that says more.
#[derive(Debug, Clone)]
struct NameOr<T>(T);

impl<T: JsonSchema> JsonSchema for NameOr<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("NameOr{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A name alone, or an object that says more.",
            "anyOf": [{ "type": "string" }, generator.subschema_for::<T>()],
        })
    }
}

/// By hand, since serde's own message for one of two forms says neither what is wrong nor where.
impl<'de, T: Deserialize<'de> + for<'name> From<&'name str>> Deserialize<'de> for NameOr<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NameOrVisitor(PhantomData))
    }
}

struct NameOrVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + for<'name> From<&'name str>> Visitor<'de> for NameOrVisitor<T> {
    type Value = NameOr<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name, or an object")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(NameOr(T::from(name)))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(NameOr)
    }
}
