use crate::api::prelude::*;

fields! {
    pub(super) struct Fields {
        /// Words for projects; blank lists all, last active first.
        query: Hint,
        /// Only in this group: words, or its full path.
        group_hint: Hint,
        /// Only what is below this path.
        root_hint: Hint,
        /// Most projects to answer.
        limit: Limit<20>,
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    projects: Vec<FoundProject>,
    /// What comes nearest where nothing was found, best first.
    suggested_projects: Vec<SimilarProject>,
    #[serde(flatten)]
    groups: ShownGroups,
    truncated: bool,
}

/// Finds projects.
pub(super) static ABOUT: About = About {
    name: "find_projects",
    path: "/api/v1/projects/find",
    effect: Effect::Reads,
    statuses: &[&[Status::Found, Status::NothingFound], &FOR_GROUP],
    example: r#"{"query": "portail", "limit": 3}"#,
    variants: &[&[("query", "zzz"), ("query", "")], GROUP_UNCLEAR],
    title: Sentence::new("Chercher des projets", "Find projects"),
    purpose: Sentence::new(
        "Trouve tous les projets que vos mots peuvent désigner, partout ou dans un groupe.",
        "Find all projects that your words may mean, everywhere or in a group.",
    ),
    usage: "Use it to see which projects exist; without query it lists all.",
};

pub(super) async fn run(service: &Service, request: Fields) -> Ran<Outcome> {
    let Fields { query, group_hint, root_hint, limit } = request;
    let root = Root::new(&root_hint);
    let within = GroupHint::of_find(group_hint, root.clone());
    let hint = ProjectHint { text: query, root };
    let named = (!within.text.is_empty()).then_some(&within);
    let found = projects::find(service, &hint, named, limit).await.or_answer(|unresolved| {
        Answer::unclear(Sought::Group, &within.text, FOR_GROUP, unresolved)
            .map(|shown| Outcome { groups: shown.into(), ..Outcome::default() })
    })?;
    let (status, message) = told(&hint.text, &found);
    let FoundProjects { group, projects, suggestions, truncated } = found;
    let found = Outcome {
        projects: into_records(projects),
        suggested_projects: into_records(suggestions),
        groups: group.map(ShownGroups::from).unwrap_or_default(),
        truncated,
    };
    Ok(Answer::new(status, message, found))
}

pub(super) const PROJECTS: Noun = Noun { fr: ["aucun", "projet", "projets"], en: ["project", "projects"] };

/// What was found.
fn told(query: &str, found: &FoundProjects) -> (Status, Sentence) {
    let place = found.group.as_ref().map_or(Place::Anywhere, |group| Place::Group(&*group.item.name));
    let place = place_after("dans le", "in the", place);
    let projects = PROJECTS.count(found.projects.len());
    if found.projects.is_empty() {
        let nothing = nothing(query, &place, nearest_of(&found.suggestions));
        return (Status::NothingFound, nothing.then(found.truncated.then_some(NOT_ALL_READ)));
    }
    let sentence = match found.projects.first() {
        Some((_, Some(_))) => {
            say!("« {query} »{place} : {projects}.", "“{query}”{place}: {projects}.")
        }
        _ => say!(
            "GitLab a {projects}{place}, le dernier actif en premier.",
            "GitLab has {projects}{place}, last active first."
        ),
    };
    (Status::Found, perhaps_more(sentence, found.truncated))
}

/// Why nothing was found, and what comes nearest.
fn nothing(query: &str, place: &Sentence, nearest: Option<&Project>) -> Sentence {
    match nearest {
        Some(nearest) => {
            let nearest = nearest.called();
            say!(
                "Aucun projet{place} ne correspond à « {query} ». Le plus proche est {nearest}.",
                "No project{place} fits “{query}”. The nearest is {nearest}."
            )
        }
        None if query.is_empty() => {
            say!("Aucun projet n'est visible{place}.", "No project can be seen{place}.")
        }
        None => say!(
            "Rien{place} ne ressemble à « {query} » : essayez d'autres mots, ou aucun pour voir tous les projets.",
            "Nothing{place} resembles “{query}”: try other words, or none to see all projects."
        ),
    }
}
