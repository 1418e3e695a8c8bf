//! find: the issues that words may mean, or those that conditions select, in a project, in a group or wherever the bridge may look.

mod placed;
mod wanted;

use wanted::{Matches, Wanted};

use crate::service::{labels::NoLabel, prelude::*, resolve::prelude::*};

pub use self::placed::FoundIssue;
pub use crate::gitlab::Due;

/// What issues are looked for.
#[derive(Debug, Clone)]
pub struct IssueWish {
    /// Loose words for titles and descriptions, or a reference; blank ones mean all.
    pub words: String,
    /// Where to look.
    pub place: PlaceHint,
    /// Only below this path.
    pub root: Root,
    /// Of this state.
    pub state: StateFilter,
    /// Assigned to the person whom these words mean, or to nobody if they are [`NONE`]; empty for anybody or nobody.
    pub assignee: String,
    /// With this label; empty means any.
    pub label: String,
    /// In the milestone that these words mean, or in none if they are [`NONE`]; empty means any.
    pub milestone: String,
    /// By due dates.
    pub due: Option<Due>,
    /// Most issues to answer.
    pub limit: Limit,
}

/// Where issues are looked for.
#[derive(Debug, Clone, Copy)]
pub enum Place<P = Chosen<Project>, G = Chosen<Group>> {
    /// In a project.
    Project(P),
    /// In a group and below it.
    Group(G),
    /// Wherever the bridge may look.
    Anywhere,
}

/// Where issues are looked for, in loose words.
pub type PlaceHint = Place<ProjectHint, GroupHint>;

/// What a hint left open.
#[derive(Debug)]
pub enum UnresolvedQuery {
    /// The project.
    Project(Unresolved<Project>),
    /// The group.
    Group(Unresolved<Group>),
    /// The person, in this place.
    Assignee(Place, Unresolved<Member>),
    /// The milestone, in this place.
    Milestone(Place, Unresolved<Milestone>),
}

/// The issues that were found.
#[derive(Debug)]
pub struct FoundIssues {
    /// Where they were looked for.
    pub place: Place,
    /// To whom they are assigned: the person, or a username; empty for nobody.
    pub assignee: Option<String>,
    /// The title of their milestone; empty for no milestone.
    pub milestone: Option<String>,
    /// Their label.
    pub label: Option<String>,
    /// The issues, best first, or what is due first without a score.
    pub issues: Vec<FoundIssue>,
    /// The nearest issues, if none was found.
    pub suggestions: Vec<FoundIssue>,
    /// Whether there are more, or may be: not all could be read.
    pub truncated: bool,
}

/// Finds issues. With words the best come first, those of at least [`crate::matching::Score::MINIMUM`]; else what is due first, then what was
/// updated last.
///
/// # Errors
/// What a hint left open, or a failed call.
pub async fn find(service: &Service, query: &IssueWish) -> Result<FoundIssues, Halt<UnresolvedQuery>> {
    let place = resolve_place(service, &query.place).await?;
    let inside = if let Place::Group(group) = &place { service.within(&group.item) } else { service.clone() };
    let (assignee, milestone, label) = join!(
        assignee(&inside, &place, &query.assignee),
        milestone(&inside, &place, &query.milestone),
        label(&inside, &place, &query.label),
    );
    // Which of several open conditions is answered does not depend on which was read first.
    let ((called, assignee), milestone, label) = (assignee?.unzip(), milestone?, label?);
    // A closed issue is never overdue.
    let is_open = query.state == StateFilter::ANY && query.due == Some(Due::Overdue);
    let state = if is_open { StateFilter::only("opened") } else { query.state.clone() };
    let filter = IssueFilter { state, assignee, label, milestone, due: query.due, iid: None };
    let project = if let Place::Project(project) = &place { Some(&project.item) } else { None };
    let wanted = Wanted { service: &inside, place: &place, project, query, filter };
    let Matches { issues, suggestions, more } = Box::pin(wanted.matches()).await?;
    let truncated = more || issues.len() > query.limit.get();
    let issues = wanted.placed(issues.into_iter().take(query.limit.get())).await;
    let suggestions = wanted.placed(suggestions.into_iter().map(|near| (near.item, Some(near.score)))).await;
    let IssueFilter { milestone, label, .. } = wanted.filter;
    Ok(FoundIssues { assignee: called, milestone, label, issues, suggestions, truncated, place })
}

async fn resolve_place(service: &Service, hint: &PlaceHint) -> Result<Place, Halt<UnresolvedQuery>> {
    match hint {
        PlaceHint::Project(hint) => {
            let project = resolve_project(service, &ProjectTarget::Hint(hint.clone())).await;
            project.map(Place::Project).map_err(|halt| halt.map(UnresolvedQuery::Project))
        }
        PlaceHint::Group(hint) => {
            let group = resolve_group(service, hint, Purpose::Read).await;
            group.map(Place::Group).map_err(|halt| halt.map(UnresolvedQuery::Group))
        }
        PlaceHint::Anywhere => Ok(Place::Anywhere),
    }
}

/// The host's own word for issues that are assigned to nobody, and for those without a milestone.
const NONE: &str = "none";

/// What the words of a condition mean; `None` for no words.
type Condition<T> = Result<Option<T>, Halt<UnresolvedQuery>>;

/// What the person is called that words mean, and how the host is asked for them. Outside of a project `@name` is left to the host,
/// and outside of a group no person is taken by name.
async fn assignee(service: &Service, place: &Place, words: &str) -> Condition<(String, AssigneeFilter)> {
    let open = |open| UnresolvedQuery::Assignee(place.clone(), open);
    let holder = match (place, words.strip_prefix('@')) {
        _ if words.is_empty() => return Ok(None),
        _ if words.eq_ignore_ascii_case(NONE) => return Ok(Some((String::new(), AssigneeFilter::Nobody))),
        (Place::Project(project), _) => Holder::Project(project.item.id),
        (Place::Group(group), None) => Holder::Group(group.item.id),
        (Place::Group(_) | Place::Anywhere, Some(username)) if !username.is_empty() => {
            let filter = AssigneeFilter::Username(username.to_owned());
            return Ok(Some((words.to_owned(), filter)));
        }
        (Place::Group(_) | Place::Anywhere, _) => return Err(Halt::Unresolved(open(Unresolved::nothing()))),
    };
    let person = resolve_person(service, holder, words).await;
    let Member { id, name, username, .. } = person.map_err(|halt| halt.map(open))?;
    Ok(Some((format!("{name} (@{username})"), AssigneeFilter::Id(id))))
}

/// The label of this name. In a project it is used under its stored name.
async fn label(service: &Service, place: &Place, name: &str) -> Condition<String> {
    let stored = match place {
        _ if name.is_empty() => return Ok(None),
        Place::Project(project) => {
            service.about(project).find_label(name).await?.map(Some).or_else(NoLabel::read)?
        }
        Place::Group(_) | Place::Anywhere => None,
    };
    Ok(Some(stored.unwrap_or_else(|| name.to_owned())))
}

/// The title of the milestone that words mean, empty for no milestone. Without a project or a group the words are the title, and so
/// they are where they are the whole title of a candidate: the host is asked by the title.
async fn milestone(service: &Service, place: &Place, words: &str) -> Condition<String> {
    let holder = match place {
        _ if words.is_empty() => return Ok(None),
        _ if words.eq_ignore_ascii_case(NONE) => return Ok(Some(String::new())),
        Place::Project(project) => Holder::Project(project.item.id),
        Place::Group(group) => Holder::Group(group.item.id),
        Place::Anywhere => return Ok(Some(words.to_owned())),
    };
    match resolve_milestone(service, holder, words, Purpose::Read).await {
        Ok(milestone) => Ok(Some(milestone.title)),
        Err(Halt::Unresolved(Unresolved::Ambiguous(question)))
            if question.candidates.iter().any(|candidate| candidate.item.title == words) =>
        {
            Ok(Some(words.to_owned()))
        }
        Err(halt) => Err(halt.map(|open| UnresolvedQuery::Milestone(place.clone(), open))),
    }
}
