//! Rule 2: group by hint.

use super::{
    Chosen, Root, Unresolved,
    look::Look,
    second_look::{self, extend_unique},
};
use crate::{
    audit::{Ground, Object},
    error::{Error, HostObject},
    gitlab::{Fault, FullPath, Group},
    matching::{Matcher, Ranked, Score},
    service::{Halt, Limit, Service, reference::path_of_address},
};

/// Which group a caller means.
#[derive(Debug, Clone)]
pub enum GroupTarget {
    /// Loose words.
    Hint(GroupHint),
    /// A path that the caller confirmed.
    Confirmed(FullPath),
}

/// Loose words for a group, where to look, and how many candidates to keep.
#[derive(Debug, Clone)]
pub struct GroupHint {
    /// The words.
    pub text: String,
    /// Where to look.
    pub root: Root,
    /// Candidates kept; also sizes the page that is read.
    pub limit: Limit,
}

/// The group that is meant.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn group(service: &Service, hint: &GroupHint) -> Result<Chosen<Group>, Halt<Unresolved<Group>>> {
    let address = path_of_address(&hint.text, service.gitlab.web_address());
    let text = address.as_deref().unwrap_or(&hint.text);
    let mut matcher = Matcher::new(text);
    let page_size = hint.limit.search_page_size();
    let mut page = service.gitlab.groups(1, page_size).await?;
    let more = page.continues(page_size);
    let mut looked_again = !service.widen || !more;
    loop {
        let ranked = rank_groups(service, &hint.root, &page.items, |group| score(&mut matcher, group));
        let look = Look::new(&matcher, ranked.take(hint.limit.get()));
        if looked_again || look.settles(more) {
            return look.decide(service, hint.limit.get()).map_err(Halt::Unresolved);
        }
        looked_again = true;
        let added = second_look::groups(service, text, &page, page_size).await;
        extend_unique(&mut page.items, added, |group| group.id);
    }
}

impl From<&Group> for Object {
    fn from(group: &Group) -> Self {
        Self::Group(group.full_path.clone())
    }
}

/// The group at a path, inside the roots.
///
/// # Errors
/// Outside the roots, also where it was moved there from within; without `id`, or a failed call: a 404 of the host stays the
/// host's.
pub(in crate::service) async fn group_at(service: &Service, path: &FullPath) -> Result<Group, Error> {
    service.roots.allow(path)?;
    let group = service.gitlab.group(path).await.map_err(|error| match error.fault {
        Fault::WithoutId => Error::Incomplete(HostObject::Namespace),
        _ => error.into(),
    })?;
    if !(group.full_path.is_empty() || service.roots.hold(&group.full_path)) {
        return Err(Error::OutsideRoots(path.as_str().to_owned()));
    }
    service.note_resolved(&group, Ground::Named);
    Ok(group)
}

/// Scores the groups that the bridge sees under the root; by full path where scores are equal.
pub(in crate::service) fn rank_groups<'a>(
    service: &Service,
    root: &Root,
    groups: &'a [Group],
    mut score: impl FnMut(&Group) -> Score,
) -> Ranked<&'a Group> {
    let seen = groups.iter().filter(|group| service.sees(&group.full_path) && root.holds(&group.full_path));
    Ranked::by_score(seen, |group| score(group)).then_by(|group| &group.full_path)
}

/// Similarity with the name or the path; at least 95 where the hint stands inside the name, else 90 inside the path.
fn score(hint: &mut Matcher, group: &Group) -> Score {
    let (name, path) = (hint.compare(&group.name), hint.compare(&group.full_path));
    let similarity = name.similarity.max(path.similarity);
    if name.within {
        similarity.max(Score::WITHIN_NAME)
    } else if path.within {
        similarity.max(Score::WITHIN_PATH)
    } else {
        similarity
    }
}
