//! The data of a new issue, for tests, the loader and `POST /projects/:id/issues`.

use super::models::IssueState;

/// The data of a new issue.
#[derive(Debug, Clone, Default)]
pub struct NewIssue {
    pub(super) title: String,
    pub(super) description: Option<String>,
    pub(super) state: IssueState,
    pub(super) labels: Vec<String>,
    pub(super) milestone_id: Option<u64>,
    pub(super) assignee_id: Option<u64>,
    pub(super) author_id: Option<u64>,
    pub(super) due_date: Option<String>,
    pub(super) confidential: bool,
}

impl NewIssue {
    /// An open issue of that title.
    #[must_use]
    pub fn titled(title: &str) -> Self {
        Self { title: title.to_owned(), ..Self::default() }
    }

    /// Gives it a description.
    #[must_use]
    pub fn description(mut self, text: &str) -> Self {
        self.description = Some(text.to_owned());
        self
    }

    /// Closes it.
    #[must_use]
    pub fn closed(mut self) -> Self {
        self.state = IssueState::Closed;
        self
    }

    /// Gives it labels; unknown ones are created in the project.
    #[must_use]
    pub fn labels(mut self, names: &[&str]) -> Self {
        self.labels = names.iter().map(|&name| name.to_owned()).collect();
        self
    }

    /// Puts it in a milestone.
    #[must_use]
    pub fn milestone(mut self, milestone_id: u64) -> Self {
        self.milestone_id = Some(milestone_id);
        self
    }

    /// Assigns it.
    #[must_use]
    pub fn assignee(mut self, user_id: u64) -> Self {
        self.assignee_id = Some(user_id);
        self
    }

    /// Gives it a due date, `YYYY-MM-DD`.
    #[must_use]
    pub fn due(mut self, date: &str) -> Self {
        self.due_date = Some(date.to_owned());
        self
    }

    /// Shows it to members only.
    #[must_use]
    pub fn confidential(mut self) -> Self {
        self.confidential = true;
        self
    }
}
