//! Operations on issues.

mod assignment;
mod batch;
mod bulk;
mod change;
mod creation;
mod duplicates;
mod edit;
mod find;
mod labelling;
mod listing;
mod show;

pub use self::{
    assignment::*, batch::*, bulk::*, change::*, creation::*, edit::*, find::*, labelling::*, listing::*,
    show::*,
};
pub use super::labels::LabelRequest;
