//! `/api/v1/issues`

mod add_label;
mod assign;
mod assistant_create;
mod assistant_list;
mod batch_create;
mod bulk;
mod bulk_close;
mod bulk_labelling;
mod close;
mod comment;
mod create;
mod find;
mod list_labels;
mod one_issue;
mod reopen;
mod set_due_date;
mod show;
mod update;

use super::{Code, Entry};

pub(super) fn operations() -> Vec<Entry> {
    vec![
        Entry::of(&create::ABOUT, create::run),
        Entry::of(&assistant_list::ABOUT, assistant_list::run),
        Entry::of(&find::ABOUT, find::run).refusing(&[Code::InvalidArgument]),
        Entry::of(&show::ABOUT, show::run),
        Entry::of(&assistant_create::ABOUT, assistant_create::run),
        Entry::of(&close::ABOUT, close::run),
        Entry::of(&reopen::ABOUT, reopen::run),
        Entry::of(&bulk_close::ABOUT, bulk_close::run),
        Entry::of(&update::ABOUT, update::run),
        Entry::of(&comment::ABOUT, comment::run),
        Entry::of(&set_due_date::ABOUT, set_due_date::run),
        Entry::of(&assign::ABOUT, assign::run),
        Entry::of(&list_labels::ABOUT, list_labels::run),
        Entry::of(&add_label::ABOUT, add_label::run),
        Entry::of(&bulk_labelling::SEVERAL, bulk_labelling::run_several),
        Entry::of(&bulk_labelling::ALL, bulk_labelling::run_all),
        Entry::of(&batch_create::ABOUT, batch_create::run),
    ]
}
