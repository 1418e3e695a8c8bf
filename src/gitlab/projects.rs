//! Projects.

use serde::Serialize;

use super::prelude::*;

/// A project to create.
#[derive(Debug, Clone, Serialize)]
pub struct NewProject<'a> {
    /// The name that people see.
    pub name: &'a str,
    /// The slug, last segment of its full path.
    pub path: &'a str,
    /// The group that will hold it.
    pub namespace_id: GroupId,
    /// Its description.
    pub description: &'a str,
    /// `private`, `internal` or `public`.
    pub visibility: &'a str,
    /// Whether it starts with a README.
    pub initialize_with_readme: bool,
}

/// Projects, the last active first, so that equal candidates are in that order too. The host searches in names, last segments of
/// paths and descriptions.
fn last_active(request: Request) -> Request {
    request.query("simple", true).query("order_by", "last_activity_at").query("sort", "desc")
}

impl Listing<'_, Project> {
    /// Those that the host finds for a text in full paths too.
    pub fn search_in_paths(self, text: &str) -> Self {
        self.only("search_namespaces", true).search(text)
    }

    /// Those of which the token is a member.
    pub fn own(self) -> Self {
        self.only("membership", true)
    }
}

impl Client {
    /// The host's projects, last active first.
    pub fn projects(&self) -> Listing<'_, Project> {
        self.list(last_active(Request::new("GET /projects", &[])))
    }

    /// The projects in a group and its subgroups, last active first.
    pub fn projects_below(&self, group: &GroupRef) -> Listing<'_, Project> {
        let request = last_active(Request::new("GET /groups/:id/projects", &[group]));
        self.list(request.query("include_subgroups", true).query("with_shared", false))
    }

    /// What the host says of a project, named by its path or its id; `None` if it is absent. One redirection is followed if it was
    /// moved.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn project<T: Readable>(&self, named: &(impl fmt::Display + Sync)) -> Result<Option<T>> {
        self.find(Request::new("GET /projects/:id", &[named])).await
    }
}

impl Writer {
    /// Creates a project.
    ///
    /// # Errors
    /// As every call: [`super::Error`]; also if the answer has another name and another path.
    pub async fn create_project(self, project: &NewProject<'_>) -> Result<CreatedProject> {
        let request = Request::new("POST /projects", &[]);
        let about_another = request.error(Fault::AboutAnother);
        let created: CreatedProject = self.send(request, project).await?;
        if created.is_another_than(project.name, project.path) { Err(about_another) } else { Ok(created) }
    }

    /// Deletes a project, or schedules its deletion, as the host decides.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn delete_project(self, project: ProjectId) -> Result<()> {
        self.send_bare(Request::new("DELETE /projects/:id", &[&project])).await
    }
}
