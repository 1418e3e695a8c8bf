//! What the files of this folder use: all that it shows, and what it keeps to itself.

pub(super) use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

pub(super) use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};

pub(super) use super::{
    ahead::ReadsAhead,
    answer::*,
    decode::{self, Body, FromBody},
    error::*,
    host::{HostResponse, found},
    kept_pages::{KeptPages, ReadKey},
    models::if_right,
    request::*,
    retry, trace, *,
};
pub(super) use crate::{audit, settings};
