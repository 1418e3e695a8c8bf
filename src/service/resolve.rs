//! Resolution: from loose words to the one object that they mean (interface, Shared resolution rules; decisions, sections 5 and
//! 6).
//!
//! [`driver`] reads objects of any kind from the host, look after look, and decides: act, ask, or not found with suggestions.
//! There is a file per kind of object, which says where its objects are read.

mod comparison;
mod driver;
mod group;
mod issue;
mod joint;
mod member;
mod milestone;
mod pages;
mod pool;
mod project;
mod searches;

pub(super) use comparison::{rank_apart, rank_items, scored, texts_of};
pub(super) use driver::{Rules, Source, resolve_one};
pub(super) use group::group_at;
pub use group::{GroupHint, GroupTarget, resolve_group};
pub(super) use issue::Meant;
pub use issue::{IssueChoice, IssueTarget, MeantIssue, UnresolvedIssue, resolve_issue};
pub use joint::{Named, PlacedIssue, UnresolvedProject};
pub(super) use member::resolve_person;
pub use member::{MeantMember, MemberChoice};
pub use milestone::resolve_milestone;
pub(super) use pages::{Begun, Extent, Look, begin, read_up_to};
pub(super) use pool::ISSUE_SEARCHES;
pub use pool::PoolState;
pub use project::{ProjectHint, ProjectTarget, resolve_project, resolve_project_naming};
pub(super) use project::{find_projects, project_at};
pub(super) use searches::{WORDS, gathered, most_telling_word, search_projects, words_and_stems};

use super::prelude::*;
pub use super::verdict::{Chosen, NotFound, Purpose, Question, Root, Unresolved, Why};

/// What the operations use of all this.
pub(super) mod prelude {
    pub(in crate::service) use super::*;
}

/// What is at the path or the address that a hint gives, as `look_up` finds it; nothing else is considered.
async fn at_place<T: Findable>(
    path: &str,
    root: &Root,
    look_up: impl AsyncFnOnce(FullPath) -> Result<T>,
) -> Result<Chosen<T>, Halt<Unresolved<T>>> {
    let nothing = || Halt::Unresolved(Unresolved::nothing());
    match look_up(FullPath::parse(path).map_err(|_| nothing())?).await {
        Ok(item) if root.holds(item.names().1) => Ok(Chosen::named(item)),
        Ok(_) | Err(Error::ProjectNotFound(_)) => Err(nothing()),
        Err(Error::Upstream(error)) if error.is_not_found() => Err(nothing()),
        Err(error) => Err(error.into()),
    }
}
