//! Hints that name an object outright: `#12`, `group/project#12`, an address of the host.

use crate::gitlab::{FullPath, Iid};

/// An issue named by its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IssueReference {
    /// `#12`: in the project that is otherwise meant.
    Number(Iid),
    /// `group/project#12` or the address of an issue.
    Full(FullPath, Iid),
}

impl IssueReference {
    /// Reads a hint as a reference; `web_address` is where people look at the host.
    #[must_use]
    pub fn parse(hint: &str, web_address: &str) -> Option<Self> {
        let hint = hint.trim();
        if let Some(rest) = path_in(hint, web_address) {
            return Self::in_address(&rest);
        }
        let (path, number) = hint.rsplit_once('#')?;
        let iid = number_of(number)?;
        if path.is_empty() {
            return Some(Self::Number(iid));
        }
        let is_path = path.contains('/') && !path.contains(char::is_whitespace) && !path.contains("://");
        is_path.then(|| FullPath::parse(path).ok().map(|path| Self::Full(path, iid))).flatten()
    }

    /// `group/project/-/issues/12`, also without `-` and as `work_items`.
    fn in_address(path: &str) -> Option<Self> {
        let (front, number) = path.rsplit_once('/')?;
        let project =
            ["/-/issues", "/-/work_items", "/issues"].iter().find_map(|suffix| front.strip_suffix(suffix))?;
        Some(Self::Full(FullPath::parse(project).ok()?, number_of(number)?))
    }
}

/// The path of the project or group whose address this is; `None` for anything but an address of the host.
pub(super) fn path_of_address(hint: &str, web_address: &str) -> Option<String> {
    let path = path_in(hint.trim(), web_address)?;
    let path = path.split("/-/").next().unwrap_or_default();
    let path = path.strip_prefix("groups/").unwrap_or(path);
    let path = path.trim_matches('/');
    (!path.is_empty()).then(|| path.to_owned())
}

/// What follows the host's address (never empty), decoded, without query and fragment. Scheme and host are compared without case.
fn path_in(hint: &str, web_address: &str) -> Option<String> {
    let base = web_address.trim_end_matches('/');
    let start = hint.get(..base.len())?;
    let rest = hint.get(base.len()..)?;
    if !start.eq_ignore_ascii_case(base) || !(rest.is_empty() || rest.starts_with(['/', '?', '#'])) {
        return None;
    }
    let path = rest.split(['?', '#']).next().unwrap_or_default().trim_matches('/');
    urlencoding::decode(path).ok().map(|path| path.strip_suffix(".git").unwrap_or(&path).to_owned())
}

fn number_of(text: &str) -> Option<Iid> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok().map(Iid)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "https://gitlab.example.com/forge";

    fn full(path: &str, iid: i64) -> IssueReference {
        IssueReference::Full(FullPath::parse(path).unwrap(), Iid(iid))
    }

    #[test]
    fn an_issue_is_named_by_number_path_or_address() {
        for (hint, reference) in [
            ("#12", Some(IssueReference::Number(Iid(12)))),
            ("  #12 ", Some(IssueReference::Number(Iid(12)))),
            ("ville/portail#7", Some(full("ville/portail", 7))),
            ("https://gitlab.example.com/forge/ville/portail/-/issues/7", Some(full("ville/portail", 7))),
            (
                "https://GitLab.example.com/forge/ville/portail/issues/7?a=b#note_3",
                Some(full("ville/portail", 7)),
            ),
            (
                "https://gitlab.example.com/forge/ville/portail/-/work_items/7/",
                Some(full("ville/portail", 7)),
            ),
        ] {
            assert_eq!(IssueReference::parse(hint, HOST), reference, "{hint}");
        }
    }

    #[test]
    fn what_only_looks_like_a_reference_is_loose_words() {
        for hint in [
            "",
            "#",
            "#12b",
            "ticket #12",
            "C#",
            "portail#12",
            "un ticket/deux #12",
            "https://elsewhere.example.com/ville/portail/-/issues/7",
            "https://gitlab.example.com/forgery/ville/portail/-/issues/7",
            "https://gitlab.example.com/forge/ville/portail",
            "a/../b#1",
            "#99999999999999999999",
        ] {
            assert_eq!(IssueReference::parse(hint, HOST), None, "{hint}");
        }
    }

    #[test]
    fn the_address_of_a_project_or_group_counts_as_its_path() {
        for (hint, path) in [
            ("https://gitlab.example.com/forge/ville/portail", Some("ville/portail")),
            ("https://gitlab.example.com/forge/ville/portail.git", Some("ville/portail")),
            ("https://gitlab.example.com/forge/ville/portail/-/issues/7", Some("ville/portail")),
            ("https://gitlab.example.com/forge/groups/ville/-/members", Some("ville")),
            ("https://gitlab.example.com/forge/ville%2Fportail", Some("ville/portail")),
            ("https://gitlab.example.com/forge", None),
            ("https://elsewhere.example.com/ville", None),
            ("ville/portail", None),
        ] {
            assert_eq!(path_of_address(hint, HOST).as_deref(), path, "{hint}");
        }
    }
}
