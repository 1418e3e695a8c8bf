//! What the files of the resources use: the call, the world, how they answer and refuse.

pub(super) use http::StatusCode;
pub(super) use serde_json::{Value, json};

pub(super) use super::{
    HandlerResult, access,
    answer::{ApiResponse, created, ok, with},
    api_call::ApiCall,
    api_error::{ApiError, FieldErrors},
    models::{
        Day, Group, Issue, IssueState, Label, Milestone, NewMilestone, Note, Owner, Project, Visibility,
    },
    pagination::paginate,
    params::Params,
    record::record,
    search::{MIN_WORD, Pattern, collation_key},
    world::{World, is_below},
};
