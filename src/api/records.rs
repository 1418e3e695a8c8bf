//! The records that answers are made of (interface, Response record shapes).

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    gitlab::{
        CountedLabel, CreatedIssue, Group, GroupId, Iid, Issue, Label, Member, Milestone, MilestoneId,
        Project, ProjectId, UserId, Word,
    },
    matching::{Score, Scored},
    messages,
    service::{Intent, projects::Created},
};

/// What came of a call: the `status` of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say what they mean")]
pub enum Status {
    AmbiguousGroup,
    Assigned,
    AssigneeClarificationNeeded,
    AssigneeNotFound,
    ClarificationNeeded,
    Closed,
    Commented,
    Completed,
    Created,
    DuplicateWarning,
    Error,
    GroupNotFound,
    IssueClarificationNeeded,
    IssueNotFound,
    MilestoneClarificationNeeded,
    MilestoneNotFound,
    NotFound,
    Preview,
    Processed,
    ProjectClarificationNeeded,
    ProjectNotFound,
    Ready,
    Reopened,
    Resolved,
    Unchanged,
    Updated,
}

/// The word that callers read.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// What came of a call, for those who look at many.
pub(super) trait HasStatus {
    /// The answer's `status`, where it has one.
    fn status(&self) -> Option<Status> {
        None
    }
}

impl<P> HasStatus for Answer<P> {
    fn status(&self) -> Option<Status> {
        Some(self.status)
    }
}

/// An answer of an operation that has no statuses, save that of a preview.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Plain<P> {
    pub(super) success: bool,
    /// Only in a preview.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<Status>,
    #[serde(flatten)]
    pub(super) payload: P,
}

impl<P> HasStatus for Plain<P> {
    fn status(&self) -> Option<Status> {
        self.status
    }
}

/// An answer with a status: these three, and what the operation has to say.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Answer<P> {
    success: bool,
    pub(super) status: Status,
    pub(super) message: String,
    #[serde(flatten)]
    pub(super) payload: P,
}

impl<P> Answer<P> {
    pub(super) fn new(status: Status, message: String, payload: P) -> Self {
        Self { success: true, status, message, payload }
    }

    /// The answer of a call that acted, or only asked what acting would do.
    pub(super) fn done(intent: Intent, status: Status, message: String, payload: P) -> Self {
        let (status, message) = status.meant(intent, message);
        Self::new(status, message, payload)
    }

    /// The same with another payload.
    pub(super) fn map<Q>(self, payload: impl FnOnce(P) -> Q) -> Answer<Q> {
        Answer::new(self.status, self.message, payload(self.payload))
    }
}

impl Status {
    /// Status and sentence of what was done, or only would be.
    pub(super) fn meant(self, intent: Intent, message: String) -> (Self, String) {
        match intent {
            Intent::Act => (self, message),
            Intent::Preview => (Self::Preview, messages::preview(&message)),
        }
    }

    /// The status of an answer that has one only in a preview.
    pub(super) fn of_preview(intent: Intent) -> Option<Self> {
        (intent == Intent::Preview).then_some(Self::Preview)
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct ProjectRef {
    #[schemars(with = "i64")]
    id: ProjectId,
    name: String,
    path_with_namespace: String,
}

impl From<Project> for ProjectRef {
    fn from(project: Project) -> Self {
        Self { id: project.id, name: project.name, path_with_namespace: project.path_with_namespace }
    }
}

/// `CandidateGroup` and `GroupMatch`
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct CandidateGroup {
    #[schemars(with = "i64")]
    id: GroupId,
    name: String,
    full_path: String,
    #[schemars(with = "i64", range(min = 0, max = 100))]
    score: Score,
}

impl From<Scored<Group>> for CandidateGroup {
    fn from(Scored { item, score }: Scored<Group>) -> Self {
        Self { id: item.id, name: item.name, full_path: item.full_path, score }
    }
}

/// `SimilarProject` and candidate project
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct CandidateProject {
    #[schemars(with = "i64")]
    id: ProjectId,
    name: String,
    path_with_namespace: String,
    web_url: String,
    #[schemars(with = "i64", range(min = 0, max = 100))]
    score: Score,
}

impl From<Scored<Project>> for CandidateProject {
    fn from(Scored { item, score }: Scored<Project>) -> Self {
        Self {
            id: item.id,
            name: item.name,
            path_with_namespace: item.path_with_namespace,
            web_url: item.web_url,
            score,
        }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct ProjectCreatePayload {
    #[schemars(with = "i64")]
    id: ProjectId,
    name: String,
    path_with_namespace: String,
    web_url: String,
}

impl From<Created> for ProjectCreatePayload {
    fn from(project: Created) -> Self {
        Self {
            id: project.id,
            name: project.name,
            path_with_namespace: project.path_with_namespace,
            web_url: project.web_url,
        }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct ProjectListItem {
    #[schemars(with = "i64")]
    id: ProjectId,
    name: String,
    path_with_namespace: String,
    web_url: String,
    visibility: Word,
    open_issues_count: i64,
}

impl From<Project> for ProjectListItem {
    fn from(project: Project) -> Self {
        Self {
            id: project.id,
            name: project.name,
            path_with_namespace: project.path_with_namespace,
            web_url: project.web_url,
            visibility: project.visibility,
            open_issues_count: project.open_issues_count,
        }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct IssuePayload {
    id: i64,
    #[schemars(with = "i64")]
    iid: Iid,
    title: String,
    web_url: String,
}

impl From<CreatedIssue> for IssuePayload {
    fn from(issue: CreatedIssue) -> Self {
        Self { id: issue.id, iid: issue.iid, title: issue.title, web_url: issue.web_url }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct IssueListItem {
    id: i64,
    #[schemars(with = "i64")]
    iid: Iid,
    title: String,
    state: Word,
    web_url: String,
}

impl<Labels> From<Issue<Labels>> for IssueListItem {
    fn from(issue: Issue<Labels>) -> Self {
        Self { id: issue.id, iid: issue.iid, title: issue.title, state: issue.state, web_url: issue.web_url }
    }
}

/// `IssueCandidateItem` and `IssueDuplicateItem`
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct CandidateIssue {
    id: i64,
    #[schemars(with = "i64")]
    iid: Iid,
    title: String,
    state: Word,
    web_url: String,
    #[schemars(with = "i64", range(min = 0, max = 100))]
    score: Score,
}

impl From<Scored<Issue>> for CandidateIssue {
    fn from(Scored { item, score }: Scored<Issue>) -> Self {
        Self {
            id: item.id,
            iid: item.iid,
            title: item.title,
            state: item.state,
            web_url: item.web_url,
            score,
        }
    }
}

/// A person, as an answer names them.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct UserRef {
    #[schemars(with = "i64")]
    id: UserId,
    username: String,
    name: String,
    web_url: String,
}

impl From<Member> for UserRef {
    fn from(member: Member) -> Self {
        Self { id: member.id, username: member.username, name: member.name, web_url: member.web_url }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct CandidateUser {
    #[serde(flatten)]
    user: UserRef,
    #[schemars(with = "i64", range(min = 0, max = 100))]
    score: Score,
}

impl From<Scored<Member>> for CandidateUser {
    fn from(Scored { item, score }: Scored<Member>) -> Self {
        Self { user: item.into(), score }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct LabelItem {
    id: Option<i64>,
    name: String,
    color: Option<String>,
    description: Option<String>,
    text_color: Option<String>,
}

impl From<Label> for LabelItem {
    fn from(label: Label) -> Self {
        Self {
            id: label.id,
            name: label.name,
            color: label.color,
            description: label.description,
            text_color: label.text_color,
        }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct LabelCount {
    name: String,
    open_count: i64,
}

impl From<CountedLabel> for LabelCount {
    fn from(label: CountedLabel) -> Self {
        Self { name: label.name, open_count: label.open_issues_count }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct MilestoneItem {
    #[schemars(with = "i64")]
    id: MilestoneId,
    #[schemars(with = "Option<i64>")]
    iid: Option<Iid>,
    title: String,
    description: Option<String>,
    state: Word,
    due_date: Option<String>,
    web_url: Option<String>,
}

impl From<Milestone> for MilestoneItem {
    fn from(milestone: Milestone) -> Self {
        Self {
            id: milestone.id,
            iid: milestone.iid,
            title: milestone.title,
            description: milestone.description,
            state: milestone.state,
            due_date: milestone.due_date,
            web_url: milestone.web_url,
        }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct CandidateMilestone {
    #[schemars(with = "i64")]
    id: MilestoneId,
    #[schemars(with = "Option<i64>")]
    iid: Option<Iid>,
    title: String,
    state: Word,
    due_date: Option<String>,
    web_url: Option<String>,
    #[schemars(with = "i64", range(min = 0, max = 100))]
    score: Score,
}

impl From<Scored<Milestone>> for CandidateMilestone {
    fn from(Scored { item, score }: Scored<Milestone>) -> Self {
        Self {
            id: item.id,
            iid: item.iid,
            title: item.title,
            state: item.state,
            due_date: item.due_date,
            web_url: item.web_url,
            score,
        }
    }
}

/// The records of several objects.
pub(super) fn records<T, R: From<T>>(objects: impl IntoIterator<Item = T>) -> Vec<R> {
    objects.into_iter().map(R::from).collect()
}
