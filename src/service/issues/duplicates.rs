//! The duplicates of new issues: issues with a similar title (issues assistant-create, rule 2; decisions, sections 2 and 6).

use crate::service::{prelude::*, resolve::prelude::*};

/// Words of a new title that are searched for together.
const WORDS: usize = 2;

/// Issues of any state with which new titles are compared.
#[derive(Debug, Default)]
pub(super) struct Existing {
    issues: Vec<Issue>,
    /// Whether some issues could not be read.
    pub(super) missed: bool,
}

impl Existing {
    /// Reads the ten issues that were updated last. If the host has more, a hundred, and what it finds for each title, as far as one request may
    /// search: hosts allow few searches.
    ///
    /// # Errors
    /// The ten issues that were updated last could not be read.
    pub(super) async fn read(service: &Service, project: ProjectId, titles: &[&str]) -> Result<Self> {
        let first = latest(service, project).page(1, DUPLICATES_READ).await?;
        let (further, missed) = if service.shared.widen && first.continues(DUPLICATES_READ) {
            Box::pin(look_again(service, project, titles)).await
        } else {
            (Vec::new(), false)
        };
        let mut seen = HashSet::new();
        let issues = first.items.into_iter().chain(further).filter(|issue| seen.insert(issue.iid)).collect();
        Ok(Self { issues, missed })
    }

    /// The issues with a similar title, best first, as many as an answer shows.
    pub(super) async fn alike(&self, title: &str) -> Vec<Scored<Issue>> {
        let matcher = DuplicateMatcher::new(title);
        let compared = self.issues.iter().zip(texts_of(&self.issues).await);
        let mut alike = in_turns(compared, |(issue, text)| (matcher.score(&text), issue)).await;
        alike.retain(|(scores, _)| scores.0 >= Score::DUPLICATE_CANDIDATE);
        // Equal scores are common, since any two shared words give the same score. Among them the most similar title comes first.
        alike.sort_by_key(|(scores, _)| Reverse(*scores));
        alike.truncate(SHOWN_CANDIDATES);
        alike.into_iter().map(|((score, _), issue)| Scored { item: issue.clone(), score }).collect()
    }
}

fn latest(service: &Service, project: ProjectId) -> Listing<'_, Issue> {
    service.gitlab.issues(project, &StateFilter::ANY, IssueOrder::Updated)
}

/// The hundred issues that were updated last, and those that searches for the two most specific words of each title find; and
/// whether something was not read.
async fn look_again(service: &Service, project: ProjectId, titles: &[&str]) -> (Vec<Issue>, bool) {
    let words = titles.iter().map(|title| telling_words(title, WORDS).join(" "));
    let words: Vec<_> = words.filter(|words| !words.is_empty()).collect();
    let issues = || latest(service, project);
    let search = |words: &String| issues().titled(words).page(1, DUPLICATES_LOOKED_AT);
    let searches = gathered(words.iter().take(ISSUE_SEARCHES).map(search));
    let (latest, found) = join!(issues().page(1, DUPLICATES_LOOKED_AT), searches);
    let latest =
        latest.inspect_err(|error| tracing::warn!(%error, "duplicates could not be looked for again"));
    let is_all = latest.as_ref().is_ok_and(|page| !page.continues(DUPLICATES_LOOKED_AT));
    let unsearched = words.len() > ISSUE_SEARCHES && !is_all;
    let missed = latest.is_err() || found.failure.is_some() || unsearched;
    let found: Vec<Issue> = latest.into_iter().flat_map(|page| page.items).chain(found.items).collect();
    service.note_look("duplicate", !found.is_empty());
    (found, missed)
}
