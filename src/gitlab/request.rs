//! A call to the host, before it is sent; and what its answer has to be about: the object that its path names (decisions, Errors).

use serde::Deserialize;

use super::prelude::*;

/// A call to the host, before it is sent.
#[derive(Debug, Clone)]
pub(super) struct Request {
    /// Method and route, such as `GET /projects/:id`. It holds no data of the caller.
    pub(super) call: &'static str,
    /// The path below the API, percent-encoded. Shared with the key of the kept answer, as the parameters are.
    pub(super) path: Arc<str>,
    /// The method of the call's name.
    pub(super) method: Method,
    /// Parameters, not yet encoded.
    pub(super) query: Arc<Vec<(&'static str, String)>>,
    /// The id of the object that the path names by its number in a project, if it is known.
    pub(super) id: Option<i64>,
    /// `None` for a read.
    pub(super) write: Option<Write>,
    /// Whether it is sent again after a 429.
    pub(super) retries_429: bool,
    /// The kept answer of an equal read, for the host to confirm.
    pub(super) kept: Option<KeptAnswer>,
}

/// The parts of a call that is a write.
#[derive(Debug, Clone)]
pub(super) struct Write {
    /// The JSON that is sent, if any.
    pub(super) body: Option<Vec<u8>>,
    /// The objects that the write concerns, for the audit log.
    pub(super) objects: Vec<audit::Object>,
}

impl Request {
    /// A call of a route. What is `named` stands, encoded, in the place of the route's `:names`, in their order.
    pub(super) fn new(call: &'static str, named: &[&(dyn fmt::Display + Sync)]) -> Self {
        let (method, route) = call.split_once(' ').unwrap_or_default();
        let mut named = named.iter().map(|name| urlencoding::encode(&name.to_string()).into_owned());
        let fill = |part: &str| {
            part.starts_with(':').then(|| named.next()).flatten().unwrap_or_else(|| part.to_owned())
        };
        Self {
            call,
            path: route.split('/').map(fill).collect::<Vec<_>>().join("/").into(),
            method: method.parse().unwrap_or_default(),
            query: Arc::default(),
            id: None,
            write: None,
            retries_429: true,
            kept: None,
        }
    }

    /// What an answer has to be about.
    pub(super) fn subject(&self) -> Subject {
        let named = Subject::of(&self.path);
        Subject { id: named.id.or(self.id), ..named }
    }

    /// The same with one more parameter, if it has a value.
    pub(super) fn query_some(self, name: &'static str, value: Option<impl fmt::Display>) -> Self {
        match value {
            Some(value) => self.query(name, value),
            None => self,
        }
    }

    /// The same with one more parameter.
    pub(super) fn query(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        Arc::make_mut(&mut self.query).push((name, value.to_string()));
        self
    }

    /// The error of this call.
    pub(super) fn error(&self, fault: Fault) -> Error {
        Error { call: self.call, fault }
    }

    /// The first two segments of the path, which name the project (`/projects/42`) if the call concerns one.
    pub(super) fn project(&self) -> &str {
        let end = self.path.match_indices('/').nth(2).map(|(end, _)| end);
        end.and_then(|end| self.path.get(..end)).unwrap_or(&self.path)
    }

    pub(super) fn is_write(&self) -> bool {
        self.write.is_some()
    }
}

/// The object that a path names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Subject {
    id: Option<i64>,
    iid: Option<i64>,
    project: Option<i64>,
    /// In lower case: the host does not tell cases apart.
    full_path: Option<String>,
}

/// What an object says that it is.
#[derive(Deserialize)]
struct Identity {
    #[serde(default, deserialize_with = "if_right")]
    id: Option<i64>,
    #[serde(default, deserialize_with = "if_right")]
    iid: Option<i64>,
    #[serde(default, deserialize_with = "if_right")]
    noteable_iid: Option<i64>,
    #[serde(default, deserialize_with = "if_right")]
    project_id: Option<i64>,
    #[serde(default, deserialize_with = "if_right")]
    path_with_namespace: Option<String>,
    #[serde(default, deserialize_with = "if_right")]
    full_path: Option<String>,
}

impl Subject {
    /// What this path below the API names, percent-encoded.
    pub(super) fn of(path: &str) -> Self {
        let segments: Vec<&str> = path.split('/').skip(1).collect();
        let number = |text: &str| text.parse().ok();
        let nothing = Self::default();
        match segments.as_slice() {
            ["projects" | "groups", named] => {
                let id = number(named);
                let path = urlencoding::decode(named).ok().filter(|_| id.is_none());
                Self { id, full_path: path.map(|path| path.to_lowercase()), ..nothing }
            }
            ["projects", project, "issues", iid, ..] => {
                Self { project: number(project), iid: number(iid), ..nothing }
            }
            ["projects", project, "milestones", id] | ["projects", project, "members", "all", id] => {
                Self { project: number(project), id: number(id), ..nothing }
            }
            ["projects", project, ..] => Self { project: number(project), ..nothing },
            _ => nothing,
        }
    }

    /// Whether what a path below the API names may be found at another one: what is named by a full path may have been moved, what
    /// is named by a number stays where it is.
    pub(super) fn may_move(path: &str, to: &str) -> bool {
        let named = path.split('/').nth(2);
        path == to || named.is_some_and(|named| named.parse::<i64>().is_err())
    }

    /// Refuses an answer, an object or a list, that says it is about something else. The path counts unless the host said that the
    /// object was moved.
    ///
    /// # Errors
    /// [`Fault::AboutAnother`].
    pub(super) fn check(&self, body: &[u8], is_moved: bool) -> Result<(), Fault> {
        let told = match answer::list::<Identity>(body, FULL_PAGE) {
            Ok(list) => list,
            Err(_) => vec![answer::object(body)?],
        };
        if told.iter().all(|told| self.is(told, is_moved)) {
            return Ok(());
        }
        Err(Fault::AboutAnother)
    }

    fn is(&self, told: &Identity, is_moved: bool) -> bool {
        let path = told.path_with_namespace.as_ref().or(told.full_path.as_ref());
        let path = path.filter(|_| !is_moved).map(|path| path.to_lowercase());
        agree(self.id, told.id)
            && agree(self.iid, told.noteable_iid.or(told.iid))
            && agree(self.project, told.project_id)
            && agree(self.full_path.as_ref(), path.as_ref())
    }
}

/// A value that one of the two lacks does not count.
fn agree<T: PartialEq>(asked: Option<T>, told: Option<T>) -> bool {
    asked.zip(told).is_none_or(|(asked, told)| asked == told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gitlab::{FullPath, ProjectId};

    #[test]
    fn names_stand_in_the_place_of_the_parts_of_a_route_and_each_is_encoded_whole() {
        let group = FullPath::parse("a b/c?d#e%2f/é").unwrap();
        let request = Request::new("GET /groups/:id/projects", &[&group]);
        assert_eq!(&*request.path, "/groups/a%20b%2Fc%3Fd%23e%252f%2F%C3%A9/projects");
        let write = Request::new("PUT /projects/:id/labels/:name", &[&ProjectId(42), &"à voir"]);
        assert_eq!((write.method, &*write.path), (Method::PUT, "/projects/42/labels/%C3%A0%20voir"));
    }

    #[test]
    fn an_answer_about_another_object_is_refused_and_one_that_does_not_say_is_not() {
        for (path, body, is_right) in [
            ("/projects/7/issues/1", r#"{"id":5,"iid":1,"project_id":7}"#, true),
            ("/projects/7/issues/1", r#"{"id":5,"iid":3,"project_id":7}"#, false),
            ("/projects/7/issues/1", r#"{"id":5,"iid":1,"project_id":8}"#, false),
            ("/projects/7/issues/1", r#"{"id":5}"#, true),
            ("/projects/7/issues/1", r#"{"id":5,"iid":"3","project_id":null}"#, true),
            ("/projects/7/issues/1/notes", r#"{"id":5,"noteable_iid":1}"#, true),
            ("/projects/7/issues/1/notes", r#"{"id":5,"noteable_iid":2}"#, false),
            ("/projects/7/issues", r#"[{"iid":1,"project_id":7},{"iid":2,"project_id":7}]"#, true),
            ("/projects/7/issues", r#"[{"iid":1,"project_id":7},{"iid":2,"project_id":8}]"#, false),
            ("/projects/7/milestones", r#"[{"id":1,"project_id":7},{"id":2,"group_id":3}]"#, true),
            ("/projects/7/milestones/2", r#"{"id":3,"project_id":7}"#, false),
            ("/projects/7/members/all/2", r#"{"id":3}"#, false),
            ("/projects/7", r#"{"id":8}"#, false),
            ("/projects/ville%2Fportail", r#"{"id":8,"path_with_namespace":"Ville/Portail"}"#, true),
            ("/projects/ville%2Fportail", r#"{"id":8,"path_with_namespace":"ville/autre"}"#, false),
            ("/groups/ville%2Fculture", r#"{"id":8,"full_path":"Ville/Culture"}"#, true),
            ("/groups/ville%2Fculture", r#"{"id":8,"full_path":"autre"}"#, false),
            ("/groups/ville", r#"{"id":8}"#, true),
            ("/groups/8/projects", r#"[{"id":1}]"#, true),
            ("/projects", r#"[{"id":1,"path_with_namespace":"a/b"}]"#, true),
            // What the reader of another type would take, and this one can't read, says nothing that can be believed.
            ("/projects/7/issues", r#"[{"iid":1,"project_id":8,"noteable_iid":1,"noteable_iid":1}]"#, false),
            ("/projects/7/issues/1", "<html>", false),
        ] {
            assert_eq!(Subject::of(path).check(body.as_bytes(), false).is_ok(), is_right, "{path} {body}");
        }
        let moved = br#"{"id":8,"path_with_namespace":"ville/autre"}"#;
        assert!(Subject::of("/projects/ville%2Fportail").check(moved, true).is_ok());
    }
}
