//! What the files of the MCP face use: what all faces use, and the protocol's messages. A name that both have is that of the faces,
//! save for `JsonObject`.

pub(in crate::api) use axum::extract::Request;
pub(in crate::api) use rmcp::{
    ErrorData, RoleServer,
    model::{JsonObject, *},
    object,
    service::RequestContext,
};

pub(in crate::api) use crate::api::{Prompt, faces::prelude::*};
