//! Members of projects and groups, those of the groups above included.

use super::prelude::*;

/// What has members and milestones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// A project.
    Project(ProjectId),
    /// A group.
    Group(GroupId),
}

impl Listing<'_, Member> {
    /// Those whose name or username holds a text.
    pub fn called(self, text: &str) -> Self {
        self.query("query", text)
    }
}

impl Client {
    /// The members.
    pub fn members(&self, holder: Holder) -> Listing<'_, Member> {
        self.list(match holder {
            Holder::Project(id) => Request::new("GET /projects/:id/members/all", &[&id]),
            Holder::Group(id) => Request::new("GET /groups/:id/members/all", &[&id]),
        })
    }

    /// The user as whom the bridge acts.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn own_user(&self) -> Result<Member> {
        self.object(Request::new("GET /user", &[])).await
    }

    /// A member of a project by their id.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn member(&self, project: ProjectId, user: UserId) -> Result<Option<Member>> {
        self.find(Request::new("GET /projects/:id/members/all/:user_id", &[&project, &user])).await
    }
}
