//! Passerelle finds the one project or issue that loose words mean, and acts on it.
//!
//! The modules in the order of a request. `tests/layers` holds which of them may use which. The host of the demo and of the tests
//! is a crate beside this one, `crates/sandbox`:
//!
//! - [`server`]: connections and the graceful stop
//! - [`app`]: state, router, layers
//! - [`api`]: decodes, calls one service function, turns the outcome into an answer
//! - [`service`]: the rules: resolves hints, decides, acts; knows no HTTP
//! - [`gitlab`]: the typed client of the host, and [`matching`]: pure scoring of texts
//! - [`sign_in`]: whose the tokens of an authorization server are
//! - [`live`]: whether a real host does what all this relies on
//! - [`messages`]: every sentence that a caller reads, French and English side by side
//! - [`audit`]: a line for each write
//! - [`settings`], [`error`], [`language`], [`stop_signal`], [`tls`], `distinct_json`: what several of them share

#![cfg_attr(not(test), deny(clippy::string_slice, reason = "a letter may take several bytes"))]

pub mod api;
pub mod app;
pub mod audit;
mod distinct_json;
pub mod error;
pub mod gitlab;
pub mod language;
pub mod live;
pub mod matching;
pub mod messages;
pub mod server;
pub mod service;
pub mod settings;
pub mod sign_in;
pub mod stop_signal;
pub mod store;

pub mod tls;
