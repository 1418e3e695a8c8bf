//! The sentences of bulk operations.

use super::{Sentence, say};
use crate::service::{
    issues::{BulkItem, ItemOutcome, count_changed},
    resolve::Unresolved,
};

/// The sentence of a bulk close.
pub fn closed(project: &str, items: &[BulkItem]) -> Sentence {
    let counts = told(items, ["fermé", "closed"], ["déjà fermé", "déjà fermés", "closed already"]);
    say!("Projet « {project} » : {counts}.", "Project “{project}”: {counts}.")
}

/// The sentence of a bulk labelling.
pub fn labelled(label: &str, items: &[BulkItem], truncated: bool) -> Sentence {
    let counts = told(items, ["étiqueté", "labelled"], ["l'avait déjà", "l'avaient déjà", "had it already"]);
    let sentence = say!("Étiquette « {label} » : {counts}.", "Label “{label}”: {counts}.");
    sentence.then(truncated.then_some(MORE))
}

const MORE: Sentence =
    Sentence::new("Le projet contient d\'autres tickets.", "The project holds more issues.");

/// `1 ticket fermé, 1 à préciser, 1 introuvable`: outcomes without items are left out. `changed` says what was done to issues, `already`
/// what one or several had before.
fn told(items: &[BulkItem], changed: [&str; 2], already: [&str; 3]) -> Sentence {
    let number = |is: fn(&ItemOutcome) -> bool| items.iter().filter(|item| is(&item.outcome)).count();
    let done = count_changed(items);
    let unchanged = number(|outcome| matches!(outcome, ItemOutcome::Unchanged(_)));
    let to_clarify = number(|outcome| matches!(outcome, ItemOutcome::Open(Unresolved::Ambiguous(_))));
    let not_found = number(|outcome| matches!(outcome, ItemOutcome::Open(Unresolved::NotFound(_))));
    let failed = number(|outcome| matches!(outcome, ItemOutcome::Failed(..)));
    let ([fr, en], [one, several, had]) = (changed, already);
    let fr_had = if unchanged > 1 { several } else { one };
    let (s_done, s_not_found) = (plural(done), plural(not_found));
    let parts = [
        (done, say!("{done} ticket{s_done} {fr}{s_done}", "{done} issue{s_done} {en}")),
        (unchanged, say!("{unchanged} {fr_had}", "{unchanged} {had}")),
        (to_clarify, say!("{to_clarify} à préciser", "{to_clarify} to clarify")),
        (not_found, say!("{not_found} introuvable{s_not_found}", "{not_found} not found")),
        (failed, say!("{failed} en échec", "{failed} failed")),
    ];
    let told: Vec<_> = parts.into_iter().filter(|(number, _)| *number > 0).map(|(_, part)| part).collect();
    if told.is_empty() {
        Sentence::new("rien à faire", "nothing to do")
    } else {
        Sentence::join(&told, ", ")
    }
}

fn plural(number: usize) -> &'static str {
    if number > 1 { "s" } else { "" }
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
        ItemOutcome::Open(Unresolved::NotFound(nothing))
    }

    fn failed() -> ItemOutcome {
        ItemOutcome::Failed(None, Error::NotAttempted)
    }

    #[test]
    fn each_kind_that_occurs_is_counted_and_agrees() {
        let told = |outcomes: Vec<ItemOutcome>, language| {
            let item = |outcome| BulkItem { hint: String::new(), candidates: Vec::new(), outcome };
            let items: Vec<_> = outcomes.into_iter().map(item).collect();
            let already = ["l'avait déjà", "l'avaient déjà", "had it already"];
            told(&items, ["fermé", "closed"], already).say(language).to_owned()
        };
        let question = || Question { candidates: Vec::new(), why: Why::Number };
        // An issue that two hints mean counts once.
        let open = || {
            let changed = [1, 2, 2].map(|iid| ItemOutcome::Changed(issue(iid)));
            let asks = ItemOutcome::Open(Unresolved::Ambiguous(question()));
            changed.into_iter().chain([asks, not_found(), not_found()]).collect()
        };
        assert_eq!(told(open(), Language::Fr), "2 tickets fermés, 1 à préciser, 2 introuvables");
        assert_eq!(told(open(), Language::En), "2 issues closed, 1 to clarify, 2 not found");
        let (one, same) = (ItemOutcome::Changed(issue(1)), || ItemOutcome::Unchanged(issue(2)));
        let others = vec![one, same(), failed(), failed(), failed()];
        assert_eq!(told(others, Language::Fr), "1 ticket fermé, 1 l'avait déjà, 3 en échec");
        assert_eq!(told(vec![same(), same()], Language::Fr), "2 l'avaient déjà");
        assert_eq!(told(Vec::new(), Language::Fr), "rien à faire");
    }
}
