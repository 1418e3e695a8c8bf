//! How callers reach the operations: HTTP routes, MCP, and the pages and documents that describe them.

pub mod console;
pub mod health;
pub mod http;
pub mod language;
pub mod llms;
pub mod mcp;
pub mod metrics;
pub mod openapi;
mod page;
pub mod protected_resource;
