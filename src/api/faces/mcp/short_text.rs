//! The text of an answer, as short as a model needs it: what is empty, what is said twice, and what no call sends back is left
//! out. The structured content is whole.

use serde_json::{Map, Value, json};

/// The object that a call is about, and the list that holds it again where it was looked for.
const CHOSEN: [(&str, &str); 2] = [("project", "candidate_projects"), ("issue", "candidate_issues")];
/// Fields of the object that an answer is about, which its sentence says already.
const NAMES: [&str; 2] = ["name", "title"];
/// Fields that identify an object for a caller, in place of its `id`.
const REFERENCES: [&str; 3] = ["path_with_namespace", "full_path", "web_url"];
/// How the names of the lists begin that hold what may be chosen.
const CANDIDATES: [&str; 3] = ["candidate_", "duplicate_", "suggested_"];
/// By what candidates are ranked, where they can be opened, and what a list tells of issues: nobody needs that to choose one.
const OF_CANDIDATES: [&str; 6] = ["assignees", "labels", "milestone", "overdue", "score", "web_url"];
/// The people and the milestone of an issue, of which no call needs more than a name.
const BESIDE_AN_ISSUE: [&str; 3] = ["assignees", "author", "milestone"];
/// What is told of them.
const OF_THOSE: [&str; 4] = ["due_date", "name", "title", "username"];

/// The answer without what a model does not need.
pub(super) fn shortened(answer: &Value) -> Value {
    let Some(fields) = answer.as_object() else { return answer.clone() };
    let mut short = fields.clone();
    short.remove("success");
    leave_out_the_chosen(&mut short);
    let message = short.get("message").and_then(Value::as_str).unwrap_or_default().to_owned();
    for (chosen, _) in CHOSEN {
        if let Some(chosen) = short.get_mut(chosen).and_then(Value::as_object_mut) {
            let is_said = |value: &Value| value.as_str().is_some_and(|name| message.contains(name));
            chosen.retain(|field, value| !(NAMES.contains(&field.as_str()) && is_said(value)));
        }
    }
    let path = path_of_all(answer);
    // The path stays while something is left to choose: the next call sends it back.
    let asks = short.iter().any(|(list, value)| is_offered(list) && !is_empty(value));
    if !asks && !path.is_empty() && text_at(answer, "/issue/web_url").contains(&format!("/{path}/")) {
        short.remove("project");
    }
    let mut short = Value::Object(short);
    leave_out("", path, &mut short);
    short
}

/// Whether a list holds what may be chosen.
fn is_offered(list: &str) -> bool {
    CANDIDATES.iter().any(|kind| list.starts_with(kind))
}

/// The path of the project that an answer is about, or of the only one that it offers.
fn path_of_all(answer: &Value) -> &str {
    match text_at(answer, "/project/path_with_namespace") {
        "" if answer.pointer("/candidate_projects/1").is_none() => {
            text_at(answer, "/candidate_projects/0/path_with_namespace")
        }
        path => path,
    }
}

fn text_at<'a>(answer: &'a Value, place: &str) -> &'a str {
    answer.pointer(place).and_then(Value::as_str).unwrap_or_default()
}

/// Removes the list of candidates whose chosen one the answer holds already.
fn leave_out_the_chosen(fields: &mut Map<String, Value>) {
    for (chosen, list) in CHOSEN {
        let id = fields.get(chosen).and_then(|chosen| chosen.get("id"));
        if let (Some(id), Some([candidate])) =
            (id, fields.get(list).and_then(Value::as_array).map(Vec::as_slice))
            && candidate.get("id") == Some(id)
        {
            fields.remove(list);
        }
    }
}

/// Removes what a model does not need from an answer about the project of this path.
fn leave_out(list: &str, path: &str, value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| leave_out(list, path, item)),
        Value::Object(fields) => {
            let is_candidate = is_offered(list);
            if list == "results" {
                leave_out_the_chosen(fields);
            }
            if let Some(project) = fields.get_mut("project").filter(|_| is_candidate || list == "issues") {
                *project = match text_at(project, "/path_with_namespace") {
                    own if own == path => Value::Null,
                    other if is_candidate => json!({ "path_with_namespace": other }),
                    _ => project.take(),
                };
            }
            let is_issue = fields.contains_key("assignees");
            // A person and a milestone are chosen by their id.
            let is_chosen_by_id =
                !is_issue && (fields.contains_key("username") || fields.contains_key("due_date"));
            let is_named = fields.keys().any(|field| REFERENCES.contains(&field.as_str()));
            if is_issue || is_named && !is_chosen_by_id {
                fields.remove("id");
            }
            if is_issue {
                let beside = fields.iter_mut().filter(|(field, _)| BESIDE_AN_ISSUE.contains(&field.as_str()));
                beside.for_each(|(_, value)| keep_names(value));
            }
            fields.retain(|field, _| !(is_candidate && OF_CANDIDATES.contains(&field.as_str())));
            fields.iter_mut().for_each(|(field, value)| leave_out(field, path, value));
            // A host that leaves the count out gives 0 (interface, ProjectListItem): it would read as if all were done.
            let is_unknown = |field: &str, value: &Value| field == "open_issues_count" && *value == 0;
            fields.retain(|field, value| !is_empty(value) && !is_unknown(field, value));
        }
        _ => {}
    }
}

/// Leaves a person or a milestone, or each of several, with what they are called and when it is due.
fn keep_names(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(keep_names),
        Value::Object(fields) => fields.retain(|field, _| OF_THOSE.contains(&field.as_str())),
        _ => {}
    }
}

fn is_empty(value: &Value) -> bool {
    [Value::Null, json!([]), json!({})].contains(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_close_says_nothing_twice() {
        let project = json!({ "id": 7, "name": "Portail", "path_with_namespace": "ville/portail", "web_url": "https://h/p", "score": 95 });
        let issue = json!({ "id": 70, "iid": 1, "title": "Panne", "state": "closed", "web_url": "https://h/ville/portail/-/issues/1" });
        let answer = json!({
            "success": true,
            "status": "closed",
            "message": "Le ticket #1 « Panne » du projet « Portail » est fermé.",
            "project": { "id": 7, "name": "Portail", "path_with_namespace": "ville/portail" },
            "issue": issue,
            "candidate_projects": [project],
            "suggested_projects": [],
            "candidate_issues": [{ "id": 70, "iid": 1, "title": "Panne", "state": "opened", "web_url": "https://h/1", "score": 100 }],
            "suggested_issues": [],
            "milestone": null,
        });
        let expected = json!({
            "status": "closed",
            "message": "Le ticket #1 « Panne » du projet « Portail » est fermé.",
            "issue": { "iid": 1, "state": "closed", "web_url": "https://h/ville/portail/-/issues/1" },
        });
        assert_eq!(shortened(&answer), expected);
    }

    #[test]
    fn a_candidate_has_what_a_person_chooses_by_and_a_call_sends_back() {
        let answer = json!({
            "message": "Lequel ?",
            "candidate_issues": [{ "id": 70, "iid": 1, "title": "Panne", "state": "opened", "web_url": "https://h/1", "score": 80 }],
            "candidate_users": [{ "id": 3, "username": "ana", "name": "Ana", "web_url": "https://h/ana", "score": 60 }],
            "candidate_milestones": [{ "id": 5, "iid": 2, "title": "Sprint", "due_date": null, "web_url": "https://h/m", "score": 60 }],
        });
        let expected = json!({
            "message": "Lequel ?",
            "candidate_issues": [{ "iid": 1, "title": "Panne", "state": "opened" }],
            "candidate_users": [{ "id": 3, "username": "ana", "name": "Ana" }],
            "candidate_milestones": [{ "id": 5, "iid": 2, "title": "Sprint" }],
        });
        assert_eq!(shortened(&answer), expected);
    }

    #[test]
    fn a_question_beside_an_issue_has_the_path_that_its_answer_sends_back() {
        let answer = json!({
            "project": { "path_with_namespace": "ville/portail" },
            "issue": { "iid": 1, "web_url": "https://h/ville/portail/-/issues/1" },
            "candidate_users": [{ "id": 3, "username": "ana" }],
        });
        assert_eq!(shortened(&answer), answer);
    }

    #[test]
    fn a_candidates_project_is_told_by_its_path_and_not_where_it_is_that_of_the_answer() {
        let project =
            |id: i64| json!({ "id": id, "name": "Portail", "path_with_namespace": format!("ville/p{id}") });
        let issue = |iid: i64, id: i64| json!({ "iid": iid, "title": "Panne", "project": project(id) });
        let answer = json!({ "project": project(7), "suggested_issues": [issue(1, 7), issue(2, 8)] });
        let expected = json!({
            "project": { "name": "Portail", "path_with_namespace": "ville/p7" },
            "suggested_issues": [
                { "iid": 1, "title": "Panne" },
                { "iid": 2, "title": "Panne", "project": { "path_with_namespace": "ville/p8" } },
            ],
        });
        assert_eq!(shortened(&answer), expected);
    }

    #[test]
    fn issues_of_the_one_project_where_they_were_looked_for_do_not_repeat_it() {
        let project = |path: &str| json!({ "id": 7, "name": "Portail", "path_with_namespace": path });
        let issue = |path: &str| json!({ "iid": 1, "title": "Panne", "project": project(path) });
        let elsewhere = project("ville/p8").as_object().map(
            |fields| json!({ "name": fields["name"], "path_with_namespace": fields["path_with_namespace"] }),
        );
        let answer = json!({ "candidate_projects": [project("ville/p7")], "issues": [issue("ville/p7"), issue("ville/p8")] });
        let expected = json!([
            { "iid": 1, "title": "Panne" },
            { "iid": 1, "title": "Panne", "project": elsewhere },
        ]);
        assert_eq!(shortened(&answer)["issues"], expected);
    }

    #[test]
    fn a_project_that_the_issues_address_does_not_name_stays() {
        let answer = json!({
            "project": { "path_with_namespace": "ville/portail" },
            "issue": { "iid": 1, "web_url": "https://h/ville/ancien/-/issues/1" },
        });
        assert_eq!(shortened(&answer), answer);
    }

    #[test]
    fn the_chosen_candidate_of_a_row_stands_in_it_once() {
        let issue = json!({ "id": 70, "iid": 1, "state": "closed", "web_url": "https://h/1" });
        let candidate = json!({ "id": 70, "iid": 1, "state": "opened", "score": 100 });
        let answer = json!({ "results": [{ "issue": issue, "candidate_issues": [candidate] }] });
        let expected =
            json!({ "results": [{ "issue": { "iid": 1, "state": "closed", "web_url": "https://h/1" } }] });
        assert_eq!(shortened(&answer), expected);
    }

    #[test]
    fn an_issue_of_a_list_names_its_people_and_its_milestone_and_a_suggested_one_does_not() {
        let person = json!({ "id": 3, "username": "ana", "name": "Ana", "web_url": "https://h/ana" });
        let milestone = json!({ "id": 5, "iid": 2, "title": "Sprint", "state": "active", "due_date": "2030-01-31", "web_url": "https://h/m" });
        let issue = json!({ "id": 70, "iid": 1, "title": "Panne", "web_url": "https://h/1", "due_date": "2030-01-01", "assignees": [person], "milestone": milestone });
        let answer = json!({ "issues": [issue], "suggested_issues": [issue] });
        let expected = json!({
            "issues": [{
                "iid": 1, "title": "Panne", "web_url": "https://h/1", "due_date": "2030-01-01",
                "assignees": [{ "username": "ana", "name": "Ana" }],
                "milestone": { "title": "Sprint", "due_date": "2030-01-31" },
            }],
            "suggested_issues": [{ "iid": 1, "title": "Panne", "due_date": "2030-01-01" }],
        });
        assert_eq!(shortened(&answer), expected);
    }

    #[test]
    fn a_count_that_the_host_left_out_is_not_told_as_none() {
        let projects = json!([{ "web_url": "https://h/a", "open_issues_count": 0 }, { "web_url": "https://h/b", "open_issues_count": 3 }]);
        let expected =
            json!([{ "web_url": "https://h/a" }, { "web_url": "https://h/b", "open_issues_count": 3 }]);
        assert_eq!(shortened(&json!({ "projects": projects }))["projects"], expected);
    }

    #[test]
    fn a_candidate_alone_that_was_not_chosen_stays() {
        let chosen = json!({ "id": 70, "iid": 1, "web_url": "https://h/1" });
        let answer =
            json!({ "issue": chosen, "candidate_issues": [{ "id": 71, "iid": 2, "title": "Panne" }] });
        assert_eq!(shortened(&answer)["candidate_issues"][0]["title"], "Panne");
    }
}
