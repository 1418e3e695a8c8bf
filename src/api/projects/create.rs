use crate::api::prelude::*;

fields! {
    pub(super) struct Fields {
        /// Name of the project.
        name: ShortText,
        /// Last segment of its path; blank, or with a `/`, it is made of the name.
        path: Hint,
        /// Full path of the group that is to hold it.
        namespace_path: ShortText,
    }
}

fields! {
    /// What a new project is like.
    pub(super) struct ProjectDetails {
        /// What it is for.
        description: Text,
        /// `private`, `internal` or `public`.
        visibility: Option<ShortText> { "enum": ["private", "internal", "public", null], "default": "private" },
        /// Starts with a README.
        initialize_with_readme: Flag,
    }
}

impl ProjectDetails {
    /// Who may see it.
    pub(super) fn visibility(&self) -> Result<Visibility, Refusal> {
        Visibility::parse(self.visibility.as_deref())
    }

    /// A project with these details at a place.
    pub(super) fn project(
        self,
        visibility: Visibility,
        name: String,
        slug: Slug,
        namespace: FullPath,
    ) -> ProjectDraft {
        let with_readme = self.initialize_with_readme;
        ProjectDraft { name, slug, namespace, visibility, description: self.description, with_readme }
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Outcome {
    /// None in a preview.
    project: Option<ProjectCreatePayload>,
    /// Only where the host gave it another visibility.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Sentence>,
}

/// Creates a project at a known place.
pub(super) static ABOUT: About = About {
    name: "create_project",
    path: "/api/v1/projects/create",
    effect: Effect::Creates,
    statuses: &[],
    example: r#"{"name": "Registre des arbres", "namespace_path": "ville/culture", "visibility": "internal"}"#,
    variants: &[],
    title: Sentence::new("Créer un projet à une adresse donnée", "Create a project at a given path"),
    purpose: Sentence::new(
        "Crée un projet dans le groupe dont vous donnez le chemin complet.",
        "Create a project in a group given by its full path.",
    ),
    usage: "Use it when the full path of the group is known for sure, else assistant_create_project.",
};

type Request = (Fields, ProjectDetails);

pub(super) async fn run(service: &Service, (fields, details): Request) -> Result<Plain<Outcome>, Error> {
    let namespace = named_path("namespace_path", &fields.namespace_path)?;
    let visibility = details.visibility()?;
    if fields.name.is_empty() {
        return Err(Refusal::BlankName.into());
    }
    let source =
        if fields.path.is_empty() || fields.path.contains('/') { &fields.name } else { &fields.path };
    let slug = Slug::of(source).ok_or_else(|| Refusal::NoSlug(source.clone()))?;
    let project =
        projects::create(service, &details.project(visibility, fields.name, slug, namespace)).await?;
    let message = project.as_ref().and_then(other_visibility);
    let payload = Outcome { project: project.map(|created| created.project.into()), message };
    Ok(Plain::done(service.intent(), payload))
}

/// The sentence on a visibility that is not the one that was asked for.
pub(super) fn other_visibility(created: &CompleteProject) -> Option<Sentence> {
    let given = created.other_visibility.as_ref()?;
    Some(say!(
        "Sa visibilité est « {given} » et non celle demandée : son groupe ou GitLab n'en permet pas d'autre.",
        "Its visibility is “{given}” and not the one asked for: its group or GitLab allows no other."
    ))
}
