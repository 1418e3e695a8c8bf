//! The filters and the order of lists and counts of issues.

use crate::{full_text::Search, prelude::*};

/// The filters that only lists have; counts ignore them.
pub(super) fn by_list_only(world: &World, rows: &mut Vec<&Issue>, call: &ApiCall) -> Result<(), ApiError> {
    // An empty text is not a state.
    let state = call.params.one_of("state", &["opened", "closed", "all"])?;
    if let Some(state) = state.filter(|state| state != "all") {
        rows.retain(|issue| json!(issue.state) == state);
    }
    match call.params.one_of("due_date", &["0", "overdue", ""])?.as_deref() {
        Some("0") => rows.retain(|issue| issue.due_date.is_none()),
        Some("overdue") => {
            let today = world.now().date();
            rows.retain(|issue| issue.due_date.as_ref().is_some_and(|due| *due < today));
        }
        _ => {}
    }
    Ok(())
}

/// The filters of lists and counts alike.
pub(super) fn select(world: &World, rows: &mut Vec<&Issue>, call: &ApiCall) {
    let params = &call.params;
    if let Some(wanted) = params.filled("assignee_id") {
        rows.retain(|issue| fits(&wanted, issue.assignee_id.map(|id| id.to_string()).as_deref()));
    }
    if let Some(names) = params.list("assignee_username") {
        let ids: Vec<_> = names.iter().map(|name| world.find_username(name).map(|user| user.id)).collect();
        rows.retain(|issue| issue.assignee_id.is_some() && ids.contains(&issue.assignee_id));
    }
    for wanted in params.list("labels").unwrap_or_default() {
        rows.retain(|issue| fits(&wanted, issue.labels.iter().map(String::as_str)));
    }
    if let Some(wanted) = params.filled("milestone") {
        let title = |issue: &Issue| Some(world.milestones.get(&issue.milestone_id?)?.title.as_str());
        rows.retain(|issue| fits(&wanted, title(issue)));
    }
    if let Some(iids) = params.list("iids") {
        rows.retain(|issue| iids.contains(&issue.iid.to_string()));
    }
    if let Some(search) = params.text("search").as_deref().and_then(Search::parse) {
        let columns = params.list("in");
        let is_read = |name| columns.as_ref().is_none_or(|columns| columns.iter().any(|one| one == name));
        let are_read = ["title", "description"].map(is_read);
        rows.retain(|issue| {
            search.matches([&issue.title, issue.description.as_deref().unwrap_or_default()], are_read)
        });
    }
}

/// Whether an issue with these values of a field is selected by a filter: `None` selects those that have none.
fn fits<'issue>(wanted: &str, actual: impl IntoIterator<Item = &'issue str>) -> bool {
    let mut actual = actual.into_iter();
    if wanted.eq_ignore_ascii_case("none") {
        actual.next().is_none()
    } else {
        actual.any(|one| one == wanted)
    }
}

/// `order_by` and `sort`; the newest first by default.
pub(super) fn sort(rows: &mut [&Issue], call: &ApiCall) -> Result<(), ApiError> {
    let order = call.params.one_of("order_by", &["created_at", "due_date", "updated_at"])?;
    rows.sort_by_key(|issue| issue.id);
    match order.as_deref() {
        Some("updated_at") => rows.sort_by_key(|issue| issue.updated_at),
        Some("due_date") => rows.sort_by_key(|issue| &issue.due_date),
        _ => rows.sort_by_key(|issue| issue.created_at),
    }
    call.params.order(rows)?;
    if order.as_deref() == Some("due_date") {
        // Issues without a due date come last in both orders.
        rows.sort_by_key(|issue| issue.due_date.is_none());
    }
    Ok(())
}
