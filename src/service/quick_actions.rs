//! Stops the host from running a caller's text as commands with the bridge's rights (decisions, section 5).

/// The text with a backslash before the slash of each line that the host could run as a quick action (`/close`,
/// `/assign @x`), inside a code fence too: hosts have read fences in at least three ways. Other text stays byte for byte.
pub(super) fn neutralise(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut begins_line = true;
    for (place, character) in text.char_indices() {
        if begins_line && character == '/' && is_command(text.get(place + 1..).unwrap_or_default()) {
            safe.push('\\');
        }
        safe.push(character);
        // Some hosts remove carriage returns, others treat them as line ends.
        begins_line = matches!(character, '\n' | '\r') || begins_line && character.is_whitespace();
    }
    safe
}

/// Whether the text after a slash makes it a command, both for a host that removes carriage returns and for one that ends a
/// line at them.
fn is_command(rest: &str) -> bool {
    names_command(rest.chars().take_while(|character| *character != '\r'))
        || names_command(rest.chars().filter(|character| *character != '\r'))
}

/// Whether a text starts with the name of a command: a letter, then letters, digits, `_` or `-`, and no slash directly after
/// them (`/usr/bin` is a path).
fn names_command(mut rest: impl Iterator<Item = char>) -> bool {
    let begins = rest.next().is_some_and(char::is_alphabetic);
    let after = rest.find(|character| !(character.is_alphanumeric() || matches!(character, '_' | '-')));
    begins && after != Some('/')
}

#[cfg(test)]
mod tests {
    use super::neutralise;

    #[test]
    fn a_line_that_the_host_could_run_gets_a_backslash() {
        for (text, safe) in [
            ("/close", "\\/close"),
            ("Bonjour\n/assign @x\nfin", "Bonjour\n\\/assign @x\nfin"),
            ("/Close\r\n/label ~a", "\\/Close\r\n\\/label ~a"),
            ("  /close", "  \\/close"),
            ("a\n\t/close\n\u{a0}/close", "a\n\t\\/close\n\u{a0}\\/close"),
            ("x\n\r/close", "x\n\r\\/close"),
            ("x\n/\rclose", "x\n\\/\rclose"),
            ("a\r/close", "a\r\\/close"),
            ("a\r \t/close\r/label ~a", "a\r \t\\/close\r\\/label ~a"),
            ("/due_date 2026-01-01", "\\/due_date 2026-01-01"),
            ("/target-branch main", "\\/target-branch main"),
            ("/merge2", "\\/merge2"),
        ] {
            assert_eq!(neutralise(text), safe, "{text:?}");
        }
    }

    #[test]
    fn no_fence_is_trusted() {
        for (text, safe) in [
            ("```\n/close\n```", "```\n\\/close\n```"),
            ("```\n```\n/close\n```\n```", "```\n```\n\\/close\n```\n```"),
            ("<div>\n```\n</div>\n/close\n```", "<div>\n```\n</div>\n\\/close\n```"),
            ("---\n/close\n---\n", "---\n\\/close\n---\n"),
            (">>>\n/close\n>>>", ">>>\n\\/close\n>>>"),
            ("~~~\n/close\n~~~", "~~~\n\\/close\n~~~"),
        ] {
            assert_eq!(neutralise(text), safe, "{text:?}");
        }
    }

    #[test]
    fn other_text_stays_byte_for_byte() {
        for text in [
            "",
            "a / b",
            "/",
            "//x",
            "/1",
            "/2 février",
            "/ close",
            "/usr/bin",
            "/close/",
            "http://x/y",
            "a\r\n\r\nb ",
            "Voir `a` :\n```rust\nlet x = 1;\n```\nfin",
        ] {
            assert_eq!(neutralise(text), text, "{text:?}");
        }
    }

    #[test]
    fn many_lines_cost_no_more_than_their_length() {
        let text = "```a\n/a\n".repeat(50_000);
        assert_eq!(neutralise(&text).len(), text.len() + 50_000);
        let blank = "\r".repeat(1_000_000);
        assert_eq!(neutralise(&blank), blank);
    }
}
