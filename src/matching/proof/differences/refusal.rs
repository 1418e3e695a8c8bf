//! A "no" that is said of nothing that is compared: the caller may mean the contrary of what the call does.

use super::{
    Aligned, Difference,
    around::{LACKING, nos_of},
    told,
    word::Word,
};
use crate::matching::{
    lexicon::{Class, Mark},
    reading::{Said, Set, UNABLE, is_one_of, only},
};

impl<'a> Aligned<'a> {
    /// "ne ferme pas la page", "la page, non", "la page, pas celle-là".
    pub(super) fn refused(&self) -> Option<Difference> {
        let negated = self.hint.words().filter(|word| word.is(Said::Negated) && !word.is(Said::Denied));
        let (heard, others): (Vec<_>, Vec<_>) = negated.partition(|word| self.is_heard(*word));
        let is_command =
            |word: &&Word<'a>| word.lexeme.class == Class::Request || is_one_of(word.raw(), COMMANDING);
        let command = others.iter().find(is_command).map(|command| {
            let mut nos = nos_of(*command);
            nos.find(|no| !is_one_of(no.raw(), "ne n")).unwrap_or(*command)
        });
        let unheard = || {
            let heard = nos(heard);
            self.hint.words().find(|no| self.is_unheard(*no, heard)).filter(|_| !self.is_said_too())
        };
        let no =
            command.or_else(unheard).or_else(|| self.hint.words().find(|word| self.is_left_alone(*word)))?;
        Some(Difference { refuses: true, ..told(no, None) })
    }

    fn is_paired(&self, word: Word<'a>) -> bool {
        self.pairs.iter().any(|pair| pair.ours.place == word.place)
    }

    /// "forget the login page", "la page de connexion exceptée", "retire-le du jalon Sprint 12", "❌ la page de connexion"
    fn is_left_alone(&self, word: Word<'a>) -> bool {
        let raw = word.raw();
        let is_last = word.behind().next().is_none();
        let dropped = raw == "forget" && !word.is(Said::Negated) && !is_one_of(word.raw_before(), "i j")
            || is_one_of(raw, TAKING)
            || is_last
                && (is_one_of(raw, EXCEPTED) || raw == "be" && word.before().any(|word| word.raw() == "let"))
            || is_one_of(raw, SIGNS_OF_NO)
            || word.word() == "~~";
        dropped && !self.is_paired(word) && !self.text.words().any(|found| found.raw() == raw)
    }

    /// Whether the "no" of a word is compared, or says what is wrong: what does not work is broken; who can't find it asks all the same.
    fn is_heard(&self, word: Word<'a>) -> bool {
        let fails = |word: Word<'a>| {
            is_one_of(word.raw(), FAILING)
                && !word.behind().take(2).any(|next| is_one_of(next.raw(), "si if"))
        };
        self.names & only(word.place) != 0
            || self.is_paired(word)
            || word.lexeme.is(Mark::Works)
            || std::iter::once(word).chain(word.before().take(3)).any(fails)
    }

    /// Whether a word is a "no" that nothing else hears.
    fn is_unheard(&self, no: Word<'a>, heard: Set) -> bool {
        // "la page, pas résolue" says how it stands, and excludes none.
        let states = no.behind().take(2).any(|word| is_one_of(word.raw(), SETTLED));
        let is_excluding = no.is(Said::Denied) && self.excludes && !states;
        // "y a pas un ticket sur"
        let asks = no.behind().nth(1).is_some_and(|next| next.lexeme.is(Mark::Thing))
            && is_one_of(no.raw_behind(), "un une de d a");
        // "pas les autres", "si ce n'est pas déjà fait", "n'est-ce pas"
        let confirms = no.behind().take(3).any(|next| is_one_of(next.raw(), CONFIRMING))
            || no.before().take(4).any(|before| is_one_of(before.raw(), "si if"))
            || no.raw_before() == "ce";
        (no.negates() || no.raw() == "plus" && no.raw_behind() == "besoin")
            && heard & only(no.place) == 0
            && !is_one_of(no.raw(), "ne n ni nor")
            && !(is_excluding || asks || confirms || self.hint.is_phrased(no) || self.is_paired(no))
    }

    /// Whether the text says no as well, of a word that the hint leaves out.
    fn is_said_too(&self) -> bool {
        let compared = nos(self.pairs.iter().map(|pair| pair.theirs).filter(|word| word.is(Said::Negated)));
        self.text.open().any(|word| {
            let says_no = word.negates() || is_one_of(word.raw(), LACKING) || UNABLE.contains(&word.raw());
            says_no && compared & only(word.place) == 0
        })
    }
}

/// The places of the small words that say no of these.
fn nos<'a>(words: impl IntoIterator<Item = Word<'a>>) -> Set {
    words.into_iter().flat_map(nos_of).fold(0, |all, no| all | only(no.place))
}

/// Verbs of which a speaker says that he, or it, does not do it.
const FAILING: &str = "sais sait savoir souviens souvient rappelle trouve retrouve comprends vois voit know remember recall find see sure arrive arrives \
                       arrivent arrivons parvient parviens reussis reussit veut peut peux peuvent can could fait font anything";

/// Verbs by which a caller says what to do, beside requests.
const COMMANDING: &str = "veux voudrais want need besoin touche touchez touch";

/// What is no longer to be done.
const SETTLED: &str = "resolu resolue resolus resolues regle reglee corrige corrigee corriges corrigees fini finie termine terminee fait faite ferme fermee clos close \
                       fixed solved resolved done finished closed completed";

/// Behind a name they except it.
const EXCEPTED: &str =
    "excepte exceptee exceptes exceptees excepted excluded exclu exclue exclus exclues hormis";

/// Verbs by which a caller takes something away.
const TAKING: &str = "retire retirer enleve enlever supprime supprimer vire virer detache detacher ote oter annule annuler remove delete detach cancel";

/// Signs that say no of what they stand beside.
const SIGNS_OF_NO: &str = "❌ ❎ ✖ ✗ ✘ 🚫 ⛔ 👎 🙅 ✋ 🛑 ⏸ ⏳ ↩ 🗑";

/// Behind a "no" they say that just this is meant, or nothing: "rien d'autre", "not the others", "pas de souci".
const CONFIRMING: &str = "autre autres other others else souci soucis probleme problem problems forget";
