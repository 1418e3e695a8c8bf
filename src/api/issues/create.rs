use serde::{Deserialize, Serialize};

use crate::{
    api::{
        fields::{Description, FewLabels, Title},
        operation::{Effect, Operation},
        records::IssuePayload,
        targets::named_path,
    },
    error::Error,
    messages::failed,
    service::{
        Service,
        issues::{NewIssue, create},
    },
};

/// Creates an issue in a project given by its path.
pub(super) struct CreateIssue;

#[derive(Debug, Deserialize)]
pub(super) struct Fields {
    /// Full path of the project.
    project_path: Title,
    /// Title of the issue.
    title: Title,
    /// Description of the issue, in Markdown.
    description: Description,
    /// Names of labels; those that the host lacks are created.
    #[serde(default)]
    labels: FewLabels,
}

#[derive(Debug, Serialize)]
pub(super) struct Answer {
    success: bool,
    issue: IssuePayload,
}

impl Operation for CreateIssue {
    const NAME: &'static str = "create_issue";
    const PATH: &'static str = "/api/v1/issues/create";
    const SUMMARY: &'static str = "Create an issue in a project given by its full path";
    const EFFECT: Effect = Effect::Creates;
    const FAILED: &'static str = failed::CREATE_ISSUE;
    type Request = (Fields,);
    type Response = Answer;

    async fn run(service: &Service, (fields,): Self::Request) -> Result<Answer, Error> {
        let path = named_path("project_path", &fields.project_path.0)?;
        let issue =
            NewIssue { title: fields.title.0, description: fields.description.0, labels: fields.labels.0 };
        let created = create(service, &path, &issue).await?;
        Ok(Answer { success: true, issue: created.into() })
    }
}
