//! Resolution: from loose words to the one object that they mean (interface, Shared resolution rules; decisions, sections 5 and
//! 6).
//!
//! [`driver`] reads objects of any kind from the host, look after look, and decides: act, ask, or not found with suggestions.
//! There is a file per kind of object, which says where its objects are read.

mod driver;
mod group;
mod issue;
mod issue_pool;
mod joint;
mod looks;
mod member;
mod milestone;
mod project;

pub(super) use self::{driver::*, looks::*};
pub use self::{group::*, issue::*, issue_pool::*, joint::*, member::*, milestone::*, project::*};

use super::prelude::*;
pub use super::verdict::{
    Chosen, Findable, Meant, NotFound, Purpose, Question, Resolved, Root, Unresolved, Why,
};

/// What the operations use of all this.
pub(super) mod prelude {
    pub(in crate::service) use super::*;
}

/// What is at the path or the address that a hint gives, as `look_up` finds it; nothing else is considered.
async fn at_place<T: Findable>(
    path: &str,
    root: &Root,
    look_up: impl AsyncFnOnce(FullPath) -> Result<T>,
) -> Meant<T> {
    let nothing = || Halt::Unresolved(Unresolved::nothing());
    match look_up(FullPath::parse(path).map_err(|_| nothing())?).await {
        Ok(item) if root.holds(item.identity().2) => Ok(Chosen::named(item)),
        Ok(_) | Err(Error::ProjectNotFound(_)) => Err(nothing()),
        Err(Error::Upstream(error)) if error.is_not_found() => Err(nothing()),
        Err(error) => Err(error.into()),
    }
}
