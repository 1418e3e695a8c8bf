//! What the files of the rules use: the service and what its rules return, the host's objects, the matcher's, the errors.

pub(super) use super::{
    Halt, Intent, IssueReference, Limit, ProjectItems, Service,
    limits::{LOOKED_AT, READ_AT_ONCE},
    side_by_side, split_failure,
};
pub(super) use crate::{
    audit::{Ground, Object},
    error::{Aspect, Error, HostObject, Refusal, Result},
    gitlab::{self, *},
    matching::{score::SHOWN_CANDIDATES, *},
};
