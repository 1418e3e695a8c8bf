//! The sentences for hints that name no object for sure: the nearest object, why it was not taken, and how to go on.

use super::say;
use crate::{
    gitlab::{Group, Issue, Member, Milestone, Project},
    language::Language,
    matching::Doubt,
    service::resolve::Why,
};

/// A kind of object, with the project in which it was looked for.
#[derive(Debug, Clone, Copy)]
pub enum Sought<'a> {
    /// A project.
    Project,
    /// A group.
    Group,
    /// An issue of this project.
    Issue(&'a str),
    /// A milestone of this project.
    Milestone(&'a str),
    /// A member of this project.
    Member(&'a str),
}

/// How a sentence names an object.
pub trait Called {
    /// `#12 « Titre »`, `« Portail » (ville/portail)`
    fn called(&self, language: Language) -> String;
}

impl Called for Project {
    fn called(&self, language: Language) -> String {
        let Self { name, path_with_namespace: path, .. } = self;
        say!(language, "« {name} » ({path})", "“{name}” ({path})")
    }
}

impl Called for Group {
    fn called(&self, language: Language) -> String {
        let Self { name, full_path: path, .. } = self;
        say!(language, "« {name} » ({path})", "“{name}” ({path})")
    }
}

impl Called for Issue {
    fn called(&self, language: Language) -> String {
        let Self { iid, title, .. } = self;
        say!(language, "#{iid} « {title} »", "#{iid} “{title}”")
    }
}

impl Called for Milestone {
    fn called(&self, language: Language) -> String {
        let title = &self.title;
        say!(language, "« {title} »", "“{title}”")
    }
}

impl Called for Member {
    fn called(&self, language: Language) -> String {
        let Self { name, username, .. } = self;
        say!(language, "{name} (@{username})", "{name} (@{username})")
    }
}

impl Sought<'_> {
    /// `projet`, `ticket du projet « Portail »`
    fn noun(self, language: Language) -> String {
        match self {
            Self::Project => say!(language, "projet", "project"),
            Self::Group => say!(language, "groupe", "group"),
            Self::Issue(project) => {
                say!(language, "ticket du projet « {project} »", "issue of the project “{project}”")
            }
            Self::Milestone(project) => {
                say!(language, "jalon du projet « {project} »", "milestone of the project “{project}”")
            }
            Self::Member(project) => {
                say!(language, "membre du projet « {project} »", "member of the project “{project}”")
            }
        }
    }

    /// `projets`, `tickets du projet « Portail »`
    fn nouns(self, language: Language) -> String {
        match self {
            Self::Project => say!(language, "projets", "projects"),
            Self::Group => say!(language, "groupes", "groups"),
            Self::Issue(project) => {
                say!(language, "tickets du projet « {project} »", "issues of the project “{project}”")
            }
            Self::Milestone(project) => {
                say!(language, "jalons du projet « {project} »", "milestones of the project “{project}”")
            }
            Self::Member(project) => {
                say!(language, "membres du projet « {project} »", "members of the project “{project}”")
            }
        }
    }

    /// What to try if nothing fits.
    fn way_on(self, language: Language) -> String {
        match self {
            Self::Project | Self::Group => {
                say!(
                    language,
                    "essayez d'autres mots, ou son chemin complet",
                    "try other words, or its full path"
                )
            }
            Self::Issue(_) => {
                say!(language, "essayez d'autres mots, ou son numéro", "try other words, or its number")
            }
            Self::Milestone(_) => {
                say!(
                    language,
                    "aucun ticket n'est créé ; donnez d'autres mots, ou aucun jalon",
                    "no issue is created; give other words, or no milestone"
                )
            }
            Self::Member(_) => {
                say!(language, "donnez son nom ou @identifiant", "give their name or @username")
            }
        }
    }
}

/// The sentence if nothing fits; `nearest` names the nearest object.
#[must_use]
pub fn not_found(language: Language, sought: Sought<'_>, hint: &str, nearest: Option<&str>) -> String {
    if hint.is_empty() {
        return nothing_said(language, sought);
    }
    let (noun, way_on) = (sought.noun(language), sought.way_on(language));
    match nearest {
        None => say!(
            language,
            "Aucun {noun} ne correspond à « {hint} » : {way_on}.",
            "No {noun} fits “{hint}”: {way_on}."
        ),
        Some(nearest) => say!(
            language,
            "Aucun {noun} ne correspond à « {hint} ». Le plus proche est {nearest} : si c'est lui, confirmez-le ; sinon, {way_on}.",
            "No {noun} fits “{hint}”. The nearest is {nearest}: if that is the one, confirm it; otherwise {way_on}."
        ),
    }
}

/// The sentence for an empty hint without candidates.
fn nothing_said(language: Language, sought: Sought<'_>) -> String {
    match sought {
        Sought::Group => say!(
            language,
            "Aucun groupe n'est visible : vérifiez les droits du jeton technique.",
            "No group can be seen: check the rights of the technical token."
        ),
        Sought::Issue(project) => say!(
            language,
            "Le projet « {project} » n'a aucun ticket dans cet état.",
            "The project “{project}” has no issue in this state."
        ),
        _ => {
            let noun = sought.noun(language);
            say!(language, "Précisez de quel {noun} il s'agit.", "Say which {noun} is meant.")
        }
    }
}

/// The question for these candidates (their names, best first), with the reason why none was taken.
#[must_use]
pub fn ask(language: Language, sought: Sought<'_>, hint: &str, candidates: &[String], why: &Why) -> String {
    let question = question(language, sought, hint, candidates, why);
    // The caller may have no other place to show the candidates.
    match sought {
        Sought::Milestone(_) if candidates.len() > 1 => {
            let choices = candidates.join(", ");
            say!(language, "{question} Au choix : {choices}.", "{question} The choices: {choices}.")
        }
        _ => question,
    }
}

fn question(language: Language, sought: Sought<'_>, hint: &str, candidates: &[String], why: &Why) -> String {
    let (noun, nouns) = (sought.noun(language), sought.nouns(language));
    let [first, others @ ..] = candidates else { return nothing_said(language, sought) };
    let is_one = others.is_empty();
    match why {
        _ if hint.is_empty() && is_one => say!(
            language,
            "Précisez de quel {noun} il s'agit : est-ce {first} ?",
            "Say which {noun} is meant: is it {first}?"
        ),
        _ if hint.is_empty() => {
            say!(language, "Précisez de quel {noun} il s'agit.", "Say which {noun} is meant.")
        }
        Why::Doubt(Doubt::Vague) if is_one => say!(
            language,
            "« {hint} » ne désigne aucun {noun} en particulier : est-ce {first} ?",
            "“{hint}” names no {noun} in particular: is it {first}?"
        ),
        Why::Doubt(Doubt::Vague) => say!(
            language,
            "« {hint} » ne désigne aucun {noun} en particulier : lequel est le bon ?",
            "“{hint}” names no {noun} in particular: which one is meant?"
        ),
        Why::Number => say!(
            language,
            "« {hint} » peut être un numéro de ticket, ou figurer dans un titre : lequel est le bon ?",
            "“{hint}” may be an issue's number, or stand in a title: which one is meant?"
        ),
        Why::OtherState => say!(
            language,
            "« {hint} » peut désigner un ticket ouvert ou un ticket déjà fermé : lequel est le bon ?",
            "“{hint}” may mean an open issue or one that is closed already: which one is meant?"
        ),
        Why::Several | Why::Doubt(Doubt::Rival) => say!(
            language,
            "Plusieurs {nouns} peuvent correspondre à « {hint} » : lequel est le bon ?",
            "Several {nouns} fit “{hint}”: which one is meant?"
        ),
        Why::Doubt(_) | Why::Unread | Why::NotMember => {
            let reason = reason(language, why);
            if is_one {
                say!(
                    language,
                    "« {hint} » désigne-t-il {first} ? {reason} : confirmez, ou précisez.",
                    "Does “{hint}” mean {first}? {reason}: confirm, or say more."
                )
            } else {
                say!(
                    language,
                    "Le plus proche de « {hint} » est {first}, sans certitude. {reason} : lequel est le bon ?",
                    "The nearest to “{hint}” is {first}, but that is not sure. {reason}: which one is meant?"
                )
            }
        }
    }
}

/// Why the nearest object was not taken, as a sentence without its end.
fn reason(language: Language, why: &Why) -> String {
    match why {
        Why::Doubt(Doubt::Leftover { word }) => {
            say!(language, "Rien n'y répond à « {word} »", "Nothing in it answers “{word}”")
        }
        Why::Doubt(Doubt::Contradiction { said, found }) if found.is_empty() => {
            say!(language, "« {said} » n'y figure pas", "“{said}” is not in it")
        }
        Why::Doubt(Doubt::Contradiction { said, found }) => {
            say!(language, "Il dit « {found} », et non « {said} »", "It says “{found}”, and not “{said}”")
        }
        Why::Doubt(Doubt::SlipOnly { said, found }) => say!(
            language,
            "« {said} » et « {found} » se ressemblent, sans plus",
            "“{said}” and “{found}” are only alike"
        ),
        Why::Doubt(Doubt::Fragment { said, found }) => say!(
            language,
            "« {said} » n'y est qu'un morceau de « {found} »",
            "“{said}” is only a part of “{found}” in it"
        ),
        Why::Doubt(Doubt::Unsaid { word }) => {
            say!(language, "Il dit aussi « {word} »", "It says “{word}” too")
        }
        Why::Unread => {
            say!(language, "Une partie de GitLab n'a pas pu être lue", "A part of GitLab could not be read")
        }
        Why::NotMember => say!(
            language,
            "Le jeton technique n'est pas membre de ce projet",
            "The technical token is no member of this project"
        ),
        Why::Doubt(_) | Why::Several | Why::Number | Why::OtherState => {
            say!(language, "La ressemblance est faible", "They are little alike")
        }
    }
}

/// The sentence if the hint fits an issue of the other state better: the change was made before.
#[must_use]
pub fn in_other_state(language: Language, issue: &Issue, project: &str, was_asked: bool) -> String {
    let called = issue.called(language);
    match (issue.state.as_ref(), was_asked) {
        ("opened", _) => say!(
            language,
            "Le ticket {called} du projet « {project} » est déjà ouvert : rien n'est modifié.",
            "Issue {called} of the project “{project}” is open already: nothing is changed."
        ),
        (_, true) => say!(
            language,
            "Le ticket {called} du projet « {project} » est déjà fermé : rien n'est modifié.",
            "Issue {called} of the project “{project}” is closed already: nothing is changed."
        ),
        (_, false) => say!(
            language,
            "Le ticket {called} du projet « {project} » correspond mieux, mais ce ticket est fermé : rouvrez-le, ou confirmez-le.",
            "Issue {called} of the project “{project}” fits better, but this issue is closed: reopen it, or confirm it."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORTAIL: Sought<'_> = Sought::Issue("Portail");

    /// The question for these candidates, with plain spaces.
    fn asked(sought: Sought<'_>, hint: &str, candidates: &[&str], why: &Why) -> String {
        let candidates: Vec<_> = candidates.iter().map(|candidate| (*candidate).to_owned()).collect();
        ask(Language::Fr, sought, hint, &candidates, why).replace('\u{a0}', " ")
    }

    #[test]
    fn a_question_says_why_it_is_asked() {
        let text = str::to_owned;
        for (doubt, words) in [
            (Doubt::Leftover { word: text("mobile") }, "Rien n'y répond à « mobile »"),
            (
                Doubt::Contradiction { said: text("ics"), found: text("pdf") },
                "Il dit « pdf », et non « ics »",
            ),
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
            (Doubt::Weak, "La ressemblance est faible"),
        ] {
            for candidates in [&["#1 « Un »"][..], &["#1 « Un »", "#2 « Deux »"]] {
                let sentence = asked(PORTAIL, "mots", candidates, &Why::Doubt(doubt.clone()));
                assert!(sentence.contains(words) && sentence.contains("#1 « Un »"), "{sentence}");
                assert!(sentence.contains("« mots »") && sentence.contains('?'), "{sentence}");
            }
        }
        assert!(asked(PORTAIL, "mots", &["a"], &Why::Unread).contains("n'a pas pu être lue"));
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
        assert!(asked(PORTAIL, "un", &["a", "b"], &Why::Several).starts_with("Plusieurs tickets"));
    }

    #[test]
    fn a_milestone_question_names_its_choices() {
        let sentence =
            asked(Sought::Milestone("Portail"), "sprint", &["« Sprint 1 »", "« Sprint 2 »"], &Why::Several);
        assert!(sentence.ends_with("Au choix : « Sprint 1 », « Sprint 2 »."), "{sentence}");
    }

    #[test]
    fn what_is_not_found_comes_with_the_nearest_and_the_way_on() {
        for (sought, way_on) in [
            (Sought::Project, "chemin complet"),
            (Sought::Group, "chemin complet"),
            (PORTAIL, "son numéro"),
            (Sought::Milestone("Portail"), "aucun ticket n'est créé"),
            (Sought::Member("Portail"), "@identifiant"),
        ] {
            let sentence = not_found(Language::Fr, sought, "mots", Some("« Un »"));
            assert!(sentence.contains("« Un »") && sentence.contains("confirmez-le"), "{sentence}");
            assert!(sentence.contains(way_on), "{sentence}");
            assert!(not_found(Language::Fr, sought, "mots", None).contains(way_on));
        }
    }
}
