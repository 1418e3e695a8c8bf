//! Groups.

use super::prelude::*;

impl Client {
    /// The groups that the token can see.
    pub fn groups(&self) -> Listing<'_, Group> {
        self.list(Request::new("GET /groups", &[]).query("all_available", true))
    }

    /// A group by its path, without its projects.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn group(&self, path: &FullPath) -> Result<Group> {
        self.object(Request::new("GET /groups/:id", &[path]).query("with_projects", false)).await
    }

    /// A group's own projects, by name.
    pub fn group_projects(&self, group: GroupId) -> Listing<'_, Project> {
        let request = Request::new("GET /groups/:id/projects", &[&group]);
        let request = request.query("include_subgroups", false).query("with_shared", false);
        self.list(request.query("simple", true).query("order_by", "name").query("sort", "asc"))
    }
}
