//! How many objects are read: the interface's numbers (interface, Limits), and a caller's `limit`. The interface's scores and
//! how many candidates are shown: [`crate::matching::score`].

use crate::gitlab::FULL_PAGE;

/// Projects that a hint is compared with in the first look.
pub(super) const PROJECTS_READ: usize = 50;
/// Milestones that a hint is compared with in the first look.
pub(super) const MILESTONES_READ: usize = 100;
/// Issues of each state in tasks and progress.
pub(super) const TASKS_READ: usize = 100;
/// Labels that a name is compared with in the first look.
pub(super) const LABELS_READ: usize = 100;
/// Issues that a new title is compared with in the first look.
pub(super) const DUPLICATES_READ: usize = 10;
/// Issues that a new title is compared with in the second look.
pub(super) const DUPLICATES_LOOKED_AT: usize = 100;
/// Most groups that are read; past these the host's search is used (decisions, section 6).
pub(super) const GROUPS_LOOKED_AT: usize = 2_000;
/// Most issues, labels, milestones, members or own projects that are read; past these the host's search is used (decisions,
/// section 6).
pub(super) const LOOKED_AT: usize = 1_000;
/// Names that are normalised, or texts that are read, before the task yields to others: they may be long, and while many calls
/// hold such texts each of them delays all others by that much.
pub(super) const READ_AT_ONCE: usize = 2;
/// Issues that a listing shows, unless the caller sets a limit.
pub const ISSUES_LISTED: usize = 20;
/// Issues that a summary shows.
pub(super) const RECENT_READ: usize = 5;
/// Comments that are read with an issue: old hosts put their own notes among them.
pub(super) const COMMENTS_READ: usize = 20;
/// Comments that an issue is shown with.
pub(super) const COMMENTS_SHOWN: usize = 5;
/// Most characters of a shown issue's description.
pub(super) const DESCRIPTION_SHOWN: usize = 4_000;
/// Most characters of a shown comment.
pub(super) const COMMENT_SHOWN: usize = 1_000;
/// Most characters of a listed milestone's description.
pub(super) const MILESTONE_SHOWN: usize = 300;
/// Smallest page of a search for groups or similar projects.
const SEARCH_PAGE: usize = 50;

/// Cuts a text to its first `most` characters and an ellipsis; whether it was longer.
pub(super) fn cut(text: &mut String, most: usize) -> bool {
    let Some((end, _)) = text.char_indices().nth(most) else { return false };
    text.truncate(end);
    text.push('…');
    true
}

/// A `limit`: 1 to 1000.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit(usize);

impl Limit {
    /// The bounds of a limit.
    pub const BOUNDS: std::ops::RangeInclusive<usize> = 1..=1000;
    /// A constant limit, whose bounds are checked at compile time.
    pub const fn literal<const VALUE: usize>() -> Self {
        const { assert!(VALUE >= 1 && VALUE <= 1000, "a limit is 1 to 1000") };
        Self(VALUE)
    }

    /// A limit within its bounds.
    pub fn new(value: usize) -> Option<Self> {
        Self::BOUNDS.contains(&value).then_some(Self(value))
    }

    /// The number itself.
    pub const fn get(self) -> usize {
        self.0
    }

    /// Page size of issue lists, label lists, group project lists and issue hints: min(`limit`, 100).
    pub fn page_size(self) -> usize {
        self.0.min(FULL_PAGE)
    }

    /// Page size of searches among groups and similar projects: max(5 × `limit`, 50).
    pub fn search_page_size(self) -> usize {
        (5 * self.0).max(SEARCH_PAGE)
    }
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_text_is_cut_between_characters() {
        for (text, most, expected) in [("été", 3, "été"), ("été", 2, "ét…"), ("", 0, ""), ("é", 0, "…")]
        {
            let mut cut_text = text.to_owned();
            assert_eq!(cut(&mut cut_text, most), text != expected, "{text} {most}");
            assert_eq!(cut_text, expected);
        }
    }
}
