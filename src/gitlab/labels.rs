//! Labels.

use serde_json::json;

use super::prelude::*;

impl Client {
    /// A project's labels, those of the groups above included. The host searches in names and descriptions.
    pub fn labels(&self, project: ProjectId) -> Listing<'_, Label> {
        self.list(Request::new("GET /projects/:id/labels", &[&project]))
    }

    /// A label by its exact name. `None` also for the names `.` and `..`, which a URL can't hold.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub async fn label(&self, project: ProjectId, name: &str) -> Result<Option<Label>> {
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
    pub async fn create_label(self, project: ProjectId, name: &str, color: &str) -> Result<Label> {
        let call = "POST /projects/:id/labels";
        let body = json!({ "name": name, "color": color });
        let label: Label = self.send(Request::new(call, &[&project]), body).await?;
        if label.name.is_empty() {
            return Err(Error { call, fault: Fault::Misshapen("a label without a name".to_owned()) });
        }
        Ok(label)
    }
}
