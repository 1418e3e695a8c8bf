//! The parts that requests share, and the targets made from them.

use super::{
    fields::{Flag, Hint, LabelName, Limit, Number, Path, ShortText},
    prelude::*,
    request::fields,
};

fields! {
    /// Which project is meant.
    pub(in crate::api) struct ProjectFields {
        /// Words for the project, its full path or its address.
        pub(in crate::api) project_hint: Hint,
        /// Only what is below this path.
        root_hint: Hint,
        /// Take the `resolved_*` fields alone.
        pub(in crate::api) confirm: Flag,
        /// Its full path; needed with `confirm`.
        resolved_project_path: Path,
    }
}

impl ProjectFields {
    /// The target project: by hint, or by path if confirmed.
    pub(in crate::api) fn target(&self) -> Result<ProjectTarget, Refusal> {
        if self.confirm {
            let path = confirmed_path("resolved_project_path", &self.resolved_project_path)?;
            return Ok(ProjectTarget::Confirmed(path));
        }
        Ok(self.hinted(&self.project_hint))
    }

    fn hinted(&self, text: &str) -> ProjectTarget {
        ProjectTarget::Hint(ProjectHint { text: text.to_owned(), root: Root::new(&self.root_hint) })
    }
}

fields! {
    /// Which issue of the project is meant.
    pub(in crate::api) struct IssueFields {
        /// Words for the issue, its number like `#12`, or its address.
        pub(in crate::api) issue_hint: Hint,
        /// Issues to look among.
        limit: Limit<100>,
        /// Its number (`iid`); needed with `confirm`.
        resolved_issue_iid: Number,
    }
}

impl IssueFields {
    /// The target issue. Without a project hint the issue's words name the project too; a full reference (`group/project#12`)
    /// names both.
    pub(in crate::api) fn target(&self, project: &ProjectFields) -> Result<IssueTarget, Refusal> {
        let (project, issue) = if project.confirm {
            let project = project.target()?;
            let iid = Some(self.resolved_issue_iid).filter(|iid| *iid > 0).ok_or(Refusal::BlankIid)?;
            (project, IssueChoice::Confirmed(Iid(iid)))
        } else {
            let issue = IssueChoice::Hint(IssueHint { text: self.issue_hint.clone(), limit: self.limit });
            (project.hinted(self.hints(project).0), issue)
        };
        Ok(IssueTarget { project, issue })
    }

    /// The words for the project and for the issue.
    pub(in crate::api) fn hints<'a>(&'a self, project: &'a ProjectFields) -> (&'a str, &'a str) {
        let named = if project.project_hint.is_empty() { &self.issue_hint } else { &project.project_hint };
        (named, &self.issue_hint)
    }
}

fields! {
    /// What operations that change something read beside their own fields.
    pub(in crate::api) struct WriteFields {
        /// Previews, changes nothing.
        pub(in crate::api) dry_run: Flag,
    }
}

fields! {
    /// Which label is meant.
    pub(in crate::api) struct LabelFields {
        /// Name of the label, one alone.
        label_name: LabelName,
        /// Creates the label where the project has none of that name.
        create_label_if_missing: Flag,
    }
}

impl LabelFields {
    /// The label that is meant.
    pub(in crate::api) fn label(self) -> LabelRequest {
        LabelRequest { name: self.label_name, create_if_missing: self.create_label_if_missing }
    }
}

fields! {
    /// Which milestone is meant.
    pub(in crate::api) struct MilestoneFields {
        /// Words for the milestone.
        pub(in crate::api) milestone_hint: Hint,
        /// The milestone's id.
        resolved_milestone_id: Number,
    }
}

impl MilestoneFields {
    /// The milestone of one issue (issues assistant-create, rules 1 and 2): a given id is used without a look-up, and a
    /// negative one means no milestone; the hint is used if nothing is confirmed and no id is given.
    pub(in crate::api) fn choice(&self, project: &ProjectFields) -> MilestoneChoice {
        match self.resolved_milestone_id {
            0 if !project.confirm => self.hinted(),
            id => confirmed_milestone(id),
        }
    }

    /// The milestone of a batch (assistant-batch-create, rules 2 and 3): the id is used if the project is confirmed, the hint
    /// if it is not.
    pub(in crate::api) fn choice_of_batch(&self, project: &ProjectFields) -> MilestoneChoice {
        if project.confirm { confirmed_milestone(self.resolved_milestone_id) } else { self.hinted() }
    }

    /// The milestone of an update: if the issue is confirmed the id rather than the hint, else the hint rather than the id; `None` if
    /// neither is given.
    pub(in crate::api) fn choice_of_update(&self, project: &ProjectFields) -> Option<MilestoneChoice> {
        let (by_id, by_hint) = (confirmed_milestone(self.resolved_milestone_id), self.hinted());
        let given = if project.confirm { [by_id, by_hint] } else { [by_hint, by_id] };
        given.into_iter().find(|choice| *choice != MilestoneChoice::None)
    }

    /// The hint, where it is not looked up since the project is confirmed, and no id stands in its place.
    pub(in crate::api) fn left_out(&self, project: &ProjectFields) -> Option<Sentence> {
        let hint = Some(self.milestone_hint.as_str()).filter(|hint| !hint.is_empty());
        let hint = hint.filter(|_| project.confirm && self.resolved_milestone_id == 0)?;
        Some(say!(
            "Sans jalon : un appel confirmé ne cherche pas « {hint} », il prend resolved_milestone_id.",
            "Without a milestone: a confirmed call does not look for “{hint}”, it takes resolved_milestone_id."
        ))
    }

    fn hinted(&self) -> MilestoneChoice {
        match self.milestone_hint.as_str() {
            "" => MilestoneChoice::None,
            hint => MilestoneChoice::Hint(hint.to_owned()),
        }
    }
}

fn confirmed_milestone(id: i64) -> MilestoneChoice {
    if id > 0 { MilestoneChoice::Confirmed(MilestoneId(id)) } else { MilestoneChoice::None }
}

fields! {
    /// Which issues a listing holds.
    pub(in crate::api) struct StateFields {
        /// `opened`, `closed` or `all`.
        state: Option<ShortText> { "default": "opened", "x-choices": ["opened", "closed", "all"] },
    }
}

impl StateFields {
    /// The filter: `opened` if absent, every state for `all` and blank.
    pub(in crate::api) fn state(&self) -> StateFilter {
        StateFilter::named(self.state.as_deref().unwrap_or("opened"))
    }

    /// What an answer calls the issues that it counts.
    pub(in crate::api) fn noun(&self) -> Noun {
        match self.state().word() {
            Some("opened") => OPEN_ISSUES,
            Some("closed") => CLOSED_ISSUES,
            _ => ISSUES,
        }
    }
}

/// The path in this field, which a caller confirmed.
pub(in crate::api) fn confirmed_path(field: &'static str, path: &str) -> Result<FullPath, Refusal> {
    if path.is_empty() {
        return Err(Refusal::BlankConfirmed(field));
    }
    named_path(field, path)
}

/// The path in this field, which a caller gave.
pub(in crate::api) fn named_path(field: &'static str, path: &str) -> Result<FullPath, Refusal> {
    FullPath::parse(path).map_err(|fault| Refusal::Path { field, fault })
}
