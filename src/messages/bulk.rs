//! The sentences of bulk operations.

use super::{Sentence, say};

/// How many items had each outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Issues that were changed, each counted once.
    pub done: usize,
    /// Issues where there was nothing to change.
    pub unchanged: usize,
    /// Hints that several issues fit.
    pub to_clarify: usize,
    /// Hints that no issue fits.
    pub not_found: usize,
    /// Items that failed.
    pub failed: usize,
}

/// The sentence of a bulk close.
pub fn closed(project: &str, counts: Counts) -> Sentence {
    let s = plural(counts.unchanged);
    let counts = told(counts, ["fermé", "closed"], &say!("déjà fermé{s}", "closed already"));
    say!("Projet « {project} » : {counts}.", "Project “{project}”: {counts}.")
}

/// The sentence of a bulk labelling.
pub fn labelled(label: &str, counts: Counts, truncated: bool) -> Sentence {
    let had = if counts.unchanged > 1 { "l'avaient" } else { "l'avait" };
    let counts = told(counts, ["étiqueté", "labelled"], &say!("{had} déjà", "had it already"));
    let sentence = say!("Étiquette « {label} » : {counts}.", "Label “{label}”: {counts}.");
    sentence.then(truncated.then_some(MORE))
}

const MORE: Sentence =
    Sentence::new("Le projet contient d\'autres tickets.", "The project holds more issues.");

/// `1 ticket fermé, 1 à préciser, 1 introuvable`: outcomes without items are left out.
fn told(counts: Counts, [fr, en]: [&str; 2], already: &Sentence) -> Sentence {
    let Counts { done, unchanged, to_clarify, not_found, failed } = counts;
    let (s_done, s_not_found) = (plural(done), plural(not_found));
    let parts = [
        (done, say!("{done} ticket{s_done} {fr}{s_done}", "{done} issue{s_done} {en}")),
        (unchanged, say!("{unchanged} {already}", "{unchanged} {already}")),
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
    use super::*;
    use crate::language::Language;

    #[test]
    fn each_kind_that_occurs_is_counted_and_agrees() {
        let counts = Counts { done: 2, to_clarify: 1, not_found: 2, ..Counts::default() };
        let told =
            |counts| told(counts, ["fermé", "closed"], &Sentence::new("l'avait déjà", "had it already"));
        assert_eq!(told(counts).say(Language::Fr), "2 tickets fermés, 1 à préciser, 2 introuvables");
        assert_eq!(told(counts).say(Language::En), "2 issues closed, 1 to clarify, 2 not found");
        let counts = Counts { done: 1, unchanged: 1, failed: 3, ..Counts::default() };
        assert_eq!(told(counts).say(Language::Fr), "1 ticket fermé, 1 l'avait déjà, 3 en échec");
        assert_eq!(told(Counts::default()).say(Language::Fr), "rien à faire");
    }
}
