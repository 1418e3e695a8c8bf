"""Quick actions: no text of a caller runs as a command, by none of the ways in which hosts have read fences."""

import re

from .host import Host
from .processes import bridge, sandbox
from .registry import trial

COMMAND = re.compile(r"^/(close|assign|label|shrug|due)\b.*$", re.MULTILINE | re.IGNORECASE)
FENCE = r"^```.+?\n```$"
HTML = r"^<[^>]+?>\n.+?\n</[^>]+?>$"
QUOTE = r"^>>>\n.+?\n>>>$"
EXCLUDED = re.compile("|".join((FENCE, HTML, QUOTE)), re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`.+?`|" + EXCLUDED.pattern, re.MULTILINE | re.DOTALL)


def oldest(text):
    """Every line that begins with a slash."""
    return COMMAND.findall(text)


def by_expressions(text):
    """Outside of fences, blocks of HTML and quotes, which regular expressions find."""
    return COMMAND.findall(EXCLUDED.sub("", text))


def by_expressions_and_inline(text):
    return COMMAND.findall(INLINE.sub("", text))


def as_markdown(text):
    """Outside of fences of three or more, as CommonMark closes them; front matter is dropped first; up to three blanks before."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    found, fence = [], None
    for line in re.split(r"\n|\r\n?", text):
        mark = re.match(r" {0,3}(`{3,}|~{3,})", line)
        if mark and fence is None:
            fence = mark[1]
        elif mark and fence and line.strip().startswith(fence) and not line.strip(" `~"):
            fence = None
        elif fence is None and re.match(r"\s{0,3}/(close|assign|label|shrug|due)\b", line, re.IGNORECASE):
            found.append(line)
    return found


READERS = (oldest, by_expressions, by_expressions_and_inline, as_markdown)


def texts():
    """A command wherever it could hide."""
    fences = ["```", "````", "~~~", "```ruby", ">>>", "<div>", "<pre>", "<details><summary>x</summary>", "---", "+++", "$$", "<!--", "`"]
    ends = {"<div>": "</div>", "<pre>": "</pre>", "<!--": "-->"}
    for before in ("", "a\n", "a\n\n", "```\n```\n", "```\n\n```\n", "    ```\n", "<div>\n```\n</div>\n", "\r\n", "\ufeff", "- a\n", "> a\n"):
        for fence in ["", *fences]:
            for command in ("/close", " /close", "\t/close", "/CLOSE", "/close\r", "\r/close", "/clo\rse", "/assign @x", "\u00a0/close", "\u2028/close"):
                inner = f"{fence}\n{command}\n{ends.get(fence, fence)}" if fence else command
                yield before + inner


@trial("2 no text runs as a quick action, by four ways to read fences")
def quick_actions(binary):
    all_texts = list(texts())
    with sandbox(binary, {"projects": [{"path": "ville/portail", "name": "Portail", "issues": ["Un"]}]}) as behind, \
            Host(behind=behind.address) as host, bridge(binary, host.address) as bridged:
        confirmed = {"confirm": True, "resolved_project_path": "ville/portail"}
        run = []
        for first in range(0, len(all_texts), 100):
            batch = all_texts[first:first + 100]
            issues = [{"title": "t", "description": text} for text in batch]
            bridged.post("issues/assistant-batch-create", confirmed | {"issues": issues})
        for text in all_texts[::9]:
            bridged.post("issues/assistant-comment", confirmed | {"resolved_issue_iid": 1, "body": text})
            bridged.post("issues/assistant-create", confirmed | {"title": "t", "description": text})
            bridged.post("issues/assistant-update", confirmed | {"resolved_issue_iid": 1, "title": "t"})
            bridged.post("issues/create", {"project_path": "ville/portail", "title": "t", "description": text})
        sent = [call.json.get("description") or call.json.get("body") or "" for call in host.writes]
        for text in sent:
            # A host drops carriage returns before it looks, or takes them for ends of lines.
            for read in (text, text.replace("\r", "")):
                run += [(reader.__name__, text) for reader in READERS if reader(read)]
        figure = f"{len(sent)} texts, {len(run)} of them run"
        return "; ".join([figure, *map(repr, run[:3])]), len(sent) > 1000 and not run
