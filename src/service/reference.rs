//! References: hints that identify an object without a search, such as `#12`, `group/project#12`, an address of the host,
//! `ticket 12`.

mod digits;

use crate::{
    gitlab::{FullPath, Iid},
    matching::{normalise, spelled_number},
};

pub(super) use digits::holds_number;

/// A reference to an issue (decisions, References).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IssueReference {
    /// `#12`: the issue of this number in the target project.
    Number(Iid),
    /// `ticket 12`, `n° 12`, `numéro douze`, `12`: the issue of this number, unless a title holds the number too.
    Perhaps(Iid),
    /// `Export CSV (#12)`, `portail citoyen #12`: the issue of this number, if the words are its title or its project; loose words
    /// if they are not.
    Beside(String, Iid),
    /// `project#12`: the issue of this number in the project that these words mean.
    Named(String, Iid),
    /// `group/project#12`, or the address of an issue.
    Full(FullPath, Iid),
    /// `!12`, `%12`, or an address of the host that is not an issue's: it names no issue.
    NoIssue,
}

/// Words before a bare number that only say that it is an issue's.
const SMALL_WORDS: [&str; 30] = [
    "anomalie", "bug", "ce", "cet", "cette", "demande", "du", "de", "fiche", "id", "iid", "incident",
    "issue", "issues", "l", "la", "le", "les", "n", "no", "nr", "num", "number", "numero", "sujet", "tache",
    "task", "the", "ticket", "tickets",
];

/// Words around a reference that only ask. Those of reopening are left out: they must not close.
const ASKING: [&str; 19] = [
    "ajoute", "cf", "close", "comment", "commente", "ferme", "fermer", "il", "merci", "modifie", "plait",
    "please", "s", "see", "stp", "svp", "te", "voir", "vous",
];

/// Those behind which a spelled number may be another word: "la une", "no one".
const ARTICLES: [&str; 11] = ["ce", "cet", "cette", "du", "de", "l", "la", "le", "les", "no", "the"];

/// Signs before the number of a milestone, an epic, a snippet, a label.
const OTHER_SIGNS: [char; 4] = ['%', '&', '$', '~'];

/// Signs before a reference that say nothing of it: of numbering, quoting, abbreviating and listing.
const HARMLESS_SIGNS: &str = "#°№.,:;'’\"«“([_-–—*•`";

/// Words by which a reference is one of several.
const JOINING: [&str; 9] = ["et", "ou", "a", "au", "ni", "and", "or", "to", "nor"];

impl IssueReference {
    /// Reads a hint as a reference; `web_address` is the address of the host's pages. `None` for loose words.
    pub fn parse(hint: &str, web_address: &str) -> Option<Self> {
        let hint = hint.replace('＃', "#");
        let hint = without_request(&hint);
        let address = address_among_words(hint, web_address).unwrap_or(hint);
        if let Some(rest) = path_in(address, web_address) {
            return Some(Self::in_address(&rest).unwrap_or(Self::NoIssue));
        }
        if let Some(issue) = Self::in_address(hint).filter(|_| hint.contains("/-/") && is_path_or_empty(hint))
        {
            return Some(issue);
        }
        let names_other = |sign: &[char]| {
            hint.rsplit_once(sign).filter(|(path, number)| is_path_or_empty(path) && is_number(number))
        };
        let is_path = |(path, _): &(&str, &str)| path.is_empty() || path.contains('/');
        if names_other(&['!']).or_else(|| names_other(&OTHER_SIGNS).filter(is_path)).is_some() {
            return Some(Self::NoIssue);
        }
        let signed = hint.rsplit_once('#').and_then(|(before, number)| {
            Self::before_sign(before, iid_of(number)?, number.starts_with(char::is_whitespace))
        });
        match hint.split_once('#') {
            Some((before, _)) if denies(before) => None,
            Some(_) => signed.or_else(|| Self::beside(hint)),
            None => Self::bare(hint).or_else(|| Self::spelled(hint)),
        }
    }

    /// The number of an issue behind the project, where a hint for a project reads so: `portail#12`.
    pub(super) fn behind_project(&self, hint: &str) -> Option<Iid> {
        let is_behind = |words: &str| {
            hint.trim_start().strip_prefix(words).is_some_and(|rest| rest.starts_with(['#', '＃']))
        };
        match self {
            Self::Full(_, iid) => Some(*iid),
            Self::Named(words, iid) | Self::Beside(words, iid) => Some(*iid).filter(|_| is_behind(words)),
            Self::Number(_) | Self::Perhaps(_) | Self::NoIssue => None,
        }
    }

    /// The reference for `#12` after these words, which name the project.
    fn before_sign(before: &str, iid: Iid, apart: bool) -> Option<Self> {
        if says_nothing_but_issue(before) {
            return Some(Self::Number(iid));
        }
        // "C# 12" is a language and its version.
        if apart || before.contains(char::is_whitespace) || before.contains("://") {
            return None;
        }
        if before.contains('/') {
            return FullPath::parse(before).ok().map(|path| Self::Full(path, iid));
        }
        Some(Self::Named(before.to_owned(), iid))
    }

    /// A number after nothing but small words, if it is not a count.
    fn bare(hint: &str) -> Option<Self> {
        let start = hint.trim_end_matches(|character| digits::digit_value(character).is_some()).len();
        let (before, number) = hint.split_at_checked(start)?;
        let iid = iid_of(number)?;
        (only_asks(before) && !counts(before)).then_some(Self::Perhaps(iid))
    }

    /// `#12` with the words before and behind it. "#7 et 9" and "#7-9" are several.
    fn beside(hint: &str) -> Option<Self> {
        let (before, rest) = hint.split_once('#').filter(|(_, rest)| !rest.contains('#'))?;
        let behind = rest.trim_start_matches(|character| digits::digit_value(character).is_some());
        let iid = iid_of(rest.strip_suffix(behind)?)?;
        let bare = behind.trim_start_matches([')', ']', '»', '"', ':', ';', ',', '.']);
        let joins = |word: Option<&str>| word.is_some_and(|word| JOINING.contains(&normalise(word).as_str()));
        let several = joins(before.split_whitespace().next_back()) || joins(bare.split_whitespace().next());
        let ends = bare.is_empty() || bare.starts_with(char::is_whitespace);
        let glued = before.ends_with(char::is_alphanumeric);
        let starts = !glued || behind.is_empty() && before.contains(char::is_whitespace);
        let words = format!("{before} {bare}");
        (ends && starts && !several).then(|| {
            if only_asks(before) && only_thanks(bare) {
                return Self::Number(iid);
            }
            Self::Beside(words.trim_matches([' ', '(', '[', '«', '"', ':', '-', '–']).to_owned(), iid)
        })
    }

    /// `numéro douze`: a spelled number behind a word for an issue or its number. An article is not enough: "la une".
    fn spelled(hint: &str) -> Option<Self> {
        let words = normalise(hint);
        let words: Vec<&str> = words.split(' ').collect();
        let small = words.iter().take_while(|word| SMALL_WORDS.contains(word)).count();
        let (before, number) = words.split_at_checked(small)?;
        let counted = before.last().is_some_and(|word| !ARTICLES.contains(word));
        let number = spelled_number(&number.join(" ")).filter(|number| counted && *number > 0)?;
        Some(Self::Perhaps(Iid(number)))
    }

    /// `group/project/-/issues/12`, also without `-` and as `work_items`.
    fn in_address(path: &str) -> Option<Self> {
        let (project, number) = issue_in_path(path)?;
        Some(Self::Full(FullPath::parse(project).ok()?, iid_of(number)?))
    }
}

/// The numbers that stand behind a `#` of their own, each once.
pub(super) fn mentions(hint: &str) -> Vec<Iid> {
    let mut numbers = Vec::new();
    for (place, _) in hint.match_indices(['#', '＃']) {
        let (before, behind) = hint.split_at(place);
        let rest = behind.trim_start_matches(['#', '＃']);
        let end = rest.find(|sign| digits::digit_value(sign).is_none()).unwrap_or(rest.len());
        let number = rest.get(..end).and_then(iid_of).filter(|number| !numbers.contains(number));
        numbers.extend(number.filter(|_| !before.ends_with(char::is_alphanumeric)));
    }
    numbers
}

/// Whether the words only name the kind of object ("le ticket n°"), or there are none. A sign may deny the number, or compare with
/// it: "≠ #12", "<12".
fn says_nothing_but_issue(words: &str) -> bool {
    words.chars().all(|sign| sign.is_alphanumeric() || sign.is_whitespace() || HARMLESS_SIGNS.contains(sign))
        && normalise(words).split(' ').all(|word| word.is_empty() || SMALL_WORDS.contains(&word))
}

/// Whether words say no of the number whose sign is behind them: "no #1", "-#1". "No. #1" is its number.
fn denies(words: &str) -> bool {
    let unsigned = words.trim_end_matches(['-', '−', '–', '—']);
    let is_signed = unsigned.len() < words.len() && !unsigned.ends_with(char::is_alphanumeric);
    is_signed || words.split_whitespace().next_back().is_some_and(|word| word.eq_ignore_ascii_case("no"))
}

/// Whether the words only ask for the issue: "ferme", "svp".
fn only_asks(words: &str) -> bool {
    let rest: Vec<_> = words.split_whitespace().filter(|word| !is_request(word)).collect();
    says_nothing_but_issue(&rest.join(" "))
}

/// Whether the words behind a reference only ask for the issue. Behind it "no" is no number: "#1, no".
fn only_thanks(words: &str) -> bool {
    only_asks(words) && !normalise(words).split(' ').any(|word| matches!(word, "no" | "n"))
}

/// Whether a word, or two that an apostrophe joins ("s'il"), only asks.
fn is_request(word: &str) -> bool {
    normalise(word).split(' ').all(|part| ASKING.contains(&part))
}

/// A hint without the signs and words behind it that only ask: "le 2 ?", "ticket 2 stp", "**#2**".
fn without_request(hint: &str) -> &str {
    let bare =
        hint.trim_end_matches(|sign: char| sign.is_whitespace() || "?!….,;*`»”".contains(sign)).trim_start();
    match bare.rsplit_once(char::is_whitespace) {
        // "30 s" is a time.
        Some((before, last)) if is_request(last) && last != "s" => without_request(before),
        _ => bare,
    }
}

/// The one address of the host in a link, `<address>` or `[text](address)`, or among words that only ask.
fn address_among_words<'a>(hint: &'a str, web_address: &str) -> Option<&'a str> {
    let bracketed = hint.strip_prefix('<').and_then(|link| link.strip_suffix('>'));
    let linked = || {
        let (text, link) = hint.strip_prefix('[')?.strip_suffix(')')?.rsplit_once("](")?;
        // What a reader sees is not where "[#2](…/issues/1)" leads.
        let path = path_in(link, web_address)?;
        let leads_there = |iid: Iid| issue_in_path(&path).and_then(|(_, number)| iid_of(number)) == Some(iid);
        mentions(text).into_iter().all(leads_there).then_some(link)
    };
    if let Some(link) = bracketed.filter(|link| path_in(link, web_address).is_some()).or_else(linked) {
        return Some(link);
    }
    let bare = |word: &'a str| word.trim_matches(['(', ')', '[', ']', '.', ',', ';', ':', '«', '»']);
    let at = hint.split_whitespace().map(bare).find(|word| path_in(word, web_address).is_some())?;
    let (before, behind) = hint.split_once(at)?;
    (at.len() < hint.len()
        && only_asks(before)
        && only_thanks(behind.trim_start_matches([')', ']', '»', '!', '?'])))
    .then_some(at)
}

/// Whether a number behind these words is a count or has a sign ("les 2", "+1"); the hyphen of "issue-12" is no sign.
fn counts(words: &str) -> bool {
    let words = words.trim_end();
    let unsigned = words.trim_end_matches(['+', '-', '−', '–', '—']);
    let signed = unsigned.len() < words.len() && !unsigned.ends_with(char::is_alphanumeric);
    signed || normalise(words).split(' ').next_back() == Some("les")
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
    let hint = hint.trim();
    let path = path_in(address_among_words(hint, web_address).unwrap_or(hint), web_address)?;
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
    let is_whole = rest.is_empty() || rest.starts_with(['/', '?', '#']);
    // Words behind an address may deny it.
    if !start.eq_ignore_ascii_case(base) || !is_whole || rest.contains(char::is_whitespace) {
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
            ("issue#12", number.clone()),
            ("#12.", number.clone()),
            ("(#12)", number.clone()),
            ("#12 ?", number.clone()),
            ("**#12**", number.clone()),
            ("`#12`", number.clone()),
            ("« #12 »", number.clone()),
            ("“#12”", number.clone()),
            ("＃12", number.clone()),
            ("ville/portail/-/issues/7", full("ville/portail", 7)),
            ("ferme #12 svp", number.clone()),
            ("ferme le ticket #12, merci", number),
            ("https://gitlab.example.com/forge/ville/portail/-/issues/7 svp", full("ville/portail", 7)),
            ("voir https://gitlab.example.com/forge/ville/portail/-/issues/7", full("ville/portail", 7)),
            ("(https://gitlab.example.com/forge/ville/portail/-/issues/7) svp", full("ville/portail", 7)),
            ("<https://gitlab.example.com/forge/ville/portail/-/issues/7>", full("ville/portail", 7)),
            ("[#7](https://gitlab.example.com/forge/ville/portail/-/issues/7?a=b)", full("ville/portail", 7)),
            (
                "[le ticket](https://gitlab.example.com/forge/ville/portail/-/issues/7)",
                full("ville/portail", 7),
            ),
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
            "issue-12",
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
            "le 12 ?",
            "le 12 !",
            "ticket 12 s'il te plaît",
            "12,",
            "ferme 12",
            "ticket 12 stp",
            "ferme le ticket 12 svp",
            "numéro douze",
            "le ticket douze",
            "issue number twelve",
        ] {
            assert_eq!(IssueReference::parse(hint, HOST), Some(IssueReference::Perhaps(Iid(12))), "{hint}");
        }
    }

    #[test]
    fn a_merge_request_or_another_page_of_the_host_is_no_issue() {
        for hint in [
            "!12",
            "ville/portail!12",
            "%12",
            "&12",
            "$12",
            "~12",
            "ville/portail%12",
            "https://gitlab.example.com/forge/ville/portail",
            "https://gitlab.example.com/forge/ville/portail/-/merge_requests/7",
        ] {
            assert_eq!(IssueReference::parse(hint, HOST), Some(IssueReference::NoIssue), "{hint}");
        }
    }

    #[test]
    fn a_sign_that_denies_or_compares_is_no_part_of_a_reference() {
        for sign in ["≠", "!", "¬", "!=", "<>", "<", ">=", "=", "~", "^", "❌", "✗", "🚫", "+", "−", "§"]
        {
            for hint in [format!("{sign}#12"), format!("{sign} #12"), format!("{sign} ticket 12")] {
                let read = IssueReference::parse(&hint, HOST);
                let names = matches!(read, Some(IssueReference::Number(_) | IssueReference::Perhaps(_)));
                assert!(!names, "{hint}: {read:?}");
            }
        }
        for hint in ["- #12", "* #12", "• #12", "« #12", "N°: #12", "No. #12"] {
            assert_eq!(IssueReference::parse(hint, HOST), Some(IssueReference::Number(Iid(12))), "{hint}");
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
            "C# 12",
            "migrer vers C# 12",
            "sprint 12",
            "version 1.12",
            "v1~12",
            "#7 et #9",
            "#7 et 9",
            "7 ou #9",
            "#7-9",
            "#1.5",
            "le douze",
            "la une",
            "ticket deux point un",
            "douze",
            "30 s",
            "les 2",
            "tous les 2",
            "+1",
            "-1",
            "− 1",
            "ticket + 2",
            "https://elsewhere.example.com/ville/portail/-/issues/7",
            "https://gitlab.example.com/forgery/ville/portail/-/issues/7",
            "a/../b#1",
            "#99999999999999999999",
            "en panne !",
            "pas https://gitlab.example.com/forge/ville/portail/-/issues/7",
            "https://gitlab.example.com/forge/ville/portail/-/issues/7 ? no",
            "[#8](https://gitlab.example.com/forge/ville/portail/-/issues/7)",
            "no #1",
            "-#1",
        ] {
            assert_eq!(IssueReference::parse(hint, HOST), None, "{hint}");
        }
    }

    #[test]
    fn a_number_beside_words_is_an_issue_that_the_words_must_fit() {
        let beside = |words: &str| Some(IssueReference::Beside(words.to_owned(), Iid(12)));
        for (hint, words) in [
            ("page de connexion #12", "page de connexion"),
            ("page de connexion (#12)", "page de connexion"),
            ("#12 : page de connexion", "page de connexion"),
            ("#12 page de connexion", "page de connexion"),
            ("portail citoyen#12", "portail citoyen"),
            ("un ticket/deux #12", "un ticket/deux"),
            ("#12, no", "no"),
        ] {
            assert_eq!(IssueReference::parse(hint, HOST), beside(words), "{hint}");
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
            ("<https://gitlab.example.com/forge/ville>", Some("ville")),
            ("https://gitlab.example.com/forge", None),
            ("https://elsewhere.example.com/ville", None),
            ("ville/portail", None),
        ] {
            assert_eq!(path_of_address(hint, HOST).as_deref(), path, "{hint}");
        }
    }
}
