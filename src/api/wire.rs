//! What goes over the wire: the fields of requests, the records of answers, failures and their codes. No rule stands here.

pub(super) mod answer;
pub(super) mod code;
pub(super) mod failure;
pub(super) mod fields;
pub(super) mod in_project;
pub(super) mod prelude;
pub(super) mod prompt;
pub(super) mod records;
pub(super) mod request;
pub(super) mod targets;
pub(super) mod unclear;
