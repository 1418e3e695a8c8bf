//! What is to be done, is done or is wrong with one thing, and otherwise with the other.

use super::{Aligned, Difference, Side, told, word::Word};
use crate::matching::{
    lexicon::{Class, Mark},
    reading::{Said, UNABLE, is_one_of, places},
};

/// What follows these is not to be, or to be looked into.
const PREVENTING: &str = "stop ban forbid prevent prohibit avoid interdire empecher eviter bannir arreter cesser \
                          investigate investiguer analyser reduce reduire";

/// What these begin is to be undone or put off.
const UNDOING: &str = "cancel annuler postpone repousser suspend suspendre refuse refuser reject rejeter unable impossible echec \
                       avertir warn decide decider pretend";

const OTHER: &str = "other autre autres another";

/// What begins a question.
const ASKING: &str = "who why how pourquoi comment qui";

/// Who says these wants the object found, not done with.
const LOOKING: &str = "ouvre ouvrir ouvrez ferme fermer fermez close rouvre rouvrir reopen open cherche chercher \
                       cherchez trouve trouver trouvez find look looking search check regarde regarder regardez montre \
                       montrer montrez show voir vois voyons see retrouve retrouver prends prendre take affiche list";

/// What says that something is wrong, and not what is done about it.
const WRONG: &str = "bug bugs bogue probleme problemes problem problems souci soucis pb anomalie erreur erreurs \
                     error errors incident defaut casse cassee broken impossible panne";

/// Who does these does what follows.
const DOING: &str = "penser try remember essayer finir terminer finish continuer continue commencer start";

impl<'a> Aligned<'a> {
    /// The title begins with a verb that the hint does not say; the hint leads with another, or says that something is wrong: "étiqueter les bocaux", or
    /// "bocaux cassés", for "Vider les bocaux".
    pub(super) fn undertaken(&self) -> Option<Difference> {
        let verb = self.text.words().next()?;
        let says_wrong = |side: &Side<'a>| {
            let fails = |word: &Word<'a>| word.lexeme.is(Mark::Works) && word.is(Said::Negated);
            side.words().find(|word| is_one_of(word.raw(), WRONG) || fails(word))
        };
        let wrong = says_wrong(&self.hint).filter(|_| says_wrong(&self.text).is_none());
        let leads = |word: &Word<'a>| match word.lexeme.class {
            Class::Request => !is_one_of(word.raw(), LOOKING),
            Class::Filler if !is_one_of(word.raw(), "faire run make get give put") => false,
            _ => !word.is_small() && word.has_object(),
        };
        // "ferme le ticket sur la page": the object of the verb is the ticket.
        let is_request = self.hint.open().any(|word| word.lexeme.is(Mark::Thing));
        let leading = self.hint.open().find(leads).filter(|_| !is_request);
        let listed = verb.lexeme.is(Mark::Acts) || verb.lexeme.class == Class::Request;
        let begins = (listed || verb.has_object()) && !is_one_of(verb.raw(), PREVENTING);
        let said = if self.is_left(verb) && begins {
            wrong.or(leading)
        } else {
            // "export impossible" for "Exporter les contacts"
            wrong.filter(|word| UNABLE.contains(&word.raw()) && verb.has_object())
        };
        said.map(|word| told(word, verb)).or_else(|| self.led(verb))
    }

    /// "l'autre facture" for "la facture", "le compte a été fermé" for "Fermer le compte", "hire interns" for "Stop hiring interns".
    fn led(&self, verb: Word<'a>) -> Option<Difference> {
        // "who hires a nurse", "faut-il fermer la piscine" for what is to be done
        let first = self.hint.words().next()?;
        let (word, next) = (first.raw(), first.raw_behind());
        let asks = is_one_of(word, ASKING) && next != "to" || word == "faut" && next == "il";
        if asks && (verb.lexeme.is(Mark::Acts) || verb.has_object() || verb.raw_behind() == "a") {
            return Some(told(first, None));
        }
        let led = self.pairs.iter().find_map(|pair| {
            let before = pair.ours.before().next().filter(|before| self.hint.is_open(*before))?;
            let is_done = is_one_of(before.raw(), "ete been") && pair.theirs.place == 0;
            let is_other = is_one_of(before.raw(), OTHER);
            (is_done || is_other).then(|| told(before, pair.theirs))
        });
        // "l'autre groupe du portail", "the menu in the other project"
        let is_thing = |word: Word<'a>| word.lexeme.is(Mark::Thing);
        let of_other =
            |word: &Word<'a>| is_one_of(word.raw(), OTHER) && word.behind().next().is_some_and(is_thing);
        let led = led.or_else(|| self.hint.open().find(of_other).map(|word| told(word, None)));
        let governed = self.pairs.first().filter(|pair| {
            let leads = places(self.names).next() == Some(pair.ours.place);
            let is_verb = |words| is_one_of(verb.raw(), words);
            let denies = self.is_left(verb) && (is_verb(PREVENTING) || is_verb(UNDOING));
            // "hiring interns" may be said of "stop hiring interns", but not "payer l'amende" of "refuser de payer l'amende".
            let fails = is_verb("unable impossible echec");
            let is_job = pair.ours.key != pair.theirs.key || !fails && pair.ours.has_object();
            self.pairs.len() > 1 && leads && denies && is_job
        });
        // "vendre la grange" for "Vérifier que Paul a vendu la grange", "Renoncer à vendre la grange"
        let task = self.pairs.first().filter(|pair| {
            let begins = verb.lexeme.is(Mark::Acts)
                || verb.lexeme.class == Class::Request
                || verb.has_object()
                || is_one_of(verb.raw_behind(), "que si whether why who how to pourquoi comment")
                || verb.is_infinitive() && is_one_of(verb.raw_behind(), "a de d");
            let enables = matches!(verb.lexeme.class, Class::Soft | Class::Head)
                || verb.lexeme.is(Mark::Light)
                || is_one_of(verb.raw(), DOING);
            // "Vendre le vélo et réparer la remorque" has two tasks.
            let joined = is_one_of(pair.theirs.raw_before(), "et ou and or puis then mais but ,");
            let is_task = pair.ours.has_object() && pair.ours.relation().is_none() && !joined;
            is_task && pair.theirs.place > 0 && self.is_left(verb) && begins && !enables
        });
        led.or_else(|| governed.or(task).map(|pair| told(pair.ours, verb)))
    }
}
