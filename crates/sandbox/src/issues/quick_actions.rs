//! Quick actions: lines of a text that the host runs as commands and removes from the text.

use super::changes::IssueChanges;
use crate::prelude::*;

/// Lines that start with one of these are removed from the text, even if they have no effect.
#[rustfmt::skip]
const KNOWN: &[&str] = &[
    "add_child", "add_contacts", "add_email", "assign", "award", "blocked_by", "blocks", "board_move", "cc",
    "clear_health_status", "clear_weight", "clone", "close", "confidential", "convert_to_ticket", "copy_metadata",
    "create_merge_request", "done", "due", "duplicate", "epic", "estimate", "estimate_time", "health_status",
    "invite_email", "iteration", "label", "labels", "link", "lock", "milestone", "move", "page", "promote",
    "promote_to", "promote_to_incident", "publish", "react", "reassign", "relabel", "relate", "remove_contacts",
    "remove_due_date", "remove_email", "remove_epic", "remove_estimate", "remove_iteration", "remove_label",
    "remove_milestone", "remove_parent", "remove_time_spent", "remove_zoom", "reopen", "set_parent", "severity",
    "shrug", "spend", "spend_time", "spent", "subscribe", "tableflip", "timeline", "title", "todo", "type",
    "unassign", "unlabel", "unlink", "unlock", "unsubscribe", "weight", "zoom",
];

/// Removes the commands from a text, and adds what they change. A text without commands stays the same, byte for byte. Of all
/// commands the sandbox runs those about labels and the state; the others have no effect.
pub(super) fn run(world: &World, project_id: u64, text: &str, changes: &mut IssueChanges) -> String {
    let lines: Vec<_> = text.lines().collect();
    let (mut kept, mut left) = (Vec::new(), lines.as_slice());
    while let Some((line, rest)) = left.split_first() {
        if let Some((block, after)) = block_length(left).and_then(|length| left.split_at_checked(length)) {
            kept.extend(block);
            left = after;
            continue;
        }
        left = rest;
        match parse(line) {
            None => kept.push(*line),
            Some(("label" | "labels", names)) => {
                changes.add_labels.extend(known_labels(world, project_id, names));
            }
            Some(("close", _)) => changes.state = Some(IssueState::Closed),
            Some(("reopen", _)) => changes.state = Some(IssueState::Opened),
            Some(_) => {}
        }
    }
    if kept.len() == lines.len() { text.to_owned() } else { kept.join("\n").trim().to_owned() }
}

/// How many lines the code or quote block has that starts here; `None` if it is never closed.
fn block_length(lines: &[&str]) -> Option<usize> {
    let (first, rest) = lines.split_first()?;
    let fence = ["```", ">>>"].into_iter().find(|fence| first.starts_with(fence))?;
    rest.iter().position(|line| line.trim_end() == fence).map(|position| position + 2)
}

/// The name and the arguments of a line `/name arguments`.
fn parse(line: &str) -> Option<(&'static str, &str)> {
    let rest = line.strip_prefix('/')?;
    let (name, arguments) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let known = KNOWN.iter().find(|known| known.eq_ignore_ascii_case(name))?;
    Some((known, arguments.trim()))
}

/// The existing labels among `~bug ~"to do" plain`. A command creates no label.
fn known_labels(world: &World, project_id: u64, arguments: &str) -> Vec<String> {
    let (mut names, mut rest) = (Vec::new(), arguments);
    while !rest.is_empty() {
        let bare = rest.strip_prefix('~').unwrap_or(rest);
        let (name, after) = match bare.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => bare.split_once(char::is_whitespace).unwrap_or((bare, "")),
        };
        names.push(name.to_owned());
        rest = after.trim_start();
    }
    names.retain(|name| world.find_label(project_id, name).is_some());
    names
}
