//! What the files of the gate and of the faces use alike: requests and answers as axum has them, JSON, locks and times, the
//! operations, failures.

pub(in crate::api) use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt,
    sync::{Arc, LazyLock, OnceLock},
    time::{Duration, Instant},
};

pub(in crate::api) use axum::{
    Extension, Json, Router,
    body::{Body, Bytes, HttpBody},
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header, request::Parts},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::{get, post},
};
pub(in crate::api) use futures_util::{FutureExt, future::BoxFuture};
pub(in crate::api) use http_body_util::BodyExt;
pub(in crate::api) use parking_lot::Mutex;
pub(in crate::api) use serde::{Deserialize, Serialize};
pub(in crate::api) use serde_json::{Map, Value, json};
pub(in crate::api) use tokio::time::{sleep, timeout, timeout_at};
pub(in crate::api) use tracing::{Instrument, Span};

pub(in crate::api) use crate::{
    api::{
        operation::{Answered, Effect, Entry},
        wire::{
            answer::Status,
            code::Code,
            failure::Failure,
            prompt::{Choice, Leads, Prompt},
            request::{JsonObject, each_text, parse},
        },
    },
    audit::Object,
    error::Error,
    language::Language,
    messages::{self, Sentence, gate},
    settings::{Confirmation, Server, Settings},
    store::{Away, Store, full_digest, new_token},
};
