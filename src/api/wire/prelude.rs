//! What the files of the wire use, and so those of the operations: how a type is read, described and written; the objects of the
//! host; the outcomes of the rules; sentences.

pub(in crate::api) use std::sync::Arc;

pub(in crate::api) use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
pub(in crate::api) use serde::{Deserialize, Serialize};
pub(in crate::api) use serde_json::{Map, Value, json};

pub(in crate::api) use crate::{
    error::{Error, Refusal},
    gitlab::{
        Comment, CreatedIssue, FullPath, Group, GroupId, Iid, Issue, IssueDetails, Label, Member, Milestone,
        MilestoneId, Project, ProjectId, StateEvent, StateFilter, UserId,
    },
    language::Language,
    matching::{Score, Scored, Slug, score::SHOWN_CANDIDATES},
    messages::{self, unclear::*, *},
    service::{
        Halt, ISSUES_LISTED, Intent, LabelSet, OfProject, ProjectItems, Service, groups,
        issues::{self, *},
        projects::{self, *},
        resolve::*,
    },
};
