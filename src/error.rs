//! The errors of operations, without HTTP. Their statuses are in `api::wire::failure`, their sentences in [`crate::messages`].

use crate::gitlab::{self, Iid, PathFault};

/// What came of an operation, or of a part of it.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why an operation failed. "Not found" and a question are outcomes, not failures.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// The request is invalid.
    #[error("refused: {0:?}")]
    Refused(Refusal),
    /// No project at the path that the caller named.
    #[error("no project at {0:?}")]
    ProjectNotFound(String),
    /// The host's project at that path has no `id`.
    #[error("the project at {0:?} has no id")]
    ProjectWithoutId(String),
    /// No issue of that number in the project.
    #[error("no issue {iid} in {project:?}")]
    IssueNotFound {
        /// The project's full path.
        project: String,
        /// The number asked for.
        iid: Iid,
    },
    /// The project has no label of this name, and the request does not ask to create it.
    #[error("no label {name:?}")]
    LabelNotFound {
        /// The name.
        name: String,
        /// The label that resembles it most, if one does.
        nearest: Option<String>,
    },
    /// The path lies outside `policy.roots`.
    #[error("{0:?} is outside of policy.roots")]
    OutsideRoots(String),
    /// The host created the project elsewhere than asked.
    #[error("the project was created as {created:?} instead of in {asked:?}")]
    NamespaceMismatch {
        /// The namespace asked for.
        asked: String,
        /// The full path that the host gave.
        created: String,
        /// Whether the host agreed to delete it; it is not asked to outside of `policy.roots`.
        deleted: bool,
    },
    /// The path or the name of a new project is taken: the host refused it, with these words, or would in a preview.
    #[error("{0:?} is taken")]
    Taken(String, Option<String>),
    /// A preview of a new project whose name or path the host does not accept, or keeps for itself.
    #[error("{0:?} is no name of a project")]
    NameRefused(String),
    /// The first failure of several changes, after another of which something was perhaps done.
    #[error("{0}; another change was perhaps made")]
    PerhapsDone(Box<Error>),
    /// The host answered with a success whose object lacks required fields.
    #[error("the host's {0:?} is incomplete")]
    Incomplete(HostObject),
    /// The host answered with a success but did not change the issue as requested.
    #[error("the host did not change the {what:?} of issue {iid}")]
    Dropped {
        /// The issue.
        iid: Iid,
        /// What was to be changed.
        what: Aspect,
    },
    /// The time of the request was over before this item of a bulk operation was started.
    #[error("not attempted: the time of the request ran out")]
    NotAttempted,
    /// The time of the request was over while this item of a bulk operation was under way: it may have been done.
    #[error("cut short: the time of the request ran out")]
    CutShort,
    /// What replicas share can't be reached: nothing was sent.
    #[error("the store that replicas share can't be reached")]
    StoreAway,
    /// The groups could not be listed for a search (interface, groups/search rule 1).
    #[error("listing the groups failed: {0}")]
    GroupListing(#[source] gitlab::Error),
    /// A call to the host failed.
    #[error(transparent)]
    Upstream(#[from] gitlab::Error),
}

impl Error {
    /// Whether it leaves open that what it is about was done.
    pub fn is_perhaps_done(&self) -> bool {
        matches!(self, Self::CutShort) || matches!(self, Self::Upstream(error) if error.is_perhaps_done())
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Why a request is invalid (interface, Errors, 400).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// `confirm=true` without the path that it confirms, named by its field.
    BlankConfirmed(&'static str),
    /// `confirm=true` and `resolved_issue_iid` not above zero.
    BlankIid,
    /// A field holds a path that can't name one object.
    Path {
        /// The request's field.
        field: &'static str,
        /// What is wrong with it.
        fault: PathFault,
    },
    /// `visibility` is none of the three.
    Visibility(String),
    /// `confirm=true` and `resolved_assignee_id` not above zero.
    BlankAssignee,
    /// `due_date` is no day of the calendar.
    DueDate(String),
    /// An update that names nothing to change.
    NothingToChange,
    /// A field that the other fields make necessary, by its name.
    Needed(&'static str),
    /// A field takes away what another field of the request gives.
    Contradiction {
        /// The field that takes it away.
        field: &'static str,
        /// The field that gives it.
        other: &'static str,
    },
    /// A project and a group to look in.
    TwoPlaces,
    /// A project's `name` is blank.
    BlankName,
    /// No project slug can be made of this text.
    NoSlug(String),
}

/// What a change of an issue is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aspect {
    /// Whether it is open.
    State,
    /// A label that it gets.
    Label,
    /// All its labels.
    Labels,
    /// Its due date.
    DueDate,
    /// Its assignee.
    Assignee,
    /// Its milestone.
    Milestone,
    /// Its title.
    Title,
}

/// An object of the host whose answer was incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostObject {
    /// A project.
    Project,
    /// A project in the answer to its creation: it may have been created.
    NewProject,
    /// A group that will hold a project.
    Namespace,
}
