//! One row per operation: what the tests that hold for every operation send to it, in the world of [`portail_and_agenda`].
//!
//! An operation without a row fails here, so that the tests of roots, paths, policy, previews and faults cover every operation.

use passerelle::api;
use schemars::SchemaGenerator;
use serde_json::{Value, json};

use crate::{
    stage::Stage,
    world::{confirmed, hinted, portail_and_agenda, with},
};

/// What one operation takes.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// Its path below `/api/v1/`.
    pub(crate) path: &'static str,
    /// Whether it changes something on the host.
    pub(crate) writes: bool,
    /// A request in loose words that name one object each; `None` if it takes no hint.
    pub(crate) by_hint: Option<Value>,
    /// A request that gives the full path of a group or project, confirmed where the operation confirms, and the field of that
    /// path; `None` if it takes no path.
    pub(crate) by_path: Option<(Value, &'static str)>,
    /// Requests that make other calls to the host than these two.
    pub(crate) others: Vec<Value>,
    /// What it does to one open issue, for the rules that all such operations share.
    pub(crate) verb: Option<Verb>,
    /// The waves of its calls to the host: how the request names its objects, and how many calls each wave has.
    pub(crate) waits: Vec<(By, &'static [usize])>,
}

/// An operation that changes one open issue: its own fields, its call to the host, its status.
#[derive(Debug, Clone)]
pub(crate) struct Verb {
    pub(crate) fields: Value,
    pub(crate) call: &'static str,
    pub(crate) status: &'static str,
}

/// How a request names its objects.
#[derive(Debug, Clone, Copy)]
pub(crate) enum By {
    /// As the request by hint of the row does.
    Hint,
    /// As the request by path of the row does.
    Path,
    /// As the request by hint does, with these fields; the first text describes them.
    Fields(&'static str, &'static str),
}

use By::{Fields, Hint, Path};

/// The change of an issue, and a comment on one.
pub(crate) const CHANGE: &str = "PUT /projects/101/issues/1";
pub(crate) const NOTE: &str = "POST /projects/101/issues/1/notes";

impl Row {
    /// Every request of the row.
    pub(crate) fn requests(&self) -> impl Iterator<Item = &Value> {
        let by_path = self.by_path.as_ref().map(|(request, _)| request);
        self.by_hint.iter().chain(by_path).chain(&self.others)
    }

    fn by_hint(self, request: Value) -> Self {
        Self { by_hint: Some(request), ..self }
    }

    fn by_path(self, field: &'static str, request: Value) -> Self {
        Self { by_path: Some((request, field)), ..self }
    }

    /// The project by hint or confirmed, and these fields.
    fn on_project(self, fields: &Value) -> Self {
        self.by_hint(hinted(fields.clone())).by_path("resolved_project_path", confirmed(fields.clone()))
    }

    /// An issue by hint or confirmed, and these fields.
    fn on_issue(self, title: &str, iid: u64, fields: &Value) -> Self {
        let fields = with(fields.clone(), json!({ "issue_hint": title, "resolved_issue_iid": iid }));
        self.on_project(&fields)
    }

    /// An open issue by hint or confirmed, and these fields; what it does to the issue.
    fn verb(self, fields: Value, call: &'static str, status: &'static str) -> Self {
        let row = self.on_issue("Page de connexion", 1, &fields);
        Self { verb: Some(Verb { fields, call, status }), ..row }
    }

    fn waits(mut self, by: By, waves: &'static [usize]) -> Self {
        self.waits.push((by, waves));
        self
    }

    fn or(mut self, request: Value) -> Self {
        self.others.push(request);
        self
    }
}

fn reads(path: &'static str) -> Row {
    Row {
        path,
        writes: false,
        by_hint: None,
        by_path: None,
        others: Vec::new(),
        verb: None,
        waits: Vec::new(),
    }
}

fn writes(path: &'static str) -> Row {
    Row { writes: true, ..reads(path) }
}

/// Every operation, in the interface's order.
pub(crate) fn rows() -> Vec<Row> {
    [of_projects(), of_issues()].concat()
}

fn of_projects() -> Vec<Row> {
    let project = json!({ "project_name": "Budget", "target_group_hint": "Mairie" });
    let nothing = json!({});
    vec![
        reads("projects/check-create").by_hint(project.clone()).waits(Hint, &[2]),
        writes("projects/create")
            .by_path("namespace_path", json!({ "name": "Budget", "namespace_path": "ville" }))
            .waits(Path, &[1, 1]),
        writes("projects/assistant-create")
            .by_hint(project)
            .by_path(
                "resolved_group",
                json!({ "confirm": true, "project_name": "Budget", "resolved_group": "ville" }),
            )
            .waits(Hint, &[2, 1, 1]),
        reads("projects/assistant-list")
            .by_hint(json!({ "group_hint": "Mairie" }))
            .by_path("resolved_group_path", json!({ "confirm": true, "resolved_group_path": "ville" }))
            .waits(Hint, &[1, 2])
            .waits(Path, &[1, 1]),
        reads("projects/find")
            .by_hint(json!({ "query": "Portail" }))
            .or(json!({ "query": "", "group_hint": "Mairie" }))
            .waits(Hint, &[1])
            .waits(Fields("in a group", r#"{"group_hint": "Mairie"}"#), &[1, 1])
            .waits(Fields("all", r#"{"query": ""}"#), &[1]),
        reads("projects/assistant-tasks").on_project(&nothing).waits(Hint, &[1, 2]),
        reads("projects/assistant-progress").on_project(&nothing).waits(Hint, &[1, 2]),
        reads("projects/summary").on_project(&nothing).waits(Hint, &[1, 7]),
        reads("projects/assistant-members").on_project(&nothing).waits(Hint, &[1, 2]),
        reads("projects/assistant-milestones").on_project(&nothing).waits(Hint, &[1, 1]),
        reads("groups/search").by_hint(json!({ "query": "Mairie" })).waits(Fields("3 pages", "{}"), &[1, 2]),
    ]
}

fn of_issues() -> Vec<Row> {
    let (open, closed) = ("Page de connexion", "Logo flou");
    let (nothing, several) = (json!({}), json!({ "issue_hints": [open] }));
    let label = json!({ "label_name": "bug" });
    vec![
        writes("issues/create")
            .by_path(
                "project_path",
                json!({ "project_path": "ville/portail", "title": "Titre", "description": "Texte" }),
            )
            .waits(Path, &[1, 1]),
        reads("issues/assistant-list").on_project(&nothing).waits(Hint, &[1, 1]),
        reads("issues/find")
            .by_hint(json!({ "project_hint": "Portail", "assignee_hint": "passerelle", "milestone_hint": "Sprint 1" }))
            .or(json!({ "group_hint": "Mairie", "query": "connexion" }))
            .or(json!({ "assignee_hint": "@passerelle", "due": "overdue" }))
            // The person and the milestone together, then what is due and what is not.
            .waits(Hint, &[1, 2, 2])
            .waits(Fields("without conditions", r#"{"assignee_hint": "", "milestone_hint": ""}"#), &[1, 2])
            .waits(
                Fields("in a group", r#"{"project_hint": "", "group_hint": "Mairie", "assignee_hint": "", "milestone_hint": ""}"#),
                &[1, 2, 1],
            )
            .waits(
                Fields("everywhere, by words", r#"{"project_hint": "", "query": "connexion", "assignee_hint": "", "milestone_hint": ""}"#),
                &[1, 1],
            ),
        reads("issues/assistant-show")
            .on_issue(open, 1, &nothing)
            .waits(Hint, &[1, 1, 2])
            .waits(Path, &[1, 2]),
        writes("issues/assistant-create")
            .on_project(&json!({ "title": "Titre", "milestone_hint": "Sprint 1" }))
            .waits(Fields("by hint, with a milestone", r#"{"title": "Agenda mobile"}"#), &[1, 2, 1])
            .waits(Path, &[1, 1]),
        writes("issues/assistant-close")
            .on_issue(open, 1, &nothing)
            .or(hinted(json!({ "issue_hint": "#1" })))
            .waits(Hint, &[1, 1, 1])
            // A closed issue may fit better, so the closed issues are read too.
            .waits(
                Fields("by words that are not its title", r#"{"issue_hint": "les lenteurs"}"#),
                &[1, 1, 1, 1],
            )
            .waits(Fields("by a number that a title may hold", r#"{"issue_hint": "ticket 3"}"#), &[1, 2, 1])
            .waits(Path, &[1, 1]),
        writes("issues/assistant-reopen").on_issue(closed, 2, &nothing).waits(Hint, &[1, 1, 1]),
        writes("issues/assistant-bulk-close").on_project(&several).waits(
            Fields("by hint, 3 issues", r##"{"issue_hints": ["Page de connexion", "#3", "#4"]}"##),
            &[1, 3, 3],
        ),
        writes("issues/assistant-update")
            .verb(json!({ "title": "Autre titre" }), CHANGE, "updated")
            .or(confirmed(
                json!({ "resolved_issue_iid": 1, "labels": ["neuf"], "create_label_if_missing": true }),
            ))
            .waits(Hint, &[1, 1, 1])
            // What is replaced is read just before, to be named.
            .waits(Path, &[1, 1, 1])
            .waits(
                Fields("a label and a milestone", r#"{"add_labels": ["bug"], "milestone_hint": "Sprint 1"}"#),
                &[1, 3, 1, 1],
            ),
        writes("issues/assistant-comment")
            .verb(json!({ "body": "Vu ce matin." }), NOTE, "commented")
            .waits(Hint, &[1, 1, 1]),
        writes("issues/assistant-set-due-date")
            .verb(json!({ "due_date": "2025-10-17" }), CHANGE, "updated")
            .waits(Hint, &[1, 1, 1]),
        writes("issues/assistant-assign")
            .verb(json!({ "assignee_hint": "passerelle", "resolved_assignee_id": 1 }), CHANGE, "assigned")
            .or(confirmed(json!({ "resolved_issue_iid": 1, "resolved_assignee_id": 1, "dry_run": true })))
            .waits(Hint, &[1, 2, 1]),
        reads("issues/assistant-list-labels").on_project(&nothing).waits(Hint, &[1, 1]),
        writes("issues/assistant-add-label")
            .on_issue(open, 1, &label)
            // The labels are read again just before they are sent.
            .waits(Hint, &[1, 2, 1, 1])
            // The interface has the label ensured before the issue is fetched.
            .waits(Path, &[1, 1, 1, 1])
            .waits(
                Fields("a new label", r#"{"label_name": "neuf", "create_label_if_missing": true}"#),
                &[1, 2, 1, 1, 1],
            ),
        writes("issues/assistant-bulk-add-label").on_project(&with(several, label.clone())).waits(
            Fields("by hint, 3 issues", r##"{"issue_hints": ["Page de connexion", "#3", "#4"]}"##),
            &[1, 4, 3, 3],
        ),
        writes("issues/assistant-add-label-all")
            .on_project(&label)
            .or(hinted(json!({ "label_name": "nouveau", "create_label_if_missing": true })))
            .waits(Fields("by hint, 3 issues", "{}"), &[1, 2, 3, 3]),
        writes("issues/assistant-batch-create")
            .on_project(&json!({ "issues": [{ "title": "Titre" }], "milestone_hint": "Sprint 1" }))
            .waits(
                Fields(
                    "by hint, 2 issues in a milestone",
                    r#"{"issues": [{"title": "Affiche"}, {"title": "Guichet"}]}"#,
                ),
                &[1, 1, 1, 1],
            ),
    ]
}

/// The row of an operation.
#[track_caller]
pub(crate) fn row(path: &str) -> Row {
    rows().into_iter().find(|row| row.path == path).unwrap()
}

/// Every operation that takes a full path from its caller: the request, and the field of the path.
pub(crate) fn by_path() -> Vec<(&'static str, Value, &'static str)> {
    let given = |row: Row| row.by_path.map(|(request, field)| (row.path, request, field));
    rows().into_iter().filter_map(given).collect()
}

/// Every operation that takes a project by hint or confirmed: one request of each kind.
pub(crate) fn on_a_project() -> Vec<(&'static str, Value, Value)> {
    let both = |row: Row| match (row.by_hint, row.by_path) {
        (Some(by_hint), Some((by_path, "resolved_project_path"))) => Some((row.path, by_hint, by_path)),
        _ => None,
    };
    rows().into_iter().filter_map(both).collect()
}

/// Every operation that takes an issue by hint or confirmed: the confirmed request.
pub(crate) fn on_an_issue() -> Vec<(&'static str, Value)> {
    let confirmed = |(path, _, confirmed): (_, _, Value)| {
        (!confirmed["resolved_issue_iid"].is_null()).then_some((path, confirmed))
    };
    on_a_project().into_iter().filter_map(confirmed).collect()
}

#[test]
fn every_operation_has_a_row_that_says_whether_it_writes() {
    let served = api::operations().into_iter();
    let served: Vec<_> = served
        .map(|operation| (operation.path.trim_start_matches("/api/v1/"), operation.effect.writes()))
        .collect();
    let rows: Vec<_> = rows().iter().map(|row| (row.path, row.writes)).collect();
    assert_eq!(served, rows);
}

#[test]
fn every_row_has_the_requests_that_its_operation_takes() {
    for (operation, row) in api::operations().iter().zip(rows()) {
        let schema = operation.request_schema(&mut SchemaGenerator::default());
        let fields = schema.pointer("/properties").and_then(Value::as_object).unwrap();
        let path = row.path;
        let takes_path = |field: &&String| field.ends_with("_path") || *field == "resolved_group";
        let given = row.by_path.as_ref().map(|(_, field)| *field);
        assert_eq!(fields.keys().find(takes_path).map(String::as_str), given, "{path}");
        let takes_hint = |field: &String| field.ends_with("_hint") || field == "query";
        assert_eq!(row.by_hint.is_some(), fields.keys().any(takes_hint), "{path}");
        for field in row.requests().flat_map(|request| request.as_object().unwrap().keys()) {
            assert!(fields.contains_key(field), "{path} takes no {field}");
        }
    }
}

#[tokio::test]
async fn every_request_is_served_and_writes_if_its_row_says_so() {
    for row in rows() {
        for request in row.requests() {
            let stage = Stage::with(portail_and_agenda()).await;
            stage.post(row.path, request.clone()).await.ok();
            let writes = row.writes && request["dry_run"].is_null();
            assert_eq!(!stage.writes().is_empty(), writes, "{} {request}: {:?}", row.path, stage.calls());
        }
    }
}

#[tokio::test]
async fn a_request_by_path_searches_nothing() {
    for (path, request, _) in by_path() {
        let stage = Stage::with(portail_and_agenda()).await;
        stage.post(path, request).await.ok();
        assert_eq!(stage.count("GET /projects?") + stage.count("GET /groups?"), 0, "{path}");
    }
}
