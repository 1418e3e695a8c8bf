//! Issues, and lists of those of a project, of a group with all below it, and of the whole host, with the host's own filters.

use serde::{Deserialize, Serialize, de::IgnoredAny};
use serde_json::json;

use super::prelude::*;

/// Which issues or milestones a listing holds, by their state: `opened`, `closed`, or another word of the caller, which the host
/// may refuse.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StateFilter(Option<String>);

impl StateFilter {
    /// Every state: no filter is sent.
    pub const ANY: Self = Self(None);

    /// This state alone, of those that the host knows.
    pub fn only(state: &'static str) -> Self {
        Self(Some(state.to_owned()))
    }

    /// The state that a caller names, trimmed and in any case: `all` and the empty word are every state (interface, States and
    /// transitions).
    pub fn named(word: &str) -> Self {
        let word = word.to_lowercase();
        Self((word != "all" && !word.is_empty()).then_some(word))
    }

    /// The word of the one state; `None` for every state.
    pub fn word(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

/// In which order issues are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IssueOrder {
    /// What was created last.
    Created,
    /// What was updated last.
    Updated,
    /// What is due first; what has no due date comes last.
    Due,
}

impl IssueOrder {
    pub(super) fn of(self, request: Request) -> Request {
        let (by, sort) = match self {
            Self::Created => ("created_at", "desc"),
            Self::Updated => ("updated_at", "desc"),
            Self::Due => ("due_date", "asc"),
        };
        request.query("order_by", by).query("sort", sort)
    }
}

/// Where issues are listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IssuePlace {
    /// A project.
    Project(ProjectId),
    /// A project by its path.
    ProjectAt(FullPath),
    /// A group, with all below it.
    Group(GroupRef),
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
    /// In a milestone of exactly this title; empty for those in none.
    pub milestone: Option<String>,
    /// By their due dates.
    pub due: Option<Due>,
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

/// Which due dates issues have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// Past ones of open issues.
    Overdue,
    /// So many days, today being the first; the host has no filter for them.
    Within(u64),
    /// None at all.
    Absent,
}

impl IssueFilter {
    fn of(&self, request: Request) -> Request {
        let request = match &self.assignee {
            Some(AssigneeFilter::Id(id)) => request.query("assignee_id", id),
            Some(AssigneeFilter::Username(name)) => request.query("assignee_username", name),
            Some(AssigneeFilter::Nobody) => request.query("assignee_id", "None"),
            None => request,
        };
        let milestone = self.milestone.as_deref();
        let milestone = milestone.map(|title| if title.is_empty() { "None" } else { title });
        let due = match self.due {
            Some(Due::Overdue) => Some("overdue"),
            Some(Due::Absent) => Some("0"),
            Some(Due::Within(_)) | None => None,
        };
        request
            .query_some("state", self.state.word())
            .query_some("labels", self.label.as_ref())
            .query_some("milestone", milestone)
            .query_some("due_date", due)
            .query_some("iids[]", self.iid)
    }
}

/// An issue by its number in its project, and by its id if it was read before: an answer about another id is refused.
#[derive(Debug, Clone, Copy)]
pub struct IssueKey {
    /// Number inside the project.
    pub iid: Iid,
    id: Option<i64>,
}

impl IssueKey {
    /// An issue that was read.
    pub fn of(issue: &Issue) -> Self {
        Self { iid: issue.iid, id: Some(issue.id) }
    }
}

impl From<Iid> for IssueKey {
    fn from(iid: Iid) -> Self {
        Self { iid, id: None }
    }
}

/// An issue to create.
#[derive(Debug, Clone, Serialize)]
pub struct NewIssue<'a> {
    /// 1 to 255 characters.
    pub title: &'a str,
    /// Markdown; may be empty.
    pub description: &'a str,
    /// Names joined by commas; not sent when empty.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub labels: &'a str,
    /// The milestone's id on the host.
    pub milestone_id: Option<MilestoneId>,
}

/// What an update changes; `None` changes nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct IssueChange {
    /// Closes or reopens.
    pub state_event: Option<StateEvent>,
    /// Replaces the labels: names joined by commas.
    pub labels: Option<String>,
    /// 1 to 255 characters.
    pub title: Option<String>,
    /// Markdown; empty clears it.
    pub description: Option<String>,
    /// `YYYY-MM-DD`; empty clears it.
    pub due_date: Option<String>,
    /// Replaces the assignees.
    pub assignee_ids: Option<Vec<UserId>>,
    /// Replaces the milestone; 0 takes it away.
    pub milestone_id: Option<MilestoneId>,
}

/// A change of an issue's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StateEvent {
    /// `opened` → `closed`.
    Close,
    /// `closed` → `opened`.
    Reopen,
}

impl StateEvent {
    /// The state that an issue then has.
    pub fn leads_to(self) -> &'static str {
        match self {
            Self::Close => "closed",
            Self::Reopen => "opened",
        }
    }
}

/// The host's answer to a count.
#[derive(Clone, PartialEq, Deserialize)]
struct Statistics {
    statistics: CountsByState,
}

#[derive(Clone, PartialEq, Deserialize)]
struct CountsByState {
    counts: IssueCounts,
}

impl<T: Readable> Listing<'_, T> {
    /// The issues whose titles the host finds for a text. Not sent again after a 429, since a repeat would count against the host's
    /// limit too.
    pub fn titled(self, text: &str) -> Self {
        let found = self.query("search", text).query("in", "title");
        found.asked(|request| Request { retries_429: false, ..request })
    }
}

impl Client {
    /// A project's issues.
    pub fn issues(&self, project: ProjectId, state: &StateFilter, order: IssueOrder) -> Listing<'_, Issue> {
        let request = order.of(Request::new("GET /projects/:id/issues", &[&project]));
        self.list(request.query_some("state", state.word()))
    }

    /// The issues of a place that pass a filter.
    pub fn listed_issues(
        &self,
        place: &IssuePlace,
        filter: &IssueFilter,
        order: IssueOrder,
    ) -> Listing<'_, ListedIssue> {
        let request = match place {
            IssuePlace::Project(id) => Request::new("GET /projects/:id/issues", &[id]),
            IssuePlace::ProjectAt(path) => Request::new("GET /projects/:id/issues", &[path]),
            IssuePlace::Group(group) => Request::new("GET /groups/:id/issues", &[group]),
            IssuePlace::Everywhere => Request::new("GET /issues", &[]).query("scope", "all"),
        };
        self.list(order.of(filter.of(request)))
    }

    /// What the host says of an issue, named by its number; `None` if it is absent.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn issue<T: Readable>(&self, project: ProjectId, issue: IssueKey) -> Result<Option<T>> {
        let IssueKey { iid, id } = issue;
        let request = Request::new("GET /projects/:id/issues/:issue_iid", &[&project, &iid]);
        self.find(Request { id, ..request }).await
    }

    /// The newest notes on an issue, newest first. Hosts that do not know the filter add notes of their own about changes.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn comments(&self, project: ProjectId, iid: Iid, page_size: usize) -> Result<Page<Comment>> {
        let request = Request::new("GET /projects/:id/issues/:issue_iid/notes", &[&project, &iid])
            .query("order_by", "created_at")
            .query("sort", "desc")
            .query("activity_filter", "only_comments");
        self.list(request).page(1, page_size).await
    }

    /// How many issues of each state a project has, among those that pass the filter.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn count_issues(&self, project: ProjectId, filter: &IssueFilter) -> Result<IssueCounts> {
        let request = filter.of(Request::new("GET /projects/:id/issues_statistics", &[&project]));
        let Statistics { statistics } = self.object(request).await?;
        Ok(statistics.counts)
    }

    /// How many open issues are past their due date. `None` if the host gives no number, as above 10,000.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn count_overdue(&self, project: ProjectId) -> Result<Option<usize>> {
        let request = Request::new("GET /projects/:id/issues", &[&project])
            .query("state", "opened")
            .query("due_date", "overdue");
        Ok(self.list::<IgnoredAny>(request).page(1, 1).await?.total)
    }
}

impl Writer {
    /// Creates an issue.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn create_issue(self, project: ProjectId, issue: &NewIssue<'_>) -> Result<CreatedIssue> {
        self.send(Request::new("POST /projects/:id/issues", &[&project]), issue).await
    }

    /// Changes an issue and returns the changed issue.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn update_issue(
        self,
        project: ProjectId,
        IssueKey { iid, id }: IssueKey,
        change: &IssueChange,
    ) -> Result<UpdatedIssue> {
        let request = Request::new("PUT /projects/:id/issues/:issue_iid", &[&project, &iid]);
        self.send(Request { id, ..request }, change).await
    }

    /// Comments on an issue.
    ///
    /// # Errors
    /// As every call: [`super::Error`]; also if the answer is about a comment on something else.
    pub async fn create_note(self, project: ProjectId, issue: IssueKey, body: &str) -> Result<Note> {
        let request = Request::new("POST /projects/:id/issues/:issue_iid/notes", &[&project, &issue.iid]);
        let about_another = request.error(Fault::AboutAnother);
        let note: Note = self.send(request, json!({ "body": body })).await?;
        if issue.id.is_none_or(|id| note.may_be_on(id)) { Ok(note) } else { Err(about_another) }
    }
}
