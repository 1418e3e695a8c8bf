//! References: hints that identify an object without a search, such as `#12`, `group/project#12`, an address of the host,
//! `ticket 12`.

mod digits;

use crate::{
    gitlab::{FullPath, Iid},
    matching::normalise,
};

pub(super) use digits::holds_number;

/// A reference to an issue (decisions, References).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IssueReference {
    /// `#12`: the issue of this number in the target project.
    Number(Iid),
    /// `ticket 12`, `n° 12`, `12`: the issue of this number, unless a title holds the number too.
    Perhaps(Iid),
    /// `project#12`: the issue of this number in the project that these words mean.
    Named(String, Iid),
    /// `group/project#12`, or the address of an issue.
    Full(FullPath, Iid),
    /// `!12`, or an address of the host that is not an issue's: it names no issue.
    NoIssue,
}

/// Words before a bare number that only say that it is an issue's.
const SMALL_WORDS: [&str; 30] = [
    "anomalie", "bug", "ce", "cet", "cette", "demande", "du", "de", "fiche", "id", "iid", "incident",
    "issue", "issues", "l", "la", "le", "les", "n", "no", "nr", "num", "number", "numero", "sujet", "tache",
    "task", "the", "ticket", "tickets",
];

impl IssueReference {
    /// Reads a hint as a reference; `web_address` is the address of the host's pages. `None` for loose words.
    #[must_use]
    pub fn parse(hint: &str, web_address: &str) -> Option<Self> {
        let hint = hint.trim();
        if let Some(rest) = path_in(hint, web_address) {
            return Some(Self::in_address(&rest).unwrap_or(Self::NoIssue));
        }
        if hint.rsplit_once('!').is_some_and(|(path, number)| is_path_or_empty(path) && is_number(number)) {
            return Some(Self::NoIssue);
        }
        match hint.rsplit_once('#') {
            Some((before, number)) => Self::before_sign(before, iid_of(number)?),
            None => Self::bare(hint),
        }
    }

    /// The reference for `#12` after these words, which name the project.
    fn before_sign(before: &str, iid: Iid) -> Option<Self> {
        if says_nothing_but_issue(before) {
            return Some(Self::Number(iid));
        }
        if before.contains(char::is_whitespace) || before.contains("://") {
            return None;
        }
        if before.contains('/') {
            return FullPath::parse(before).ok().map(|path| Self::Full(path, iid));
        }
        Some(Self::Named(before.to_owned(), iid))
    }

    /// A number with only small words before it.
    fn bare(hint: &str) -> Option<Self> {
        let start = hint.trim_end_matches(|character| digits::digit_value(character).is_some()).len();
        let (before, number) = hint.split_at_checked(start)?;
        let iid = iid_of(number)?;
        says_nothing_but_issue(before).then_some(Self::Perhaps(iid))
    }

    /// `group/project/-/issues/12`, also without `-` and as `work_items`.
    fn in_address(path: &str) -> Option<Self> {
        let (project, number) = issue_in_path(path)?;
        Some(Self::Full(FullPath::parse(project).ok()?, iid_of(number)?))
    }
}

/// Whether the words only name the kind of object ("le ticket n°"), or there are none.
fn says_nothing_but_issue(words: &str) -> bool {
    normalise(words).split(' ').all(|word| word.is_empty() || SMALL_WORDS.contains(&word))
}

fn is_path_or_empty(text: &str) -> bool {
    !text.contains(char::is_whitespace) && !text.contains("://")
}

fn is_number(text: &str) -> bool {
    digits::number_of(text).is_some()
}

/// An issue's number: above zero.
fn iid_of(text: &str) -> Option<Iid> {
    digits::number_of(text.trim()).filter(|number| *number > 0).map(Iid)
}

/// The project's path and the issue's number in the path of an issue's page.
fn issue_in_path(path: &str) -> Option<(&str, &str)> {
    let (front, number) = path.rsplit_once('/')?;
    let project =
        ["/-/issues", "/-/work_items", "/issues"].iter().find_map(|suffix| front.strip_suffix(suffix))?;
    is_number(number).then_some((project, number))
}

/// The path of the project or group at an address of the host; `None` for any other text. For an issue's address, the path of
/// its project.
pub(super) fn path_of_address(hint: &str, web_address: &str) -> Option<String> {
    let path = path_in(hint.trim(), web_address)?;
    let path = path.split("/-/").next().unwrap_or_default();
    let path = path.strip_prefix("groups/").unwrap_or(path);
    let path = issue_in_path(path).map_or(path, |(project, _)| project).trim_matches('/');
    (!path.is_empty()).then(|| path.to_owned())
}

/// The path after the host's address, decoded, without query and fragment. Scheme and host are compared without case.
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

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "https://gitlab.example.com/forge";

    fn full(path: &str, iid: i64) -> IssueReference {
        IssueReference::Full(FullPath::parse(path).unwrap(), Iid(iid))
    }

    #[test]
    fn an_issue_is_named_by_number_path_or_address() {
        let number = IssueReference::Number(Iid(12));
        for (hint, reference) in [
            ("#12", number.clone()),
            ("  #12 ", number.clone()),
            ("#１２", number.clone()),
            ("ticket #12", number.clone()),
            ("issue#12", number),
            ("ville/portail#7", full("ville/portail", 7)),
            ("portail#7", IssueReference::Named("portail".to_owned(), Iid(7))),
            ("https://gitlab.example.com/forge/ville/portail/-/issues/7", full("ville/portail", 7)),
            ("https://GitLab.example.com/forge/ville/portail/issues/7?a=b#note_3", full("ville/portail", 7)),
            ("https://gitlab.example.com/forge/ville/portail/-/work_items/7/", full("ville/portail", 7)),
        ] {
            assert_eq!(IssueReference::parse(hint, HOST), Some(reference), "{hint}");
        }
    }

    #[test]
    fn a_number_with_small_words_alone_is_perhaps_an_issue() {
        for hint in [
            "12",
            "ticket 12",
            "Issue 12",
            "n° 12",
            "n°12",
            "nº 12",
            "№ 12",
            "no. 12",
            "le 12",
            "le ticket numéro 12",
            "l'issue n° 12",
            "ticket ١٢",
            "1२",
        ] {
            assert_eq!(IssueReference::parse(hint, HOST), Some(IssueReference::Perhaps(Iid(12))), "{hint}");
        }
    }

    #[test]
    fn a_merge_request_or_another_page_of_the_host_is_no_issue() {
        for hint in [
            "!12",
            "ville/portail!12",
            "https://gitlab.example.com/forge/ville/portail",
            "https://gitlab.example.com/forge/ville/portail/-/merge_requests/7",
        ] {
            assert_eq!(IssueReference::parse(hint, HOST), Some(IssueReference::NoIssue), "{hint}");
        }
    }

    #[test]
    fn what_only_looks_like_a_reference_is_loose_words() {
        for hint in [
            "",
            "#",
            "#0",
            "0",
            "#12b",
            "C#",
            "sprint 12",
            "page de connexion #12",
            "un ticket/deux #12",
            "version 1.12",
            "https://elsewhere.example.com/ville/portail/-/issues/7",
            "https://gitlab.example.com/forgery/ville/portail/-/issues/7",
            "a/../b#1",
            "#99999999999999999999",
            "en panne !",
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
            ("https://gitlab.example.com/forge/ville/portail/issues/7", Some("ville/portail")),
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
