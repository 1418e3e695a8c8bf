//! Lines of a table.

/// The lines of a table, without comments.
pub(in crate::matching) fn lines(table: &str) -> impl Iterator<Item = &str> {
    table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The lines "head: words" of a table.
pub(in crate::matching) fn headed(table: &str) -> impl Iterator<Item = (&str, &str)> {
    lines(table).filter_map(|line| line.split_once(": "))
}
