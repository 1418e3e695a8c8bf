use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Plain, Status},
            fields::{Flag, Hint, NeededName, OptionalWord, Text},
            records::ProjectCreatePayload,
            targets::named_path,
        },
    },
    error::{Error, Refusal},
    gitlab::FullPath,
    matching::Slug,
    messages::failed,
    service::{
        Service,
        projects::{NewProject, Visibility, create},
    },
};

/// Creates a project at a known place.
pub(super) struct CreateProject;

#[derive(Debug, JsonSchema, Deserialize)]
pub(super) struct Fields {
    /// Name of the project.
    name: NeededName,
    /// Last segment of its path; blank, or with a `/`, it is made of the name.
    #[serde(default)]
    path: Hint,
    /// Full path of the group that is to hold it.
    namespace_path: NeededName,
}

/// What a new project is like.
#[derive(Debug, Default, JsonSchema, Deserialize)]
#[serde(default)]
pub(super) struct Details {
    /// What it is for.
    description: Text,
    /// `private`, `internal` or `public`.
    #[schemars(extend("enum" = ["private", "internal", "public", null], "default" = "private"))]
    visibility: OptionalWord,
    /// Starts with a README.
    initialize_with_readme: Flag,
}

impl Details {
    /// Who may see it.
    pub(super) fn visibility(&self) -> Result<Visibility, Refusal> {
        Visibility::parse(self.visibility.0.as_deref())
    }

    /// A project with these details at a place.
    pub(super) fn project(
        self,
        visibility: Visibility,
        name: String,
        slug: Slug,
        namespace: FullPath,
    ) -> NewProject {
        let with_readme = self.initialize_with_readme.0;
        NewProject { name, slug, namespace, visibility, description: self.description.0, with_readme }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Payload {
    /// None in a preview.
    project: Option<ProjectCreatePayload>,
}

impl Operation for CreateProject {
    const NAME: &'static str = "create_project";
    const PATH: &'static str = "/api/v1/projects/create";
    const TITLE: &'static str = "Créer un projet à une adresse donnée";
    const PURPOSE: &'static str = "Crée un projet dans le groupe dont vous donnez le chemin complet.";
    const SUMMARY: &'static str = "Create a project in a group given by its full path";
    const DESCRIPTION: &'static str = "Use it when the full path of the group is known for sure; with loose words for the group, use assistant_create_project.";
    const EFFECT: Effect = Effect::Creates;
    const STATUSES: &'static [Status] = &[];
    const REFUSALS: &'static [StatusCode] = &[StatusCode::BAD_REQUEST, StatusCode::CONFLICT];
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"name": "Registre des arbres", "namespace_path": "ville/culture", "visibility": "internal"}"#];
    const FAILED: &'static str = failed::CREATE_PROJECT;
    type Request = (Fields, Details);
    type Response = Plain<Payload>;

    async fn run(service: &Service, (fields, details): Self::Request) -> Result<Plain<Payload>, Error> {
        let namespace = named_path("namespace_path", &fields.namespace_path.0)?;
        let visibility = details.visibility()?;
        if fields.name.0.is_empty() {
            return Err(Refusal::BlankName.into());
        }
        let source = if fields.path.0.is_empty() || fields.path.0.contains('/') {
            &fields.name.0
        } else {
            &fields.path.0
        };
        let slug = Slug::of(source).ok_or_else(|| Refusal::NoSlug(source.clone()))?;
        let project = create(service, &details.project(visibility, fields.name.0, slug, namespace)).await?;
        let status = Status::of_preview(service.intent());
        Ok(Plain { success: true, status, payload: Payload { project: project.map(Into::into) } })
    }
}
