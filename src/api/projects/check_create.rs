use crate::api::prelude::*;

fields! {
    /// The project to check, and its group.
    pub(super) struct CheckFields {
        /// Name of the project.
        pub(super) project_name: Hint,
        /// Loose words for the group that is to hold it.
        pub(super) target_group_hint: Hint,
        /// Only what is below this path.
        root_hint: Hint,
        /// Most groups and similar projects to answer.
        limit: Limit<10>,
    }
}

impl CheckFields {
    /// The slug of the project's name.
    pub(super) fn slug(&self) -> Result<Slug, Refusal> {
        Slug::of(&self.project_name).ok_or_else(|| Refusal::NoSlug(self.project_name.clone()))
    }

    /// What to check.
    pub(super) fn target(&self) -> Result<CheckTarget, Refusal> {
        let text = self.target_group_hint.clone();
        let group = GroupHint { text, root: Root::new(&self.root_hint), limit: self.limit };
        Ok(CheckTarget { name: self.project_name.clone(), slug: self.slug()?, group })
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Outcome {
    suggested_project_path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved_group: Option<String>,
    #[serde(flatten)]
    groups: ShownGroups,
    similar_projects: Vec<SimilarProject>,
}

/// Says whether a project could be created, and where.
pub(super) static ABOUT: About = About {
    name: "check_create_project",
    path: "/api/v1/projects/check-create",
    effect: Effect::Reads,
    statuses: &[&[Status::GroupNotFound, Status::AmbiguousGroup, Status::Ready]],
    example: r#"{"project_name": "Portail des associations", "target_group_hint": "culture"}"#,
    variants: &[&[("target_group_hint", "aubeterre"), ("target_group_hint", "zzz")]],
    title: Sentence::new("Vérifier la création d'un projet", "Check before creating a project"),
    purpose: Sentence::new(
        "Dit où irait un nouveau projet et quels projets lui ressemblent, sans rien créer.",
        "Check where a new project would go and which projects resemble it, without creating it.",
    ),
    usage: "Use it before creating a project: it shows the path that the name gives, the group that is meant \
            and the projects that resemble it. On ambiguous_group ask which candidate is meant, and put its \
            full_path into target_group_hint.",
};

pub(super) async fn run(service: &Service, request: CheckFields) -> Ran<Outcome> {
    let target = request.target()?;
    let found = projects::check(service, &target, Purpose::Read).await?;
    let checked = |similar, resolved_group, groups| Outcome {
        suggested_project_path: target.slug.to_string(),
        resolved_group,
        groups,
        similar_projects: into_records(similar),
    };
    Ok(match found.group {
        Ok(group) => {
            let path = group.item.full_path.clone();
            let message = ready(target.slug.as_str(), &path, &found.similar);
            Answer::new(Status::Ready, message, checked(found.similar, Some(path), group.into()))
        }
        Err(unresolved) => {
            let outcomes = [Status::GroupNotFound, Status::AmbiguousGroup];
            Answer::unclear(Sought::Group, &target.group.text, outcomes, unresolved)
                .map(|shown| checked(found.similar, None, shown.into()))
        }
    })
}

/// The project can be created, unless one of those that are similar has its path.
fn ready(slug: &str, group: &str, similar: &[Scored<Project>]) -> Sentence {
    let path = format!("{group}/{slug}");
    let is_there = |other: &&Scored<Project>| other.item.path_with_namespace.eq_ignore_ascii_case(&path);
    if let Some(other) = similar.iter().find(is_there) {
        let other = &other.item.name;
        return messages::taken(&path)
            .then(Some(say!("Le projet « {other} » y est.", "The project “{other}” is there.")));
    }
    let sentence = say!(
        "Le projet peut être créé sous « {group}/{slug} ».",
        "The project can be created as “{group}/{slug}”."
    );
    match similar.len() {
        0 => sentence,
        1 => say!(
            "{sentence} Un projet lui ressemble : vérifiez que ce n'est pas le même.",
            "{sentence} One project resembles it: check that it is not the same."
        ),
        similar => say!(
            "{sentence} {similar} projets lui ressemblent : vérifiez qu'aucun n'est le même.",
            "{sentence} {similar} projects resemble it: check that none is the same."
        ),
    }
}
