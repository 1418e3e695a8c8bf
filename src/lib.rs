//! Passerelle: loose words in, the one right project or issue out.
//!
//! The way of a request, top to bottom; nothing looks upwards:
//!
//! - [`server`], [`stop_signal`]: connections, and the graceful stop
//! - [`app`]: state, router, layers
//! - [`api`]: decodes, calls one service function, words the outcome
//! - [`service`]: the rules: resolves hints, decides, acts; knows no HTTP
//! - [`gitlab`]: the typed client of the host, and [`matching`]: pure scoring of texts
//! - [`sandbox`]: an in-memory host for the demo, the tests and the benches
//! - [`messages`]: every sentence that a caller reads, French and English side by side
//! - [`audit`]: a line for each write
//! - [`settings`], [`error`], [`language`], [`tls`]: what all of them share

pub mod api;
pub mod app;
pub mod audit;
pub mod error;
pub mod gitlab;
pub mod language;
pub mod matching;
pub mod messages;
pub mod sandbox;
pub mod server;
pub mod service;
pub mod settings;
pub mod stop_signal;
pub mod store;

pub mod tls;
