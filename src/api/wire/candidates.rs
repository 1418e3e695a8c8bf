//! The objects that an answer shows for a hint: the candidates of a question, the chosen object, or suggestions if nothing was
//! found (decisions, section 5).

use std::cmp::Reverse;

use super::{
    prelude::*,
    records::{
        CandidateGroup, CandidateUser, IssueCandidateItem, MilestoneCandidateItem, SimilarProject,
        SuggestedIssue, into_records,
    },
};

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
    pub(in crate::api) fn with_projects_of(mut self, issues: &[Scored<PlacedIssue>]) -> Self {
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
    pub(in crate::api) fn of(
        hinted: Hinted<Issue>,
        project: &Project,
        elsewhere: Vec<Scored<PlacedIssue>>,
    ) -> Self {
        let place = |issue| PlacedIssue { issue, project: project.clone() };
        let own = hinted.suggestions.into_iter().map(|scored| scored.map(place));
        Self { candidate_issues: into_records(hinted.candidates), ..Self::suggested(own.chain(elsewhere)) }
    }

    /// Suggestions, as many as an answer shows.
    pub(in crate::api) fn suggested(issues: impl IntoIterator<Item = Scored<PlacedIssue>>) -> Self {
        let mut issues: Vec<_> = issues.into_iter().collect();
        issues.sort_by_key(|issue| Reverse(issue.score));
        issues.truncate(SHOWN_CANDIDATES);
        Self { suggested_issues: into_records(issues), ..Self::default() }
    }
}
