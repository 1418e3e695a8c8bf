//! Tokens and their kinds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The one scope of fine-grained tokens.
pub(super) const GRANULAR: &str = "granular";

/// What a token was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AccessTokenKind {
    /// A user's own.
    #[default]
    Personal,
    /// A project's; a bot user stands for it.
    Project,
    /// A group's; a bot user stands for it.
    Group,
    /// An application's, on behalf of a user.
    Oauth,
    /// A project's, for registries and clones: the REST API refuses it here.
    Deploy,
    /// A pipeline job's: the REST API refuses it in the header that other tokens are sent in.
    Job,
}

impl AccessTokenKind {
    /// Whether the host accepts a token of this kind as `Bearer`, or else in `PRIVATE-TOKEN` or as `private_token`.
    pub(super) const fn is_taken(self, as_bearer: bool) -> bool {
        self.is_personal_access_token() || (as_bearer && matches!(self, Self::Oauth))
    }

    /// Whether the host stores it as a personal access token and so can describe it. It stores the tokens of bots so.
    pub(super) const fn is_personal_access_token(self) -> bool {
        matches!(self, Self::Personal | Self::Project | Self::Group)
    }
}

/// A token that the host knows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct AccessToken {
    /// Its number.
    pub id: usize,
    /// What `PRIVATE-TOKEN` must hold.
    #[serde(skip)]
    pub value: String,
    /// Its name in the user's settings.
    pub name: String,
    /// What it was made for.
    #[serde(skip)]
    pub kind: AccessTokenKind,
    /// `api`, `read_api` …; `granular` alone for a fine-grained one.
    pub scopes: Vec<String>,
    /// What a fine-grained token may do, as GitLab names it: `Project: Read` …
    #[serde(skip)]
    pub permissions: Vec<String>,
    /// The user whom it stands for.
    pub user_id: u64,
    /// `YYYY-MM-DD`; expired from that day on.
    pub expires_at: Option<String>,
    /// Whether somebody withdrew it.
    pub revoked: bool,
}

impl AccessToken {
    /// A personal token of a user, with the scope `api`.
    pub fn personal(value: &str, user_id: u64) -> Self {
        Self {
            value: value.to_owned(),
            name: "passerelle".to_owned(),
            scopes: vec!["api".to_owned()],
            user_id,
            ..Self::default()
        }
    }

    /// Whether it has a scope.
    pub(super) fn has_scope(&self, name: &str) -> bool {
        self.scopes.iter().any(|scope| scope == name)
    }
}
