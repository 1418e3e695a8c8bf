//! `/api/v1/issues`

mod add_label;
mod assistant_create;
mod assistant_list;
mod batch_create;
mod bulk_labelling;
mod change_state;
mod create;
mod list_labels;

use super::Entry;

pub(super) fn operations() -> Vec<Entry> {
    vec![
        Entry::of::<create::CreateIssue>(),
        Entry::of::<assistant_list::AssistantListIssues>(),
        Entry::of::<assistant_create::AssistantCreateIssue>(),
        Entry::of::<change_state::AssistantCloseIssue>(),
        Entry::of::<change_state::AssistantReopenIssue>(),
        Entry::of::<list_labels::AssistantListLabels>(),
        Entry::of::<add_label::AssistantAddLabel>(),
        Entry::of::<bulk_labelling::AssistantBulkAddLabel>(),
        Entry::of::<bulk_labelling::AssistantAddLabelAll>(),
        Entry::of::<batch_create::AssistantBatchCreateIssues>(),
    ]
}
