//! Milestones.

use super::{Client, Error, FULL_PAGE, Milestone, MilestoneId, Page, ProjectId, request::Request};

fn milestones_of(project: ProjectId) -> Request {
    Request::get("GET /projects/:id/milestones", format!("/projects/{project}/milestones"))
}

impl Client {
    /// The first page of a project's milestones, in any state; `with_groups` adds those of the groups above it.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn milestones(
        &self,
        project: ProjectId,
        with_groups: bool,
        page_size: usize,
    ) -> Result<Page<Milestone>, Error> {
        let mut request = milestones_of(project);
        if with_groups {
            request = request.query("include_ancestors", true);
        }
        self.page(request, 1, page_size).await
    }

    /// The first page of a project's own milestones that are not closed.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn active_milestones(&self, project: ProjectId) -> Result<Page<Milestone>, Error> {
        let request = milestones_of(project).query("state", "active");
        self.page(request, 1, FULL_PAGE).await
    }

    /// A milestone of the project itself by its id.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn milestone(&self, project: ProjectId, milestone: MilestoneId) -> Result<Milestone, Error> {
        let path = format!("/projects/{project}/milestones/{milestone}");
        self.object(Request::get("GET /projects/:id/milestones/:milestone_id", path)).await
    }
}
