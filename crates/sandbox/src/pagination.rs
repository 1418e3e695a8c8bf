//! Offset pagination: the rows of a page, and its headers.

use serde_json::Value;

use super::{
    HandlerResult,
    answer::{add_header, ok},
    api_call::ApiCall,
    api_error::ApiError,
};

const DEFAULT_PER_PAGE: usize = 20;
/// Largest page; a larger `per_page` is silently lowered to this.
const MAX_PER_PAGE: usize = 100;
/// Most rows that the host counts.
const MAX_COUNTED: usize = 10_000;

/// Which page a call asks for, from 1, and how many rows it has.
fn page_of(call: &ApiCall) -> Result<(usize, usize), ApiError> {
    let positive = |name| match call.params.integer(name)? {
        None => Ok(None),
        Some(0) if name == "per_page" => Err(ApiError::parameter("per_page has a value not allowed")),
        Some(number) => {
            let number = usize::try_from(number).ok().filter(|number| *number > 0);
            number.map(Some).ok_or_else(|| ApiError::value(name))
        }
    };
    let size = positive("per_page")?.unwrap_or(DEFAULT_PER_PAGE).min(MAX_PER_PAGE);
    Ok((positive("page")?.unwrap_or(1), size))
}

/// Answers the page of the rows that the call asks for.
pub(super) fn paginate<T>(call: &ApiCall, rows: &[T], show: impl FnMut(&T) -> Value) -> HandlerResult {
    let (number, size) = page_of(call)?;
    let shown = rows.iter().skip((number - 1).saturating_mul(size)).take(size).map(show).collect();
    let mut answer = ok(&Value::Array(shown));
    let pages = rows.len().div_ceil(size).max(1);
    let next = (number < pages).then(|| number + 1);
    let previous = (number > 1).then(|| number - 1);
    let total = Some(rows.len()).filter(|total| *total <= MAX_COUNTED);
    let last = total.and(Some(pages));
    let links = [("prev", previous), ("next", next), ("first", Some(1)), ("last", last)];
    let links = links.into_iter().filter_map(|(relation, number)| Some(link(call, relation, number?, size)));
    add_header(&mut answer, "link", &links.collect::<Vec<_>>().join(", "));
    let mut add_number = |name, number: Option<usize>| {
        add_header(&mut answer, name, &number.map(|number| number.to_string()).unwrap_or_default());
    };
    add_number("x-page", Some(number));
    add_number("x-per-page", Some(size));
    add_number("x-next-page", next);
    add_number("x-prev-page", previous);
    if total.is_some() {
        add_number("x-total", total);
        add_number("x-total-pages", last);
    }
    Ok(answer)
}

/// The address of another page of the same list.
fn link(call: &ApiCall, relation: &str, number: usize, size: usize) -> String {
    let (path, query) = call.target.split_once('?').unwrap_or((&call.target, ""));
    let others = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| !name.ends_with("page"));
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("page", &number.to_string()).append_pair("per_page", &size.to_string());
    format!("<{}?{}>; rel=\"{relation}\"", call.api_url(path), query.extend_pairs(others).finish())
}
