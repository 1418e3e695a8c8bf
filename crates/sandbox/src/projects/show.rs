//! `GET /projects/:id`.

use super::{
    find::find,
    view::{simple, with_access},
};
use crate::{
    answer::{Answer, Reply},
    call::Call,
    world::World,
};

/// `GET /projects/:id`.
pub(crate) fn show(world: &World, call: &Call) -> Reply {
    let project = find(world, call)?;
    Ok(Answer::ok(if call.caller.is_some() {
        with_access(world, call, project)
    } else {
        simple(world, call, project)
    }))
}
