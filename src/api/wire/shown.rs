//! What an answer shows of the objects that a hint came to: candidates to choose from, the chosen one among them, or, where
//! nothing was found, what comes nearest (decisions, section 5).

use schemars::JsonSchema;
use serde::Serialize;

use super::records::{
    CandidateGroup, CandidateIssue, CandidateMilestone, CandidateProject, CandidateUser, into_records,
};
use crate::{
    gitlab::{Group, Issue, Member, Milestone, Project},
    matching::Scored,
    service::resolve::Chosen,
};

/// The objects that a hint came to; at most one of the two lists has any.
#[derive(Debug)]
pub(in crate::api) struct Hinted<T> {
    /// The candidates of a question, or the chosen one.
    pub(in crate::api) candidates: Vec<Scored<T>>,
    /// What comes nearest to a hint that nothing fits.
    pub(in crate::api) suggestions: Vec<Scored<T>>,
}

impl<T> Hinted<T> {
    /// Candidates of a question, or those among which one was chosen.
    pub(in crate::api) fn candidates(candidates: Vec<Scored<T>>) -> Self {
        Self { candidates, suggestions: Vec::new() }
    }

    /// What comes nearest.
    pub(in crate::api) fn suggestions(suggestions: Vec<Scored<T>>) -> Self {
        Self { candidates: Vec::new(), suggestions }
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

        /// The chosen one alone, where a hint meant it.
        impl From<Chosen<$item>> for $name {
            fn from(chosen: Chosen<$item>) -> Self {
                Hinted::candidates(chosen.only_candidate()).into()
            }
        }
    };
}

shown!(ShownProjects, Project => CandidateProject, candidate_projects, suggested_projects);
shown!(ShownGroups, Group => CandidateGroup, candidate_groups, suggested_groups);
shown!(ShownIssues, Issue => CandidateIssue, candidate_issues, suggested_issues);
shown!(ShownMilestones, Milestone => CandidateMilestone, candidate_milestones, suggested_milestones);
shown!(ShownUsers, Member => CandidateUser, candidate_users, suggested_users);
