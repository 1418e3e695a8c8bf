//! groups/search: all groups, scored on a scale of its own.

use super::{
    prelude::*,
    resolve::{GroupHint, WORDS, gathered, read_up_to, words_and_stems},
};
use crate::matching::groups::GroupQuery;

/// What a search among groups found.
#[derive(Debug)]
pub struct FoundGroups {
    /// The best matches.
    pub matches: Vec<Scored<Group>>,
    /// Whether the host has more groups than are read: its own search narrowed them.
    pub truncated: bool,
}

/// The best matches among all groups (groups/search, rules 1 to 3); by full path where scores are equal. If there are more than
/// 2,000 groups, the host's search selects some of them, since hosts limit how many pages of groups a user may read.
///
/// # Errors
/// [`Error::GroupListing`] where a page of the host fails.
pub async fn search(service: &Service, hint: &GroupHint) -> Result<FoundGroups> {
    let (groups, truncated) = read(service, &hint.text).await.map_err(Error::GroupListing)?;
    let mut seen = HashSet::new();
    let groups =
        groups.into_iter().filter(|group| service.is_seen(&hint.root, group) && seen.insert(group.id));
    let mut matches = score(&hint.text, groups.collect()).await;
    matches.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.item.full_path.cmp(&b.item.full_path)));
    matches.truncate(hint.limit.get());
    Ok(FoundGroups { matches, truncated })
}

/// The groups to score, and whether the host has more.
async fn read(service: &Service, query: &str) -> gitlab::Result<(Vec<Group>, bool)> {
    let all = service.gitlab.groups();
    let (mut groups, more) = read_up_to(service, all, GROUPS_LOOKED_AT, |_, extent| {
        !normalise(query).is_empty() && extent.exceeds(GROUPS_LOOKED_AT)
    })
    .await?;
    if more {
        groups.extend(narrowed(service, query).await);
    }
    Ok((groups, more))
}

/// The groups that the host's own search finds for the whole query and for each of its words.
async fn narrowed(service: &Service, query: &str) -> Vec<Group> {
    let mut searches = words_and_stems(query, WORDS);
    searches.retain(|word| word != query);
    searches.extend((!query.is_empty()).then(|| query.to_owned()));
    let search = |text: &String| service.gitlab.groups().search(text).page(1, FULL_PAGE);
    gathered(service, searches.iter().map(search)).await.0
}

async fn score(query: &str, groups: Vec<Group>) -> Vec<Scored<Group>> {
    let query = GroupQuery::new(query);
    let mut matches = Vec::new();
    for (index, group) in groups.into_iter().enumerate() {
        if index % READ_AT_ONCE == READ_AT_ONCE - 1 {
            tokio::task::yield_now().await;
        }
        let score = query.score(&group.name, &group.full_path);
        if score >= Score::MINIMUM {
            matches.push(Scored { item: group, score });
        }
    }
    matches
}
