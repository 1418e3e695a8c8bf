//! Kinds of objects.

/// A kind of object: which of the interface's boosts and margins hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Shared rule 1.
    Project,
    /// Shared rule 2.
    Group,
    /// Shared rule 3.
    Issue,
    /// Shared rule 4.
    Milestone,
    /// A member of a project.
    Member,
}
