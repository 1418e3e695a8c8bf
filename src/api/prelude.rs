//! What the file of an operation uses: what an operation is, the fields of its request, the rules, the records of its answer, its
//! sentences.

pub(in crate::api) use schemars::JsonSchema;
pub(in crate::api) use serde::Serialize;

pub(in crate::api) use super::{
    operation::{About, Effect, GROUP_UNCLEAR, ISSUE_UNCLEAR, PROJECT_UNCLEAR, Ran},
    wire::{
        answer::*,
        candidates::*,
        details::*,
        fields::*,
        in_project::InProject,
        prompt::*,
        records::*,
        request::{Rows, fields},
        targets::*,
        unclear::*,
    },
};
pub(in crate::api) use crate::{
    error::{Error, Refusal},
    gitlab::{FullPath, Iid, Issue, Member, MilestoneId, Project, StateFilter, UserId},
    matching::{Score, Scored, Slug},
    messages::{
        self,
        bulk::{self, Counts},
        unclear::*,
        *,
    },
    service::{
        Halt, ISSUES_LISTED, Intent, LabelSet, ProjectItems, Service, groups,
        issues::{self, *},
        projects::{self, *},
        resolve::*,
        split_failure,
    },
};
