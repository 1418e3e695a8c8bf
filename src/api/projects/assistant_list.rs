use super::find::PROJECTS;
use crate::api::prelude::*;

fields! {
    pub(super) struct Fields {
        /// Loose words for the group, its full path or its address.
        group_hint: Hint,
        /// Only what is below this path.
        root_hint: Hint,
        /// Most projects to answer.
        limit: Limit<20>,
        /// Takes `resolved_group_path` and guesses nothing.
        confirm: Flag,
        /// Full path of the group; needed with `confirm`.
        resolved_group_path: Path,
    }
}

impl Fields {
    fn target(&self) -> Result<GroupTarget, Refusal> {
        if self.confirm {
            let path = confirmed_path("resolved_group_path", &self.resolved_group_path)?;
            return Ok(GroupTarget::Confirmed(path));
        }
        let (text, root) = (self.group_hint.clone(), Root::new(&self.root_hint));
        Ok(GroupTarget::Hint(GroupHint { text, root, limit: self.limit }))
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    resolved_group: Option<String>,
    #[serde(flatten)]
    groups: ShownGroups,
    projects: Vec<ProjectListItem>,
    truncated: bool,
}

/// Lists the projects of a group.
pub(super) static ABOUT: About = About {
    name: "assistant_list_projects",
    path: "/api/v1/projects/assistant-list",
    effect: Effect::Reads,
    statuses: &[&[Status::Resolved], &FOR_ONE_HINT],
    example: r#"{"group_hint": "transports", "limit": 2}"#,
    variants: &[GROUP_UNCLEAR],
    title: Sentence::new("Lister les projets d'un groupe", "List the projects of a group"),
    purpose: Sentence::new(
        "Donne les projets du groupe que vos mots désignent.",
        "List the projects of the group that your words mean.",
    ),
    usage: "Use it to see which projects a group holds, without those of its subgroups. \
            An open_issues_count of 0 may be unknown.",
};

pub(super) async fn run(service: &Service, request: Fields) -> Ran<Outcome> {
    let listing = projects::list(service, &request.target()?, request.limit).await;
    let listing = listing.or_answer(|unresolved| {
        Answer::unclear(Sought::Group, &request.group_hint, FOR_ONE_HINT, unresolved)
            .map(|shown| Outcome { groups: shown.into(), ..Outcome::default() })
    })?;
    let message = listed(&listing.group, listing.projects.len(), listing.truncated);
    let listed = Outcome {
        resolved_group: Some(listing.group),
        groups: listing.chosen.map(ShownGroups::from).unwrap_or_default(),
        projects: into_records(listing.projects),
        truncated: listing.truncated,
    };
    Ok(Answer::new(Status::Resolved, message, listed))
}

/// The projects of a group.
fn listed(group: &str, number: usize, truncated: bool) -> Sentence {
    let (ne, projects) = (if number == 0 { "ne " } else { "" }, PROJECTS.count(number));
    let sentence =
        say!("Le groupe « {group} » {ne}contient {projects}.", "The group “{group}” holds {projects}.");
    perhaps_more(sentence, truncated)
}
