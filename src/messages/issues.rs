//! The words of each operation on issues.

pub mod add_label;
pub mod add_label_all;
pub mod assign;
pub mod assistant_create;
pub mod assistant_list;
pub mod batch_create;
pub mod bulk_add_label;
pub mod bulk_close;
pub mod close;
pub mod comment;
pub mod create;
pub mod list_labels;
pub mod reopen;
pub mod set_due_date;
pub mod show;
pub mod update;
