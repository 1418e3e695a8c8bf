//! Milestones.

use super::{
    Client, Error, FULL_PAGE, Holder, Milestone, MilestoneId, Page, ProjectId, StateFilter, request::Request,
};

fn milestones_of(holder: Holder) -> Request {
    match holder {
        Holder::Project(id) => Request::new("GET /projects/:id/milestones", &[&id]),
        // Those of what is below too, which hosts before 16.7 leave out.
        Holder::Group(id) => {
            Request::new("GET /groups/:id/milestones", &[&id]).query("include_descendants", true)
        }
    }
}

/// Whether a listing includes the milestones of the groups above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ancestors {
    /// The project's own alone.
    #[default]
    LeftOut,
    /// All of them, with the parameter of hosts from 16.7 on.
    Included,
    /// All of them, with the parameter of older hosts; newer hosts refuse both parameters together.
    IncludedBefore16_7,
}

/// A page of milestones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MilestoneQuery {
    /// Whether those of the groups above are included.
    pub ancestors: Ancestors,
    /// Which ones; the host knows `active` and `closed`.
    pub state: StateFilter,
    /// A text that the titles must contain.
    pub search: Option<String>,
    /// The page's number, from 1.
    pub number: u32,
    /// How many, 1 to 100.
    pub page_size: usize,
}

impl Default for MilestoneQuery {
    /// The first full page of the project's own, in every state.
    fn default() -> Self {
        let ancestors = Ancestors::default();
        Self { ancestors, state: StateFilter::Any, search: None, number: 1, page_size: FULL_PAGE }
    }
}

impl Client {
    /// A page of milestones.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn milestones(&self, holder: Holder, query: &MilestoneQuery) -> Result<Page<Milestone>, Error> {
        let request = milestones_of(holder);
        let request = match query.ancestors {
            Ancestors::LeftOut => request,
            Ancestors::Included => request.query("include_ancestors", true),
            Ancestors::IncludedBefore16_7 => request.query("include_parent_milestones", true),
        };
        let request =
            request.query_some("state", query.state.word()).query_some("search", query.search.as_ref());
        self.page(request, query.number, query.page_size).await
    }

    /// A milestone of the project itself by its id.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn milestone(&self, project: ProjectId, milestone: MilestoneId) -> Result<Milestone, Error> {
        self.object(Request::new("GET /projects/:id/milestones/:milestone_id", &[&project, &milestone])).await
    }
}
