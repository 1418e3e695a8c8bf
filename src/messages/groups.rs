//! The words of each operation on groups.

pub mod search;
