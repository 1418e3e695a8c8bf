//! The records that answers are made of (interface, Response record shapes).

use super::{prelude::*, request::described};

/// Declares records: each field is that of the same name of an object of the host.
macro_rules! records {
    ($($(#[$about:meta])* $name:ident from $object:ident { $($(#[$meta:meta])* $field:ident: $type:ty,)* })+) => {$(
        $(#[$about])*
        #[derive(Debug, JsonSchema, Serialize)]
        pub(in crate::api) struct $name {
            $($(#[$meta])* $field: $type,)*
        }
        impl From<$object> for $name {
            fn from(object: $object) -> Self {
                Self { $($field: object.$field.clone(),)* }
            }
        }
    )+};
}

described!([] Score, |_| json_schema!({ "type": "integer", "format": "int64", "minimum": 0, "maximum": 100 }));
described!([] Slug, |_| json_schema!({ "type": "string" }));

/// Declares records of an object with how near the object is to a hint.
macro_rules! scored {
    ($($(#[$about:meta])* $name:ident of $record:ident,)+) => {$(
        $(#[$about])*
        #[derive(Debug, JsonSchema, Serialize)]
        pub(in crate::api) struct $name {
            #[serde(flatten)]
            record: $record,
            score: Score,
        }

        impl<T> From<Scored<T>> for $name
        where
            $record: From<T>,
        {
            fn from(Scored { item, score }: Scored<T>) -> Self {
                Self { record: item.into(), score }
            }
        }
    )+};
}

scored! {
    CandidateGroup of GroupRef,
    GroupMatch of GroupRef,
    /// Also a candidate for a project hint.
    SimilarProject of ProjectCreatePayload,
    IssueCandidateItem of IssueListItem,
    IssueDuplicateItem of IssueListItem,
    CandidateUser of UserRef,
    MilestoneCandidateItem of MilestoneRef,
}

records! {
    ProjectRef from Project {
        id: ProjectId,
        name: String,
        path_with_namespace: String,
    }
    GroupRef from Group {
        id: GroupId,
        name: String,
        full_path: String,
    }
    ProjectCreatePayload from Project {
        id: ProjectId,
        name: String,
        path_with_namespace: String,
        web_url: String,
    }
    ProjectListItem from Project {
        id: ProjectId,
        name: String,
        path_with_namespace: String,
        web_url: String,
        visibility: Word,
        open_issues_count: i64,
    }
    IssuePayload from CreatedIssue {
        id: i64,
        iid: Iid,
        title: String,
        web_url: String,
    }
    IssueListItem from Issue {
        id: i64,
        iid: Iid,
        title: Arc<str>,
        state: Word,
        web_url: Arc<str>,
    }
    /// A person, as an answer names them.
    UserRef from Member {
        id: UserId,
        username: String,
        name: String,
        web_url: String,
    }
    LabelItem from Label {
        id: Option<i64>,
        name: String,
        color: Option<String>,
        description: Option<String>,
        text_color: Option<String>,
    }
    MilestoneItem from Milestone {
        id: MilestoneId,
        iid: Option<Iid>,
        title: String,
        description: Option<String>,
        state: Word,
        due_date: Option<String>,
        web_url: Option<String>,
    }
    /// The milestone of an issue.
    MilestoneRef from Milestone {
        id: MilestoneId,
        iid: Option<Iid>,
        title: String,
        state: Word,
        due_date: Option<String>,
        web_url: Option<String>,
    }
}

impl From<CompleteProject> for ProjectCreatePayload {
    fn from(project: CompleteProject) -> Self {
        let CompleteProject { id, name, path_with_namespace, web_url, .. } = project;
        Self { id, name, path_with_namespace, web_url }
    }
}

/// A project that a search found; one that a listing gave has no score.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct FoundProject {
    #[serde(flatten)]
    project: ProjectCreatePayload,
    score: Option<Score>,
}

impl From<(Project, Option<Score>)> for FoundProject {
    fn from((project, score): (Project, Option<Score>)) -> Self {
        Self { project: project.into(), score }
    }
}

/// An issue that comes near, with its project: one confirmed call acts on it.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct SuggestedIssue {
    #[serde(flatten)]
    issue: IssueCandidateItem,
    project: ProjectRef,
}

impl From<Scored<PlacedIssue>> for SuggestedIssue {
    fn from(Scored { item: PlacedIssue { issue, project }, score }: Scored<PlacedIssue>) -> Self {
        Self { issue: Scored { item: issue, score }.into(), project: project.into() }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct LabelCountItem {
    name: String,
    open_count: i64,
}

impl From<LabelCount> for LabelCountItem {
    fn from(label: LabelCount) -> Self {
        Self { name: label.name, open_count: i64::try_from(label.open).unwrap_or(i64::MAX) }
    }
}

/// The records of several objects.
pub(in crate::api) fn into_records<T, R: From<T>>(objects: impl IntoIterator<Item = T>) -> Vec<R> {
    objects.into_iter().map(R::from).collect()
}
