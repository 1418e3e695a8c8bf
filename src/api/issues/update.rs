use super::{
    create::milestone_left_out,
    one_issue::{self, Outcome},
};
use crate::{api::prelude::*, error::Aspect};

fields! {
    /// What to change; what is absent is left alone.
    pub(super) struct EditFields {
        /// New title.
        title: Option<Title>,
        /// New description, in Markdown.
        description: Option<NeededText>,
        /// Replaces all its labels.
        labels: NewLabels,
        /// Labels to add.
        add_labels: WholeLabels,
        /// Labels to take away.
        remove_labels: WholeLabels,
        /// Creates labels that the project lacks.
        create_label_if_missing: Flag,
        /// What to take away.
        clear: Cleared,
    }
}

impl EditFields {
    fn edit(self, milestone: Option<MilestoneChoice>) -> Result<IssueEdit, Refusal> {
        let clears = |what| self.clear.contains(&what);
        let (set, description) = (self.labels, self.description);
        let (add, remove) = (self.add_labels, self.remove_labels);
        // "bug" and "Bug" are two labels on the host.
        let gives = |names: &LabelSet| remove.iter().any(|name| names.contains(name));
        let by_id = matches!(milestone, Some(MilestoneChoice::Confirmed(_)));
        let by = if by_id { "resolved_milestone_id" } else { "milestone_hint" };
        let contradictions = [
            (clears(Clearable::Labels) && set.is_some(), "clear", "labels"),
            (clears(Clearable::Labels) && !add.is_empty(), "clear", "add_labels"),
            (clears(Clearable::Description) && description.is_some(), "clear", "description"),
            (clears(Clearable::Milestone) && milestone.is_some(), "clear", by),
            (set.as_ref().is_some_and(gives), "remove_labels", "labels"),
            (gives(&add), "remove_labels", "add_labels"),
        ];
        if let Some((_, field, other)) = contradictions.into_iter().find(|(is_one, ..)| *is_one) {
            return Err(Refusal::Contradiction { field, other });
        }
        let edit = IssueEdit {
            title: self.title,
            description: description.or(clears(Clearable::Description).then(String::new)),
            milestone: milestone.or(clears(Clearable::Milestone).then_some(MilestoneChoice::None)),
            clears_assignees: clears(Clearable::Assignees),
            clears_due_date: clears(Clearable::DueDate),
            labels: LabelEdit {
                set: set.or(clears(Clearable::Labels).then(LabelSet::default)),
                add,
                remove,
                create_if_missing: self.create_label_if_missing,
            },
        };
        if edit.is_empty() { Err(Refusal::NothingToChange) } else { Ok(edit) }
    }
}

/// Changes the text, the labels or the milestone of an open issue, or clears what it has.
pub(super) static ABOUT: About = About {
    name: "assistant_update_issue",
    path: "/api/v1/issues/assistant-update",
    effect: Effect::Changes,
    statuses: &[&[Status::Updated], &FOR_PROJECT, &FOR_ISSUE, &FOR_MILESTONE],
    example: r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion", "title": "Corriger la page de connexion sur mobile", "add_labels": ["bug"], "create_label_if_missing": true}"#,
    variants: &[PROJECT_UNCLEAR, ISSUE_UNCLEAR, MILESTONE_UNCLEAR],
    title: Sentence::new("Modifier un ticket", "Edit an issue"),
    purpose: Sentence::new(
        "Change le texte, les étiquettes ou le jalon du ticket ouvert que vos mots désignent, ou en retire.",
        "Change the text, the labels or the milestone of the open issue that your words mean, or clear what it has.",
    ),
    usage: "Use it to rewrite an issue; what is absent is left alone.",
};

pub(super) async fn run(
    service: &Service,
    (project, issue, edit, milestone): (ProjectFields, IssueFields, EditFields, MilestoneFields),
) -> Ran<Outcome<ShownMilestones>> {
    let edit = edit.edit(milestone.choice_of_update(&project))?;
    let done = Box::pin(issues::edit(service, &issue.target(&project)?, &edit)).await;
    let edited = done.or_answer(|unresolved| {
        one_issue::answer_beside((&project, &issue), &milestone.milestone_hint, unresolved)
    })?;
    let Edited { changed, is_other, gone, absent_labels, labels, milestone, dropped } = edited;
    let milestone = milestone.filter(|title| !title.is_empty());
    let touched: Vec<_> = milestone.as_deref().map(milestone_key).into_iter().chain(gone.key()).collect();
    let is = messages::is(service.intent());
    let told = |issue: &Issue, issue_is: Sentence| {
        let kept = issue.labels.as_deref().filter(|_| !absent_labels.is_empty());
        let held = labels.as_deref().or(kept).and_then(quoted);
        let (fr, en) = if is_other { ("modifié", "changed") } else { ("inchangé", "unchanged") };
        let updated = say!("{issue_is} {fr}.", "{issue_is} {en}.");
        let now = [
            milestone.as_ref().map(|title| {
                if dropped.contains(&Aspect::Milestone) {
                    milestone_left_out(title)
                } else {
                    say!("Son jalon {is} « {title} ».", "Its milestone {is} “{title}”.")
                }
            }),
            held.map(|labels| say!("Il {is} étiqueté {labels}.", "It {is} labelled {labels}.")),
            quoted(&absent_labels)
                .map(|labels| say!("Il ne portait pas : {labels}.", "It did not have: {labels}.")),
        ];
        let unnamed = dropped.iter().filter(|what| **what != Aspect::Milestone || milestone.is_none());
        let dropped = unnamed.map(|what| messages::dropped(issue.iid, *what));
        now.into_iter().flatten().chain(dropped).fold(updated, Sentence::then).then(went(&gone))
    };
    let answer =
        one_issue::answer_changed(service, changed, Status::Updated, told, ShownMilestones::default());
    Ok(answer.touching(touched))
}

/// What an issue had before and no longer has, if anything.
fn went(Gone { title, labels, milestone, assignees, due_date }: &Gone) -> Option<Sentence> {
    let assignees = (!assignees.is_empty()).then(|| assignees.join(", "));
    let told = [
        title.as_ref().map(|old| say!("Il s'intitulait « {old} ».", "It was called “{old}”.")),
        messages::removed_labels(labels),
        milestone.as_ref().map(|old| say!("Jalon retiré : « {old} ».", "Milestone removed: “{old}”.")),
        assignees.map(|old| say!("Il était assigné à {old}.", "It was assigned to {old}.")),
        due_date.as_ref().map(|old| say!("Son échéance était le {old}.", "It was due on {old}.")),
    ];
    told.into_iter().flatten().reduce(Sentence::then)
}
