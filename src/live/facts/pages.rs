//! Pages of lists, and their headers.

use crate::live::{answer::TrialResult, fact::facts, fixture::Fixture};

facts! {
    "a page names the next one", "reading further pages", next;
    "the last page names no next one", "knowing that a list is whole", last;
    "a list says how many rows it has", "exact counts", total;
    "a page has at most 100 rows", "asking for full pages", largest;
    "a page past the end is empty", "pages that are read side by side", past_the_end;
    "a page of no rows is refused", "never asking for it", no_rows;
}

async fn next(fixture: &Fixture) -> TrialResult {
    let seen = fixture.host.get(fixture.fixed.call("/issues?per_page=2")).await?.is(200)?;
    seen.has_header("x-page", "1")?.has_header("x-next-page", "2").map(drop)
}

async fn last(fixture: &Fixture) -> TrialResult {
    let seen = fixture.host.get(fixture.fixed.call("/issues?per_page=2&page=2")).await?.is(200)?;
    seen.has_header("x-next-page", "").map(drop)
}

async fn total(fixture: &Fixture) -> TrialResult {
    let seen = fixture.host.get(fixture.fixed.call("/issues?per_page=1")).await?.is(200)?;
    seen.has_header("x-total", "3")?.has_header("x-total-pages", "3").map(drop)
}

async fn largest(fixture: &Fixture) -> TrialResult {
    let seen = fixture.host.get(fixture.fixed.call("/issues?per_page=1000")).await?.is(200)?;
    seen.has_header("x-per-page", "100").map(drop)
}

async fn past_the_end(fixture: &Fixture) -> TrialResult {
    let seen = fixture.host.get(fixture.fixed.call("/issues?page=9")).await?.is(200)?;
    seen.lists("title", &[]).map(drop)
}

async fn no_rows(fixture: &Fixture) -> TrialResult {
    fixture.host.get(fixture.fixed.call("/issues?per_page=0")).await?.is(400)?.has_text("/error").map(drop)
}
