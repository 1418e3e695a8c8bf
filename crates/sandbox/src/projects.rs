//! Projects: list, look up, create, move, delete; their tokens.

mod create;
mod delete;
mod find;
mod list;
mod rules;
mod show;
mod tokens;
mod transfer;
mod view;

pub(super) use create::create;
pub(super) use delete::delete;
pub(super) use find::{find, find_with_level};
pub(super) use list::{embedded, list, present, select};
pub(super) use show::show;
pub(super) use tokens::create_token;
pub(super) use transfer::transfer;
