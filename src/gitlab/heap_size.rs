//! How much memory decoded objects take, so that the kept ones can be bounded.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use super::{
    Prepared,
    models::{Comment, Details, Group, Issue, IssueDetails, Label, Member, Milestone, Project, ProjectState},
};

/// A type with parts on the heap.
pub(super) trait HeapSize {
    /// Bytes on the heap, without the allocator's overhead.
    fn heap_size(&self) -> usize;
}

impl HeapSize for String {
    fn heap_size(&self) -> usize {
        self.capacity()
    }
}

impl HeapSize for Cow<'_, str> {
    fn heap_size(&self) -> usize {
        match self {
            Cow::Borrowed(_) => 0,
            Cow::Owned(text) => text.heap_size(),
        }
    }
}

impl<T: HeapSize> HeapSize for Option<T> {
    fn heap_size(&self) -> usize {
        self.as_ref().map_or(0, T::heap_size)
    }
}

impl<T: HeapSize> HeapSize for Vec<T> {
    fn heap_size(&self) -> usize {
        self.capacity() * size_of::<T>() + self.iter().map(T::heap_size).sum::<usize>()
    }
}

impl HeapSize for IgnoredAny {
    fn heap_size(&self) -> usize {
        0
    }
}

/// Bytes that are counted for the prepared texts of an object, which are made after its size was computed.
const PREPARED: usize = 2_048;

impl HeapSize for Prepared {
    fn heap_size(&self) -> usize {
        PREPARED
    }
}

/// The fields of each type that have parts on the heap.
macro_rules! heap_size {
    ($($type:ty: $($field:ident)+;)+) => {$(
        impl HeapSize for $type {
            fn heap_size(&self) -> usize {
                0 $(+ self.$field.heap_size())+
            }
        }
    )+};
}

heap_size! {
    Project: name path_with_namespace web_url visibility last_activity_at prepared;
    ProjectState: issues_access_level;
    Group: name full_path prepared;
    Issue: title state web_url labels prepared;
    Member: username name state web_url prepared;
    Label: name color description text_color;
    Milestone: title description state due_date web_url prepared;
    IssueDetails: issue details;
    Details: description created_at updated_at closed_at due_date author assignees milestone;
    Comment: body author created_at;
}
