//! Cleans texts of the host before they go into an error, a log line, an audit line or an answer (decisions, Errors): one line,
//! no control characters, at most 512 characters, no secrets.

use secrecy::{ExposeSecret, SecretString};

use super::error::Fault;

/// Longest text of the host that is kept, in characters.
const LONGEST_TEXT: usize = 512;
/// Shortest secret that is looked for, in bytes; GitLab's tokens have 20 and more. A shorter one may be a word of a sentence.
const SHORTEST_SECRET: usize = 8;
/// What replaces a secret.
const REPLACEMENT: &str = "***";

/// Cleans texts of the host's.
pub(super) struct Cleaner {
    /// The tokens that the host is sent, and those of callers, whose texts the host may send back.
    secrets: Vec<SecretString>,
}

impl Cleaner {
    /// Replaces these secrets.
    pub(super) fn new(secrets: impl IntoIterator<Item = SecretString>) -> Self {
        let long_enough = |secret: &SecretString| secret.expose_secret().len() >= SHORTEST_SECRET;
        Self { secrets: secrets.into_iter().filter(long_enough).collect() }
    }

    /// The same, which replaces these secrets too.
    pub(super) fn with(&self, secrets: impl IntoIterator<Item = SecretString>) -> Self {
        let is_new = |new: &SecretString| {
            self.secrets.iter().all(|known| known.expose_secret() != new.expose_secret())
        };
        Self::new(self.secrets.iter().cloned().chain(secrets.into_iter().filter(is_new)))
    }

    /// A text on one line, without secrets, cut at 512 characters.
    pub(super) fn clean(&self, text: &str) -> String {
        let replace = |text: String, secret: &SecretString| match secret.expose_secret() {
            secret if text.contains(secret) => text.replace(secret, REPLACEMENT),
            _ => text,
        };
        cut(&on_one_line(&self.secrets.iter().fold(text.to_owned(), replace)))
    }

    /// A fault whose texts are clean.
    pub(super) fn clean_fault(&self, fault: Fault) -> Fault {
        match fault {
            Fault::Status { status, message, retry_after } => {
                let message = message.map(|text| self.clean(&text)).filter(|text| !text.is_empty());
                Fault::Status { status, message, retry_after }
            }
            Fault::Unreachable(cause) => Fault::Unreachable(self.clean(&cause)),
            Fault::Interrupted(cause) => Fault::Interrupted(self.clean(&cause)),
            Fault::Unusable(cause) => Fault::Unusable(self.clean(&cause)),
            Fault::Misshapen(cause) => Fault::Misshapen(self.clean(&cause)),
            Fault::Redirected(_)
            | Fault::Withheld
            | Fault::HeldBack(_)
            | Fault::TimedOut
            | Fault::TooLarge
            | Fault::WithoutId => fault,
        }
    }
}

/// Runs of white space and control characters become one space.
fn on_one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if breaks_the_line(c) { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a character can end a line, change the direction of text, or control a terminal.
fn breaks_the_line(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TEXT) {
        None => text.to_owned(),
        Some(_) => text.chars().take(LONGEST_TEXT - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SECRET: &str = "glpat-secret";

    fn clean(text: &str) -> String {
        Cleaner::new([SECRET.into(), "callers-token".into(), "le".into()]).clean(text)
    }

    #[test]
    fn what_the_host_says_is_one_line_of_at_most_512_characters() {
        assert_eq!(clean("two\n\u{1b}[31mlines\u{202e}\u{7} \t here"), "two [31mlines here");
        assert_eq!(clean(&"é".repeat(512)).chars().count(), 512);
        let long = clean(&"é".repeat(5_000));
        assert!(long.ends_with('…') && long.chars().count() == 512, "{long}");
    }

    #[test]
    fn both_kinds_of_tokens_are_replaced() {
        assert_eq!(clean("no token glpat-secret, nor callers-token"), "no token ***, nor ***");
        let across_the_cut = format!("{} {SECRET}", "x".repeat(LONGEST_TEXT - 6));
        assert!(!clean(&across_the_cut).contains("glpat"));
    }

    #[test]
    fn a_secret_as_short_as_a_word_is_left_in_sentences() {
        assert_eq!(clean("le jeton"), "le jeton");
    }

    #[test]
    fn every_fault_that_holds_text_is_cleaned() {
        let cleaner = Cleaner::new([SECRET.into()]);
        let text = || format!("a\n{SECRET}");
        for fault in [
            Fault::Unreachable(text()),
            Fault::Interrupted(text()),
            Fault::Unusable(text()),
            Fault::Misshapen(text()),
            Fault::Status { status: http::StatusCode::OK, message: Some(text()), retry_after: None },
        ] {
            let told = cleaner.clean_fault(fault).to_string();
            assert!(told.ends_with("a ***"), "{told}");
        }
    }

    proptest! {
        #[test]
        fn no_text_keeps_a_control_character_or_a_secret(before in ".{0,700}", after in any::<String>()) {
            let cleaned = clean(&format!("{before}{SECRET}{after}"));
            prop_assert!(!cleaned.contains(SECRET));
            prop_assert!(!cleaned.chars().any(breaks_the_line));
            prop_assert!(cleaned.chars().count() <= LONGEST_TEXT);
        }
    }
}
