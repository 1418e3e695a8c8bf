//! Stops the host from running a caller's text as commands with the bridge's rights (decisions, section 5).

use std::borrow::Cow;

/// The text with a backslash before the slash of each line that the host could run as a quick action (`/close`,
/// `/assign @x`), inside a code fence too: hosts have read fences in at least three ways. Other text stays byte for byte.
pub(super) fn neutralise(text: &str) -> Cow<'_, str> {
    let mut safe = String::new();
    let mut kept = 0;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(slash) = slash_of_command(line) {
            safe.push_str(text.get(kept..start + slash).unwrap_or_default());
            safe.push('\\');
            kept = start + slash;
        }
        start += line.len();
    }
    if kept == 0 && safe.is_empty() {
        return Cow::Borrowed(text);
    }
    safe.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(safe)
}

/// The position of a command's slash in a line: the line starts with it, blanks aside; a letter follows, then letters, digits,
/// `_` or `-`, and no further slash (`/usr/bin` is a path). The host removes carriage returns before it looks for commands.
fn slash_of_command(line: &str) -> Option<usize> {
    let mut characters = line.char_indices().filter(|(_, character)| *character != '\r');
    let (slash, _) =
        characters.find(|(_, character)| !character.is_whitespace()).filter(|(_, c)| *c == '/')?;
    let mut rest = characters.map(|(_, character)| character);
    rest.next().filter(|character| character.is_alphabetic())?;
    let after = rest.find(|character| !(character.is_alphanumeric() || matches!(character, '_' | '-')));
    (after != Some('/')).then_some(slash)
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
            "a\r/close",
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
    }
}
