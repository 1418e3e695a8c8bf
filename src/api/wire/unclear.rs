//! The answers for a hint that names no object for sure: a question, or not found.

use super::{
    answer::{Answer, Status},
    prelude::*,
    prompt::{Offered, Prompt},
    records::Hinted,
};

/// An operation's statuses for "not found" and for a question, in this order.
pub(in crate::api) type Outcomes = [Status; 2];

/// For the hint of an operation that has no other.
pub(in crate::api) const FOR_ONE_HINT: Outcomes = [Status::NotFound, Status::ClarificationNeeded];
/// For each kind of hint, in operations that have several.
pub(in crate::api) const FOR_PROJECT: Outcomes =
    [Status::ProjectNotFound, Status::ProjectClarificationNeeded];
pub(in crate::api) const FOR_ISSUE: Outcomes = [Status::IssueNotFound, Status::IssueClarificationNeeded];
pub(in crate::api) const FOR_GROUP: Outcomes = [Status::GroupNotFound, Status::GroupClarificationNeeded];
pub(in crate::api) const FOR_MILESTONE: Outcomes =
    [Status::MilestoneNotFound, Status::MilestoneClarificationNeeded];
pub(in crate::api) const FOR_ASSIGNEE: Outcomes =
    [Status::AssigneeNotFound, Status::AssigneeClarificationNeeded];

impl<T: Offered + Called> Answer<Hinted<T>> {
    /// The answer for a hint that names no object for sure, and the objects that it shows.
    pub(in crate::api) fn unclear(
        sought: Sought<'_>,
        hint: &str,
        [not_found, ambiguous]: Outcomes,
        unresolved: Unresolved<T>,
    ) -> Self {
        match unresolved {
            Unresolved::NotFound(NotFound { suggestions, group, was_missed, .. }) => {
                let nearest = nearest_of(&suggestions).map(Called::called);
                let message = group
                    .as_deref()
                    .map_or_else(|| unclear::not_found(sought, hint, nearest.as_ref()), unclear::is_a_group)
                    .then(was_missed.then_some(unclear::NOT_ALL_READ));
                let prompt = Prompt::among(&suggestions);
                Self::new(not_found, message, Hinted { candidates: Vec::new(), suggestions }).asks(prompt)
            }
            Unresolved::Ambiguous(Question { candidates, why }) => {
                let called: Vec<_> = candidates.iter().map(|candidate| candidate.item.called()).collect();
                let message = unclear::ask(sought, hint, &called, &why);
                let prompt = Prompt::among(&candidates);
                Self::new(ambiguous, message, Hinted::candidates(candidates)).asks(prompt)
            }
        }
    }
}

/// The object that a sentence may name as the nearest. One that is less similar to the hint is only listed (decisions, section
/// 5).
pub(in crate::api) fn nearest_of<T>(suggestions: &[Scored<T>]) -> Option<&T> {
    suggestions.first().filter(|nearest| nearest.score >= Score::NEAR).map(|nearest| &nearest.item)
}

impl Answer<Hinted<Issue>> {
    /// The same for an issue of a project; `closes` if the operation closes issues.
    pub(in crate::api) fn unclear_issue(
        project: &Project,
        hint: &str,
        closes: bool,
        unresolved: Unresolved<Issue>,
    ) -> Self {
        let name = &project.name;
        let (other, absent) = match &unresolved {
            Unresolved::NotFound(found) if found.in_other_state => (found.suggestions.as_slice(), None),
            Unresolved::NotFound(found) => (&[][..], found.absent),
            Unresolved::Ambiguous(_) => (&[][..], None),
        };
        // The issue is already in the state that was asked for, so there is nothing to choose.
        let is_done = other.first().is_some_and(|other| closes || other.item.state == "opened");
        let message = match other {
            [] => absent.map(|iid| unclear::no_such_number(name, iid)),
            [one] => Some(unclear::in_other_state(&one.item, name, closes)),
            several => Some(unclear::several_in_other_state(several, name, hint)),
        };
        let answer = Self::unclear(Sought::Issue(name), hint, FOR_ISSUE, unresolved);
        let mut answer = answer.asking(|prompt| prompt.within(project));
        if is_done {
            answer.prompts.clear();
        }
        answer.message = message.unwrap_or(answer.message);
        answer
    }
}
