//! The sentences for hints that name no object for sure: the nearest object, why it was not taken, and how to go on.

use super::{Sentence, doubt::reason, open_or_closed, say};
use crate::{
    gitlab::{Iid, Issue},
    language::Language,
    matching::{Doubt, Kind, Score, Scored},
    service::{
        issues::Place,
        resolve::{Findable, NearIssue, Why},
    },
};

/// A kind of object, with the project in which it was looked for.
#[derive(Debug, Clone, Copy)]
pub enum Sought<'a> {
    /// A project.
    Project,
    /// The project of an issue that was named without one: the issue's words were taken for it.
    ProjectOfIssue,
    /// A group.
    Group,
    /// An issue of this project.
    Issue(&'a str),
    /// A milestone of this project, or of this group and what is below it.
    Milestone(NamedPlace<'a>),
    /// A member of this project or group; anybody, without one.
    Member(NamedPlace<'a>),
}

/// A project or a group, by its name.
pub type NamedPlace<'a> = Place<&'a str, &'a str>;

/// ` dans le projet « Portail »` after these words for `dans le`; nothing for no place.
pub fn place_after(fr: &str, en: &str, place: NamedPlace<'_>) -> Sentence {
    let (kind_fr, kind_en, name) = match place {
        Place::Project(name) => ("projet", "project", name),
        Place::Group(name) => ("groupe", "group", name),
        Place::Anywhere => return Sentence::default(),
    };
    say!(" {fr} {kind_fr} « {name} »", " {en} {kind_en} “{name}”")
}

/// How a sentence names an object.
pub trait Called: Findable {
    /// `#12 « Titre »`, `« Portail » (ville/portail)`
    fn called(&self) -> Sentence {
        let (key, name, path) = self.identity();
        match Self::KIND {
            Kind::Project | Kind::Group => say!("« {name} » ({path})", "“{name}” ({path})"),
            Kind::Issue => say!("#{key} « {name} »", "#{key} “{name}”"),
            Kind::Milestone => say!("« {name} »", "“{name}”"),
            Kind::Member => say!("{name} (@{path})", "{name} (@{path})"),
        }
    }
}

impl<T: Findable> Called for T {}

impl Sought<'_> {
    /// `projet`, `ticket du projet « Portail »`; with an `s`, their plurals.
    fn noun(self, s: &str) -> Sentence {
        let (fr, en, place) = match self {
            Self::Project | Self::ProjectOfIssue => ("projet", "project", Place::Anywhere),
            Self::Group => ("groupe", "group", Place::Anywhere),
            Self::Issue(project) => ("ticket", "issue", Place::Project(project)),
            Self::Milestone(place) => ("jalon", "milestone", place),
            Self::Member(place) => ("membre", "member", place),
        };
        let place = place_after("du", "of the", place);
        say!("{fr}{s}{place}", "{en}{s}{place}")
    }

    /// What to try if nothing fits.
    fn way_on(self) -> Sentence {
        let (fr, en) = match self {
            Self::ProjectOfIssue => ("dites aussi quel est le projet", "say which project it is in, too"),
            Self::Project | Self::Group => {
                ("essayez d'autres mots, ou son chemin complet", "try other words, or its full path")
            }
            Self::Issue(_) => ("essayez d'autres mots, ou son numéro", "try other words, or its number"),
            Self::Milestone(_) => {
                ("donnez d'autres mots, ou aucun jalon", "give other words, or no milestone")
            }
            Self::Member(_) => ("donnez son nom ou @identifiant", "give their name or @username"),
        };
        Sentence::new(fr, en)
    }
}

/// The sentence if nothing fits; `nearest` names the nearest object.
pub fn not_found(sought: Sought<'_>, hint: &str, nearest: Option<&Sentence>) -> Sentence {
    if hint.is_empty() {
        return nothing_said(sought);
    }
    if let Sought::Member(Place::Anywhere) = sought {
        return say!(
            "Hors d'un projet ou d'un groupe, une personne se nomme par @identifiant, et non par « {hint} » : donnez-le, ou nommez le groupe.",
            "Outside a project or a group a person is named by @username, and not by “{hint}”: give it, or name the group."
        );
    }
    let (noun, way_on) = (sought.noun(""), sought.way_on());
    match nearest {
        None if matches!(sought, Sought::ProjectOfIssue) => {
            say!("« {hint} » ne nomme aucun projet : {way_on}.", "“{hint}” names no project: {way_on}.")
        }
        None => say!(
            "Aucun {noun} ne ressemble à « {hint} » : {way_on}.",
            "No {noun} resembles “{hint}”: {way_on}."
        ),
        Some(nearest) => say!(
            "Aucun {noun} ne correspond à « {hint} ». Le plus proche est {nearest} : si c'est lui, confirmez-le ; sinon, {way_on}.",
            "No {noun} fits “{hint}”. The nearest is {nearest}: if that is the one, confirm it; otherwise {way_on}."
        ),
    }
}

/// The sentence if an issue was asked for by a number that the project does not have.
pub fn no_such_number(project: &str, iid: Iid) -> Sentence {
    say!(
        "Le projet « {project} » n'a pas de ticket #{iid} : vérifiez le numéro, ou donnez des mots du titre.",
        "The project “{project}” has no issue #{iid}: check the number, or give words of the title."
    )
}

/// The sentence if a project was asked for by the path of a group.
pub fn is_a_group(path: &str) -> Sentence {
    say!(
        "« {path} » est un groupe, pas un projet : listez ses projets, ou cherchez les tickets du groupe.",
        "“{path}” is a group, not a project: list its projects, or find the issues of the group."
    )
}

/// The sentence on the best issues that the call may mean, in whatever project.
pub fn in_a_project(found: &[NearIssue]) -> Option<Sentence> {
    let score = found.first().map(|best| best.score).filter(|score| *score >= Score::NEAR)?;
    let best = found.iter().take_while(|near| near.score == score).map(|Scored { item, .. }| {
        let (issue, project) = (item.issue.called(), item.project.called());
        say!("{issue} du projet {project}", "{issue} of the project {project}")
    });
    let best: Vec<_> = best.collect();
    let named = Sentence::join(&best, ", ");
    Some(match best.len() {
        _ if score < Score::DUPLICATE_WARNING => {
            say!("Ce qui y ressemble un peu : {named}.", "Somewhat similar: {named}.")
        }
        1 => say!(
            "Le ticket {named} peut être le bon : confirmez-le si c'est lui.",
            "Issue {named} may be the one: confirm it if so."
        ),
        _ => say!(
            "Plusieurs tickets peuvent être le bon : {named}. Confirmez celui qui l'est.",
            "Several issues may be the one: {named}. Confirm the one that is."
        ),
    })
}

/// The sentence for an empty hint without candidates.
fn nothing_said(sought: Sought<'_>) -> Sentence {
    match sought {
        Sought::Group => Sentence::new(
            "Aucun groupe n'est visible : vérifiez les droits du jeton technique.",
            "No group can be seen: check the rights of the technical token.",
        ),
        Sought::Issue(project) => say!(
            "Le projet « {project} » n'a aucun ticket dans cet état.",
            "The project “{project}” has no issue in this state."
        ),
        _ => {
            let noun = sought.noun("");
            say!("Précisez de quel {noun} il s'agit.", "Say which {noun} is meant.")
        }
    }
}

/// The question for these candidates (their names, best first), with the reason why none was taken.
pub fn ask(sought: Sought<'_>, hint: &str, candidates: &[Sentence], why: &Why) -> Sentence {
    // The caller may have no other place to show the candidates.
    let shows_them = matches!(sought, Sought::Milestone(Place::Project(_))) && candidates.len() > 1;
    let choices = Sentence::join(candidates, ", ");
    let choices = shows_them.then(|| {
        say!("Au choix, comme milestone_hint : {choices}.", "The choices, as milestone_hint: {choices}.")
    });
    question(sought, hint, candidates, why).then(choices)
}

fn question(sought: Sought<'_>, hint: &str, candidates: &[Sentence], why: &Why) -> Sentence {
    let (noun, nouns) = (sought.noun(""), sought.noun("s"));
    let [first, others @ ..] = candidates else { return nothing_said(sought) };
    let is_one = others.is_empty();
    let unsure = |reason: Sentence| {
        if is_one {
            say!(
                "« {hint} » désigne-t-il {first} ? {reason} : confirmez, ou précisez.",
                "Does “{hint}” mean {first}? {reason}: confirm, or say more."
            )
        } else {
            say!(
                "Le plus proche de « {hint} » est {first}, sans certitude. {reason} : lequel est le bon ?",
                "The nearest to “{hint}” is {first}, but that is not sure. {reason}: which one is meant?"
            )
        }
    };
    let is_it = if is_one {
        say!("est-ce {first} ?", "is it {first}?")
    } else {
        Sentence::new("lequel est le bon ?", "which one is meant?")
    };
    match why {
        _ if hint.is_empty() && is_one => {
            say!("Précisez de quel {noun} il s'agit : {is_it}", "Say which {noun} is meant: {is_it}")
        }
        _ if hint.is_empty() => {
            say!("Précisez de quel {noun} il s'agit.", "Say which {noun} is meant.")
        }
        Why::Doubt(Doubt::Vague) => say!(
            "« {hint} » ne désigne aucun {noun} en particulier : {is_it}",
            "“{hint}” names no {noun} in particular: {is_it}"
        ),
        Why::Number => say!(
            "« {hint} » peut être un numéro de ticket, ou figurer dans un titre : lequel est le bon ?",
            "“{hint}” may be an issue's number, or stand in a title: which one is meant?"
        ),
        Why::OtherState => say!(
            "« {hint} » peut désigner un ticket ouvert ou un ticket déjà fermé : lequel est le bon ?",
            "“{hint}” may mean an open issue or one that is closed already: which one is meant?"
        ),
        Why::Several { unshown: 0 } | Why::Doubt(Doubt::Rival) => say!(
            "Plusieurs {nouns} peuvent correspondre à « {hint} » : lequel est le bon ?",
            "Several {nouns} fit “{hint}”: which one is meant?"
        ),
        Why::Several { unshown } => {
            let all = candidates.len() + unshown;
            say!(
                "{all} {nouns} correspondent autant à « {hint} » : lequel est le bon ? S'il n'est pas parmi les premiers, précisez.",
                "{all} {nouns} fit “{hint}” equally well: which one is meant? If it is not among the first, say more."
            )
        }
        Why::Doubt(doubt) => unsure(reason(doubt, hint, first.say(Language::Fr))),
        Why::Described => unsure(Sentence::new(
            "Sa description le dit, non son titre",
            "Its description says so, its title does not",
        )),
        Why::Unread => unsure(Sentence::new(
            "Une partie de GitLab n'a pas pu être lue",
            "A part of GitLab could not be read",
        )),
        Why::NotMember => unsure(Sentence::new(
            "Le jeton technique n'est pas membre de ce projet",
            "The technical token is no member of this project",
        )),
    }
}

/// The sentence if no issue of the state fits the hint, and these of the other state do, each as well.
pub fn several_in_other_state(others: &[Scored<Issue>], project: &str, hint: &str) -> Sentence {
    let called: Vec<_> = others.iter().map(|other| other.item.called()).collect();
    let called = Sentence::join(&called, ", ");
    let state = open_or_closed(others.first().map_or("", |other| &other.item.state));
    say!(
        "Les tickets du projet « {project} » qui correspondent à « {hint} » sont déjà {state}s : {called}. Rien n'est modifié.",
        "The issues of the project “{project}” that fit “{hint}” are {state} already: {called}. Nothing is changed."
    )
}

/// Something could not be read or searched.
pub const NOT_ALL_READ: Sentence = Sentence::new(
    "GitLab n'a pas pu être parcouru en entier : ce qui manque ici s'y trouve peut-être.",
    "Not all of GitLab could be looked through: what is missing here may be there.",
);

/// The sentence if the hint fits an issue of the other state better: the change was made before.
pub fn in_other_state(issue: &Issue, project: &str, was_asked: bool) -> Sentence {
    let (called, state) = (issue.called(), open_or_closed(&issue.state));
    if was_asked || issue.state == "opened" {
        say!(
            "Le ticket {called} du projet « {project} » est déjà {state} : rien n'est modifié.",
            "Issue {called} of the project “{project}” is {state} already: nothing is changed."
        )
    } else {
        say!(
            "Le ticket {called} du projet « {project} » correspond à la demande, mais ce ticket est fermé : rouvrez-le, ou confirmez-le.",
            "Issue {called} of the project “{project}” fits, but this issue is closed: reopen it, or confirm it."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    const PORTAIL: Sought<'_> = Sought::Issue("Portail");

    fn named(name: &str) -> Sentence {
        Sentence::made(name.to_owned(), name.to_owned())
    }

    /// The question for these candidates, with plain spaces.
    fn asked(sought: Sought<'_>, hint: &str, candidates: &[&str], why: &Why) -> String {
        let candidates: Vec<_> = candidates.iter().map(|candidate| named(candidate)).collect();
        ask(sought, hint, &candidates, why).say(Language::Fr).replace('\u{a0}', " ")
    }

    #[test]
    fn a_question_says_why_it_is_asked() {
        let text = str::to_owned;
        for (doubt, words) in [
            (Doubt::Leftover { word: text("mobile") }, "« mobile » n'y figure pas"),
            (
                Doubt::Contradiction { said: text("ics"), found: text("pdf") },
                "Il dit « pdf », et non « ics »",
            ),
            (Doubt::Contradiction { said: text("tour"), found: text("tour") }, "dans un autre sens"),
            (Doubt::Contradiction { said: text("12"), found: text("") }, "« 12 » n'y figure pas"),
            (
                Doubt::SlipOnly { said: text("sombre"), found: text("nombre") },
                "« sombre » et « nombre » se ressemblent",
            ),
            (
                Doubt::Fragment { said: text("fisca"), found: text("openfisca") },
                "un morceau de « openfisca »",
            ),
            (Doubt::Unsaid { word: text("front") }, "Il dit aussi « front »"),
            (Doubt::Weak, "La ressemblance ne suffit pas"),
        ] {
            for candidates in [&["#1 « Un »"][..], &["#1 « Un »", "#2 « Deux »"]] {
                let sentence = asked(PORTAIL, "mots", candidates, &Why::Doubt(doubt.clone()));
                assert!(sentence.contains(words) && sentence.contains("#1 « Un »"), "{sentence}");
                assert!(sentence.contains("« mots »") && sentence.contains('?'), "{sentence}");
            }
        }
        assert!(asked(PORTAIL, "mots", &["a"], &Why::Unread).contains("n'a pas pu être lue"));
        assert!(asked(PORTAIL, "mots", &["a"], &Why::Described).contains("Sa description le dit"));
        assert!(asked(Sought::Project, "mots", &["a"], &Why::NotMember).contains("n'est pas membre"));
        assert!(asked(PORTAIL, "ticket 12", &["a", "b"], &Why::Number).contains("numéro de ticket"));
    }

    #[test]
    fn one_candidate_is_asked_about_in_the_singular() {
        for (hint, why) in [
            ("", Why::Doubt(Doubt::Vague)),
            ("le ticket", Why::Doubt(Doubt::Vague)),
            ("un", Why::Doubt(Doubt::Weak)),
        ] {
            let sentence = asked(PORTAIL, hint, &["#1 « Un »"], &why);
            assert!(sentence.contains("#1 « Un » ?") && !sentence.contains("lequel"), "{sentence}");
        }
        let several = |unshown| asked(PORTAIL, "un", &["a", "b"], &Why::Several { unshown });
        assert!(several(0).starts_with("Plusieurs tickets"));
        assert!(several(4).starts_with("6 tickets du projet « Portail » correspondent autant à « un »"));
    }

    #[test]
    fn a_milestone_question_names_its_choices() {
        let sentence = asked(
            Sought::Milestone(Place::Project("Portail")),
            "sprint",
            &["« Sprint 1 »", "« Sprint 2 »"],
            &Why::Several { unshown: 0 },
        );
        assert!(
            sentence.ends_with("Au choix, comme milestone_hint : « Sprint 1 », « Sprint 2 »."),
            "{sentence}"
        );
    }

    #[test]
    fn what_is_not_found_comes_with_the_nearest_and_the_way_on() {
        for (sought, way_on) in [
            (Sought::Project, "chemin complet"),
            (Sought::ProjectOfIssue, "quel est le projet"),
            (Sought::Group, "chemin complet"),
            (PORTAIL, "son numéro"),
            (Sought::Milestone(Place::Project("Portail")), "ou aucun jalon"),
            (Sought::Member(Place::Project("Portail")), "@identifiant"),
        ] {
            let sentence = not_found(sought, "mots", Some(&named("« Un »")));
            let sentence = sentence.say(Language::Fr);
            assert!(sentence.contains("« Un »") && sentence.contains("confirmez-le"), "{sentence}");
            assert!(sentence.contains(way_on), "{sentence}");
            assert!(not_found(sought, "mots", None).say(Language::Fr).contains(way_on));
        }
    }
}
