//! What each conversation was asked lately: a model that names a candidate of a question afterwards may have chosen it itself.

use moka::{notification::RemovalCause, sync::Cache};

use super::{elicitation::ROWS, prelude::*};
use crate::api::wire::fields::whole;
use crate::matching::{Score, in_figures, letters, normalise, spelled_number};

/// Most candidates that are remembered: of one caller, enough for a bulk call whose every row asks, and of all. The sessions of a
/// caller count together, since it may invent any number of them.
const MOST_OF_CALLER: usize = 1_000;
const MOST: u64 = 100_000;
/// A text that is more similar to a title than this, letter by letter, counts as the whole title.
const ALMOST_IN_FULL: Score = Score::new(89);

/// Who talks: a caller, and the session where the client has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Conversation {
    pub(super) caller: String,
    pub(super) session: Option<String>,
}

/// The questions of the last while.
pub(super) struct RecentQuestions {
    /// By caller, the latest last.
    held: Cache<String, Vec<AskedQuestion>>,
    /// Callers who were asked more than is remembered: a model may have chosen whatever they change.
    forgotten: Cache<String, ()>,
    time_to_live: Duration,
}

/// What was asked at once.
#[derive(Clone)]
struct AskedQuestion {
    when: Instant,
    session: Option<String>,
    candidates: Arc<[AskedCandidate]>,
}

/// What could be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AskedCandidate {
    /// `#12`, `ville/portail#12`, `ville/portail`, `@username`.
    pub(super) name: String,
    /// What it alone is called, with its numbers in digits.
    title: String,
}

/// An argument in which a candidate may be named. It is read once, since there may be many of both.
struct SaidText {
    /// In lower case, without blanks.
    lower: String,
    /// Whether it may be a path or an address.
    is_path: bool,
    /// With its numbers in digits.
    figures: String,
    words: HashSet<String>,
    /// Its numbers, written in digits or in words.
    numbers: HashSet<String>,
    /// Whether it has numerals other than ASCII digits, which are not read here.
    has_other_figures: bool,
}

impl RecentQuestions {
    /// Remembers questions for this time.
    pub(super) fn new(time_to_live: Duration) -> Self {
        let weigh = |_: &_, asked: &Vec<_>| u32::try_from(count(asked)).unwrap_or(u32::MAX);
        let forgotten = Cache::builder().time_to_live(time_to_live).max_capacity(MOST).build();
        let noted = forgotten.clone();
        let note = move |caller: Arc<String>, _, cause| {
            if cause == RemovalCause::Size {
                noted.insert(caller.to_string(), ());
            }
        };
        let held = Cache::builder().time_to_live(time_to_live).weigher(weigh).eviction_listener(note);
        Self { held: held.max_capacity(MOST).build(), forgotten, time_to_live }
    }

    /// Whether this caller was asked more than is remembered.
    pub(super) fn has_forgotten(&self, caller: &str) -> bool {
        self.forgotten.contains_key(caller)
    }

    /// Remembers what questions offered.
    pub(super) fn note(&self, conversation: &Conversation, prompts: &[Prompt]) {
        let choices = prompts.iter().flat_map(|prompt| &prompt.choices);
        let offered = choices.filter(|choice| !choice.called.is_empty());
        let new = offered
            .map(|choice| AskedCandidate { name: choice.name.clone(), title: in_figures(&choice.called) });
        self.remember(conversation, new.collect());
    }

    fn remember(&self, Conversation { caller, session }: &Conversation, candidates: Arc<[AskedCandidate]>) {
        if candidates.is_empty() {
            return;
        }
        let new = AskedQuestion { when: Instant::now(), session: session.clone(), candidates };
        self.held.entry_by_ref(caller).and_upsert_with(|held| {
            let mut asked = held.map(moka::Entry::into_value).unwrap_or_default();
            asked.retain(|one| one.when.elapsed() < self.time_to_live);
            // What is asked again counts once.
            for one in asked.iter_mut().filter(|one| one.session == *session) {
                one.candidates =
                    one.candidates.iter().filter(|held| !new.candidates.contains(held)).cloned().collect();
            }
            asked.retain(|one| !one.candidates.is_empty());
            asked.push(new);
            while count(&asked) > MOST_OF_CALLER {
                asked.remove(0);
                self.forgotten.insert(caller.clone(), ());
            }
            asked
        });
    }

    /// The candidates that a call names by number, address or full title. A client without a session is in all of its caller's
    /// conversations.
    pub(super) fn named(&self, conversation: &Conversation, arguments: &JsonObject) -> Vec<AskedCandidate> {
        let Conversation { caller, session } = conversation;
        let mut held = self.held.get(caller).unwrap_or_default();
        held.retain(|asked| session.is_none() || asked.session.is_none() || asked.session == *session);
        let texts = arguments.iter().filter(|(field, _)| names_objects(field));
        let texts: Vec<_> =
            texts.flat_map(|(_, value)| texts_of(value)).flat_map(SaidText::readings).collect();
        // A milestone's id counts without `confirm` too.
        let chosen = arguments.get("resolved_milestone_id").and_then(whole).map(|id| id.to_string());
        let candidates = held.iter().flat_map(|asked| asked.candidates.iter());
        let is_named = |candidate: &&AskedCandidate| {
            chosen.as_ref() == Some(&candidate.name) || texts.iter().any(|text| candidate.is_named_by(text))
        };
        candidates.filter(is_named).cloned().collect()
    }
}

impl SaidText {
    /// A text as it is and, if it is percent-encoded, decoded.
    fn readings(text: &str) -> impl Iterator<Item = Self> {
        let decoded = urlencoding::decode(text).ok().filter(|decoded| decoded != text);
        [Some(Self::new(text)), decoded.map(|decoded| Self::new(&decoded))].into_iter().flatten()
    }

    fn new(text: &str) -> Self {
        let (normal, figures) = (normalise(text), in_figures(text));
        let written = [text, &normal, &figures].into_iter();
        let digits = written.clone().flat_map(|text| text.split(|sign: char| !sign.is_ascii_digit()));
        let digits = digits.map(|digits| digits.trim_start_matches('0').to_owned());
        let spelled = written.flat_map(|text| text.split(' ').filter_map(spelled_number));
        let numbers: HashSet<_> = digits.chain(spelled.map(|number| number.to_string())).collect();
        let has_other_figures =
            text.chars().chain(normal.chars()).any(|sign| sign.is_numeric() && !sign.is_ascii());
        let words = figures.split(' ').map(str::to_owned).chain(numbers.iter().cloned()).collect();
        let lower = text.to_lowercase().split_whitespace().collect();
        let is_path = text.contains('/') && !text.trim().contains(char::is_whitespace);
        Self { lower, is_path, figures, words, numbers, has_other_figures }
    }
}

/// How many candidates these questions have.
fn count(asked: &[AskedQuestion]) -> usize {
    asked.iter().map(|one| one.candidates.len()).sum()
}

impl AskedCandidate {
    /// Whether a text gives its number, its address or its whole title.
    fn is_named_by(&self, said: &SaidText) -> bool {
        let is_whole = !self.title.is_empty()
            && (self.title.split(' ').all(|word| said.words.contains(word))
                || letters::ratio_above(&self.title, &said.figures, ALMOST_IN_FULL) > ALMOST_IN_FULL);
        let number = self.name.rsplit_once('#').map_or(&*self.name, |(_, number)| number);
        is_whole
            || if number.bytes().all(|sign| sign.is_ascii_digit()) {
                said.has_other_figures || said.numbers.contains(number)
            } else {
                let name = self.name.trim_start_matches('@').to_lowercase();
                // An issue as `project#12` names the project too.
                let short = format!("{}#", name.rsplit('/').next().unwrap_or(&name));
                // The host follows a path that the project had before: only what the call is about tells which one it names.
                name.contains('/') && said.is_path
                    || said.lower.contains(&name)
                    || said.lower.contains(&short)
            }
    }
}

/// Whether an argument says which object is meant.
fn names_objects(field: &str) -> bool {
    field.ends_with("_hint") || [ROWS, "title", "issues", "project_path", "namespace_path"].contains(&field)
}

/// The text of an argument, or those of its list, and the titles of the issues in it: no argument that names objects has lists in a
/// list.
fn texts_of(value: &Value) -> impl Iterator<Item = &str> {
    let items = value.as_array().into_iter().flatten();
    let titles = items.clone().filter_map(|item| item.get("title"));
    std::iter::once(value).chain(items).chain(titles).filter_map(Value::as_str)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn conversation(caller: &str, session: usize) -> Conversation {
        Conversation { caller: caller.to_owned(), session: Some(session.to_string()) }
    }

    fn candidates(number: usize) -> Arc<[AskedCandidate]> {
        let candidate =
            |number| AskedCandidate { name: format!("#{number}"), title: format!("dossier {number}") };
        (1..=number).map(candidate).collect()
    }

    #[test]
    fn whoever_is_asked_too_much_is_known_to_be_forgotten_and_is_alone_in_that() {
        let questions = RecentQuestions::new(Duration::from_mins(10));
        let (alice, words) = (conversation("alice", 0), json!({ "issue_hint": "#2" }));
        questions.remember(&alice, candidates(2));
        let knows = || !questions.named(&alice, words.as_object().unwrap()).is_empty();
        for session in 0..1_000 {
            questions.remember(&conversation("mallory", session), candidates(300));
            assert!(knows() && !questions.has_forgotten("alice"), "{session}");
        }
        assert!(questions.has_forgotten("mallory"));
        for caller in 0..1_000 {
            questions.remember(&conversation(&caller.to_string(), 0), candidates(300));
            assert!(knows() || questions.has_forgotten("alice"), "{caller}");
        }
    }

    #[test]
    fn a_project_is_named_by_its_path_however_it_is_spaced_and_by_the_reference_of_an_issue() {
        let questions = RecentQuestions::new(Duration::from_mins(10));
        let alice = conversation("alice", 0);
        let project =
            AskedCandidate { name: "ville/portail-a".to_owned(), title: "espace citoyen a".to_owned() };
        questions.remember(&alice, [project].into());
        for (hint, is_named) in
            [("Ville / Portail-A", true), ("portail-a#1", true), ("portail-b#1", false), ("portail", false)]
        {
            let words = json!({ "issue_hint": hint });
            assert_eq!(!questions.named(&alice, words.as_object().unwrap()).is_empty(), is_named, "{hint}");
        }
    }

    #[test]
    fn a_number_is_the_same_in_figures_and_in_words_and_an_old_path_may_be_any_projects() {
        let questions = RecentQuestions::new(Duration::from_mins(10));
        let alice = conversation("alice", 0);
        let candidate =
            |name: &str, title| AskedCandidate { name: name.to_owned(), title: in_figures(title) };
        let asked = [
            candidate("#121", "Erreur serveur"),
            candidate("20003", "Sprint 2"),
            candidate("ville/v3", "Version 3.0"),
        ];
        questions.remember(&alice, asked.into());
        for (hint, named) in [
            ("ticket cent vingt et un", Some("#121")),
            ("issue one hundred twenty one", Some("#121")),
            ("ticket cent vingt", None),
            ("sprint deux", Some("20003")),
            ("sprint II", Some("20003")),
            ("second sprint", Some("20003")),
            ("sprint trois", None),
            ("version trois", Some("ville/v3")),
            ("ville/ancienne-version", Some("ville/v3")),
        ] {
            let words = json!({ "issue_hint": hint });
            let found = questions.named(&alice, words.as_object().unwrap());
            assert_eq!(found.first().map(|candidate| &*candidate.name), named, "{hint}");
        }
    }

    #[test]
    fn what_was_asked_without_a_session_is_remembered_in_those_of_its_caller_alone() {
        let questions = RecentQuestions::new(Duration::from_mins(10));
        let without_session = Conversation { session: None, ..conversation("alice", 0) };
        questions.remember(&without_session, candidates(2));
        let words = json!({ "issue_hint": "#2" });
        let named = |caller| questions.named(&conversation(caller, 7), words.as_object().unwrap()).len();
        assert_eq!([named("alice"), named("bob")], [1, 0]);
    }

    #[test]
    fn a_conversation_with_too_many_candidates_has_forgotten_some() {
        let questions = RecentQuestions::new(Duration::from_mins(10));
        questions.remember(&conversation("alice", 0), candidates(MOST_OF_CALLER));
        assert!(!questions.has_forgotten("alice"));
        questions.remember(&conversation("alice", 0), candidates(MOST_OF_CALLER + 1));
        assert!(questions.has_forgotten("alice"));
    }

    /// Each text has to be read once, not once for each candidate: that took minutes, in which the process did nothing else.
    #[test]
    fn a_bulk_call_of_long_hints_is_held_against_all_that_is_remembered() {
        let questions = RecentQuestions::new(Duration::from_mins(10));
        let long = |number| AskedCandidate {
            name: format!("#{number}"),
            title: format!("{number} {}", "lorem ".repeat(40)),
        };
        let alice = conversation("alice", 0);
        questions.remember(&alice, (1..=MOST_OF_CALLER).map(long).collect());
        let mut hints = vec!["mot ".repeat(250); 99];
        hints.push("n° 7".to_owned());
        let arguments = json!({ ROWS: hints });
        let named = questions.named(&alice, arguments.as_object().unwrap());
        assert_eq!(named.iter().map(|candidate| &*candidate.name).collect::<Vec<_>>(), ["#7"]);
    }
}
