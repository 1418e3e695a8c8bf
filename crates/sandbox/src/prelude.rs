//! What most files use: the call, the world and what it holds, how calls are answered and refused.

pub(super) use http::StatusCode;
pub(super) use serde_json::{Value, json};

pub(super) use super::{
    HandlerResult, access,
    answer::{ApiResponse, add_header, created, ok, typed, with, with_json},
    api_call::ApiCall,
    api_error::{ApiError, FieldErrors},
    models::{
        Day, Group, Issue, IssueState, Label, Milestone, NewIssue, NewMilestone, Note, Owner, Project, User,
        Visibility,
    },
    moment::Moment,
    pagination::paginate,
    params::Params,
    record::record,
    search::{MIN_WORD, Pattern, collation_key},
    tokens::{AccessToken, AccessTokenKind},
    world::{ObjectKind, World, is_below},
};
