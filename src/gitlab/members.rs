//! Members of projects, those of the groups above included.

use super::{Client, Error, FULL_PAGE, Member, Page, ProjectId, UserId, request::Request};

const CALL: &str = "GET /projects/:id/members/all";

impl Client {
    /// A page of a project's members.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn members(
        &self,
        project: ProjectId,
        number: u32,
        page_size: usize,
    ) -> Result<Page<Member>, Error> {
        let request = Request::get(CALL, format!("/projects/{project}/members/all"));
        self.page(request, number, page_size).await
    }

    /// The first page of a project's members whose name or username holds a text.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn search_members(&self, project: ProjectId, text: &str) -> Result<Page<Member>, Error> {
        let request = Request::get(CALL, format!("/projects/{project}/members/all")).query("query", text);
        self.page(request, 1, FULL_PAGE).await
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
