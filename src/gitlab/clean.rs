//! Cleans texts of the host before they go into an error, a log line, an audit line or an answer (decisions, Errors): one line,
//! no control characters, at most 512 characters, no secrets.

use base64::{Engine, engine::general_purpose::STANDARD};
use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};

use super::error::Fault;

/// Longest text of the host that is kept, in characters.
const LONGEST_TEXT: usize = 512;
/// Shortest secret that is looked for, in bytes; GitLab's tokens have 20 and more. A shorter one stands inside words, which would tell it.
const SHORTEST_SECRET: usize = 6;
/// What replaces a secret.
const REPLACEMENT: &str = "***";

/// Cleans texts of the host's.
pub(super) struct Cleaner {
    /// Secrets of the settings, which the host or a proxy may send back, in each form in which they are sent.
    secrets: Vec<SecretString>,
}

impl Cleaner {
    /// Replaces these secrets. Of an address its credentials are secret.
    pub(super) fn new(secrets: impl IntoIterator<Item = SecretString>) -> Self {
        Self { secrets: Vec::new() }.with(secrets)
    }

    /// The same, which replaces these secrets too.
    pub(super) fn with(&self, secrets: impl IntoIterator<Item = SecretString>) -> Self {
        let mut all: Vec<_> = self.secrets.iter().map(|known| known.expose_secret().to_owned()).collect();
        all.extend(secrets.into_iter().flat_map(|secret| forms(secret.expose_secret())));
        // A form may be a part of another one.
        all.sort_by_key(|form| std::cmp::Reverse(form.len()));
        all.dedup();
        Self { secrets: all.into_iter().map(SecretString::from).collect() }
    }

    /// A text on one line, without secrets, cut at 512 characters. Secrets are looked for in what is shown in the end: a sign that
    /// is left out or replaced later could hide one.
    pub(super) fn clean(&self, text: &str) -> String {
        let line = self.hide_secrets(on_one_line(&visible(text)));
        shortened(&line, LONGEST_TEXT).unwrap_or(line)
    }

    /// A text without secrets. One that holds a percent-encoded secret, in any of the ways to write it, is decoded.
    pub(super) fn hide_secrets(&self, text: String) -> String {
        let replace = |text: String, secret: &SecretString| match secret.expose_secret() {
            secret if text.contains(secret) => text.replace(secret, REPLACEMENT),
            _ => text,
        };
        let hidden = self.secrets.iter().fold(text, replace);
        if !hidden.contains('%') {
            return hidden;
        }
        let decoded = String::from_utf8_lossy(&urlencoding::decode_binary(hidden.as_bytes())).into_owned();
        let shown = self.secrets.iter().fold(decoded.clone(), replace);
        if shown == decoded { hidden } else { on_one_line(&visible(&shown)) }
    }

    /// A fault whose texts are clean.
    pub(super) fn clean_fault(&self, mut fault: Fault) -> Fault {
        match &mut fault {
            Fault::Status { message, .. } => {
                *message = message.take().map(|text| self.clean(&text)).filter(|text| !text.is_empty());
            }
            Fault::Unreachable(cause)
            | Fault::Interrupted(cause)
            | Fault::Unusable(cause)
            | Fault::Misshapen(cause) => *cause = self.clean(cause),
            Fault::Redirected(_)
            | Fault::Withheld
            | Fault::NotShown
            | Fault::HeldBack(_)
            | Fault::TimedOut
            | Fault::TooLarge
            | Fault::AboutAnother
            | Fault::WithoutId => {}
        }
        fault
    }
}

/// A secret as it is and in base64; of an address, its password and the value of `Basic` alike.
fn forms(secret: &str) -> Vec<String> {
    let credentials = Url::parse(secret).ok().and_then(|address| {
        let password = address.password()?.to_owned();
        let plain = |text: &str| urlencoding::decode(text).map_or_else(|_| text.to_owned(), Into::into);
        let pair = format!("{}:{}", plain(address.username()), plain(&password));
        Some(vec![plain(&password), password, pair])
    });
    let plain = credentials.unwrap_or_else(|| vec![secret.to_owned()]);
    let written = plain.into_iter().flat_map(|secret| {
        let unpadded = STANDARD.encode(&secret).trim_end_matches('=').to_owned();
        [secret, unpadded]
    });
    written.filter(|form| form.len() >= SHORTEST_SECRET).collect()
}

/// The signs around texts for models, and what they become inside such a text.
pub(crate) const MARKS: [char; 2] = ['⟦', '⟧'];

/// A text without invisible characters and unusual spaces, with brackets in place of marks.
pub(crate) fn visible(text: &str) -> String {
    let shown = text.chars().filter(|character| !is_invisible(*character));
    let plain = shown.map(|character| match character {
        '⟦' | '〚' => '[',
        '⟧' | '〛' => ']',
        // French puts the last two beside its marks.
        '\n' | '\t' | '\u{a0}' | '\u{202f}' => character,
        space if space.is_whitespace() => ' ',
        other => other,
    });
    plain.collect()
}

/// Whether a character has no shape: what Unicode lets programs ignore (`Default_Ignorable_Code_Point`), blanks that count as
/// letters, and what controls a terminal. Runs of them can spell a text that models read and people do not see.
fn is_invisible(character: char) -> bool {
    character.is_control() && !character.is_whitespace()
        || matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Runs of white space and control characters become one space.
pub(crate) fn on_one_line(text: &str) -> String {
    let words = text.split(|character: char| character.is_control() || character.is_whitespace());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The first `most` characters of a longer text, the last of them an ellipsis; `None` for one that is not longer.
pub(crate) fn shortened(text: &str, most: usize) -> Option<String> {
    text.chars().nth(most)?;
    Some(text.chars().take(most - 1).chain(['…']).collect())
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

    #[test]
    fn a_secret_is_replaced_in_every_form_and_however_it_is_cut() {
        let cleaner = Cleaner::new(["http://me:p%40ss-word-1@proxy:3128".into(), SECRET.into()]);
        for told in [
            "p@ss-word-1",
            "p%40ss-word-1",
            "Basic bWU6cEBzcy13b3JkLTE=",
            "glpat\u{e0041}-sec\u{200b}ret",
            "Z2xwYXQtc2VjcmV0",
            "p%40%73s-word-1",
            "g%6cpat%2Dse%63ret%0a%ff",
            "glpat%2dsecret%E2%80%8B",
        ] {
            let told = cleaner.clean(&format!("got {told}."));
            assert!(told.starts_with("got ") && told.contains("***") && !told.contains("pat"), "{told}");
        }
        assert_eq!(Cleaner::new(["tok[en]12".into()]).clean("tok⟦en⟧12"), "***");
    }

    #[test]
    fn what_has_no_shape_is_left_out() {
        assert_eq!(visible("a\u{1b}\u{0}\u{e0041}\u{202e}\u{fe0f}\u{e0101}\u{2063}\u{3164}\u{2003}b"), "a b");
    }

    proptest! {
        #[test]
        fn no_text_keeps_a_control_character_or_a_secret(before in ".{0,700}", after in any::<String>()) {
            let cleaned = clean(&format!("{before}{SECRET}{after}"));
            prop_assert!(!cleaned.contains(SECRET));
            let breaks_the_line = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
            prop_assert!(!cleaned.chars().any(breaks_the_line));
            prop_assert!(cleaned.chars().count() <= LONGEST_TEXT);
        }
    }
}
