//! The filters and the order of lists and counts of issues.

use crate::{
    World,
    api_call::ApiCall,
    full_text::{Columns, Search},
    models::{Issue, IssueState},
    moment::Moment,
    params::SORTS,
    refusal::Refusal,
    search::collation_key,
};

#[rustfmt::skip]
const ORDERS: &[&str] = &[
    "created_at", "due_date", "label_priority", "milestone_due", "popularity", "priority", "relative_position", "title",
    "updated_at",
];
const SCOPES: &[&str] = &["created_by_me", "assigned_to_me", "created-by-me", "assigned-to-me", "all"];
#[rustfmt::skip]
const DUE_DATES: &[&str] = &[
    "0", "any", "today", "tomorrow", "overdue", "week", "month", "next_month_and_previous_two_weeks", "",
];

/// `state`; the empty text is no state.
fn by_state(rows: &mut Vec<&Issue>, call: &ApiCall) -> Result<(), Refusal> {
    match call.params.one_of("state", &["opened", "closed", "all"])?.as_deref() {
        Some("opened") => rows.retain(|issue| issue.state == IssueState::Opened),
        Some("closed") => rows.retain(|issue| issue.state == IssueState::Closed),
        _ => {}
    }
    Ok(())
}

/// The filters that only lists have; counts ignore them.
pub(super) fn by_list_only(world: &World, rows: &mut Vec<&Issue>, call: &ApiCall) -> Result<(), Refusal> {
    by_state(rows, call)?;
    by_due_date(rows, call, world.now())?;
    // The sandbox has no incidents and no tasks.
    if call.params.filled("issue_type").is_some_and(|kind| kind != "issue") {
        rows.clear();
    }
    Ok(())
}

/// The filters of lists and counts alike.
pub(super) fn select(world: &World, rows: &mut Vec<&Issue>, call: &ApiCall) -> Result<(), Refusal> {
    by_people(world, rows, call)?;
    by_labels(rows, call);
    by_milestone(world, rows, call);
    by_search(rows, call);
    let params = &call.params;
    if let Some(iids) = params.list("iids") {
        rows.retain(|issue| iids.contains(&issue.iid.to_string()));
    }
    if let Some(confidential) = params.flag("confidential")? {
        rows.retain(|issue| issue.confidential == confidential);
    }
    Ok(())
}

/// What the values of a filter select: `None`, `Any`, or one value of an optional field.
enum Wanted {
    None,
    Any,
    Value(String),
}

impl Wanted {
    fn read(text: String) -> Self {
        match text.to_lowercase().as_str() {
            "none" | "0" => Self::None,
            "any" => Self::Any,
            _ => Self::Value(text),
        }
    }

    fn fits(&self, actual: Option<&str>) -> bool {
        match self {
            Self::None => actual.is_none(),
            Self::Any => actual.is_some(),
            Self::Value(value) => actual == Some(value.as_str()),
        }
    }
}

fn by_people(world: &World, rows: &mut Vec<&Issue>, call: &ApiCall) -> Result<(), Refusal> {
    let params = &call.params;
    let scope = params.one_of("scope", SCOPES)?.unwrap_or_default();
    match scope.replace('-', "_").as_str() {
        "created_by_me" => rows.retain(|issue| Some(issue.author_id) == call.caller),
        "assigned_to_me" => {
            rows.retain(|issue| issue.assignee_id.is_some() && issue.assignee_id == call.caller);
        }
        _ => {}
    }
    if let Some(wanted) = params.filled("assignee_id").map(Wanted::read) {
        let id = |issue: &Issue| issue.assignee_id.map(|id| id.to_string());
        rows.retain(|issue| wanted.fits(id(issue).as_deref()));
    }
    if let Some(names) = params.list("assignee_username") {
        let ids: Vec<_> = names.iter().map(|name| world.find_username(name).map(|user| user.id)).collect();
        rows.retain(|issue| issue.assignee_id.is_some() && ids.contains(&issue.assignee_id));
    }
    if let Some(author) = params.id("author_id")? {
        rows.retain(|issue| issue.author_id == author);
    }
    Ok(())
}

fn by_labels(rows: &mut Vec<&Issue>, call: &ApiCall) {
    for wanted in call.params.list("labels").unwrap_or_default().into_iter().map(Wanted::read) {
        rows.retain(|issue| match &wanted {
            Wanted::None => issue.labels.is_empty(),
            Wanted::Any => !issue.labels.is_empty(),
            Wanted::Value(name) => issue.labels.contains(name),
        });
    }
}

fn by_milestone(world: &World, rows: &mut Vec<&Issue>, call: &ApiCall) {
    if let Some(wanted) = call.params.filled("milestone").map(Wanted::read) {
        let title = |issue: &Issue| Some(world.milestones.get(&issue.milestone_id?)?.title.as_str());
        rows.retain(|issue| wanted.fits(title(issue)));
    }
    if let Some(wanted) = call.params.filled("milestone_id").map(Wanted::read) {
        let id = |issue: &Issue| issue.milestone_id.map(|id| id.to_string());
        rows.retain(|issue| wanted.fits(id(issue).as_deref()));
    }
}

fn by_due_date(rows: &mut Vec<&Issue>, call: &ApiCall, now: Moment) -> Result<(), Refusal> {
    let Some(wanted) = call.params.one_of("due_date", DUE_DATES)? else { return Ok(()) };
    let days = now.day();
    let date = |day: u64| Moment::of_day(day).date();
    // The first of January 1970 was a Thursday; weeks start on Monday.
    let monday = days - (days + 3) % 7;
    let month: String = now.date().chars().take("YYYY-MM".len()).collect();
    rows.retain(|issue| match (wanted.as_str(), issue.due_date.as_ref()) {
        ("", _) | ("0", None) | ("any", Some(_)) => true,
        ("0", Some(_)) | (_, None) => false,
        ("overdue", Some(due)) => *due < date(days),
        ("today", Some(due)) => *due == date(days),
        ("tomorrow", Some(due)) => *due == date(days + 1),
        ("week", Some(due)) => (date(monday)..=date(monday + 6)).contains(due),
        ("month", Some(due)) => due.starts_with(&month),
        (_, Some(due)) => (date(days - 14)..=end_of_next_month(now)).contains(due),
    });
    Ok(())
}

/// No earlier than the last day of the month after this one, as a text to compare dates with.
fn end_of_next_month(now: Moment) -> String {
    let date = now.date();
    let number = |range| date.get(range).and_then(|text: &str| text.parse::<u32>().ok()).unwrap_or_default();
    let (year, month) = (number(0..4), number(5..7));
    let (year, month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    format!("{year:04}-{month:02}-31")
}

fn by_search(rows: &mut Vec<&Issue>, call: &ApiCall) {
    let Some(search) = call.params.text("search").as_deref().and_then(Search::parse) else { return };
    let columns =
        call.params.list("in").unwrap_or_else(|| vec!["title".to_owned(), "description".to_owned()]);
    let looks_at = |name: &str| columns.iter().any(|column| column == name);
    let columns = Columns { title: looks_at("title"), description: looks_at("description") };
    rows.retain(|issue| {
        search.matches(columns, &issue.title, issue.description.as_deref().unwrap_or_default())
    });
}

/// `order_by` and `sort`; the newest first by default.
pub(super) fn sort(rows: &mut [&Issue], call: &ApiCall) -> Result<(), Refusal> {
    let order = call.params.one_of("order_by", ORDERS)?;
    let ascending = call.params.one_of("sort", SORTS)?.as_deref() == Some("asc");
    rows.sort_by_key(|issue| issue.id);
    match order.as_deref() {
        Some("updated_at") => rows.sort_by_key(|issue| issue.updated_at),
        Some("title") => rows.sort_by_cached_key(|issue| collation_key(&issue.title)),
        Some("due_date") => rows.sort_by_key(|issue| &issue.due_date),
        _ => rows.sort_by_key(|issue| issue.created_at),
    }
    if !ascending {
        rows.reverse();
    }
    if order.as_deref() == Some("due_date") {
        // Issues without a due date come last in both orders.
        rows.sort_by_key(|issue| issue.due_date.is_none());
    }
    Ok(())
}
