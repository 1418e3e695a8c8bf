//! groups/search: all groups, on a scale of its own.

use super::{
    Service,
    resolve::{GroupHint, rank_groups},
};
use crate::{
    error::Error,
    gitlab::Group,
    matching::{Matcher, Score, Scored, normalise, similarity::ratio},
};

/// The best matches among all groups (groups/search, rule 2): 100 equal to the name, 95 inside the name, 90 inside the path,
/// otherwise the ratio of the texts, or what the hint's words say where that is more.
///
/// # Errors
/// [`Error::GroupListing`] where a page of the host fails.
pub async fn search(service: &Service, hint: &GroupHint) -> Result<Vec<Scored<Group>>, Error> {
    let groups = service.gitlab.all_groups(service.fan_out).await.map_err(Error::GroupListing)?;
    let query = normalise(&hint.text);
    let mut matcher = Matcher::new(&hint.text);
    let ranked = rank_groups(service, &hint.root, &groups, |group| score(&query, &mut matcher, group));
    let best = ranked.take(hint.limit.get()).into_inner();
    Ok(best.into_iter().map(|found| found.map(Group::clone)).collect())
}

fn score(query: &str, matcher: &mut Matcher, group: &Group) -> Score {
    let (name, path) = (normalise(&group.name), normalise(&group.full_path));
    if name == query {
        return Score::FULL;
    }
    if name.contains(query) {
        return Score::WITHIN_NAME;
    }
    if path.contains(query) {
        return Score::WITHIN_PATH;
    }
    let words = matcher.compare(&group.name).similarity.max(matcher.compare(&group.full_path).similarity);
    let letters = ratio(query, &name).max(ratio(query, &path));
    // Only an equal name is worth 100.
    words.max(letters).min(Score::UNEQUAL)
}
