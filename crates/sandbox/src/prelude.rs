//! What the files of the resources use: the call, the world, how they answer and refuse.

pub(super) use http::StatusCode;
pub(super) use serde_json::{Value, json};

pub(super) use super::{
    HandlerResult, access,
    answer::{ApiResponse, created, ok, with},
    api_call::ApiCall,
    api_error::{ApiError, FieldErrors},
    models::{Group, Issue, IssueState, Label, Milestone, Note, Owner, Project, Visibility},
    pagination::paginate,
    params::Params,
    record::record,
    search::{Pattern, collation_key},
    world::{Day, NewMilestone, World, is_below},
};
