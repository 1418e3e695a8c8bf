//! Quick actions: lines of a text that the host runs as commands and removes from the text.

use serde_json::{Map, Value, json};

use super::changes::IssueChanges;
use crate::{
    World,
    models::{IssueState, Project},
    moment::is_date,
};

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

/// One line `/name arguments`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct QuickAction {
    name: String,
    arguments: String,
}

/// The effect of some commands.
#[derive(Debug, Default)]
pub(super) struct QuickActionEffect {
    pub(super) changes: IssueChanges,
    /// As `commands_changes` shows it.
    pub(super) changed: Map<String, Value>,
    /// One sentence per command that did something.
    pub(super) summary: Vec<String>,
}

/// Removes the commands from a text. A text without commands stays the same, byte for byte.
pub(super) fn extract(text: &str) -> (String, Vec<QuickAction>) {
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

fn parse(line: &str) -> Option<QuickAction> {
    let rest = line.strip_prefix('/')?;
    let (name, arguments) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let name = name.to_lowercase();
    KNOWN.contains(&name.as_str()).then(|| QuickAction { name, arguments: arguments.trim().to_owned() })
}

/// The changes that commands make to an issue of this project. Commands with unknown names are ignored.
pub(super) fn interpret(
    world: &World,
    project: &Project,
    user: u64,
    commands: &[QuickAction],
) -> QuickActionEffect {
    let mut outcome = QuickActionEffect::default();
    for command in commands {
        outcome.run(world, project, user, command);
    }
    outcome
}

impl QuickActionEffect {
    fn run(&mut self, world: &World, project: &Project, user: u64, command: &QuickAction) {
        let arguments = command.arguments.as_str();
        match command.name.as_str() {
            "label" | "labels" | "unlabel" | "remove_label" | "relabel" => {
                self.label(&command.name, known_labels(world, project, arguments), arguments);
            }
            "assign" | "reassign" => {
                let assignee = find_user(world, user, arguments);
                self.note_if(assignee.is_some(), "assignee_ids", json!([assignee]), "Assigned the user.");
                if assignee.is_some() {
                    self.changes.assignee = Some(assignee);
                }
            }
            "unassign" => {
                self.changes.assignee = Some(None);
                self.note_if(true, "assignee_ids", json!([]), "Removed the assignee.");
            }
            "milestone" | "remove_milestone" => self.milestone(world, project, arguments),
            "due" | "remove_due_date" => self.due(world, arguments),
            "close" | "reopen" => self.state(command.name == "close"),
            "title" if !arguments.is_empty() => {
                self.changes.title = Some(arguments.to_owned());
                self.note_if(true, "title", json!(arguments), "Changed the title.");
            }
            "confidential" => {
                self.changes.confidential = Some(true);
                self.note_if(true, "confidential", json!(true), "Made this issue confidential.");
            }
            "lock" | "unlock" => {
                let locked = command.name == "lock";
                self.changes.locked = Some(locked);
                self.note_if(true, "discussion_locked", json!(locked), "Changed the discussion's lock.");
            }
            _ => {}
        }
    }

    fn note_if(&mut self, done: bool, field: &str, value: Value, sentence: &str) {
        if done {
            self.changed.insert(field.to_owned(), value);
            self.summary.push(sentence.to_owned());
        }
    }

    fn label(&mut self, name: &str, labels: Vec<String>, arguments: &str) {
        let removes_all = labels.is_empty() && arguments.is_empty() && !name.starts_with("label");
        let done = !labels.is_empty() || removes_all;
        self.note_if(done, "labels", json!(labels), "Changed the labels.");
        match name {
            "label" | "labels" => self.changes.add_labels.extend(labels),
            "relabel" if done => self.changes.labels = Some(labels),
            _ if removes_all => self.changes.labels = Some(Vec::new()),
            _ => self.changes.remove_labels.extend(labels),
        }
    }

    fn milestone(&mut self, world: &World, project: &Project, arguments: &str) {
        let title = arguments.trim_start_matches('%').trim_matches('"');
        let found = world.milestones_for(project).find(|milestone| milestone.title == title);
        let id = found.map(|milestone| milestone.id);
        if id.is_some() || arguments.is_empty() {
            self.changes.milestone = Some(id);
            self.note_if(true, "milestone_id", json!(id), "Changed the milestone.");
        }
    }

    fn due(&mut self, world: &World, arguments: &str) {
        let date = match arguments {
            "today" => Some(world.now().date()),
            other => is_date(other).then(|| other.to_owned()),
        };
        if date.is_some() || arguments.is_empty() {
            self.note_if(true, "due_date", json!(date), "Changed the due date.");
            self.changes.due_date = Some(date);
        }
    }

    fn state(&mut self, closes: bool) {
        let (state, event, sentence) = if closes {
            (IssueState::Closed, "close", "Closed this issue.")
        } else {
            (IssueState::Opened, "reopen", "Reopened this issue.")
        };
        self.changes.state = Some(state);
        self.note_if(true, "state_event", json!(event), sentence);
    }
}

fn find_user(world: &World, caller: u64, arguments: &str) -> Option<u64> {
    let first = arguments.split_whitespace().next()?;
    match first.trim_start_matches('@') {
        "me" => Some(caller),
        username => world.find_username(username).map(|user| user.id),
    }
}

/// The existing labels among `~bug ~"to do" plain`. A command creates no label.
fn known_labels(world: &World, project: &Project, arguments: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = arguments.trim_start();
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
