//! Labels.

use serde_json::json;

use super::{Client, Error, FULL_PAGE, Fault, Label, Page, ProjectId, Writer, request::Request};

fn labels_of(project: ProjectId) -> Request {
    Request::new("GET /projects/:id/labels", &[&project])
}

impl Client {
    /// A page of a project's labels, from 1, those of the groups above included.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn labels(
        &self,
        project: ProjectId,
        number: u32,
        page_size: usize,
    ) -> Result<Page<Label>, Error> {
        self.page(labels_of(project), number, page_size).await
    }

    /// The first page of a project's labels whose name or description holds a text.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn search_labels(&self, project: ProjectId, text: &str) -> Result<Page<Label>, Error> {
        self.page(labels_of(project).query("search", text), 1, FULL_PAGE).await
    }

    /// A label by its exact name. `None` also for the names `.` and `..`, which a URL can't hold.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn label(&self, project: ProjectId, name: &str) -> Result<Option<Label>, Error> {
        if matches!(name, "." | "..") {
            return Ok(None);
        }
        self.find(Request::new("GET /projects/:id/labels/:name", &[&project, &name])).await
    }
}

impl Writer {
    /// Creates a label; `color` is `#RRGGBB`. The returned label has the stored name.
    ///
    /// # Errors
    /// As every call: [`Error`]; a 409 if the project or a group above it has a label of this name.
    pub async fn create_label(self, project: ProjectId, name: &str, color: &str) -> Result<Label, Error> {
        let call = "POST /projects/:id/labels";
        let body = json!({ "name": name, "color": color });
        let label: Label = self.send(Request::new(call, &[&project]), body).await?;
        if label.name.is_empty() {
            return Err(Error { call, fault: Fault::Misshapen("a label without a name".to_owned()) });
        }
        Ok(label)
    }
}
