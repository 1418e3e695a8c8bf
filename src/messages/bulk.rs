//! The sentences of bulk operations.

use super::say;
use crate::language::Language;

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
#[must_use]
pub fn closed(language: Language, project: &str, counts: Counts) -> String {
    let counts = told(language, counts);
    say!(language, "Projet « {project} » : {counts}.", "Project “{project}”: {counts}.")
}

/// The sentence of a bulk labelling.
#[must_use]
pub fn labelled(language: Language, label: &str, counts: Counts, truncated: bool) -> String {
    let counts = told(language, counts);
    let sentence = say!(language, "Étiquette « {label} » : {counts}.", "Label “{label}”: {counts}.");
    if truncated {
        say!(
            language,
            "{sentence} Le projet contient d'autres tickets.",
            "{sentence} The project holds more issues."
        )
    } else {
        sentence
    }
}

/// `1 fait, 1 à préciser, 1 introuvable`: outcomes without items are left out.
fn told(language: Language, counts: Counts) -> String {
    let Counts { done, unchanged, to_clarify, not_found, failed } = counts;
    let plural = |number| if number > 1 { "s" } else { "" };
    let (s_done, s_unchanged, s_not_found) = (plural(done), plural(unchanged), plural(not_found));
    let parts = [
        (done, say!(language, "{done} fait{s_done}", "{done} done")),
        (unchanged, say!(language, "{unchanged} déjà fait{s_unchanged}", "{unchanged} done already")),
        (to_clarify, say!(language, "{to_clarify} à préciser", "{to_clarify} to clarify")),
        (not_found, say!(language, "{not_found} introuvable{s_not_found}", "{not_found} not found")),
        (failed, say!(language, "{failed} en échec", "{failed} failed")),
    ];
    let told: Vec<_> = parts.into_iter().filter(|(number, _)| *number > 0).map(|(_, part)| part).collect();
    if told.is_empty() { say!(language, "rien à faire", "nothing to do") } else { told.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_that_occurs_is_counted_and_agrees() {
        let counts = Counts { done: 2, to_clarify: 1, not_found: 2, ..Counts::default() };
        assert_eq!(told(Language::Fr, counts), "2 faits, 1 à préciser, 2 introuvables");
        assert_eq!(told(Language::En, counts), "2 done, 1 to clarify, 2 not found");
        let counts = Counts { done: 1, unchanged: 1, failed: 3, ..Counts::default() };
        assert_eq!(told(Language::Fr, counts), "1 fait, 1 déjà fait, 3 en échec");
        assert_eq!(told(Language::Fr, Counts::default()), "rien à faire");
    }
}
