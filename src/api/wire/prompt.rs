//! What an answer asks, for a face that can put the question to the person: what may be chosen, and where each choice leads
//! (decisions, section 7, Questions go to the person).

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{
    gitlab::{Group, Issue, Member, Milestone, Project},
    language::Language,
    matching::Scored,
    messages::{Sentence, in_language, unclear::Called},
    service::resolve::PlacedIssue,
};

/// One thing to choose, and among what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// Which row of a bulk call it is about: the place of its hint, from 0, and the hint.
    pub row: Option<(usize, String)>,
    /// The choices, best first, at least one.
    pub choices: Vec<Choice>,
    /// Whether "none of these" is a choice besides.
    pub or_none: bool,
}

/// What may be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Tells it from the others: `#12`, `ville/portail`, `@username`.
    pub name: String,
    /// What the person reads.
    pub title: Sentence,
    /// What the object alone is called; empty for a choice that is no object.
    pub called: String,
    /// How its description begins, where it has one.
    pub beginning: String,
    /// The objects that it shows, by [`issue_key`] and its like.
    pub shows: Vec<String>,
    /// Where it leads.
    pub leads: Leads,
}

/// An issue as a person sees it: what was moved, renamed or changed its state since is another.
#[must_use]
pub fn issue_key(id: i64, iid: i64, state: &str, title: &str) -> String {
    format!("issue {id} {iid} {state} {title}")
}

/// A project or a group as a person sees it.
#[must_use]
pub fn place_key(id: i64, path: &str) -> String {
    format!("place {id} {path}")
}

/// Where a choice leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leads {
    /// The call goes on with these objects.
    On(Settled),
    /// Nothing more is done, and this is the answer.
    To {
        /// In French.
        fr: Value,
        /// In English.
        en: Value,
    },
}

impl Leads {
    fn to(answer: &impl Serialize) -> Self {
        let written = |language| in_language(language, || serde_json::to_value(answer)).unwrap_or_default();
        Self::To { fr: written(Language::Fr), en: written(Language::En) }
    }
}

/// The objects that are settled once a choice is made: those that were known, and the chosen one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settled {
    /// Full path of the project.
    pub project: Option<String>,
    /// Full path of the group.
    pub group: Option<String>,
    /// Number of the issue.
    pub issue: Option<i64>,
    /// Id of the milestone.
    pub milestone: Option<i64>,
    /// Id of the person.
    pub member: Option<i64>,
    /// A hint and its words that mean the chosen one alone, for operations that take no id of it.
    pub words: Option<(&'static str, String)>,
    /// Whether nothing is left to look for: the call is confirmed.
    pub is_all: bool,
}

/// What is looked for when the project is known.
const WITHIN_A_PROJECT: [&str; 2] = ["issue_hint", "milestone_hint"];
/// Where an operation takes the path of a group that was confirmed.
const CONFIRMED_GROUP: [&str; 2] = ["resolved_group", "resolved_group_path"];

impl Settled {
    /// The fields of a request that take the place of the caller's, where `knows` tells the fields of the operation. A call is
    /// confirmed where nothing is left to look for; before that an object's address takes the place of the loose words, since it
    /// names that object and no other.
    #[must_use]
    pub fn fields(&self, knows: impl Fn(&str) -> bool, web_address: &str) -> Map<String, Value> {
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        if let Some(path) = &self.group {
            if let Some(field) = CONFIRMED_GROUP.into_iter().find(|field| knows(field)) {
                put("confirm", true.into());
                put(field, path.as_str().into());
            } else {
                let hint = if knows("group_hint") { "group_hint" } else { "target_group_hint" };
                put(hint, address(web_address, path));
            }
        }
        if let Some(path) = &self.project {
            if self.is_all || !WITHIN_A_PROJECT.into_iter().any(&knows) {
                put("confirm", true.into());
                put("resolved_project_path", path.as_str().into());
            } else {
                put("project_hint", address(web_address, path));
            }
        }
        match self.issue {
            Some(iid) if knows("issue_hints") => put("issue_hints", json!([format!("#{iid}")])),
            Some(iid) => put("resolved_issue_iid", iid.into()),
            None => None,
        };
        let ids = [("resolved_milestone_id", self.milestone), ("resolved_assignee_id", self.member)];
        for (field, id) in ids {
            match (id, &self.words) {
                (Some(_), Some((hint, words))) if !knows(field) => put(hint, words.as_str().into()),
                (Some(id), _) => put(field, id.into()),
                (None, _) => None,
            };
        }
        fields
    }
}

/// Where people look at what has this path.
pub fn address(web_address: &str, path: &str) -> Value {
    format!("{}/{path}", web_address.trim_end_matches('/')).into()
}

/// An object that can be chosen.
pub(in crate::api) trait Offered: Called {
    /// What tells it from others of its kind.
    fn name(&self) -> String;
    /// What it alone is called.
    fn own_name(&self) -> &str;
    /// How its description begins, where a person may need it to recognise it.
    fn beginning(&self) -> Option<&str> {
        None
    }
    /// It as a person sees it.
    fn key(&self) -> String;
    /// Choosing it settles this.
    fn settles(&self) -> Settled;
}

impl Offered for Project {
    fn name(&self) -> String {
        self.path_with_namespace.clone()
    }

    fn own_name(&self) -> &str {
        &self.name
    }

    fn key(&self) -> String {
        place_key(self.id.0, &self.path_with_namespace)
    }

    fn settles(&self) -> Settled {
        Settled { project: Some(self.path_with_namespace.clone()), ..Settled::default() }
    }
}

impl Offered for Group {
    fn name(&self) -> String {
        self.full_path.clone()
    }

    fn own_name(&self) -> &str {
        &self.name
    }

    fn key(&self) -> String {
        place_key(self.id.0, &self.full_path)
    }

    fn settles(&self) -> Settled {
        Settled { group: Some(self.full_path.clone()), ..Settled::default() }
    }
}

impl Offered for Issue {
    fn name(&self) -> String {
        format!("#{}", self.iid)
    }

    fn own_name(&self) -> &str {
        &self.title
    }

    fn beginning(&self) -> Option<&str> {
        Some(&self.beginning)
    }

    fn key(&self) -> String {
        issue_key(self.id, self.iid.0, self.state.as_ref(), &self.title)
    }

    fn settles(&self) -> Settled {
        Settled { issue: Some(self.iid.0), is_all: true, ..Settled::default() }
    }
}

impl Offered for PlacedIssue {
    fn name(&self) -> String {
        format!("{}#{}", self.project.path_with_namespace, self.issue.iid)
    }

    fn own_name(&self) -> &str {
        self.issue.own_name()
    }

    fn beginning(&self) -> Option<&str> {
        self.issue.beginning()
    }

    fn key(&self) -> String {
        self.issue.key()
    }

    fn settles(&self) -> Settled {
        Settled { project: Some(self.project.path_with_namespace.clone()), ..self.issue.settles() }
    }
}

impl Offered for Milestone {
    fn name(&self) -> String {
        self.id.0.to_string()
    }

    fn own_name(&self) -> &str {
        &self.title
    }

    fn key(&self) -> String {
        format!("milestone {}", self.id.0)
    }

    fn settles(&self) -> Settled {
        let words = Some(("milestone_hint", self.title.clone()));
        Settled { milestone: Some(self.id.0), words, ..Settled::default() }
    }
}

impl Offered for Member {
    fn name(&self) -> String {
        format!("@{}", self.username)
    }

    fn own_name(&self) -> &str {
        &self.name
    }

    fn key(&self) -> String {
        format!("member {}", self.id.0)
    }

    fn settles(&self) -> Settled {
        let words = Some(("assignee_hint", format!("@{}", self.username)));
        Settled { member: Some(self.id.0), words, is_all: true, ..Settled::default() }
    }
}

impl Choice {
    fn of(object: &impl Offered, leads: Leads) -> Self {
        Self {
            name: object.name(),
            title: object.called(),
            called: object.own_name().to_owned(),
            beginning: object.beginning().unwrap_or_default().to_owned(),
            shows: vec![object.key()],
            leads,
        }
    }
}

impl Prompt {
    /// A question among these objects, or none of them; `None` where there are none.
    pub(in crate::api) fn among<T: Offered>(objects: &[Scored<T>]) -> Option<Self> {
        let choice = |object: &Scored<T>| Choice::of(&object.item, Leads::On(object.item.settles()));
        let choices: Vec<_> = objects.iter().map(choice).collect();
        (!choices.is_empty()).then_some(Self { row: None, choices, or_none: true })
    }

    /// A question whether one of these issues is the one to create, which ends the call with the answer made of it, or not.
    pub(in crate::api) fn of_duplicates<A: Serialize>(
        duplicates: &[Scored<Issue>],
        taken: impl Fn(&Scored<Issue>) -> A,
        anyway: Choice,
    ) -> Self {
        let choice = |duplicate: &Scored<Issue>| Choice::of(&duplicate.item, Leads::to(&taken(duplicate)));
        let choices = duplicates.iter().map(choice).chain([anyway]).collect();
        Self { row: None, choices, or_none: false }
    }

    /// The one choice of a question that is answered by yes or no.
    #[must_use]
    pub fn only(&self) -> Option<&Choice> {
        match self.choices.as_slice() {
            [only] if self.or_none => Some(only),
            _ => None,
        }
    }

    /// The same, where more is known than the choice settles.
    pub(in crate::api) fn knowing(mut self, know: impl Fn(&mut Settled)) -> Self {
        for choice in &mut self.choices {
            if let Leads::On(settled) = &mut choice.leads {
                know(settled);
            }
        }
        self
    }

    /// The same, within a project.
    pub(in crate::api) fn within(mut self, project: &Project) -> Self {
        for choice in &mut self.choices {
            choice.shows.push(project.key());
        }
        self.knowing(|settled| settled.project = Some(project.path_with_namespace.clone()))
    }

    /// The same, about one row of a bulk call.
    pub(in crate::api) fn about(self, place: usize, hint: &str) -> Self {
        Self { row: Some((place, hint.to_owned())), ..self }
    }
}
