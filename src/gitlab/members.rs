//! Members of projects, those of the groups above among them.

use super::{Client, Error, FULL_PAGE, Member, Page, ProjectId, UserId, client::Request};

const CALL: &str = "GET /projects/:id/members/all";

impl Client {
    /// A page of a project's members.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn members(&self, project: ProjectId, number: u32) -> Result<Page<Member>, Error> {
        let request = Request::get(CALL, format!("/projects/{project}/members/all"))
            .query("per_page", FULL_PAGE)
            .query("page", number);
        self.page(request, number).await
    }

    /// The first page of a project's members whose name or username holds a text.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn search_members(&self, project: ProjectId, text: &str) -> Result<Page<Member>, Error> {
        let request = Request::get(CALL, format!("/projects/{project}/members/all"))
            .query("query", text)
            .query("per_page", FULL_PAGE)
            .query("page", 1);
        self.page(request, 1).await
    }

    /// A member of a project by their id.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn member(&self, project: ProjectId, user: UserId) -> Result<Option<Member>, Error> {
        let path = format!("/projects/{project}/members/all/{user}");
        self.find(Request::get("GET /projects/:id/members/all/:user_id", path)).await
    }
}
