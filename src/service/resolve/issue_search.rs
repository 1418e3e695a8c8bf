//! Issues of a project, of a group, or of all that the bridge may look at: where they are listed, and which of them words may mean.

use super::{
    driver::{Look, Rules, Source, resolve_one},
    pages::{Begun, begin},
    searches::{gathered, most_telling_word},
};
use crate::service::prelude::*;

/// Searches that one hint may send: one in each of a few roots, or one of the whole host.
const SEARCHES: usize = 3;

/// Where issues are looked for, and which ones.
pub(crate) struct IssueSearch<'a> {
    /// The rules; its roots hold everything that is found.
    pub(crate) service: &'a Service,
    /// The project; `None` for all that is inside the roots.
    pub(crate) project: Option<&'a Project>,
    /// What the host is asked for.
    pub(crate) filter: IssueFilter,
    /// Whether an issue that the host gave is one that is wanted.
    pub(crate) keeps: &'a (dyn Fn(&ListedIssue) -> bool + Send + Sync),
}

impl Findable for ListedIssue {
    const KIND: Kind = Kind::Issue;
    const NAME: &'static str = "issue";

    fn key(&self) -> i64 {
        self.issue.id
    }

    fn names(&self) -> (&str, &str) {
        (&self.issue.title, "")
    }

    fn object(&self) -> Object {
        self.issue.object()
    }
}

impl<'a> IssueSearch<'a> {
    /// The issues of a place, last updated first.
    fn listing(&self, place: &IssuePlace) -> Listing<'a, ListedIssue> {
        self.service.gitlab.listed_issues(place, &self.filter, IssueOrder::Updated)
    }

    /// Reads in the project, or in each root and, where that is not all, on the whole host.
    ///
    /// # Errors
    /// A failed call.
    pub(crate) async fn in_places<T, F>(&self, read: impl Fn(IssuePlace) -> F) -> gitlab::Result<Vec<T>>
    where
        F: Future<Output = gitlab::Result<T>>,
    {
        if let Some(project) = self.project {
            return Ok(vec![read(IssuePlace::Project(project.id)).await?]);
        }
        let inside = async |root: FullPath| match read(IssuePlace::Group(root.clone())).await {
            Err(error) if error.is_not_found() && !self.service.is_group(&root) => {
                read(IssuePlace::ProjectAt(root)).await
            }
            read => read,
        };
        in_each_root(self.service, inside, async { read(IssuePlace::Everywhere).await }).await
    }

    /// The issues that words may mean, one more than `limit` at most, and whether the host has more.
    ///
    /// # Errors
    /// The first look failed.
    pub(crate) async fn matching(&self, words: &str, limit: usize) -> Result<(Verdict<ListedIssue>, bool)> {
        let mut source = Listed { search: self, words, places: Vec::new(), more: false };
        let rules = Rules { purpose: Purpose::Read, limit: limit + 1 };
        let (_, verdict) = resolve_one(self.service, &mut source, &self.service.hint(words), rules).await?;
        Ok((verdict, source.more))
    }
}

/// The issues that were updated last: a page of each place; then the further pages up to a bound, on the whole host only if
/// they are few; then,
/// if there are still more, one search.
struct Listed<'a> {
    search: &'a IssueSearch<'a>,
    words: &'a str,
    /// The places that have more than their first page.
    places: Vec<(IssuePlace, Begun<'a, ListedIssue>)>,
    /// Whether the host has more than was read.
    more: bool,
}

impl Source for Listed<'_> {
    type Item = ListedIssue;

    async fn first(&mut self) -> gitlab::Result<Look<ListedIssue>> {
        let search = self.search;
        let pages = search.in_places(async |place| {
            let page = begin(search.listing(&place), FULL_PAGE).await?;
            Ok((place, page))
        });
        let mut items = Vec::new();
        for (place, (first, begun)) in pages.await? {
            if begun.more {
                self.places.push((place, begun));
            }
            items.extend(first);
        }
        self.more = !self.places.is_empty();
        Ok(Look::of(items, self.more))
    }

    async fn further(&mut self, number: u32, _: &[usize], more: bool) -> Option<Look<ListedIssue>> {
        match number {
            1 if more => Some(self.pages().await),
            2 if more => Some(self.searched(most_telling_word(self.words)?).await),
            _ => None,
        }
    }

    fn admits(&mut self, issue: &ListedIssue) -> bool {
        (self.search.keeps)(issue)
    }
}

impl Listed<'_> {
    /// The further pages of each place. Those of a large host are too many to find something on them.
    async fn pages(&mut self) -> Look<ListedIssue> {
        let service = self.search.service;
        let is_bounded = |(place, begun): &&(IssuePlace, Begun<'_, _>)| {
            *place != IssuePlace::Everywhere || begun.is_within(LOOKED_AT)
        };
        let bounded = self.places.iter().filter(is_bounded);
        let reads = bounded.map(|(_, begun)| begun.read_on(service, LOOKED_AT));
        let pages = side_by_side(service.fan_out, reads).await;
        self.more =
            !self.places.iter().all(|place| is_bounded(&place)) || pages.iter().any(|pages| pages.more);
        let has_failed = pages.iter().any(|pages| pages.failure.is_some());
        let found = pages.into_iter().flat_map(|pages| pages.items).collect();
        Look { more: self.more, ..Look::found((found, has_failed)) }
    }

    async fn searched(&self, word: &str) -> Look<ListedIssue> {
        let everywhere = [IssuePlace::Everywhere];
        let places: Vec<_> = match self.places.len() {
            0..=SEARCHES => self.places.iter().map(|(place, _)| place).collect(),
            _ => everywhere.iter().collect(),
        };
        let search = |place| self.search.listing(place).titled(word).page(1, FULL_PAGE);
        Look::found(gathered(self.search.service, places.into_iter().map(search)).await)
    }
}
