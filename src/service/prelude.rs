//! What the files of the rules use: the service and what its rules return, the host's objects, the matcher's, the errors; how much is
//! read, and what a hint comes to.

pub(super) use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
    sync::Arc,
};

pub(super) use futures_util::future::join_all;
pub(super) use tokio::{join, try_join};

pub(super) use super::{
    Halt, Intent, IssueReference, Limit, OfProject, OneProject, ProjectItems, Service, in_order, in_turns,
    limits::*,
    quick_actions::neutralise,
    reference::{holds_number, mentions},
    split_failure,
    verdict::*,
};
pub(super) use crate::{
    audit::{Ground, Object},
    error::{Aspect, Error, HostObject, Refusal, Result},
    gitlab::{self, *},
    matching::{
        score::{MARGIN, SHOWN_CANDIDATES},
        words::{stem, surest_word, telling_words},
        *,
    },
};
