use crate::api::prelude::*;

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
pub(super) struct Outcome {
    /// None in a preview.
    issue: Option<IssuePayload>,
    /// Only where the host left labels out.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Sentence>,
}

/// Creates an issue in a project given by its path.
pub(super) static ABOUT: About = About {
    name: "create_issue",
    path: "/api/v1/issues/create",
    effect: Effect::Creates,
    statuses: &[],
    example: r#"{"project_path": "ville/voirie/signalements", "title": "Nid-de-poule rue des Lilas", "description": "Devant le numéro 12."}"#,
    variants: &[],
    title: Sentence::new("Créer un ticket à une adresse donnée", "Create an issue at a given path"),
    purpose: Sentence::new(
        "Crée un ticket dans le projet dont vous donnez le chemin complet.",
        "Create an issue in a project given by its full path.",
    ),
    usage: "Use it when the full path of the project is known for sure, else assistant_create_issue. It \
            looks for no duplicates.",
};

pub(super) async fn run(service: &Service, fields: Fields) -> Result<Plain<Outcome>, Error> {
    let path = named_path("project_path", &fields.project_path)?;
    let issue = IssueDraft { title: fields.title, description: fields.description, labels: fields.labels };
    let created = issues::create(service, &path, &issue).await?;
    let message = dropped(created.as_ref(), &MilestoneWish::None);
    let payload = Outcome { issue: created.map(|sent| sent.issue.into()), message };
    Ok(Plain::done(service.intent(), payload))
}

/// The milestone of new issues: its id, and its title if known.
pub(super) type NamedMilestone<'a> = (MilestoneId, Option<&'a str>);

/// The sentence on labels or a milestone that the host did not set, as for a token that may not set them; `None` if it set all.
pub(super) fn dropped(sent: Option<&SentIssue>, wish: &MilestoneWish) -> Option<Sentence> {
    let labels = sent.and_then(|sent| dropped_labels(&sent.dropped_labels));
    let milestone = wish.named().filter(|_| wish.is_left_out(sent)).map(|(id, title)| match title {
        Some(title) => milestone_left_out(title),
        None => milestone_left_out(&id.to_string()),
    });
    [labels, milestone].into_iter().flatten().reduce(Sentence::then)
}

/// The host did not set this milestone.
pub(super) fn milestone_left_out(title: &str) -> Sentence {
    say!(
        "GitLab n'a pas retenu le jalon « {title} » : vérifiez les droits du jeton technique.",
        "GitLab left the milestone “{title}” out: check the rights of the technical token."
    )
}
