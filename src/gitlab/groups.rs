//! Groups.

use super::{Client, Error, FULL_PAGE, FullPath, Group, GroupId, Page, Project, request::Request};

impl Client {
    /// One page of the groups that the token can see.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn groups(&self, number: u32, page_size: usize) -> Result<Page<Group>, Error> {
        let request = Request::new("GET /groups", &[]).query("all_available", true);
        self.page(request, number, page_size).await
    }

    /// The first page of the groups that a text finds.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn search_groups(&self, text: &str) -> Result<Page<Group>, Error> {
        let request = Request::new("GET /groups", &[]).query("search", text).query("all_available", true);
        self.page(request, 1, FULL_PAGE).await
    }

    /// A group by its path, without its projects.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn group(&self, path: &FullPath) -> Result<Group, Error> {
        self.object(Request::new("GET /groups/:id", &[path]).query("with_projects", false)).await
    }

    /// The first page of a group's own projects, by name.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn group_projects(&self, group: GroupId, page_size: usize) -> Result<Page<Project>, Error> {
        let request = Request::new("GET /groups/:id/projects", &[&group])
            .query("include_subgroups", false)
            .query("with_shared", false)
            .query("simple", true)
            .query("order_by", "name")
            .query("sort", "asc");
        self.page(request, 1, page_size).await
    }
}
