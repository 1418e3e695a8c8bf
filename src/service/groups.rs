//! Operations on groups.

pub use super::resolve::search_groups as search;
