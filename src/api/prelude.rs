//! What the file of an operation uses: what an operation is, the fields of its request, the records of its answer, and what those are
//! made of.

pub(in crate::api) use super::{
    operation::{
        ASSIGNEE_UNCLEAR, About, Effect, GROUP_UNCLEAR, ISSUE_UNCLEAR, MILESTONE_UNCLEAR, PROJECT_UNCLEAR,
    },
    wire::{
        answer::*,
        fields::*,
        in_project::InProject,
        prelude::*,
        prompt::*,
        records::*,
        request::{Rows, fields},
        targets::*,
        unclear::*,
    },
};
