//! The sentences of bulk operations.

use super::{Noun, Sentence, say};
use crate::service::{
    Intent,
    issues::{BulkItem, ItemOutcome, count_issues},
    resolve::Unresolved,
};

/// What is said of the issues that a bulk call changed, of those that it would change, and of those that need no change.
const CLOSED: [Noun; 3] = [
    Noun { fr: ["", "ticket fermé", "tickets fermés"], en: ["issue closed", "issues closed"] },
    Noun { fr: ["", "ticket à fermer", "tickets à fermer"], en: ["issue to close", "issues to close"] },
    Noun { fr: ["", "déjà fermé", "déjà fermés"], en: ["closed already"; 2] },
];
const LABELLED: [Noun; 3] = [
    Noun { fr: ["", "ticket étiqueté", "tickets étiquetés"], en: ["issue labelled", "issues labelled"] },
    Noun {
        fr: ["", "ticket à étiqueter", "tickets à étiqueter"], en: ["issue to label", "issues to label"]
    },
    Noun { fr: ["", "l'avait déjà", "l'avaient déjà"], en: ["had it already"; 2] },
];
const TO_CLARIFY: Noun = Noun { fr: ["à préciser"; 3], en: ["to clarify"; 2] };
const NOT_FOUND: Noun = Noun { fr: ["", "introuvable", "introuvables"], en: ["not found"; 2] };
const FAILED: Noun = Noun { fr: ["en échec"; 3], en: ["failed"; 2] };

/// The sentence of a bulk close.
pub fn closed(intent: Intent, project: &str, items: &[BulkItem]) -> Sentence {
    let counts = told(intent, None, items, CLOSED);
    say!("Projet « {project} » : {counts}.", "Project “{project}”: {counts}.")
}

/// The sentence of a bulk labelling, whose label may be new.
pub fn labelled(
    intent: Intent,
    (label, is_new): (&str, bool),
    items: &[BulkItem],
    truncated: bool,
) -> Sentence {
    let created = match intent {
        Intent::Act => Sentence::new("créée", "created"),
        Intent::Preview => Sentence::new("à créer", "to create"),
    };
    let counts = told(intent, is_new.then_some(created), items, LABELLED);
    let sentence = say!("Étiquette « {label} » : {counts}.", "Label “{label}”: {counts}.");
    sentence.then(truncated.then_some(MORE))
}

const MORE: Sentence =
    Sentence::new("Le projet contient d\'autres tickets.", "The project holds more issues.");

/// `1 ticket fermé, 1 à préciser, 1 introuvable`, after what was done before: outcomes without items are left out.
fn told(
    intent: Intent,
    before: Option<Sentence>,
    items: &[BulkItem],
    [done, to_do, unchanged]: [Noun; 3],
) -> Sentence {
    let number = |is: fn(&ItemOutcome) -> bool| items.iter().filter(|item| is(&item.outcome)).count();
    let changed = count_issues(items, |outcome| match outcome {
        ItemOutcome::Changed(issue, true, _) => Some(issue),
        _ => None,
    });
    let same = count_issues(items, |outcome| match outcome {
        ItemOutcome::Unchanged(issue) | ItemOutcome::Changed(issue, false, _) => Some(issue),
        _ => None,
    });
    let parts = [
        (if intent == Intent::Act { done } else { to_do }, changed),
        (unchanged, same),
        (TO_CLARIFY, number(|it| matches!(it, ItemOutcome::Open(Unresolved::Ambiguous(_), _)))),
        (NOT_FOUND, number(|it| matches!(it, ItemOutcome::Open(Unresolved::NotFound(_), _)))),
        (FAILED, number(|it| matches!(it, ItemOutcome::Failed(..)))),
    ];
    let told = parts.into_iter().filter(|(_, number)| *number > 0);
    let told: Vec<_> = before.into_iter().chain(told.map(|(what, number)| what.count(number))).collect();
    if told.is_empty() {
        Sentence::new("rien à faire", "nothing to do")
    } else {
        Sentence::join(&told, ", ")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::{
        error::Error,
        gitlab::Issue,
        language::Language,
        service::resolve::{NotFound, Question, Why},
    };

    fn issue(iid: i64) -> Issue {
        Arc::new(serde_json::from_value(json!({ "id": iid, "iid": iid })).unwrap())
    }

    fn not_found() -> ItemOutcome {
        let (in_other_state, was_missed) = (false, false);
        let (suggestions, group, absent) = (Vec::new(), None, None);
        let nothing = NotFound { suggestions, in_other_state, was_missed, group, absent };
        ItemOutcome::Open(Unresolved::NotFound(nothing), Vec::new())
    }

    fn failed() -> ItemOutcome {
        ItemOutcome::Failed(None, Error::NotAttempted)
    }

    #[test]
    fn each_kind_that_occurs_is_counted_and_agrees() {
        let told = |outcomes: Vec<ItemOutcome>, language| {
            let item = |outcome| BulkItem { hint: String::new(), candidates: Vec::new(), outcome };
            let items: Vec<_> = outcomes.into_iter().map(item).collect();
            told(Intent::Act, None, &items, CLOSED).say(language).to_owned()
        };
        let question = || Question { candidates: Vec::new(), why: Why::Number };
        // An issue that two hints mean counts once.
        let open = || {
            let changed = [1, 2, 2].map(|iid| ItemOutcome::Changed(issue(iid), true, Vec::new()));
            let asks = ItemOutcome::Open(Unresolved::Ambiguous(question()), Vec::new());
            changed.into_iter().chain([asks, not_found(), not_found()]).collect()
        };
        assert_eq!(told(open(), Language::Fr), "2 tickets fermés, 1 à préciser, 2 introuvables");
        assert_eq!(told(open(), Language::En), "2 issues closed, 1 to clarify, 2 not found");
        let (one, same) =
            (ItemOutcome::Changed(issue(1), true, Vec::new()), || ItemOutcome::Unchanged(issue(2)));
        let others = vec![one, same(), failed(), failed(), failed()];
        assert_eq!(told(others, Language::Fr), "1 ticket fermé, 1 déjà fermé, 3 en échec");
        assert_eq!(told(vec![same(), same()], Language::Fr), "1 déjà fermé");
        let both = vec![same(), ItemOutcome::Unchanged(issue(3))];
        assert_eq!(told(both, Language::Fr), "2 déjà fermés");
        assert_eq!(told(Vec::new(), Language::Fr), "rien à faire");
    }
}
