//! Milestones.

use super::prelude::*;

impl Listing<'_, Milestone> {
    /// With those of the groups above.
    pub fn with_ancestors(self) -> Self {
        self.query("include_ancestors", true)
    }

    /// The same on a host before 16.7; newer ones refuse both parameters together.
    pub fn with_ancestors_before_16_7(self) -> Self {
        self.query("include_parent_milestones", true)
    }

    /// Of this state alone; the host knows `active` and `closed`.
    pub fn of_state(self, state: &StateFilter) -> Self {
        self.asked(|request| request.query_some("state", state.word()))
    }
}

impl Client {
    /// The milestones of a project itself, or of a group with those of what is below it, which hosts before 16.7 leave out.
    pub fn milestones(&self, holder: Holder) -> Listing<'_, Milestone> {
        self.list(match holder {
            Holder::Project(id) => Request::new("GET /projects/:id/milestones", &[&id]),
            Holder::Group(id) => {
                Request::new("GET /groups/:id/milestones", &[&id]).query("include_descendants", true)
            }
        })
    }

    /// A milestone of the project itself by its id.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn milestone(&self, project: ProjectId, milestone: MilestoneId) -> Result<Milestone> {
        self.object(Request::new("GET /projects/:id/milestones/:milestone_id", &[&project, &milestone])).await
    }
}
