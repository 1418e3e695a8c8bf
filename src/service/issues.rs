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

pub use assignment::{Assigned, assign};
pub use batch::{Batch, BatchCreated, BatchItem, NotCreated, UnresolvedBatch, create_batch};
pub use bulk::{BulkItem, ItemOutcome, Labelled, close_several, count_changed, label_all, label_several};
pub use change::{Changed, DueDate, UnresolvedBeside, close, comment, is_overdue, reopen, set_due_date};
pub use creation::{
    Creation, CreationResult, HeldMilestone, IssueDraft, MilestoneChoice, MilestoneWish, SentIssue,
    UnresolvedCreation, assisted_create, create,
};
pub use edit::{Edited, Gone, IssueEdit, LabelEdit, edit};
pub use find::{Due, FoundIssue, FoundIssues, IssueWish, Place, PlaceHint, UnresolvedQuery, find};
pub use labelling::add_label;
pub use listing::{list, list_labels};
pub use show::{ShownIssue, show};

pub use super::labels::LabelRequest;
