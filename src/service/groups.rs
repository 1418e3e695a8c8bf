//! groups/search: all groups, scored on a scale of its own.

use super::{prelude::*, resolve::prelude::*};
use crate::matching::groups::GroupQuery;

/// What a search among groups found.
#[derive(Debug)]
pub struct FoundGroups {
    /// The best matches.
    pub matches: Vec<Scored<Group>>,
    /// Whether the host has more groups than are read; its own search chose some of the others.
    pub truncated: bool,
}

/// Most groups that are all read, where the host says how many there are. Of more, the first page is read, and what the host's search selects; where it
/// does not say, [`GROUPS_LOOKED_AT`] and that. Hosts limit how many pages of groups a user may read in a minute.
const ALL_READ: usize = 5_000;

/// The best matches among all groups (groups/search, rules 1 to 3); by full path where scores are equal.
///
/// # Errors
/// [`Error::GroupListing`] where a page of the host fails.
pub async fn search(service: &Service, hint: &GroupHint) -> Result<FoundGroups> {
    let query = &hint.text;
    let (mut groups, begun) = begin(service.gitlab.groups(), FULL_PAGE).await.map_err(Error::GroupListing)?;
    let most = if begun.total.is_some_and(|total| total <= ALL_READ) { ALL_READ } else { GROUPS_LOOKED_AT };
    let is_narrowed = !normalise(query).is_empty() && begun.total > Some(ALL_READ);
    let further = if begun.more && !is_narrowed {
        begun.read_on(service, most).await
    } else {
        Look::of(Vec::new(), begun.more)
    };
    further.failure.map_or(Ok(()), |failure| Err(Error::GroupListing(failure)))?;
    groups.extend(further.items);
    let truncated = further.more;
    if truncated {
        // What the host's own search finds for each word of the query and for all of it.
        let mut searches = words_and_stems(query, WORDS);
        searches.retain(|word| word != query);
        searches.extend((!query.is_empty()).then(|| query.clone()));
        let search = |text: &String| service.gitlab.groups().search(text).page(1, FULL_PAGE);
        groups.extend(gathered(searches.iter().map(search)).await.items);
    }
    let mut seen = HashSet::new();
    groups.retain(|group| service.is_seen(&hint.root, group) && seen.insert(group.id));
    let query = GroupQuery::new(query);
    let scored = in_turns(groups, |group| {
        let score = query.score(&group.name, &group.full_path);
        (score >= Score::MINIMUM).then_some(Scored { item: group, score })
    });
    let mut matches: Vec<_> = scored.await.into_iter().flatten().collect();
    matches.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.item.full_path.cmp(&b.item.full_path)));
    matches.truncate(hint.limit.get());
    Ok(FoundGroups { matches, truncated })
}
