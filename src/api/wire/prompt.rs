//! What an answer asks, for a face that can put the question to the person: what may be chosen, and where each choice leads
//! (decisions, section 7, Questions go to the person).

use super::prelude::*;
use crate::gitlab::IssueData;

/// One thing to choose, and among what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// Which row of a bulk call it is about: the place of its hint, from 0, and the hint.
    pub row: Option<(usize, String)>,
    /// The choices, best first, at least one.
    pub choices: Vec<Choice>,
    /// Whether "none of these" is a choice too.
    pub or_none: bool,
}

/// What may be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Tells it from the others: `#12`, `ville/portail#12`, `ville/portail`, `@username`.
    pub name: String,
    /// What the person reads.
    pub title: Sentence,
    /// The object's name alone; empty for a choice that is not an object.
    pub called: String,
    /// How its description begins, where it has one.
    pub beginning: String,
    /// The objects that it shows, by [`issue_key`] and its like.
    pub shows: Vec<String>,
    /// Where it leads.
    pub leads: Leads,
}

/// Identifies an issue as a person sees it: after a move, a rename or a change of its state it is another one.
pub fn issue_key(id: i64, iid: i64, state: &str, title: &str) -> String {
    format!("issue {id} {iid} {state} {title}")
}

/// A project or a group as a person sees it.
pub fn place_key(id: i64, path: &str) -> String {
    format!("place {id} {path}")
}

/// A milestone as a person sees it.
pub(in crate::api) fn milestone_key(title: &str) -> String {
    format!("milestone {title}")
}

/// A person as a person sees them.
pub(in crate::api) fn member_key(Member { username, name, .. }: &Member) -> String {
    format!("member {username} {name}")
}

/// Where a choice leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leads {
    /// The call goes on with these objects.
    On(Settled),
    /// Nothing more is done, and this is the JSON of the answer.
    To(Sentence),
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
    /// The milestone or the person, as fields of which the first that an operation has names it: its id, and a hint whose words mean it
    /// alone.
    pub other: Vec<(&'static str, Value)>,
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
        if let Some((field, value)) = self.other.iter().find(|(field, _)| knows(field)) {
            put(field, value.clone());
        }
        fields
    }
}

/// Where people look at what has this path.
pub fn address(web_address: &str, path: &str) -> Value {
    format!("{}/{path}", web_address.trim_end_matches('/')).into()
}

/// An object that can be chosen.
pub(in crate::api) trait Offered {
    /// The choice of it: it settles this object.
    fn choice(&self) -> Choice;
}

impl Offered for Project {
    fn choice(&self) -> Choice {
        let settled = Settled { project: Some(self.path_with_namespace.clone()), ..Settled::default() };
        Choice::new(self, self.path_with_namespace.clone(), key_of_project(self), settled)
    }
}

impl Offered for Group {
    fn choice(&self) -> Choice {
        let settled = Settled { group: Some(self.full_path.clone()), ..Settled::default() };
        Choice::new(self, self.full_path.clone(), place_key(self.id.0, &self.full_path), settled)
    }
}

impl Offered for Issue {
    fn choice(&self) -> Choice {
        let IssueData { id, iid, state, title, beginning, .. } = &**self;
        let settled = Settled { issue: Some(iid.0), is_all: true, ..Settled::default() };
        let key = issue_key(*id, iid.0, state, title);
        Choice { beginning: beginning.clone(), ..Choice::new(self, format!("#{iid}"), key, settled) }
    }
}

impl Offered for PlacedIssue {
    fn choice(&self) -> Choice {
        let (path, own) = (&self.project.path_with_namespace, self.issue.choice());
        let (name, title) = (&own.name, &own.title);
        let choice =
            Choice { name: format!("{path}{name}"), title: say!("{path}{title}", "{path}{title}"), ..own };
        choice.knowing(&|settled| settled.project = Some(path.clone()))
    }
}

impl Offered for Milestone {
    fn choice(&self) -> Choice {
        let other =
            vec![("resolved_milestone_id", self.id.0.into()), ("milestone_hint", self.title.as_str().into())];
        let settled = Settled { other, ..Settled::default() };
        Choice::new(self, self.id.to_string(), milestone_key(&self.title), settled)
    }
}

impl Offered for Member {
    fn choice(&self) -> Choice {
        let name = format!("@{}", self.username);
        let other = vec![("resolved_assignee_id", self.id.0.into()), ("assignee_hint", name.as_str().into())];
        let settled = Settled { other, is_all: true, ..Settled::default() };
        Choice::new(self, name, member_key(self), settled)
    }
}

/// A project as a person sees it.
pub(in crate::api) fn key_of_project(project: &Project) -> String {
    place_key(project.id.0, &project.path_with_namespace)
}

impl Choice {
    /// The choice of an object: what tells it from others of its kind, and what it is as a person sees it.
    fn new(object: &impl Called, name: String, key: String, settled: Settled) -> Self {
        let (called, leads) = (object.identity().1.to_owned(), Leads::On(settled));
        Self { name, title: object.called(), called, beginning: String::new(), shows: vec![key], leads }
    }

    /// The same, where more is known than the choice settles.
    fn knowing(mut self, know: &impl Fn(&mut Settled)) -> Self {
        if let Leads::On(settled) = &mut self.leads {
            know(settled);
        }
        self
    }
}

impl Prompt {
    /// A question among these objects, or none of them; `None` where there are none.
    pub(in crate::api) fn among<T: Offered>(objects: &[Scored<T>]) -> Option<Self> {
        let choices: Vec<_> = objects.iter().map(|object| object.item.choice()).collect();
        (!choices.is_empty()).then_some(Self { row: None, choices, or_none: true })
    }

    /// The one choice of a question that is answered by yes or no.
    pub fn only(&self) -> Option<&Choice> {
        match self.choices.as_slice() {
            [only] if self.or_none => Some(only),
            _ => None,
        }
    }

    /// The same, where more is known than the choice settles.
    pub(in crate::api) fn knowing(self, know: impl Fn(&mut Settled)) -> Self {
        let choices = self.choices.into_iter().map(|choice| choice.knowing(&know)).collect();
        Self { choices, ..self }
    }

    /// The same, within a project.
    pub(in crate::api) fn within(mut self, project: &Project) -> Self {
        for choice in &mut self.choices {
            choice.shows.push(key_of_project(project));
        }
        self.knowing(|settled| settled.project = Some(project.path_with_namespace.clone()))
    }

    /// The same, about one row of a bulk call.
    pub(in crate::api) fn about(self, place: usize, hint: &str) -> Self {
        Self { row: Some((place, hint.to_owned())), ..self }
    }
}
