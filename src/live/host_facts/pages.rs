//! Pages of lists, and their headers.

use crate::live::fact::facts;

facts! {
    "a page names the next one", "reading further pages",
        |suite| suite.read("/issues?per_page=2").await?
            .has_header("x-page", "1")?.has_header("x-next-page", "2");
    "the last page names no next one", "knowing that a list is whole",
        |suite| suite.read("/issues?per_page=2&page=2").await?.has_header("x-next-page", "");
    "a list says how many rows it has", "exact counts",
        |suite| suite.read("/issues?per_page=1").await?
            .has_header("x-total", "3")?.has_header("x-total-pages", "3");
    "a page has at most 100 rows", "asking for full pages",
        |suite| suite.read("/issues?per_page=1000").await?.has_header("x-per-page", "100");
    "a page past the end is empty", "pages that are read side by side",
        |suite| suite.read("/issues?page=9").await?.lists("title", &[]);
    "a page of no rows is refused", "never asking for it",
        |suite| suite.host.get(suite.fixed.call("/issues?per_page=0")).await?.is(400)?.has_text("/error");
}
