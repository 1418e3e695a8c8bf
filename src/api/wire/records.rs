//! The records that answers are made of (interface, Response record shapes).

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    gitlab::{
        CreatedIssue, Group, GroupId, Iid, Issue, Label, Member, Milestone, MilestoneId, Project, ProjectId,
        UserId, Word,
    },
    matching::{Score, Scored},
    service::projects::{CompleteProject, LabelCount as CountedLabel},
};

#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct ProjectRef {
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
pub(in crate::api) struct CandidateGroup {
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
pub(in crate::api) struct CandidateProject {
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

/// A project that a search found; one that a listing gave has no score.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct FoundProject {
    #[schemars(with = "i64")]
    id: ProjectId,
    name: String,
    path_with_namespace: String,
    web_url: String,
    #[schemars(with = "Option<i64>", range(min = 0, max = 100))]
    score: Option<Score>,
}

impl From<(Project, Option<Score>)> for FoundProject {
    fn from((project, score): (Project, Option<Score>)) -> Self {
        let Project { id, name, path_with_namespace, web_url, .. } = project;
        Self { id, name, path_with_namespace, web_url, score }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct ProjectCreatePayload {
    #[schemars(with = "i64")]
    id: ProjectId,
    name: String,
    path_with_namespace: String,
    web_url: String,
}

impl From<CompleteProject> for ProjectCreatePayload {
    fn from(project: CompleteProject) -> Self {
        Self {
            id: project.id,
            name: project.name,
            path_with_namespace: project.path_with_namespace,
            web_url: project.web_url,
        }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct ProjectListItem {
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
pub(in crate::api) struct IssuePayload {
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
pub(in crate::api) struct IssueListItem {
    id: i64,
    #[schemars(with = "i64")]
    iid: Iid,
    title: String,
    state: Word,
    web_url: String,
}

impl From<Issue> for IssueListItem {
    fn from(issue: Issue) -> Self {
        Self { id: issue.id, iid: issue.iid, title: issue.title, state: issue.state, web_url: issue.web_url }
    }
}

/// `IssueCandidateItem` and `IssueDuplicateItem`
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct CandidateIssue {
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
pub(in crate::api) struct UserRef {
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
pub(in crate::api) struct CandidateUser {
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
pub(in crate::api) struct LabelItem {
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
pub(in crate::api) struct LabelCount {
    name: String,
    open_count: i64,
}

impl From<CountedLabel> for LabelCount {
    fn from(label: CountedLabel) -> Self {
        Self { name: label.name, open_count: i64::try_from(label.open).unwrap_or(i64::MAX) }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct MilestoneItem {
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
pub(in crate::api) struct CandidateMilestone {
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
pub(in crate::api) fn into_records<T, R: From<T>>(objects: impl IntoIterator<Item = T>) -> Vec<R> {
    objects.into_iter().map(R::from).collect()
}
