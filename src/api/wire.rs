//! What goes over the wire: the fields of requests, the records of answers, failures and their codes. No rule stands here.

pub(super) mod answer;
pub(super) mod details;
pub(super) mod failure;
pub(super) mod fault;
pub(super) mod fields;
mod given;
pub(super) mod items;
pub(super) mod object;
pub(super) mod prompt;
pub(super) mod records;
pub(super) mod request;
pub(super) mod shown;
pub(super) mod targets;
pub(super) mod unclear;
pub(super) mod writing;
