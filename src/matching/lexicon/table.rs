//! Lines of a table.

/// The lines of a table, without comments.
pub(in crate::matching) fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}
