//! Keeps a caller's text from being run as commands with the bridge's rights.

use std::borrow::Cow;

/// What opens and closes a code fence, at the very start of its line.
const FENCE: &str = "```";

/// The text with a backslash before each line that the host would run as a quick action (`/close`, `/assign @x`): it shows
/// as the same text. Lines in closed code fences are not run and stay; an unclosed fence protects nothing.
pub(super) fn neutralise(text: &str) -> Cow<'_, str> {
    if !text.split('\n').any(is_command) {
        return Cow::Borrowed(text);
    }
    let lines: Vec<&str> = text.split('\n').collect();
    let fenced = fenced_lines(&lines).unwrap_or_else(|| vec![false; lines.len()]);
    let safe: Vec<_> = lines
        .iter()
        .zip(fenced)
        .map(
            |(line, fenced)| {
                if is_command(line) && !fenced { format!("\\{line}").into() } else { Cow::Borrowed(*line) }
            },
        )
        .collect();
    Cow::Owned(safe.join("\n"))
}

/// A slash and a letter at the very start of the line; the host drops carriage returns before it looks.
fn is_command(line: &str) -> bool {
    let mut characters = line.chars().filter(|character| *character != '\r');
    characters.next() == Some('/') && characters.next().is_some_and(char::is_alphabetic)
}

/// Which lines stand in a closed code fence for every reader: Markdown's and the host's, old and new, which differ. `None`
/// where the text has anything about which they could disagree: then no fence is trusted.
fn fenced_lines(lines: &[&str]) -> Option<Vec<bool>> {
    let mut fenced = vec![false; lines.len()];
    let mut opening = None;
    for (index, line) in lines.iter().enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if is_doubtful(line, index == 0) {
            return None;
        }
        match opening {
            Some(start) if line == FENCE => {
                fenced.iter_mut().take(index).skip(start).for_each(|line| *line = true);
                opening = None;
            }
            Some(_) if line.trim().starts_with(FENCE) => return None,
            None if line.starts_with(FENCE) => opening = Some(index),
            None if hides_a_fence(line) => return None,
            _ => {}
        }
    }
    Some(fenced)
}

/// What only some readers take for a fence, for the end of a line or for front matter.
fn is_doubtful(line: &str, first: bool) -> bool {
    let information = line.trim().strip_prefix(FENCE);
    line.contains('\r')
        || line.contains("~~~")
        || information.is_some_and(|information| information.contains('`') || line.trim_start() != line)
        || (first && line.starts_with("---"))
}

/// An HTML block, a block quote or a lone back-tick: what follows may be inside it for the host.
fn hides_a_fence(line: &str) -> bool {
    line.starts_with(['<', '>']) || line.matches('`').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::neutralise;

    #[test]
    fn a_line_that_the_host_would_run_gets_a_backslash() {
        for (text, safe) in [
            ("/close", "\\/close"),
            ("Bonjour\n/assign @x\nfin", "Bonjour\n\\/assign @x\nfin"),
            ("/Close\r\n/label ~a", "\\/Close\r\n\\/label ~a"),
            ("```\n/close\n```\n/close", "```\n/close\n```\n\\/close"),
            ("```\n/close", "```\n\\/close"),
            ("```\na\n```\n```\n/close", "```\na\n```\n```\n\\/close"),
            ("x\n\r/close", "x\n\\\r/close"),
            ("x\n/\rclose", "x\n\\/\rclose"),
        ] {
            assert_eq!(neutralise(text), safe, "{text:?}");
        }
    }

    #[test]
    fn a_fence_that_the_host_may_not_see_protects_nothing() {
        for (text, safe) in [
            ("<div>\n```\n</div>\n/close\n```", "<div>\n```\n</div>\n\\/close\n```"),
            (">>>\n```\n>>>\n/close\n```", ">>>\n```\n>>>\n\\/close\n```"),
            ("a ` b\n```\n/close\n```", "a ` b\n```\n\\/close\n```"),
            ("`````\n/close\n```", "`````\n\\/close\n```"),
            ("````\n```\n/close\n```\n````", "````\n```\n\\/close\n```\n````"),
            ("```\na\n``` \n/close\n```", "```\na\n``` \n\\/close\n```"),
            ("```\na\n````\n/close\n```", "```\na\n````\n\\/close\n```"),
            ("```\na\r\n/close\r/label ~a\n```", "```\na\r\n\\/close\r/label ~a\n```"),
            ("~~~\n```\n~~~\n/close\n```", "~~~\n```\n~~~\n\\/close\n```"),
            ("---\n```\n---\n/close\n```", "---\n```\n---\n\\/close\n```"),
            ("  ```\n/close\n  ```", "  ```\n\\/close\n  ```"),
        ] {
            assert_eq!(neutralise(text), safe, "{text:?}");
        }
    }

    #[test]
    fn other_text_stays_byte_for_byte() {
        for text in [
            "",
            "a / b",
            " /close",
            "/",
            "//x",
            "/1",
            "/ close",
            "http://x/y",
            "a\r\n\r\nb ",
            "Voir `a` :\n```rust\n/close\n```\nfin",
            "```\r\n/close\r\n```\r\n",
        ] {
            assert_eq!(neutralise(text), text, "{text:?}");
        }
    }

    #[test]
    fn many_fences_cost_no_more_than_their_length() {
        let text = "```a\n/a\n".repeat(50_000);
        assert_eq!(neutralise(&text).len(), text.len() + 50_000);
    }
}
