use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::{
        operation::{About, Effect, Examples, Operation},
        wire::{
            answer::{Plain, Status},
            fields::{Description, FewLabels, Title},
            records::IssuePayload,
            request::fields,
            targets::named_path,
        },
    },
    error::Error,
    messages::{Sentence, issues::create as words},
    service::{
        Service,
        issues::{NewIssue, create},
    },
};

/// Creates an issue in a project given by its path.
pub(super) struct CreateIssue;

fields! {
    pub(super) struct Fields {
        /// Full path of the project.
        project_path: Title,
        /// Title of the issue.
        title: Title,
        /// Description of the issue, in Markdown.
        description: Description,
        /// Names of labels; those that the host lacks are created.
        labels: FewLabels,
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Payload {
    /// None in a preview.
    issue: Option<IssuePayload>,
    /// Only where the host left labels out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    message: Option<Sentence>,
}

impl Operation for CreateIssue {
    const ABOUT: &'static About = &About {
        name: "create_issue",
        path: "/api/v1/issues/create",
        effect: Effect::Creates,
        statuses: &[],
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_path": "ville/voirie/signalements", "title": "Nid-de-poule rue des Lilas", "description": "Devant le numéro 12."}"#,
            otherwise: &[],
        },
        words: &words::WORDS,
    };
    type Request = (Fields,);
    type Response = Plain<Payload>;

    async fn run(service: &Service, (fields,): Self::Request) -> Result<Plain<Payload>, Error> {
        let path = named_path("project_path", &fields.project_path.0)?;
        let issue =
            NewIssue { title: fields.title.0, description: fields.description.0, labels: fields.labels.0 };
        let created = create(service, &path, &issue).await?;
        let status = Status::of_preview(service.intent());
        let message = created.as_ref().and_then(words::dropped);
        let payload = Payload { issue: created.map(|sent| sent.issue.into()), message };
        Ok(Plain { success: true, status, payload })
    }
}
