//! What the files of the faces use: what those of the gate use too, and the gate.

pub(in crate::api) use crate::api::{
    gate::{
        AppState, Call, Reply,
        bodies::{is_json, json_body},
        callers::{Access, CallerPolicy},
        idempotency::REPLAYED,
        prelude::*,
        sign_in::MCP,
    },
    operations,
};
