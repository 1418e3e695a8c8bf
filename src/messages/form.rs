//! What the client's user reads in a form, and what is said of a form that was not filled in.

use super::{Sentence, say};

/// What a choice is called.
pub const CHOICE: Sentence = Sentence::new("Votre choix", "Your choice");
/// The last choice of a form.
pub const NONE_OF_THESE: Sentence = Sentence::new("Aucun de ceux-là", "None of these");

/// What the answer to a question about one object is called.
pub const IS_IT: Sentence = Sentence::new("Est-ce bien cela ?", "Is that the one?");

/// `Oui : #12 « Titre »`
pub fn yes_it_is(called: &Sentence) -> Sentence {
    say!("Oui : {called}", "Yes: {called}")
}

/// `Sa description, écrite sur GitLab, commence ainsi : « … »`
pub fn begins(name: &str, beginning: &str) -> Sentence {
    say!(
        "La description de {name}, écrite sur GitLab, commence ainsi : « {beginning} »",
        "The description of {name}, written on GitLab, begins: “{beginning}”"
    )
}

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
/// The person closed the form, or did not answer it.
pub const UNANSWERED: Sentence = Sentence::new(
    "Rien n'est fait : la personne n'a pas répondu à la question.",
    "Nothing is done: the person did not answer the question.",
);
/// The person did not consent.
pub const REFUSED: Sentence = Sentence::new(
    "Rien n'est fait : la personne n'a pas donné son accord.",
    "Nothing is done: the person did not consent.",
);

/// 403: `policy.confirmation` is `person`, and the client shows no forms.
pub const CONFIRMATION_REQUIRED: Sentence = Sentence::new(
    "Seule la personne peut confirmer sur cette passerelle, et votre client ne sait pas lui présenter de formulaire : utilisez un client qui le sait (MCP, elicitation).",
    "Only the person can confirm on this bridge, and your client can't show them a form: use a client that can (MCP, elicitation).",
);
/// Where the person decides themselves. A blank follows the address, so that programs that make links of addresses end it there.
pub fn in_console(address: &str) -> Sentence {
    say!(
        "La personne choisit elle-même à cette adresse : {address} (donnez-la-lui telle quelle).",
        "The person chooses themselves at this address: {address} (give it to them as it is)."
    )
}

/// What sends the choices of a page.
pub const SEND: Sentence = Sentence::new("Envoyer", "Send");
/// They are on their way.
pub const SENDING: Sentence = Sentence::new("Votre réponse part…", "Sending your answer…");
/// They did not arrive.
pub const NOT_SENT: Sentence = Sentence::new(
    "Votre réponse n'est peut-être pas arrivée : demandez à votre assistant ce qui a été fait.",
    "Your answer may not have arrived: ask your assistant what was done.",
);
/// What the tool of the page is called.
pub const ANSWER: Sentence = Sentence::new("Répondre à la question", "Answer the question");

/// What a person is asked to consent to: what acting would say, and what it would write.
pub fn consent(sentence: &str, lines: &str) -> Sentence {
    say!(
        "Votre assistant demande votre accord. Si vous le donnez, voici ce qui sera fait :\n{sentence}{lines}",
        "Your assistant asks for your consent. If you give it, this will be done:\n{sentence}{lines}"
    )
}

/// What a person is asked in the course of an action, and what is settled beside it.
pub fn question(question: &str, action: &Sentence, lines: &str) -> Sentence {
    say!(
        "{question}\nEn répondant, vous donnez votre accord. Ce qui sera fait : « {action} »{lines}",
        "{question}\nBy answering, you give your consent. What will be done: “{action}”{lines}"
    )
}

/// `Projet : « Portail » (ville/portail)`
pub fn place(name: &str, path: &str) -> Sentence {
    say!("Projet : « {name} » ({path})", "Project: “{name}” ({path})")
}

/// `Ticket : #12 « Titre »`
pub fn issue(iid: i64, title: &str) -> Sentence {
    say!("Ticket : #{iid} « {title} »", "Issue: #{iid} “{title}”")
}

/// `Titre : Panne`
pub fn labelled(label: &str, value: &str) -> Sentence {
    say!("{label} : {value}", "{label}: {value}")
}

/// Nothing: a text or a list that is emptied.
pub const NOTHING: Sentence = Sentence::new("(rien)", "(nothing)");

/// Yes or no.
pub const fn flag(set: bool) -> Sentence {
    if set { Sentence::new("oui", "yes") } else { Sentence::new("non", "no") }
}
