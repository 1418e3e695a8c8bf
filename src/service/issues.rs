//! Operations on issues.

mod assignment;
mod batch;
mod bulk;
mod bulk_closing;
mod bulk_labelling;
mod change;
mod comment;
mod creation;
mod due_date;
mod duplicates;
mod edit;
mod find;
mod labelling;
mod listing;
mod show;
mod state;

pub use assignment::{Assigned, assign};
pub use batch::{Batch, BatchCreated, BatchItem, NotCreated, UnresolvedBatch, create_batch};
pub use bulk::{BulkItem, ItemOutcome, count_changed};
pub use bulk_closing::close_several;
pub use bulk_labelling::{Labelled, label_all, label_several};
pub use change::{Changed, UnresolvedBeside};
pub use comment::comment;
pub use creation::{
    Creation, CreationResult, HeldMilestone, IssueDraft, MilestoneChoice, MilestoneWish, SentIssue,
    UnresolvedCreation, assisted_create, create,
};
pub use due_date::{DueDate, is_overdue, set_due_date};
pub use edit::{Edited, Gone, IssueEdit, LabelEdit, edit};
pub use find::{Due, FoundIssue, FoundIssues, IssueWish, Place, PlaceHint, UnresolvedQuery, find};
pub use labelling::add_label;
pub use listing::{list, list_labels};
pub use show::{ShownIssue, show};
pub use state::{close, reopen};

pub use super::labels::LabelRequest;
