//! The records that answers are made of (interface, Response record shapes).

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    gitlab::{
        CreatedIssue, Group, GroupId, Iid, Issue, Label, Member, Milestone, MilestoneId, Project, ProjectId,
        UserId, Word,
    },
    matching::{Score, Scored},
    service::{
        issues::PlacedIn,
        projects::{CompleteProject, LabelCount as CountedLabel},
        resolve::PlacedIssue,
    },
};

/// Declares a record: each field is that of the same name of an object of the host; `scored` adds how near the object is to a hint.
macro_rules! record {
    ($(#[$about:meta])* $name:ident from $object:ident { $($(#[$meta:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, JsonSchema, Serialize)]
        pub(in crate::api) struct $name {
            $($(#[$meta])* $field: $type,)*
        }

        impl From<$object> for $name {
            fn from(object: $object) -> Self {
                Self { $($field: object.$field,)* }
            }
        }
    };
    ($(#[$about:meta])* $name:ident from scored $object:ident { $($(#[$meta:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, JsonSchema, Serialize)]
        pub(in crate::api) struct $name {
            $($(#[$meta])* $field: $type,)*
            #[schemars(with = "i64", range(min = 0, max = 100))]
            score: Score,
        }

        impl From<Scored<$object>> for $name {
            fn from(Scored { item, score }: Scored<$object>) -> Self {
                Self { $($field: item.$field,)* score }
            }
        }
    };
}

pub(super) use record;

record! {
    ProjectRef from Project {
        #[schemars(with = "i64")]
        id: ProjectId,
        name: String,
        path_with_namespace: String,
    }
}

impl From<PlacedIn> for ProjectRef {
    fn from(PlacedIn { id, name, path }: PlacedIn) -> Self {
        Self { id, name, path_with_namespace: path }
    }
}

record! {
    /// `CandidateGroup` and `GroupMatch`
    CandidateGroup from scored Group {
        #[schemars(with = "i64")]
        id: GroupId,
        name: String,
        full_path: String,
    }
}

record! {
    /// `SimilarProject` and candidate project
    CandidateProject from scored Project {
        #[schemars(with = "i64")]
        id: ProjectId,
        name: String,
        path_with_namespace: String,
        web_url: String,
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

record! {
    ProjectCreatePayload from CompleteProject {
        #[schemars(with = "i64")]
        id: ProjectId,
        name: String,
        path_with_namespace: String,
        web_url: String,
    }
}

record! {
    ProjectListItem from Project {
        #[schemars(with = "i64")]
        id: ProjectId,
        name: String,
        path_with_namespace: String,
        web_url: String,
        visibility: Word,
        open_issues_count: i64,
    }
}

record! {
    IssuePayload from CreatedIssue {
        id: i64,
        #[schemars(with = "i64")]
        iid: Iid,
        title: String,
        web_url: String,
    }
}

record! {
    IssueListItem from Issue {
        id: i64,
        #[schemars(with = "i64")]
        iid: Iid,
        title: String,
        state: Word,
        web_url: String,
    }
}

record! {
    /// `IssueCandidateItem` and `IssueDuplicateItem`
    CandidateIssue from scored Issue {
        id: i64,
        #[schemars(with = "i64")]
        iid: Iid,
        title: String,
        state: Word,
        web_url: String,
    }
}

/// An issue that comes near, with its project: one confirmed call acts on it.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct SuggestedIssue {
    #[serde(flatten)]
    issue: CandidateIssue,
    project: ProjectRef,
}

impl From<Scored<PlacedIssue>> for SuggestedIssue {
    fn from(Scored { item: PlacedIssue { issue, project }, score }: Scored<PlacedIssue>) -> Self {
        Self { issue: Scored { item: issue, score }.into(), project: project.into() }
    }
}

record! {
    /// A person, as an answer names them.
    UserRef from Member {
        #[schemars(with = "i64")]
        id: UserId,
        username: String,
        name: String,
        web_url: String,
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

record! {
    LabelItem from Label {
        id: Option<i64>,
        name: String,
        color: Option<String>,
        description: Option<String>,
        text_color: Option<String>,
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

record! {
    MilestoneItem from Milestone {
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
}

record! {
    CandidateMilestone from scored Milestone {
        #[schemars(with = "i64")]
        id: MilestoneId,
        #[schemars(with = "Option<i64>")]
        iid: Option<Iid>,
        title: String,
        state: Word,
        due_date: Option<String>,
        web_url: Option<String>,
    }
}

/// The records of several objects.
pub(in crate::api) fn into_records<T, R: From<T>>(objects: impl IntoIterator<Item = T>) -> Vec<R> {
    objects.into_iter().map(R::from).collect()
}
