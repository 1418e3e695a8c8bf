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
    let fenced = fenced_lines(&lines);
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

/// A slash and a letter at the very start of the line.
fn is_command(line: &str) -> bool {
    line.strip_prefix('/').and_then(|rest| rest.chars().next()).is_some_and(char::is_alphabetic)
}

/// Which lines stand in a closed code fence, for Markdown and for the host alike: a fence of more than three back-ticks is
/// one for Markdown alone. None does where a line outside of the fences may hide their opening from the host.
fn fenced_lines(lines: &[&str]) -> Vec<bool> {
    let mut fenced = vec![false; lines.len()];
    let last_closing = lines.iter().rposition(|line| closes(line)).unwrap_or(0);
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        let closing = if opens(line) && index < last_closing {
            lines.iter().skip(index + 1).position(|line| closes(line)).map(|distance| index + 1 + distance)
        } else {
            None
        };
        match closing {
            Some(closing) => {
                fenced.iter_mut().take(closing).skip(index).for_each(|line| *line = true);
                index = closing + 1;
            }
            None if hides_a_fence(line) => return vec![false; lines.len()],
            None => index += 1,
        }
    }
    fenced
}

fn opens(line: &str) -> bool {
    line.strip_prefix(FENCE).is_some_and(|information| !information.contains('`'))
}

fn closes(line: &str) -> bool {
    line.strip_suffix('\r').unwrap_or(line) == FENCE
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
            ("````\n```\n/close\n```\n````", "````\n```\n/close\n```\n````"),
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
