//! Operations on projects.

mod creation;
mod find;
mod listing;
mod summary;

pub use self::{creation::*, find::*, listing::*, summary::*};
