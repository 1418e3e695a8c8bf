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

/// The name and the arguments of a line `/name arguments`.
type QuickAction<'text> = (String, &'text str);

/// Removes the commands from a text. A text without commands stays the same, byte for byte.
pub(super) fn extract(text: &str) -> (String, Vec<QuickAction<'_>>) {
    let lines: Vec<_> = text.lines().collect();
    let (mut kept, mut commands) = (Vec::new(), Vec::new());
    let mut protected_until = 0;
    for (index, line) in lines.iter().enumerate() {
        if index >= protected_until
            && let Some(length) = block_length(lines.get(index..).unwrap_or_default())
        {
            protected_until = index + length;
        }
        match parse(line) {
            Some(command) if index >= protected_until => commands.push(command),
            _ => kept.push(*line),
        }
    }
    if commands.is_empty() {
        return (text.to_owned(), commands);
    }
    (kept.join("\n").trim().to_owned(), commands)
}

/// How many lines the code or quote block has that starts here; `None` if it is never closed.
fn block_length(lines: &[&str]) -> Option<usize> {
    let (first, rest) = lines.split_first()?;
    let fence = ["```", ">>>"].into_iter().find(|fence| first.starts_with(fence))?;
    rest.iter().position(|line| line.trim_end() == fence).map(|position| position + 2)
}

fn parse(line: &str) -> Option<QuickAction<'_>> {
    let rest = line.strip_prefix('/')?;
    let (name, arguments) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let name = name.to_lowercase();
    KNOWN.contains(&name.as_str()).then(|| (name, arguments.trim()))
}

/// The changes that commands make to an issue of this project. Of all commands the sandbox runs those about labels and the state;
/// the others have no effect.
pub(super) fn interpret(world: &World, project: &Project, commands: &[QuickAction<'_>]) -> IssueChanges {
    let mut changes = IssueChanges::default();
    for (name, arguments) in commands {
        match name.as_str() {
            "label" | "labels" => changes.add_labels.extend(known_labels(world, project, arguments)),
            "close" => changes.state = Some(IssueState::Closed),
            "reopen" => changes.state = Some(IssueState::Opened),
            _ => {}
        }
    }
    changes
}

/// The existing labels among `~bug ~"to do" plain`. A command creates no label.
fn known_labels(world: &World, project: &Project, arguments: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = arguments;
    while !rest.is_empty() {
        let bare = rest.strip_prefix('~').unwrap_or(rest);
        let (name, after) = match bare.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => bare.split_once(char::is_whitespace).unwrap_or((bare, "")),
        };
        names.push(name.to_owned());
        rest = after.trim_start();
    }
    names.retain(|name| world.find_label(project, name).is_some());
    names
}
