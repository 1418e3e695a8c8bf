//! What the file of an operation uses: what an operation is, the fields of its request, the records of its answer, its sentences.

pub(in crate::api) use schemars::JsonSchema;
pub(in crate::api) use serde::Serialize;

pub(in crate::api) use super::{
    operation::{About, Effect, GROUP_UNCLEAR, ISSUE_UNCLEAR, PROJECT_UNCLEAR, Ran},
    wire::{
        answer::{Answer, HasStatus, Plain, Status},
        candidates::*,
        details::{CommentItem, FoundIssueItem, IssueSheet, MemberItem},
        fields::*,
        in_project::InProject,
        prompt::{Choice, Leads, Offered, Prompt, Settled, key_of_project, member_key, milestone_key},
        records::*,
        request::{Rows, fields},
        targets::*,
        unclear::*,
    },
};
pub(in crate::api) use crate::{
    error::{Error, Refusal},
    gitlab::{Issue, Project},
    messages::{
        CLOSED_ISSUES, ISSUES, Noun, OPEN_ISSUES, Sentence, perhaps_more, say,
        unclear::{Called, Sought},
    },
    service::{Halt, Intent, Service, split_failure},
};
