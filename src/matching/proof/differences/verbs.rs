//! What is to be done, is done or is wrong with one thing, and otherwise with the other.

use super::{Aligned, Difference};
use crate::matching::{
    lexicon::{Class, Mark},
    reading::{Reading, Said, Token, UNABLE, is_one_of, only, places},
};

/// What follows these is not to be, or to be looked into.
const PREVENTING: &str = "stop ban forbid prevent prohibit avoid interdire empecher eviter bannir arreter cesser \
                          investigate investiguer analyser reduce reduire";

/// What these begin is to be undone or put off.
const UNDOING: &str = "cancel annuler postpone repousser suspend suspendre refuse refuser reject rejeter unable impossible echec \
                       avertir warn decide decider pretend";

/// What begins a question.
const ASKING: &str = "who why how pourquoi comment qui";

/// Who says these wants the object found, not done with.
const LOOKING: &str = "ouvre ouvrir ouvrez ferme fermer fermez close rouvre rouvrir reopen open cherche chercher \
                       cherchez trouve trouver trouvez find look looking search check regarde regarder regardez montre \
                       montrer montrez show voir vois voyons see retrouve retrouver prends prendre take affiche list";

/// What says that something is wrong, and not what is done about it.
const WRONG: &str = "bug bugs bogue probleme problemes problem problems souci soucis pb anomalie erreur erreurs \
                     error errors incident defaut casse cassee broken impossible panne";

impl Aligned<'_> {
    /// The title begins with a verb that the hint does not say; the hint leads with another, or says that something is wrong: "étiqueter les bocaux", or
    /// "bocaux cassés", for "Vider les bocaux".
    pub(super) fn undertaken(&self) -> Option<Difference> {
        let (ours, theirs) = (&self.hint.reading, &self.text.reading);
        let begins = |token: &Token| {
            let listed = token.lexeme.is(Mark::Acts) || token.lexeme.class == Class::Request;
            (listed || has_object(theirs, 0)) && !is_one_of(theirs.raw(token), PREVENTING)
        };
        let says_wrong = |reading: &Reading| {
            let fails = |token: &Token| token.lexeme.is(Mark::Works) && token.is(Said::Negated);
            let is_wrong =
                |place: &usize| is_one_of(reading.raw_at(*place), WRONG) || reading.has(*place, fails);
            (0..reading.tokens.len()).find(is_wrong)
        };
        let wrong = says_wrong(ours).filter(|_| says_wrong(theirs).is_none());
        // "export impossible" for "Exporter les contacts"
        let undone = wrong.filter(|place| UNABLE.contains(&ours.raw_at(*place)) && has_object(theirs, 0));
        if undone.is_some() {
            return Some(self.told(undone, 0));
        }
        if !self.is_left(0) || !theirs.has(0, begins) {
            return None;
        }
        let is_thing = |place: usize| ours.has(place, |token| token.lexeme.is(Mark::Thing));
        let leads = |place: &usize| {
            ours.has(*place, |token| match token.lexeme.class {
                Class::Request => !is_one_of(ours.raw(token), LOOKING),
                Class::Filler if !is_one_of(ours.raw(token), "faire run make get give put") => false,
                _ => !token.is_small() && has_object(ours, *place),
            })
        };
        // "ferme le ticket sur la page": the object of the verb is the ticket.
        let leading = places(self.ours).find(leads).filter(|_| !places(self.ours).any(is_thing));
        wrong.or(leading).map(|place| self.told(place, 0))
    }

    /// "l'autre facture" for "la facture", "le compte a été fermé" for "Fermer le compte", "hire interns" for "Stop hiring interns".
    pub(super) fn led(&self) -> Option<Difference> {
        let (ours, theirs) = (&self.hint.reading, &self.text.reading);
        let led = self.pairs.iter().find(|pair| {
            let before = pair.ours.checked_sub(1).filter(|before| self.ours & only(*before) != 0);
            let word = before.map_or("", |before| ours.raw_at(before));
            is_one_of(word, "other autre autres another") || is_one_of(word, "ete been") && pair.theirs == 0
        });
        // "who hires a nurse", "faut-il fermer la piscine" for what is to be done
        let (first, next) = (ours.raw_at(0), ours.raw_at(1));
        let asks = is_one_of(first, ASKING) && next != "to" || first == "faut" && next == "il";
        let is_task =
            |token: &Token| token.lexeme.is(Mark::Acts) || has_object(theirs, 0) || theirs.raw_at(1) == "a";
        if asks && theirs.has(0, is_task) {
            return Some(self.told(0, None));
        }
        let first = self.pairs.first().filter(|_| self.pairs.len() > 1);
        let governed = first.filter(|pair| {
            let leads = places(self.hint.roles.names).next() == Some(pair.ours);
            let denies = self.is_left(0)
                && (is_one_of(theirs.raw_at(0), PREVENTING) || is_one_of(theirs.raw_at(0), UNDOING));
            // "hiring interns" may be said of "stop hiring interns", but not "payer l'amende" of "refuser de payer l'amende".
            let fails = is_one_of(theirs.raw_at(0), "unable impossible echec");
            let is_job = pair.mine.key != pair.other.key || !fails && has_object(ours, pair.ours);
            leads && denies && is_job
        });
        led.map(|pair| self.told(pair.ours - 1, pair.theirs))
            .or_else(|| governed.map(|pair| self.told(pair.ours, 0)))
    }
}

/// Whether a verb stands at a place: an article follows it, and it has the ending of French infinitives or the article is English.
fn has_object(reading: &Reading, place: usize) -> bool {
    let (verb, next) = (reading.raw_at(place), reading.raw_at(place + 1));
    let infinitive = ["er", "ir", "re"].iter().any(|end| verb.ends_with(end));
    infinitive && is_one_of(next, "le la les l un une ce cette") || is_one_of(next, "the an our my your")
}
