//! Groups.

use std::collections::HashSet;

use futures_util::{StreamExt, TryStreamExt, stream};

use super::{Client, Error, FULL_PAGE, FullPath, Group, GroupId, Page, Project, request::Request};

/// Pages read at most, 100,000 groups: a host that never ends must not keep a request for ever.
const MOST_PAGES: u32 = 1_000;

impl Client {
    /// One page of the groups that the token can see.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn groups(&self, number: u32, page_size: usize) -> Result<Page<Group>, Error> {
        let request = Request::get("GET /groups", "/groups").query("all_available", true);
        self.page(request, number, page_size).await
    }

    /// The first page of the groups that a text finds.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn search_groups(&self, text: &str, page_size: usize) -> Result<Page<Group>, Error> {
        let request =
            Request::get("GET /groups", "/groups").query("search", text).query("all_available", true);
        self.page(request, 1, page_size).await
    }

    /// Every group that the token can see, each once: the pages after the first go out `fan_out` at a time.
    ///
    /// # Errors
    /// As every call: [`Error`]; one failed page fails the whole.
    pub async fn all_groups(&self, fan_out: usize) -> Result<Vec<Group>, Error> {
        let first = self.groups(1, FULL_PAGE).await?;
        let total = first.total_pages();
        let last = total.unwrap_or(MOST_PAGES).min(MOST_PAGES);
        // Where the host does not say how many pages there are, the width doubles from one: little is asked in vain.
        let mut width = if total.is_some() { last } else { 1 };
        let mut goes_on = first.continues(FULL_PAGE);
        let mut pages = vec![first];
        let mut next = 2;
        while goes_on && next <= last {
            let end = last.min(next + width - 1);
            let batch: Vec<_> = stream::iter(next..=end)
                .map(|number| self.groups(number, FULL_PAGE))
                .buffered(fan_out)
                .try_collect()
                .await?;
            goes_on = batch.iter().all(|page| page.continues(FULL_PAGE));
            pages.extend(batch);
            next = end + 1;
            width = (width * 2).min(u32::try_from(fan_out).unwrap_or(MOST_PAGES));
        }
        if goes_on && total.is_none_or(|total| total > last) {
            tracing::warn!(pages = last, "the host has more groups than are read");
        }
        let mut seen = HashSet::new();
        Ok(pages.into_iter().flat_map(|page| page.items).filter(|group| seen.insert(group.id)).collect())
    }

    /// A group by its path, without its projects.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn group(&self, path: &FullPath) -> Result<Group, Error> {
        let request = Request::get("GET /groups/:id", format!("/groups/{}", path.encoded()));
        self.object(request.query("with_projects", false)).await
    }

    /// The first page of a group's own projects, by name.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn group_projects(&self, group: GroupId, page_size: usize) -> Result<Page<Project>, Error> {
        let request = Request::get("GET /groups/:id/projects", format!("/groups/{group}/projects"))
            .query("include_subgroups", false)
            .query("with_shared", false)
            .query("simple", true)
            .query("order_by", "name")
            .query("sort", "asc");
        self.page(request, 1, page_size).await
    }
}
