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

use super::Entry;

pub(super) fn operations() -> Vec<Entry> {
    vec![
        Entry::of::<create::CreateIssue>(),
        Entry::of::<assistant_list::AssistantListIssues>(),
        Entry::of::<find::FindIssues>(),
        Entry::of::<show::AssistantShowIssue>(),
        Entry::of::<assistant_create::AssistantCreateIssue>(),
        Entry::of::<close::AssistantCloseIssue>(),
        Entry::of::<reopen::AssistantReopenIssue>(),
        Entry::of::<bulk_close::AssistantBulkCloseIssues>(),
        Entry::of::<update::AssistantUpdateIssue>(),
        Entry::of::<comment::AssistantCommentIssue>(),
        Entry::of::<set_due_date::AssistantSetDueDate>(),
        Entry::of::<assign::AssistantAssignIssue>(),
        Entry::of::<list_labels::AssistantListLabels>(),
        Entry::of::<add_label::AssistantAddLabel>(),
        Entry::of::<bulk_labelling::AssistantBulkAddLabel>(),
        Entry::of::<bulk_labelling::AssistantAddLabelAll>(),
        Entry::of::<batch_create::AssistantBatchCreateIssues>(),
    ]
}
