//! For each fact, a host that breaks it: which calls it answers in another way, and how.

/// How a host answers in another way than GitLab.
#[derive(Debug, Clone, Copy)]
pub(crate) enum How {
    /// With this status and this body.
    Answers(u16, &'static str),
    /// With another value of a header, or without it.
    Header(&'static str, Option<&'static str>),
    /// With another value of a field; value in JSON.
    Sets(&'static str, &'static str),
}

use How::{Answers, Header, Sets};

pub(crate) const FAILS: How = Answers(500, r#"{"message": "500 Internal Server Error"}"#);
const FORBIDDEN: How = Answers(403, r#"{"message": "403 Forbidden"}"#);
const NOTHING: How = Answers(200, "[]");
const EMPTY: How = Answers(200, "{}");
const SILENT: How = Answers(404, "{}");
const PORTAL: How = Answers(200, r#"[{"name": "Portail citoyen"}]"#);
const TERMINALS: How = Answers(200, r#"[{"title": "Connecting the café terminals"}]"#);

/// The facts in their order; for each, a method and a part of the path and query, and the answer to such calls.
#[rustfmt::skip]
pub(crate) const BREAKAGES: &[(&str, &str, How)] = &[
    ("a page names the next one", "GET /issues?per_page=2", Header("x-next-page", None)),
    ("the last page names no next one", "GET /issues?per_page=2&page=2", Header("x-next-page", Some("3"))),
    ("a list says how many rows it has", "GET /issues?per_page=1", Header("x-total", None)),
    ("a page has at most 100 rows", "GET /issues?per_page=1000", Header("x-per-page", Some("1000"))),
    ("a page past the end is empty", "GET /issues?page=9", Answers(404, r#"{"message": "404 Not found"}"#)),
    ("a page of no rows is refused", "GET /issues?per_page=0", NOTHING),
    ("an answer has a tag", "GET /issues", Header("etag", None)),
    ("an answer that is known is a 304 without a body", "GET /issues?order_by", Header("etag", Some("\"other\""))),
    ("a 304 has the headers of its page", "GET /issues?per_page=1", Header("x-next-page", None)),
    ("a changed object has another tag", "GET /issues/", Answers(304, "")),
    ("a project is found by its encoded path", "GET /projects/ville%2F", SILENT),
    ("the case of a path does not count", "GET /projects/VILLE", SILENT),
    ("a project is found by its id", "GET /projects/", SILENT),
    ("a missing project is 404 with a message", "GET %2Fabsent", SILENT),
    ("a missing group is 404 with a message", "GET %2Fabsent", EMPTY),
    ("a missing issue is 404 with a message", "GET /issues/999999", Answers(403, "{}")),
    ("a missing label is 404 with a message", "GET /labels/absent", EMPTY),
    ("an unknown route is 404 with an error", "GET /no/such/route", Answers(404, r#"{"message": "404"}"#)),
    ("a wrong token is 401 with a message", "GET /user", EMPTY),
    ("an issue has its fields", "GET /issues/1", Sets("/iid", "\"1\"")),
    ("projects are found by a part of a word", "GET /projects?search=ortai", NOTHING),
    ("all words of a project search stand in one name", "GET /projects?search=portail%20fontaine", PORTAL),
    ("accents count in a project search", "GET /projects?search=mediatheque", PORTAL),
    ("words of two letters find no project", "GET /projects?search=po", PORTAL),
    ("a search of projects reads no full path", "GET /projects?search=ville", PORTAL),
    ("search_namespaces reads full paths", "GET &search_namespaces=true", NOTHING),
    ("a search of projects can be ordered by their last activity", "GET order_by=last_activity_at", NOTHING),
    ("groups are found by a part of a word", "GET /groups?search=", NOTHING),
    ("issues are found by the start of a word", "GET /issues?search=te&", NOTHING),
    ("issues are not found by the middle of a word", "GET /issues?search=erminals", TERMINALS),
    ("issues are found by the stem of a word", "GET /issues?search=connections", NOTHING),
    ("accents do not count in an issue search", "GET /issues?search=cafe", NOTHING),
    ("labels are found by a part of a word", "GET /labels?search=", NOTHING),
    ("milestones are found by a part of a word", "GET /milestones?search=", NOTHING),
    ("a group comes without its projects on request", "GET ?with_projects=false", Sets("/projects", "[]")),
    ("a group's projects leave out those of subgroups on request", "GET include_subgroups=false", Answers(200, r#"[{"name": "Guichet unique"}]"#)),
    ("a group's projects take in those of subgroups on request", "GET include_subgroups=true", PORTAL),
    ("a group's projects are listed by name on request", "GET order_by=name", PORTAL),
    ("a simple project has its fields", "GET /projects?simple=true", Sets("/0/web_url", "null")),
    ("a new project has its fields", "POST /projects", Sets("/id", "null")),
    ("a taken path is 400 with its field", "POST /projects", Answers(409, r#"{"message": "409"}"#)),
    ("a project is never more visible than its group", "POST /projects", Sets("/visibility", "\"public\"")),
    ("a moved project redirects reads to its id", "GET archives", Header("location", Some("/elsewhere"))),
    ("a write at the old path of a moved project is refused", "PUT cadastre/issues", EMPTY),
    ("a deleted project is gone, or named as deleted", "GET /projects/", Sets("/path_with_namespace", "\"ville/ancien\"")),
    ("issues are listed by state", "GET /issues?state=closed", TERMINALS),
    ("an unknown state is refused with an error", "GET /issues?state=absent", NOTHING),
    ("issues are listed by creation, newest first", "GET order_by=created_at", TERMINALS),
    ("issues are listed by their last change, latest first", "GET order_by=updated_at", TERMINALS),
    ("statistics count issues by state", "GET /issues_statistics", Sets("/statistics/counts/opened", "3")),
    ("statistics count what has no assignee", "GET assignee_id=None", Sets("/statistics/counts/opened", "2")),
    ("statistics count what has a label", "GET labels=bug", Sets("/statistics/counts/closed", "1")),
    ("what is due comes first in order of due dates", "GET order_by=due_date", TERMINALS),
    ("the issues of a group are those of what is below it, with their projects' paths", "GET search=fontaine", Sets("/0/references/full", "\"ailleurs#1\"")),
    ("a list of what is overdue has its total", "GET due_date=overdue", Header("x-total", Some("2"))),
    ("a new issue keeps what it was sent", "POST /issues", Sets("/due_date", "null")),
    ("labels that a new issue names are made", "POST /issues", Sets("/labels", "[]")),
    ("an unknown milestone vanishes in silence", "POST /issues", Answers(400, r#"{"message": "400"}"#)),
    ("a milestone of a group above is taken", "POST /issues", Sets("/milestone", "null")),
    ("a title of 256 characters is refused with its field", "POST /issues", Answers(201, "{}")),
    ("closing and reopening answer the new state", "PUT /issues/", Sets("/state", "\"closed\"")),
    ("closing what is closed changes nothing", "PUT /issues/", Answers(304, "")),
    ("labels that are sent replace the others", "PUT /issues/", Sets("/labels", r#"["bug", "eau"]"#)),
    ("labels that are sent twice change nothing", "PUT /issues/", Answers(409, r#"{"message": "409"}"#)),
    ("labels of one scope leave the last one or both", "PUT /issues/", Sets("/labels", r#"["p::un"]"#)),
    ("an assignee who can't be one leaves the old one in silence", "PUT /issues/", Answers(400, r#"{"message": "400"}"#)),
    ("an empty due date clears it", "PUT /issues/", Sets("/due_date", "\"2030-01-31\"")),
    ("a quick action behind a backslash is text", "POST /issues", Sets("/labels", r#"["bug"]"#)),
    ("a quick action in a comment behind a backslash is text", "GET /issues/", Sets("/state", "\"closed\"")),
    ("a quick action at the start of a line runs", "POST /issues", Sets("/labels", "[]")),
    ("a comment answers with its id", "POST /notes", Answers(202, "{}")),
    ("a guest's new label on a new issue vanishes in silence", "POST /issues", Sets("/labels", r#"["inconnu"]"#)),
    ("a guest's known label on a new issue stays", "POST /issues", Sets("/labels", "[]")),
    ("a guest's change of labels vanishes in silence", "PUT /issues/", FORBIDDEN),
    ("a guest makes no label", "POST /labels", Answers(201, "{}")),
    ("a guest changes no issue of others", "PUT /issues/", EMPTY),
    ("a new label has the name that is stored", "POST /labels", Sets("/name", "\"tres urgent\"")),
    ("a taken label is 409", "POST /labels", Answers(400, r#"{"message": "400"}"#)),
    ("a label of a group above is taken too", "POST /labels", Answers(201, "{}")),
    ("a name with a comma is refused with its field", "POST /labels", Answers(400, r#"{"message": "400"}"#)),
    ("a label is found by its encoded name", "GET /labels/", SILENT),
    ("a project's labels have those of the groups above", "GET /labels", Answers(200, r#"[{"name": "bug"}]"#)),
    ("labels come without counts", "GET /labels", Sets("/0/open_issues_count", "1")),
    ("milestones of groups are left out unless asked for", "GET /milestones", Answers(200, r#"[{"title": "Programme 2030"}]"#)),
    ("milestones of groups come when asked for", "GET include_ancestors", NOTHING),
    ("a milestone of the project is found by its id", "GET /milestones/", SILENT),
    ("a milestone of a group is not found in the project", "GET /milestones/", EMPTY),
    ("members of the groups above are members", "GET /members/all", NOTHING),
    ("members are found by a part of their username", "GET &query=", NOTHING),
    ("a member is found by their id", "GET /members/all/", SILENT),
    ("who is no member is 404", "GET /members/all/", EMPTY),
];
