//! The interface, sentence by sentence: each test is named for the rule that it holds.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod assignment;
mod audit;
mod batch;
mod bulk_close;
mod callers;
mod conformance;
mod console;
mod creation;
mod deployment;
mod documents;
mod fault_table;
mod faults;
mod fuzz;
mod groups;
mod host_bodies;
mod http;
mod idempotency;
mod issues;
mod labels;
mod language;
mod mcp;
mod mcp_stdio;
mod observation;
mod openapi;
mod operations_page;
mod output;
mod preview;
mod process;
mod program;
mod projects;
mod requests;
mod resolution;
mod retries;
mod round_trips;
mod second_look;
mod sentences;
mod server;
mod settings_page;
mod stage;
mod stop;
mod summary;
mod town;
mod verbs;
mod wire;
