//! Authorisation: what `policy` allows.

use super::prelude::*;
use crate::{
    service::{Intent, Roots},
    settings,
};

/// What a caller may do.
#[derive(Debug, Clone)]
pub(in crate::api) struct CallerPolicy {
    /// Whether every operation that changes something is refused, unless it only previews.
    pub(in crate::api) read_only: bool,
    /// What it may touch.
    pub(in crate::api) roots: Roots,
    /// Names of the operations that are served; `None` for all.
    operations: Option<Vec<String>>,
    /// Who confirms over MCP what changes something.
    pub(in crate::api) confirmation: Confirmation,
}

impl CallerPolicy {
    /// What the settings allow every caller.
    pub(in crate::api) fn new(policy: &settings::Policy) -> Self {
        let settings::Policy { read_only, roots, operations, confirmation } = policy;
        let operations = (!operations.is_empty()).then(|| operations.clone());
        Self { read_only: *read_only, roots: Roots::new(roots), operations, confirmation: *confirmation }
    }

    /// What they allow this caller: never more than every caller.
    pub(super) fn narrowed(&self, caller: &settings::CallerSettings) -> Self {
        let own = (!caller.operations.is_empty()).then_some(&caller.operations);
        let operations = own.map(|own| own.iter().filter(|name| self.serves(name)).cloned().collect());
        Self {
            read_only: self.read_only || caller.read_only,
            roots: self.roots.within(&Roots::new(&caller.roots)),
            operations: operations.or_else(|| self.operations.clone()),
            confirmation: self.confirmation,
        }
    }

    /// Whether the operation of this name is served at all.
    pub(in crate::api) fn serves(&self, operation: &str) -> bool {
        self.operations.as_ref().is_none_or(|served| served.iter().any(|name| name == operation))
    }

    /// What a call with these fields is for, if it is allowed; a preview changes nothing.
    ///
    /// # Errors
    /// 403 for an operation that is not served, and for a write of a caller who may only read; 422 if `dry_run` is no boolean,
    /// and for a field that the operation does not know.
    pub(super) fn authorise(&self, entry: &Entry, fields: &mut JsonObject) -> Result<Intent, Failure> {
        if !self.serves(entry.name) {
            return Err(Failure::operation_disabled());
        }
        let intent = entry.intent(fields)?;
        if self.read_only && entry.effect.writes() && intent == Intent::Act {
            return Err(Failure::read_only());
        }
        Ok(intent)
    }
}
