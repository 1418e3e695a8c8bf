//! Members of projects and groups, those of the groups above included.

use super::{Client, Error, FULL_PAGE, GroupId, Member, Page, ProjectId, UserId, request::Request};

/// What has members and milestones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// A project.
    Project(ProjectId),
    /// A group.
    Group(GroupId),
}

fn members_of(holder: Holder) -> Request {
    match holder {
        Holder::Project(id) => Request::new("GET /projects/:id/members/all", &[&id]),
        Holder::Group(id) => Request::new("GET /groups/:id/members/all", &[&id]),
    }
}

impl Client {
    /// A page of the members.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn members(
        &self,
        holder: Holder,
        number: u32,
        page_size: usize,
    ) -> Result<Page<Member>, Error> {
        self.page(members_of(holder), number, page_size).await
    }

    /// The first page of the members whose name or username holds a text.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn search_members(&self, holder: Holder, text: &str) -> Result<Page<Member>, Error> {
        self.page(members_of(holder).query("query", text), 1, FULL_PAGE).await
    }

    /// The user as whom the bridge acts.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn own_user(&self) -> Result<Member, Error> {
        self.object(Request::new("GET /user", &[])).await
    }

    /// A member of a project by their id.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn member(&self, project: ProjectId, user: UserId) -> Result<Option<Member>, Error> {
        self.find(Request::new("GET /projects/:id/members/all/:user_id", &[&project, &user])).await
    }
}
