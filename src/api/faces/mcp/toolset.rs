//! Which operations are listed as tools (`mcp.toolset`).

use crate::{api::Entry, settings::Toolset};

/// The ten that conversations use most: what is there, what is new, what is done, who does it.
const CORE: [&str; 10] = [
    "find_projects",
    "project_summary",
    "assistant_create_issue",
    "find_issues",
    "assistant_close_issue",
    "assistant_update_issue",
    "assistant_comment_issue",
    "assistant_set_due_date",
    "assistant_assign_issue",
    "assistant_show_issue",
];

/// Whether a set has the tool of this operation.
pub(super) fn holds(toolset: Toolset, entry: &Entry) -> bool {
    toolset == Toolset::All || CORE.contains(&entry.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::operations;

    #[test]
    fn the_core_has_ten_operations_that_exist() {
        let core = operations().iter().filter(|entry| holds(Toolset::Core, entry)).count();
        assert_eq!(core, CORE.len());
    }
}
