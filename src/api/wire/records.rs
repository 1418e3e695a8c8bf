//! The records that answers are made of (interface, Response record shapes), and the lists of them that an answer shows for a hint: the
//! candidates of a question, the chosen object, or suggestions if nothing was found (decisions, section 5).

use std::cmp::Reverse;

use super::{prelude::*, request::described};

/// Declares records: a field is that of the same name of an object, unless it says what it is made of.
macro_rules! records {
    ($($(#[$about:meta])* $name:ident from $object:ident: $of:ty {
        $($(#[$meta:meta])* $field:ident: $type:ty $(= $value:expr)?,)*
    })+) => {$(
        $(#[$about])*
        #[derive(Debug, JsonSchema, Serialize)]
        pub(in crate::api) struct $name {
            $($(#[$meta])* $field: $type,)*
        }
        impl From<$of> for $name {
            fn from($object: $of) -> Self {
                Self { $($field: records!(@value $object.$field $($value)?),)* }
            }
        }
    )+};
    (@value $object:ident.$field:ident) => { $object.$field.clone() };
    (@value $object:ident.$field:ident $value:expr) => { $value };
}

described!([] Score, |_| json_schema!({ "type": "integer", "format": "int64", "minimum": 0, "maximum": 100 }));

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
    ProjectRef from project: Project {
        id: ProjectId,
        name: String,
        path_with_namespace: String,
    }
    GroupRef from group: Group {
        id: GroupId,
        name: String,
        full_path: String,
    }
    ProjectCreatePayload from project: Project {
        id: ProjectId,
        name: String,
        path_with_namespace: String,
        web_url: String,
    }
    ProjectListItem from project: Project {
        id: ProjectId,
        name: String,
        path_with_namespace: String,
        web_url: String,
        visibility: String,
        open_issues_count: i64,
    }
    IssuePayload from issue: CreatedIssue {
        id: i64,
        iid: Iid,
        title: String,
        web_url: String,
    }
    IssueListItem from issue: Issue {
        id: i64,
        iid: Iid,
        title: Arc<str>,
        state: String,
        web_url: Arc<str>,
    }
    /// A person, as an answer names them.
    UserRef from member: Member {
        id: UserId,
        username: String,
        name: String,
        web_url: String,
    }
    LabelItem from label: Label {
        id: Option<i64>,
        name: String,
        color: Option<String>,
        description: Option<String>,
        text_color: Option<String>,
    }
    MilestoneItem from milestone: Milestone {
        id: MilestoneId,
        iid: Option<Iid>,
        title: String,
        description: Option<String>,
        state: String,
        due_date: Option<String>,
        web_url: Option<String>,
    }
    /// The milestone of an issue.
    MilestoneRef from milestone: Milestone {
        id: MilestoneId,
        iid: Option<Iid>,
        title: String,
        state: String,
        due_date: Option<String>,
        web_url: Option<String>,
    }
    /// A project that a search found; one that a listing gave has no score.
    FoundProject from found: (Project, Option<Score>) {
        #[serde(flatten)]
        project: ProjectCreatePayload = found.0.into(),
        score: Option<Score> = found.1,
    }
    /// An issue that comes near, with its project: one confirmed call acts on it.
    SuggestedIssue from near: NearIssue {
        #[serde(flatten)]
        issue: IssueCandidateItem = Scored { item: near.item.issue, score: near.score }.into(),
        project: ProjectRef = near.item.project.into(),
    }
    LabelCountItem from label: LabelCount {
        name: String,
        open_count: i64 = i64::try_from(label.open).unwrap_or(i64::MAX),
    }
    /// An issue as its readers see it.
    IssueSheet from read: (Issue, IssueDetails) {
        #[serde(flatten)]
        issue: IssueListItem = read.0.clone().into(),
        /// Markdown, at most 4,000 characters.
        description: String = read.1.description,
        labels: Vec<String> = read.0.label_names().to_vec(),
        created_at: Option<String> = read.1.created_at,
        updated_at: Option<String> = read.1.updated_at,
        closed_at: Option<String> = read.1.closed_at,
        due_date: Option<String> = read.1.due_date.clone(),
        /// Whether it is open and past its due date.
        overdue: bool = is_overdue(&read.0, read.1.due_date.as_deref()),
        author: Option<UserRef> = read.1.author.map(UserRef::from),
        assignees: Vec<UserRef> = into_records(read.1.assignees),
        milestone: Option<MilestoneRef> = read.1.milestone.map(MilestoneRef::from),
        /// Whether only members with a role see it.
        confidential: bool = read.1.confidential,
    }
    /// An issue that a search found; what a listing gave has no score.
    FoundIssueItem from found: FoundIssue {
        #[serde(flatten)]
        issue: IssueListItem = found.listed.issue.clone().into(),
        project: ProjectRef = found.project.into(),
        labels: Vec<String> = found.listed.issue.label_names().to_vec(),
        assignees: Vec<UserRef> = into_records(found.listed.assignees),
        due_date: Option<String> = found.listed.due_date.clone(),
        /// Whether it is open and past its due date.
        overdue: bool = is_overdue(&found.listed.issue, found.listed.due_date.as_deref()),
        milestone: Option<MilestoneItem> = found.listed.milestone.map(MilestoneItem::from),
        score: Option<Score>,
    }
    /// A comment on an issue.
    CommentItem from comment: Comment {
        id: i64,
        author: Option<UserRef> = comment.author.map(UserRef::from),
        created_at: Option<String>,
        /// Markdown, at most 1,000 characters.
        body: String,
        /// Whether only members with a role see it.
        internal: bool = comment.internal || comment.confidential,
    }
    /// A member of a project.
    MemberItem from member: (Member, bool) {
        #[serde(flatten)]
        user: UserRef = member.0.clone().into(),
        /// Null for a role that the bridge does not know.
        role: Option<Role> = member.0.access_level.and_then(Role::of),
        /// Whether this is the account that the bridge acts as.
        is_bridge: bool = member.1,
    }
}

/// What a member may do, from least to most, by the access levels of the host.
#[derive(Debug, Clone, Copy, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::api) enum Role {
    Guest = 10,
    Planner = 15,
    Reporter = 20,
    Developer = 30,
    Maintainer = 40,
    Owner = 50,
}

impl Role {
    /// The role of an access level of the host.
    fn of(level: u8) -> Option<Self> {
        let all =
            [Self::Guest, Self::Planner, Self::Reporter, Self::Developer, Self::Maintainer, Self::Owner];
        all.into_iter().find(|role| *role as u8 == level)
    }
}

/// The records of several objects.
pub(in crate::api) fn into_records<T, R: From<T>>(objects: impl IntoIterator<Item = T>) -> Vec<R> {
    objects.into_iter().map(R::from).collect()
}

/// The objects that an answer shows for a hint.
#[derive(Debug)]
pub(in crate::api) struct Hinted<T> {
    /// The candidates of a question, or the chosen one.
    pub(in crate::api) candidates: Vec<Scored<T>>,
    /// The objects nearest to a hint that nothing fits.
    pub(in crate::api) suggestions: Vec<Scored<T>>,
}

impl<T> Hinted<T> {
    /// With the candidates of a question, or the chosen one.
    pub(in crate::api) fn candidates(candidates: Vec<Scored<T>>) -> Self {
        Self { candidates, suggestions: Vec::new() }
    }
}

/// Two lists of an answer, flattened into it.
macro_rules! shown {
    ($name:ident, $item:ty => $record:ty, $candidates:ident, $suggested:ident) => {
        #[derive(Debug, Default, JsonSchema, Serialize)]
        pub(in crate::api) struct $name {
            $candidates: Vec<$record>,
            /// What comes nearest where nothing was found, best first: what was meant may be called otherwise.
            $suggested: Vec<$record>,
        }

        impl From<Hinted<$item>> for $name {
            fn from(hinted: Hinted<$item>) -> Self {
                Self {
                    $candidates: into_records(hinted.candidates),
                    $suggested: into_records(hinted.suggestions),
                }
            }
        }

        /// The chosen object alone; empty if no hint was read.
        impl From<Chosen<$item>> for $name {
            fn from(chosen: Chosen<$item>) -> Self {
                Hinted::candidates(chosen.only_candidate()).into()
            }
        }
    };
}

shown!(ShownProjects, Project => SimilarProject, candidate_projects, suggested_projects);
shown!(ShownGroups, Group => CandidateGroup, candidate_groups, suggested_groups);
shown!(ShownMilestones, Milestone => MilestoneCandidateItem, candidate_milestones, suggested_milestones);
shown!(ShownUsers, Member => CandidateUser, candidate_users, suggested_users);

impl Hinted<Project> {
    /// The projects of issues that the call may mean elsewhere are suggested too (decisions, section 5, "A call is heard as a whole").
    pub(in crate::api) fn with_projects_of(mut self, issues: &[NearIssue]) -> Self {
        let near = issues.iter().filter(|issue| issue.score >= Score::NEAR);
        for Scored { item: PlacedIssue { project, .. }, score } in near {
            match self.suggestions.iter_mut().find(|known| known.item.id == project.id) {
                Some(known) => known.score = known.score.max(*score),
                None => self.suggestions.push(Scored { item: project.clone(), score: *score }),
            }
        }
        self.suggestions.sort_by_key(|suggestion| Reverse(suggestion.score));
        self.suggestions.truncate(SHOWN_CANDIDATES);
        self
    }
}

/// Issues that an answer shows. Suggested ones may be of any project.
#[derive(Debug, Default, JsonSchema, Serialize)]
pub(in crate::api) struct ShownIssues {
    candidate_issues: Vec<IssueCandidateItem>,
    /// What comes nearest where nothing was found, best first: what was meant may be called otherwise.
    suggested_issues: Vec<SuggestedIssue>,
}

impl ShownIssues {
    /// What a hint left open in a project, and issues of other projects that it may mean.
    pub(in crate::api) fn of(hinted: Hinted<Issue>, project: &Project, elsewhere: Vec<NearIssue>) -> Self {
        let place = |issue| PlacedIssue { issue, project: project.clone() };
        let own = hinted.suggestions.into_iter().map(|scored| scored.map(place));
        Self { candidate_issues: into_records(hinted.candidates), ..Self::suggested(own.chain(elsewhere)) }
    }

    /// Suggestions, as many as an answer shows.
    pub(in crate::api) fn suggested(issues: impl IntoIterator<Item = NearIssue>) -> Self {
        let mut issues: Vec<_> = issues.into_iter().collect();
        issues.sort_by_key(|issue| Reverse(issue.score));
        issues.truncate(SHOWN_CANDIDATES);
        Self { suggested_issues: into_records(issues), ..Self::default() }
    }
}
