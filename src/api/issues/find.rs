use crate::api::prelude::*;

fields! {
    /// Which issues are looked for, and where.
    pub(super) struct Fields {
        /// Words of title or description, or `#12`; blank lists all.
        query: Hint,
        /// Only in this project: words, or its full path.
        project_hint: Hint,
        /// Only in this group, likewise.
        group_hint: Hint,
        /// Only what is below this path.
        root_hint: Hint,
        /// A name, in a project or group; `@username` anywhere; or `none`.
        assignee_hint: Hint,
        /// Exact name of a label.
        label_name: OptionalLabel,
        /// Words of its title; `none`: without.
        milestone_hint: Hint,
        /// `week` and `month` are the next 7 and 31 days.
        due: DueWord,
        /// Most issues to answer.
        limit: Limit<20, 100>,
    }
}

impl Fields {
    fn query(&self, state: &StateFields) -> Result<IssueWish, Refusal> {
        let (root, limit) = (Root::new(&self.root_hint), self.limit);
        let place = match (&*self.project_hint, &*self.group_hint) {
            ("", "") => PlaceHint::Anywhere,
            (hint, "") => PlaceHint::Project(ProjectHint { text: hint.to_owned(), root: root.clone() }),
            ("", hint) => PlaceHint::Group(GroupHint::of_find(hint.to_owned(), root.clone())),
            _ => return Err(Refusal::TwoPlaces),
        };
        Ok(IssueWish {
            words: self.query.clone(),
            place,
            root,
            state: state.state(),
            assignee: self.assignee_hint.clone(),
            label: self.label_name.clone(),
            milestone: self.milestone_hint.clone(),
            due: self.due,
            limit,
        })
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    issues: Vec<FoundIssueItem>,
    /// What comes nearest where nothing was found, best first.
    suggested_issues: Vec<FoundIssueItem>,
    #[serde(flatten)]
    projects: ShownProjects,
    #[serde(flatten)]
    groups: ShownGroups,
    #[serde(flatten)]
    users: ShownUsers,
    #[serde(flatten)]
    milestones: ShownMilestones,
    truncated: bool,
}

impl Outcome {
    /// With the place, as its hint found it.
    fn within(self, place: Place) -> Self {
        match place {
            Place::Project(project) => Self { projects: project.into(), ..self },
            Place::Group(group) => Self { groups: group.into(), ..self },
            Place::Anywhere => self,
        }
    }
}

/// Finds issues.
pub(super) static ABOUT: About = About {
    name: "find_issues",
    path: "/api/v1/issues/find",
    effect: Effect::Reads,
    statuses: &[
        &[Status::Found, Status::NothingFound],
        &FOR_PROJECT,
        &FOR_GROUP,
        &FOR_ASSIGNEE,
        &FOR_MILESTONE,
    ],
    example: r#"{"project_hint": "portail citoyen", "query": "erreur", "limit": 2}"#,
    variants: &[&[("query", "zzz")], PROJECT_UNCLEAR, GROUP_UNCLEAR, ASSIGNEE_UNCLEAR, MILESTONE_UNCLEAR],
    title: Sentence::new("Chercher des tickets", "Find issues"),
    purpose: Sentence::new(
        "Trouve les tickets d'un projet, d'un groupe ou de partout : par leurs mots, leur responsable, leur échéance, leur étiquette, leur jalon.",
        "Find issues of a project, a group or everywhere: by words, assignee, due date, label, milestone.",
    ),
    usage: "Use it for what is late or who has what; changes need no find. No confirm: the path or @name is its hint.",
};

pub(super) async fn run(service: &Service, (fields, state): (Fields, StateFields)) -> Ran<Outcome> {
    let query = fields.query(&state)?;
    let found = issues::find(service, &query).await;
    let found = found.or_answer(|unresolved| answer_unclear(&query, &fields, unresolved))?;
    let (status, message) = told(&query, &found);
    let FoundIssues { place, issues, suggestions, truncated, .. } = found;
    let (issues, suggested_issues) = (into_records(issues), into_records(suggestions));
    let found = Outcome { issues, suggested_issues, truncated, ..Outcome::default() };
    Ok(Answer::new(status, message, found.within(place)))
}

/// The place by its name.
fn named(place: &Place) -> NamedPlace<'_> {
    match place {
        Place::Project(project) => Place::Project(&project.item.name),
        Place::Group(group) => Place::Group(&group.item.name),
        Place::Anywhere => Place::Anywhere,
    }
}

/// The answer where a hint names nothing for sure.
fn answer_unclear(query: &IssueWish, fields: &Fields, unresolved: UnresolvedQuery) -> Answer<Outcome> {
    let nothing = Outcome::default();
    match unresolved {
        UnresolvedQuery::Project(unresolved) => {
            Answer::unclear(Sought::Project, &fields.project_hint, FOR_PROJECT, unresolved)
                .map(|shown| Outcome { projects: shown.into(), ..nothing })
        }
        UnresolvedQuery::Group(unresolved) => {
            Answer::unclear(Sought::Group, &fields.group_hint, FOR_GROUP, unresolved)
                .map(|shown| Outcome { groups: shown.into(), ..nothing })
        }
        UnresolvedQuery::Assignee(place, unresolved) => {
            Answer::unclear(Sought::Member(named(&place)), &query.assignee, FOR_ASSIGNEE, unresolved)
                .map(|shown| Outcome { users: shown.into(), ..nothing }.within(place))
        }
        UnresolvedQuery::Milestone(place, unresolved) => {
            Answer::unclear(Sought::Milestone(named(&place)), &query.milestone, FOR_MILESTONE, unresolved)
                .map(|shown| Outcome { milestones: shown.into(), ..nothing }.within(place))
        }
    }
}

/// What was found, in which place and on which conditions.
fn told(query: &IssueWish, found: &FoundIssues) -> (Status, Sentence) {
    let (place, number) = (place_after("dans le", "in the", named(&found.place)), found.issues.len());
    let conditions = conditions(query, found);
    let (words, none) = match query.words.as_str() {
        "" => (Sentence::default(), Sentence::new("Aucun ticket", "No issues")),
        words => (say!("« {words} » : ", "“{words}”: "), ISSUES.count(0)),
    };
    let issues = if number > 0 { ISSUES.count(number) } else { none };
    let sentence = say!("{words}{issues}{place}{conditions}.", "{words}{issues}{place}{conditions}.");
    let unread = found.truncated.then_some(NOT_ALL_READ);
    if number > 0 {
        // What is known to be there fills the answer.
        let more = if number < query.limit.get() { unread } else { found.truncated.then_some(MORE) };
        return (Status::Found, sentence.then(more));
    }
    let nearest = found.suggestions.first().filter(|nearest| nearest.score >= Some(Score::NEAR));
    let nearest = nearest.map(|nearest| {
        let (called, project) = (nearest.listed.issue.called(), &nearest.project.path_with_namespace);
        say!("Le plus proche est {called} ({project}).", "The nearest is {called} ({project}).")
    });
    let is_exact = match found.place {
        Place::Project(_) => false,
        Place::Group(_) => found.label.is_some(),
        Place::Anywhere => {
            found.label.is_some() || found.milestone.as_ref().is_some_and(|title| !title.is_empty())
        }
    };
    let exact = is_exact.then_some(EXACT_TITLES);
    let account = found.assignee.as_ref().filter(|name| name.starts_with('@')).map(|_| UNREAD_ACCOUNT);
    (Status::NothingFound, sentence.then(nearest).then(exact).then(account).then(unread))
}

/// Outside a project the host is asked by the username, and finds nothing where there is no such account.
const UNREAD_ACCOUNT: Sentence = Sentence::new(
    "GitLab ne dit pas ici si ce compte existe.",
    "GitLab does not say here whether this account exists.",
);

/// What was asked of the issues, beside words and place.
fn conditions(query: &IssueWish, found: &FoundIssues) -> Sentence {
    // A reference finds an issue whatever its state.
    let is_in = |state: &&str| found.issues.iter().all(|found| found.listed.issue.state == *state);
    let state = match query.state.word().filter(is_in) {
        Some("opened") => Some(Sentence::new(", à l'état ouvert", ", open")),
        Some("closed") => Some(Sentence::new(", à l'état fermé", ", closed")),
        _ => None,
    };
    let due = query.due.map(|due| match due {
        Due::Overdue => Sentence::new(", en retard", ", overdue"),
        Due::Within(days) => say!(", à rendre d'ici {days} jours", ", due within {days} days"),
        Due::Absent => Sentence::new(", sans échéance", ", without a due date"),
    });
    let FoundIssues { assignee, label, milestone, .. } = found;
    let assignee = assignee.as_deref().map(|name| match name {
        "" => Sentence::new(", sans responsable", ", assigned to nobody"),
        name => say!(", à faire par {name}", ", assigned to {name}"),
    });
    let label = label.as_ref().map(|name| say!(", avec l'étiquette « {name} »", ", with the label “{name}”"));
    let milestone = milestone.as_deref().map(|title| match title {
        "" => Sentence::new(", sans jalon", ", without a milestone"),
        title => say!(", dans le jalon « {title} »", ", in the milestone “{title}”"),
    });
    let told: Vec<_> = [state, due, assignee, label, milestone].into_iter().flatten().collect();
    Sentence::join(&told, "")
}
