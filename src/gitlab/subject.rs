//! What an answer of the host has to be about: the object that the path of its call names (decisions, Errors).

use serde::Deserialize;

use super::{FULL_PAGE, Fault, decode, models::if_right};

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
}

impl Subject {
    /// What this path below the API names, percent-encoded.
    pub(super) fn of(path: &str) -> Self {
        let segments: Vec<&str> = path.split('/').skip(1).collect();
        let number = |text: &str| text.parse().ok();
        let nothing = Self::default();
        match segments.as_slice() {
            ["projects", named] => match number(named) {
                Some(id) => Self { id: Some(id), ..nothing },
                None => Self {
                    full_path: urlencoding::decode(named).ok().map(|path| path.to_lowercase()),
                    ..nothing
                },
            },
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

    /// The same, with this id if the path names none.
    pub(super) fn or_id(self, id: Option<i64>) -> Self {
        Self { id: self.id.or(id), ..self }
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
        let read = decode::list::<Identity>(body, FULL_PAGE);
        // The decoder refuses whatever is neither.
        let told = read.or_else(|_| decode::object(body).map(|object| vec![object])).unwrap_or_default();
        if told.iter().all(|told| self.is(told, is_moved)) {
            return Ok(());
        }
        Err(Fault::AboutAnother)
    }

    fn is(&self, told: &Identity, is_moved: bool) -> bool {
        let path = told.path_with_namespace.as_ref().filter(|_| !is_moved).map(|path| path.to_lowercase());
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
            // The host follows a moved group by itself.
            ("/groups/ville", r#"{"id":8,"full_path":"autre"}"#, true),
            ("/groups/8/projects", r#"[{"id":1}]"#, true),
            ("/projects", r#"[{"id":1,"path_with_namespace":"a/b"}]"#, true),
            ("/projects/7/issues/1", "<html>", true),
        ] {
            assert_eq!(Subject::of(path).check(body.as_bytes(), false).is_ok(), is_right, "{path} {body}");
        }
        let moved = br#"{"id":8,"path_with_namespace":"ville/autre"}"#;
        assert!(Subject::of("/projects/ville%2Fportail").check(moved, true).is_ok());
    }
}
