//! Projects.

use serde::Serialize;

use super::{
    Client, CreatedProject, Error, FullPath, GroupId, Page, Project, ProjectId, ProjectState, Writer,
    request::Request,
};

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

impl Client {
    /// The first page of the projects that the host finds for a text. With `in_namespaces` it searches full paths too, which
    /// its plain search does not.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn search_projects(
        &self,
        text: &str,
        in_namespaces: bool,
        page_size: usize,
    ) -> Result<Page<Project>, Error> {
        let mut request =
            Request::get("GET /projects", "/projects").query("search", text).query("simple", true);
        if in_namespaces {
            request = request.query("search_namespaces", true);
        }
        self.page(request, 1, page_size).await
    }

    /// The first page of the projects in a group and its subgroups that the host finds for a text. `None` if there is no such
    /// group.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn search_group_projects(
        &self,
        group: &FullPath,
        text: &str,
        page_size: usize,
    ) -> Result<Option<Page<Project>>, Error> {
        let path = format!("/groups/{}/projects", group.encoded());
        let request = Request::get("GET /groups/:id/projects", path)
            .query("search", text)
            .query("include_subgroups", true)
            .query("simple", true)
            .query("with_shared", false);
        match self.page(request, 1, page_size).await {
            Ok(page) => Ok(Some(page)),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// A page of the projects that the token is a member of, last active first.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn member_projects(&self, number: u32, page_size: usize) -> Result<Page<Project>, Error> {
        let request = Request::get("GET /projects", "/projects")
            .query("membership", true)
            .query("simple", true)
            .query("order_by", "last_activity_at")
            .query("sort", "desc");
        self.page(request, number, page_size).await
    }

    /// A project by its path; one redirection is followed if it was moved.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn project(&self, path: &FullPath) -> Result<Option<Project>, Error> {
        self.find(Request::get("GET /projects/:id", format!("/projects/{}", path.encoded()))).await
    }

    /// Whether a project takes changes; `None` if it is absent.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn project_state(&self, project: ProjectId) -> Result<Option<ProjectState>, Error> {
        self.find(Request::get("GET /projects/:id", format!("/projects/{project}"))).await
    }
}

impl Writer {
    /// Creates a project.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn create_project(self, project: &NewProject<'_>) -> Result<CreatedProject, Error> {
        self.create("POST /projects", "/projects", project).await
    }

    /// Deletes a project, or schedules its deletion, as the host decides.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn delete_project(self, project: ProjectId) -> Result<(), Error> {
        self.delete("DELETE /projects/:id", format!("/projects/{project}")).await
    }
}
