//! The typed client of the host: one method per call of its REST API (v4), with typed arguments and results. [`Client`] reads,
//! [`Writer`] changes.
//!
//! Errors keep the call, the status and the host's message. A look-up that gets a 404 returns `None`, and the service decides
//! what that means.

mod answer;
mod call_context;
mod clean;
mod client;
mod credential;
mod error;
mod groups;
mod host;
mod http_client;
mod instance;
mod issues;
mod kept_pages;
mod labels;
mod members;
mod metrics;
mod milestones;
mod models;
mod outage;
mod path;
mod pauses;
mod projects;
mod reading;
mod request;
mod retry;
mod single_flight;
mod trace;

pub use answer::{FULL_PAGE, Page};
pub use call_context::{CallContext, WriteGuard};
pub(crate) use clean::{MARKS, on_one_line, visible};
pub use client::{Client, Writer};
pub use credential::Credential;
pub use error::{Error, Fault, Result};
pub use host::Instance;
pub(crate) use host::found;
pub(crate) use http_client::{http_client, root_cause};
pub use instance::*;
pub use issues::*;
pub use members::Holder;
pub use metrics::{MetricLabels, SECONDS};
pub use models::*;
pub use path::{FullPath, GroupRef, PathFault, trim_path};
pub use pauses::SharedPause;
pub use projects::NewProject;
pub use reading::{Listing, Readable};
pub use trace::TraceParent;

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};

use self::{
    answer::{Body, Decoded, Equal, KeptAnswer, PageCounts, ReadAnswer},
    error::{Failed, WriteOutcome, message_of},
    host::HostResponse,
    kept_pages::{KeptPages, ReadKey, memory_of},
    models::if_right,
    reading::ReadsAhead,
    request::{Request, Subject, Write},
};
use crate::{audit, settings};

/// What the files of this folder use: all that it shows, and what it keeps to itself.
mod prelude {
    pub(super) use super::*;
}
