//! groups/search: all groups, on a scale of its own.

use memchr::memmem::Finder;

use super::{
    Service,
    resolve::{GroupHint, rank_groups},
};
use crate::{
    error::Error,
    gitlab::Group,
    matching::{Matcher, Score, Scored, letters::ratio_above, normalise},
};

/// The most that makes no candidate: up to here it does not matter how much.
const TOO_LOW: Score = Score::new(Score::MINIMUM.value() - 1);

/// The best matches among all groups (groups/search, rule 2): 100 equal to the name, 95 inside the name, 90 inside the path,
/// otherwise the ratio of the texts, or what the hint's words say where that is more.
///
/// # Errors
/// [`Error::GroupListing`] where a page of the host fails.
pub async fn search(service: &Service, hint: &GroupHint) -> Result<Vec<Scored<Group>>, Error> {
    let groups = service.gitlab.all_groups(service.fan_out).await.map_err(Error::GroupListing)?;
    let mut query = Query::new(&hint.text);
    let ranked = rank_groups(service, &hint.root, &groups, |group| query.score(group));
    let best = ranked.take(hint.limit.get()).into_inner();
    Ok(best.into_iter().map(|found| found.map(Group::clone)).collect())
}

/// What is looked for, made ready once for all groups.
struct Query {
    text: String,
    finder: Finder<'static>,
    matcher: Matcher,
}

impl Query {
    fn new(hint: &str) -> Self {
        let text = normalise(hint);
        Self { finder: Finder::new(&text).into_owned(), matcher: Matcher::new(hint), text }
    }

    fn score(&mut self, group: &Group) -> Score {
        let (name, path) = (normalise(&group.name), normalise(&group.full_path));
        if name == self.text {
            return Score::FULL;
        }
        if self.finder.find(name.as_bytes()).is_some() {
            return Score::WITHIN_NAME;
        }
        if self.finder.find(path.as_bytes()).is_some() {
            return Score::WITHIN_PATH;
        }
        let by_name = self.matcher.compare(&group.name).similarity;
        let by_words = by_name.max(self.matcher.compare(&group.full_path).similarity);
        let best = [name, path]
            .iter()
            .fold(by_words, |best, text| best.max(ratio_above(&self.text, text, best.max(TOO_LOW))));
        // Only an equal name is worth 100.
        best.min(Score::UNEQUAL)
    }
}
