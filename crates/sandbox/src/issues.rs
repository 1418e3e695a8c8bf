//! Issues: list, look up, count, create, change, comment.

mod changes;
mod filter;
mod labelling;
mod notes;
mod quick_actions;
mod read;
mod view;
mod write;

pub(super) use notes::{create as create_note, list as list_notes};
pub(super) use read::{list, show, statistics};
pub(super) use write::{create, update};
