//! What the client's user reads in a form, and what is said of a form that was not filled in.

use super::{Sentence, say};

/// What a choice is called.
pub const CHOICE: Sentence = Sentence::new("Votre choix", "Your choice");
/// The last choice of a form.
pub const NONE_OF_THESE: Sentence = Sentence::new("Aucun de ceux-là", "None of these");

/// What the answer to a request for consent is called.
pub const CONSENT: Sentence = Sentence::new("Votre accord", "Your consent");
/// Consent.
pub const YES: Sentence = Sentence::new("Oui, le faire", "Yes, do it");
/// No consent.
pub const NO: Sentence = Sentence::new("Non, ne rien faire", "No, do nothing");

/// The person took none of the choices.
pub const NOTHING_CHOSEN: Sentence = Sentence::new(
    "Rien n'est fait : aucun des choix proposés n'était le bon. Demandez d'autres mots.",
    "Nothing is done: none of the choices was the one. Ask for other words.",
);
/// The person closed the form, or let it lie.
pub const UNANSWERED: Sentence = Sentence::new(
    "Rien n'est fait : la personne n'a pas répondu à la question.",
    "Nothing is done: the person did not answer the question.",
);
/// The person did not consent.
pub const REFUSED: Sentence = Sentence::new(
    "Rien n'est fait : la personne n'a pas donné son accord.",
    "Nothing is done: the person did not consent.",
);

/// 403: the state of a form that the bridge did not seal for this call, or not lately.
pub const NO_SUCH_FORM: Sentence = Sentence::new(
    "Cette réponse ne vaut pas, ou plus, pour cette demande : refaites la demande pour que la question soit posée de nouveau.",
    "This answer does not hold for this request, or no longer: make the request again for the question to be asked anew.",
);
/// 403: `policy.confirmation` is `person`, and the client shows no forms.
pub const CONFIRMATION_REQUIRED: Sentence = Sentence::new(
    "Seule la personne peut confirmer sur cette passerelle, et votre client ne sait pas lui présenter de formulaire : utilisez un client qui le sait (MCP, elicitation).",
    "Only the person can confirm on this bridge, and your client can't show them a form: use a client that can (MCP, elicitation).",
);

/// What a person is asked to consent to: what acting would say.
#[must_use]
pub fn consent(sentence: &str) -> Sentence {
    say!(
        "Votre assistant demande votre accord. Si vous le donnez : {sentence}",
        "Your assistant asks for your consent. If you give it: {sentence}"
    )
}
