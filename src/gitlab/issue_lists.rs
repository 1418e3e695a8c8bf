//! Lists of the issues of a project, of a group with all below it, and of the whole host, with the host's own filters.

use super::{
    Client, FullPath, Iid, IssueOrder, ListedIssue, Listing, ProjectId, StateFilter, UserId, request::Request,
};

/// Where issues are listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IssuePlace {
    /// A project.
    Project(ProjectId),
    /// A project by its path.
    ProjectAt(FullPath),
    /// A group, with all below it.
    Group(FullPath),
    /// All that the token can see.
    Everywhere,
}

/// Which issues are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IssueFilter {
    /// Of this state.
    pub state: StateFilter,
    /// Assigned to this person.
    pub assignee: Option<AssigneeFilter>,
    /// With the label of exactly this name.
    pub label: Option<String>,
    /// In a milestone of exactly this title.
    pub milestone: Option<String>,
    /// By their due dates.
    pub due: Option<DueFilter>,
    /// Of this number, in whatever project.
    pub iid: Option<Iid>,
}

/// To whom issues are assigned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AssigneeFilter {
    /// The user of this id.
    Id(UserId),
    /// The user of this username.
    Username(String),
    /// Nobody.
    Nobody,
}

/// Which due dates the host can select.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DueFilter {
    /// Past ones.
    Overdue,
    /// None at all.
    Absent,
}

impl IssuePlace {
    fn request(&self) -> Request {
        match self {
            Self::Project(id) => Request::new("GET /projects/:id/issues", &[id]),
            Self::ProjectAt(path) => Request::new("GET /projects/:id/issues", &[path]),
            Self::Group(path) => Request::new("GET /groups/:id/issues", &[path]),
            Self::Everywhere => Request::new("GET /issues", &[]).query("scope", "all"),
        }
    }
}

impl IssueFilter {
    fn of(&self, request: Request) -> Request {
        let request = match &self.assignee {
            Some(AssigneeFilter::Id(id)) => request.query("assignee_id", id),
            Some(AssigneeFilter::Username(name)) => request.query("assignee_username", name),
            Some(AssigneeFilter::Nobody) => request.query("assignee_id", "None"),
            None => request,
        };
        let due = self.due.map(|due| match due {
            DueFilter::Overdue => "overdue",
            DueFilter::Absent => "0",
        });
        request
            .query_some("state", self.state.word())
            .query_some("labels", self.label.as_ref())
            .query_some("milestone", self.milestone.as_ref())
            .query_some("due_date", due)
            .query_some("iids[]", self.iid)
    }
}

impl Client {
    /// The issues of a place that pass a filter.
    pub fn listed_issues(
        &self,
        place: &IssuePlace,
        filter: &IssueFilter,
        order: IssueOrder,
    ) -> Listing<'_, ListedIssue> {
        self.list(order.of(filter.of(place.request())))
    }
}
