//! `/api/v1/groups`

mod search;

use super::Entry;

pub(super) fn operations() -> Vec<Entry> {
    vec![Entry::of(&search::ABOUT, search::run).refusing(&[])]
}
