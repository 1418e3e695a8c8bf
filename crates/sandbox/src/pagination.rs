//! Offset pagination: the rows of a page, and its headers.

use serde_json::Value;

use super::{
    HandlerResult,
    answer::Answer,
    api_call::{ApiCall, BASE},
    refusal::Refusal,
};

const DEFAULT_PER_PAGE: usize = 20;
/// Largest page; a larger `per_page` is silently lowered to this.
const MAX_PER_PAGE: usize = 100;
/// Most rows that the host counts.
const MAX_COUNTED: usize = 10_000;
/// Largest offset of lists that also support keyset pagination.
const MAX_OFFSET: usize = 50_000;

/// Which page a call asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PageParams {
    number: usize,
    size: usize,
}

impl PageParams {
    fn read(call: &ApiCall) -> Result<Self, Refusal> {
        if call.params.integer("per_page")? == Some(0) {
            return Err(Refusal::parameter("per_page has a value not allowed"));
        }
        let size = positive(call, "per_page")?.unwrap_or(DEFAULT_PER_PAGE).min(MAX_PER_PAGE);
        Ok(Self { number: positive(call, "page")?.unwrap_or(1), size })
    }

    fn offset(self) -> usize {
        (self.number - 1).saturating_mul(self.size)
    }
}

fn positive(call: &ApiCall, name: &str) -> Result<Option<usize>, Refusal> {
    match call.params.integer(name)? {
        None => Ok(None),
        Some(number) => usize::try_from(number)
            .ok()
            .filter(|&number| number > 0)
            .map(Some)
            .ok_or_else(|| Refusal::value(name)),
    }
}

/// Answers the page of the rows that the call asks for.
pub(super) fn paginate<T>(call: &ApiCall, rows: &[T], show: impl FnMut(&T) -> Value) -> HandlerResult {
    let page = PageParams::read(call)?;
    let shown = rows.iter().skip(page.offset()).take(page.size).map(show).collect();
    Ok(with_headers(call, page, rows.len(), Answer::ok(&Value::Array(shown))))
}

/// The same for lists with a largest offset.
pub(super) fn paginate_within_offset<T>(
    call: &ApiCall,
    rows: &[T],
    show: impl FnMut(&T) -> Value,
) -> HandlerResult {
    let page = PageParams::read(call)?;
    if page.number.saturating_mul(page.size) > MAX_OFFSET {
        return Err(Refusal::offset_too_large());
    }
    paginate(call, rows, show)
}

fn with_headers(call: &ApiCall, page: PageParams, total: usize, answer: Answer) -> Answer {
    let pages = total.div_ceil(page.size).max(1);
    let next = (page.number < pages).then(|| page.number + 1);
    let previous = (page.number > 1).then(|| page.number - 1);
    let is_counted = total <= MAX_COUNTED;
    let text = |number: Option<usize>| number.map(|number| number.to_string()).unwrap_or_default();
    let links =
        [("prev", previous), ("next", next), ("first", Some(1)), ("last", is_counted.then_some(pages))];
    let answer = answer
        .header("x-page", page.number.to_string())
        .header("x-per-page", page.size.to_string())
        .header("x-next-page", text(next))
        .header("x-prev-page", text(previous))
        .header("link", link(call, page.size, &links));
    if !is_counted {
        return answer;
    }
    answer.header("x-total", total.to_string()).header("x-total-pages", pages.to_string())
}

fn link(call: &ApiCall, size: usize, links: &[(&str, Option<usize>)]) -> String {
    let path = call.target.split('?').next().unwrap_or_default();
    let parts = links.iter().filter_map(|(relation, number)| {
        let query = call.params.to_query((*number)?, size);
        Some(format!("<{}{BASE}{path}?{query}>; rel=\"{relation}\"", call.origin))
    });
    parts.collect::<Vec<_>>().join(", ")
}
