use super::create::{self, NamedMilestone};
use crate::api::prelude::*;

fields! {
    /// An issue to create.
    pub(super) struct IssueToCreate {
        /// Title of the issue.
        title: Title,
        /// Description of the issue, in Markdown.
        description: Text,
        /// Names of labels; those that the host lacks are created.
        labels: Labels,
    }
}

impl From<IssueToCreate> for IssueDraft {
    fn from(issue: IssueToCreate) -> Self {
        Self { title: issue.title, description: issue.description, labels: issue.labels }
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    issue: Option<IssuePayload>,
    #[serde(flatten)]
    projects: ShownProjects,
    duplicate_issues: Vec<IssueDuplicateItem>,
}

/// Creates an issue in the project that is meant.
pub(super) static ABOUT: About = About {
    name: "assistant_create_issue",
    path: "/api/v1/issues/assistant-create",
    effect: Effect::Creates,
    statuses: &[
        &[Status::Created],
        &FOR_PROJECT,
        &[Status::MilestoneClarificationNeeded, Status::DuplicateWarning],
    ],
    example: r#"{"project_hint": "portail citoyen", "title": "Mesurer le contraste"}"#,
    variants: &[
        PROJECT_UNCLEAR,
        &[("milestone_hint", "sprint"), ("title", "Erreur 500 sur le formulaire de contact")],
    ],
    title: Sentence::new("Créer un ticket", "Create an issue"),
    purpose: Sentence::new(
        "Crée un ticket dans le projet que vos mots désignent, sauf si un ticket dit déjà la même chose.",
        "Create an issue in the project that your words mean, unless one says the same.",
    ),
    usage: "Use it when a person reports something or asks for something. On duplicate_warning nothing was \
            created: show duplicate_issues, and only if the person wants a new issue all the same call again \
            with confirm=true and resolved_project_path.",
};

type Request = (ProjectFields, IssueToCreate, MilestoneFields);

pub(super) async fn run(service: &Service, (project, issue, milestone): Request) -> Ran<Outcome> {
    let creation =
        Creation { project: project.target()?, issue: issue.into(), milestone: milestone.choice(&project) };
    let title = &creation.issue.title;
    let hints = (project.project_hint.as_str(), milestone.milestone_hint.as_str());
    let done = issues::assisted_create(service, &creation).await;
    let done = done.or_answer(|unresolved| answer_open(unresolved, hints, title))?;
    let message = created(&messages::is(service.intent()), &done, title).then(milestone.left_out(&project));
    let touched = done.milestone().map(key_of_milestone);
    let touched = [key_of_project(&done.project.item)].into_iter().chain(touched).collect::<Vec<_>>();
    let outcome = Outcome {
        issue: done.issue.map(|sent| sent.issue.into()),
        projects: done.project.into(),
        ..Outcome::default()
    };
    Ok(Answer::done(service.intent(), (Status::Created, message), outcome).touching(touched))
}

fn answer_open(unresolved: UnresolvedCreation, hints: (&str, &str), title: &str) -> Answer<Outcome> {
    let (project_hint, milestone_hint) = hints;
    match unresolved {
        UnresolvedCreation::Project(unresolved) => {
            Answer::unclear(Sought::Project, project_hint, FOR_PROJECT, unresolved)
                .map(|shown| Outcome { projects: shown.into(), ..Outcome::default() })
        }
        // The interface asks for empty lists here, so the sentence names the choices.
        UnresolvedCreation::Milestone(project, question) => {
            let (sought, open) =
                (Sought::Milestone(Place::Project(&project.item.name)), Unresolved::Ambiguous(question));
            let answer = Answer::unclear(sought, milestone_hint, FOR_MILESTONE, open);
            answer.asking(|prompt| prompt.within(&project.item)).map(|_| Outcome::default())
        }
        UnresolvedCreation::Duplicates { project, duplicates, milestone } => {
            let best = duplicates.first().map(|duplicate| &duplicate.item);
            let message = duplicate(title, best, &project.item.name, milestone.named());
            // One of them may be the one to create: this answer ends the call then.
            let taken = |taken: &Scored<Issue>| {
                let duplicate_issues = into_records([taken.clone()]);
                let outcome = Outcome { duplicate_issues, ..Outcome::default() };
                let answer = Answer::new(Status::DuplicateWarning, said_already(&taken.item), outcome);
                let written = || serde_json::to_string(&answer).unwrap_or_default();
                Choice { leads: Leads::To(Sentence::written(written, written)), ..taken.item.choice() }
            };
            let choices = duplicates.iter().map(taken).chain([anyway(milestone.named())]).collect();
            let prompt = Prompt { row: None, choices, or_none: false }.within(&project.item);
            let outcome = Outcome {
                projects: project.into(),
                duplicate_issues: into_records(duplicates),
                ..Outcome::default()
            };
            Answer::new(Status::DuplicateWarning, message, outcome).asks([prompt])
        }
    }
}

/// The choice to create the issue though others say the same.
fn anyway(milestone: Option<NamedMilestone<'_>>) -> Choice {
    let other = milestone.map(|(id, _)| ("resolved_milestone_id", id.0.into()));
    Choice {
        name: "create".to_owned(),
        title: Sentence::new("Créer quand même un nouveau ticket", "Create a new issue all the same"),
        called: String::new(),
        beginning: String::new(),
        shows: milestone.map(key_of_milestone).into_iter().collect(),
        leads: Leads::On(Settled { other: other.into_iter().collect(), is_all: true, ..Settled::default() }),
    }
}

/// The issue was created; in a preview it has no number yet.
fn created(is: &Sentence, done: &CreationResult, title: &str) -> Sentence {
    let (project, issue) = (&done.project.item.name, done.issue.as_ref().map(|sent| &sent.issue));
    let number = issue.map(|issue| format!("#{} ", issue.iid)).unwrap_or_default();
    let title = issue.map_or(title, |issue| &issue.title);
    let place = in_milestone(project, done.milestone());
    let sentence = say!(
        "Le ticket {number}« {title} » {is} créé dans le projet {place}.",
        "Issue {number}“{title}” {is} created in the project {place}."
    );
    sentence
        .then(no_milestone(&done.milestone))
        .then(create::dropped(done.issue.as_ref(), &done.milestone))
        .then(done.duplicates_missed.then_some(DUPLICATES_MISSED))
}

/// A project, and the milestone that new issues get there.
pub(super) fn in_milestone(project: &str, milestone: Option<NamedMilestone<'_>>) -> Sentence {
    let milestone = match milestone {
        None => Sentence::default(),
        Some((id, None)) => say!(", dans le jalon {id}", ", in the milestone {id}"),
        Some((id, Some(title))) => {
            say!(", dans le jalon « {title} » ({id})", ", in the milestone “{title}” ({id})")
        }
    };
    say!("« {project} »{milestone}", "“{project}”{milestone}")
}

/// That milestone as a person sees it.
pub(super) fn key_of_milestone((id, title): NamedMilestone<'_>) -> String {
    title.map_or_else(|| milestone_key(&id.to_string()), milestone_key)
}

/// Some issues could not be read for comparison.
pub(super) const DUPLICATES_MISSED: Sentence = Sentence::new(
    "Les doublons n'ont pas pu être cherchés partout.",
    "Duplicates could not be looked for everywhere.",
);

/// A milestone was wanted, and none fits.
fn no_milestone(wish: &MilestoneWish) -> Option<Sentence> {
    let MilestoneWish::NotFound { hint, nearest } = wish else { return None };
    let missed = nearest.was_missed.then_some(NOT_ALL_READ);
    let nearest = nearest_of(&nearest.suggestions).map(Called::called);
    let nearest = nearest.map_or_else(Sentence::default, |nearest| {
        say!(" (le plus proche : {nearest})", " (the nearest: {nearest})")
    });
    let sentence = say!(
        "Aucun jalon ne correspond à « {hint} »{nearest} : il n'en a pas.",
        "No milestone fits “{hint}”{nearest}: it has none."
    );
    Some(sentence.then(missed))
}

/// The person said that this issue is the one.
fn said_already(issue: &Issue) -> Sentence {
    let called = issue.called();
    say!(
        "Le ticket {called} dit déjà la même chose : rien n'est créé.",
        "Issue {called} says the same already: nothing is created."
    )
}

/// An issue says the same already.
fn duplicate(
    title: &str,
    best: Option<&Issue>,
    project: &str,
    milestone: Option<NamedMilestone<'_>>,
) -> Sentence {
    let like = best.map(Called::called).unwrap_or_default();
    // A confirmed call looks for no milestone.
    let held = milestone.map_or_else(Sentence::default, |(id, title)| {
        let called = title.map(|title| say!(" (« {title} »)", " (“{title}”)")).unwrap_or_default();
        say!(", avec resolved_milestone_id à {id}{called}", ", with resolved_milestone_id {id}{called}")
    });
    say!(
        "« {title} » ressemble au ticket {like} du projet « {project} » : confirmez pour le créer quand même{held}.",
        "“{title}” resembles issue {like} of the project “{project}”: confirm to create it all the same{held}."
    )
}
