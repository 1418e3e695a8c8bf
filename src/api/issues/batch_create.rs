use super::{
    assistant_create::{DUPLICATES_MISSED, IssueToCreate, in_milestone, key_of_milestone},
    create,
};
use crate::api::prelude::*;

fields! {
    pub(super) struct NewIssues {
        /// The issues to create.
        issues: Rows<IssueToCreate>,
        /// `false`: looks for duplicates first, and leaves out what an issue or an earlier row says.
        create_duplicates: Option<Flag> { "default": true },
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    project: Option<ProjectRef>,
    milestone: Option<MilestoneItem>,
    results: Vec<BatchIssueResult>,
    created_count: usize,
    error_count: usize,
    #[serde(flatten)]
    projects: ShownProjects,
    #[serde(flatten)]
    milestones: ShownMilestones,
}

/// `BatchIssueResult`
#[derive(Debug, JsonSchema, Serialize)]
#[schemars(rename = "BatchIssueResult")]
struct BatchIssueResult {
    title: String,
    status: Status,
    message: Sentence,
    issue: Option<IssuePayload>,
    milestone_assigned: bool,
}

/// Creates several issues at once.
pub(super) static ABOUT: About = About {
    name: "assistant_batch_create_issues",
    path: "/api/v1/issues/assistant-batch-create",
    effect: Effect::Creates,
    statuses: &[
        &[Status::Completed],
        &FOR_PROJECT,
        &[Status::MilestoneClarificationNeeded, Status::MilestoneNotFound],
    ],
    example: r#"{"project_hint": "portail citoyen", "milestone_hint": "sprint 3", "issues": [{"title": "Nouvelles maquettes"}, {"title": "Relire les textes d'aide", "labels": ["front"]}]}"#,
    variants: &[PROJECT_UNCLEAR, &[("milestone_hint", "sprint"), ("milestone_hint", "zzz")]],
    title: Sentence::new("Créer plusieurs tickets", "Create several issues"),
    purpose: Sentence::new(
        "Crée plusieurs tickets à la fois, dans un jalon si vous voulez.",
        "Create several issues at once, in a milestone if you like.",
    ),
    usage: "Use it to create several issues of one project in one call. Each row of results has its \
            own status: send again only the rows in error. Send create_duplicates=false unless the person knows that all are \
            new: a duplicate_warning row then says what an issue or another row says and was not created; send it \
            again with create_duplicates=true only if the person wants it.",
};

type Request = (ProjectFields, MilestoneFields, NewIssues);

pub(super) async fn run(service: &Service, (project, milestone, several): Request) -> Ran<Outcome> {
    let batch = Batch {
        project: project.target()?,
        milestone: milestone.choice_of_batch(&project),
        issues: several.issues.into_iter().map(IssueDraft::from).collect(),
        skips_duplicates: several.create_duplicates == Some(false),
    };
    let done = issues::create_batch(service, &batch)
        .await
        .or_answer(|unresolved| answer_open(unresolved, &project.project_hint, &milestone.milestone_hint))?;
    Ok(answer_completed(service.intent(), done, milestone.left_out(&project)))
}

fn answer_completed(intent: Intent, done: BatchCreated, left_out: Option<Sentence>) -> Answer<Outcome> {
    let count = |is: fn(&BatchItem) -> bool| done.items.iter().filter(|item| is(item)).count();
    let created_count = count(|item| item.outcome.is_ok());
    let error_count = count(|item| matches!(item.outcome, Err(NotCreated::Failed(_))));
    let duplicates = done.items.len() - created_count - error_count;
    let wish = done.milestone;
    // Each row says what the host left out of its milestone: only a preview names it for all.
    let milestone = wish.named().filter(|_| intent == Intent::Preview && !wish.is_left_out(None));
    let touched = milestone.map(key_of_milestone);
    let project = in_milestone(&done.project.item.name, milestone);
    let created = if intent == Intent::Act { CREATED } else { TO_CREATE }.count(created_count);
    let message = completed(&project, &created, error_count, duplicates)
        .then(done.duplicates_missed.then_some(DUPLICATES_MISSED))
        .then(left_out);
    let outcome = Outcome {
        project: Some(done.project.item.clone().into()),
        projects: done.project.into(),
        results: done.items.into_iter().map(|item| BatchIssueResult::new(intent, item, &wish)).collect(),
        milestone: if let MilestoneWish::Found(milestone) = wish { Some(milestone.into()) } else { None },
        created_count,
        error_count,
        ..Outcome::default()
    };
    Answer::done(intent, (Status::Completed, message), outcome).touching(touched)
}

fn answer_open(unresolved: UnresolvedBatch, project_hint: &str, milestone_hint: &str) -> Answer<Outcome> {
    match unresolved {
        UnresolvedBatch::Project(unresolved) => {
            Answer::unclear(Sought::Project, project_hint, FOR_PROJECT, unresolved)
                .map(|shown| Outcome { projects: shown.into(), ..Outcome::default() })
        }
        UnresolvedBatch::Milestone(project, unresolved) => {
            let sought = Sought::Milestone(Place::Project(&project.item.name));
            let answer = Answer::unclear(sought, milestone_hint, FOR_MILESTONE, unresolved)
                .asking(|prompt| prompt.within(&project.item).knowing(|settled| settled.is_all = true));
            answer.map(|shown| Outcome {
                project: Some(project.item.clone().into()),
                projects: project.into(),
                milestones: shown.into(),
                ..Outcome::default()
            })
        }
    }
}

impl BatchIssueResult {
    fn new(intent: Intent, item: BatchItem, wish: &MilestoneWish) -> Self {
        let BatchItem { title, outcome } = item;
        let (status, message) = match &outcome {
            Ok(sent) => {
                // In a preview it has no number yet.
                let number = sent.as_ref().map(|sent| format!("#{} ", sent.issue.iid)).unwrap_or_default();
                let is = messages::is(intent);
                let made =
                    say!("Le ticket {number}« {title} » {is} créé.", "Issue {number}“{title}” {is} created.");
                let message = made.then(create::dropped(sent.as_ref(), wish));
                Status::Created.meant(intent, message)
            }
            Err(NotCreated::Failed(error)) => (Status::Error, messages::failure(error)),
            Err(NotCreated::Duplicate { iid, title: other }) => {
                (Status::DuplicateWarning, resembles(&title, *iid, other))
            }
        };
        let has_it = |sent: &Option<SentIssue>| !wish.is_left_out(sent.as_ref());
        let milestone_assigned = wish.named().is_some() && outcome.as_ref().is_ok_and(has_it);
        let issue = outcome.ok().flatten().map(|sent| sent.issue.into());
        Self { title, status, message, issue, milestone_assigned }
    }
}

const CREATED: Noun =
    Noun { fr: ["aucun", "ticket créé", "tickets créés"], en: ["issue created", "issues created"] };
const TO_CREATE: Noun = Noun {
    fr: ["aucun", "ticket à créer", "tickets à créer"],
    en: ["issue to create", "issues to create"],
};

/// An issue says the same, or an earlier one of the batch, whose number may be unknown.
fn resembles(title: &str, iid: Option<Iid>, other: &str) -> Sentence {
    let number = iid.map(|iid| format!("#{iid} ")).unwrap_or_default();
    say!(
        "« {title} » ressemble au ticket {number}« {other} » et n'est pas créé : pour le créer quand même, renvoyez-le seul avec create_duplicates à true.",
        "“{title}” resembles issue {number}“{other}” and is not created: to create it all the same, send it alone with create_duplicates set to true."
    )
}

/// What became of the batch.
fn completed(project: &Sentence, created: &Sentence, failed: usize, duplicates: usize) -> Sentence {
    let failed = match failed {
        0 => Sentence::default(),
        1 => Sentence::new(", 1 en échec : voyez son message", ", 1 failed: see its message"),
        _ => say!(", {failed} en échec : voyez leurs messages", ", {failed} failed: see their messages"),
    };
    let duplicates = match duplicates {
        0 => Sentence::default(),
        1 => Sentence::new(", 1 doublon possible non créé", ", 1 possible duplicate not created"),
        _ => say!(
            ", {duplicates} doublons possibles non créés",
            ", {duplicates} possible duplicates not created"
        ),
    };
    say!(
        "Projet {project} : {created}{duplicates}{failed}.",
        "Project {project}: {created}{duplicates}{failed}."
    )
}
