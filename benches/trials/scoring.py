"""Texts that take long to compare, in hints and in what the host holds: the time-out holds, and others are answered meanwhile."""

from .host import Host, answer
from .processes import Liveness, bridge, sandbox, together
from .registry import trial

# One sign that folds to eighteen letters.
LONG_SIGN = "\ufdfa"
TIMEOUT = 2
# How much longer than a bridge that nobody attacks, beside it on the same machine, /health/live may take, in seconds.
LIVE = 0.1


def words(number, width):
    """Distinct words of letters."""
    letters = "bcdfghklmnprst"
    return " ".join(
        "".join(letters[(number * 7 + place * 3 + digit * (place + 5)) % 14] + "aeiou"[(place + digit) % 5] for digit in range(width))
        for place in range(400)
    )


# A text of each kind, cut to the length asked for.
FAMILIES = {
    "long signs": lambda number: f"{number} " + LONG_SIGN * 1000,
    "short words": lambda number: words(number, 1),
    "usual words": lambda number: words(number, 4),
    "one word": lambda number: "portail" + "abcdefghij"[number % 10] * 1000,
    "accents": lambda number: f"e{number}" + "\u0301" * 1000,
    "numbers": lambda number: " ".join(str(number * 1000 + place) for place in range(300)),
    "denials": lambda number: " ".join(f"pas le {word}" for word in words(number, 2).split()),
    "Chinese": lambda number: "".join(chr(0x4E00 + (number * 31 + place * 7) % 20000) for place in range(1000)),
    "Arabic": lambda number: " ".join(chr(0x0627 + (number + place) % 30) * 3 for place in range(300)),
    "pictures": lambda number: f"{number}" + "\U0001f469\u200d\U0001f4bb" * 300,
    "hyphens": lambda number: "-".join(words(number, 1).split()),
    "same words": lambda number: f"{number} " + "portail " * 150,
    "slips": lambda number: " ".join("portailcitoyen"[: 5 + place % 8] + "xyzvw"[(number + place) % 5] for place in range(150)),
}


def world(text, issues, groups):
    """Objects of every kind with such names."""
    titles = [text(number)[:255] for number in range(issues)]
    few = titles[:100]
    return {
        "users": {f"u{number}": title for number, title in enumerate(few)},
        "groups": [{"path": "ville", "name": "Ville", "members": {f"u{number}": 30 for number in range(len(few))}}]
        + [{"path": f"g{number}", "name": text(number)[:255]} for number in range(groups)],
        "projects": [{
            "path": "ville/portail", "name": "Portail", "issues": titles,
            "labels": [f"{title[:240]} {number}" for number, title in enumerate(few)],
            "milestones": [f"{title[:240]} {number}" for number, title in enumerate(few)],
        }] + [{"path": f"ville/p{number}", "name": title} for number, title in enumerate(few[:50])],
    }


def attacks(text):
    """Requests that compare as much as one may."""
    confirmed = {"confirm": True, "resolved_project_path": "ville/portail", "dry_run": True}
    hints = [text(number + 1)[:990] for number in range(100)]
    long = text(7)[:1000]
    issues = [{"title": text(number)[:255].strip() or "t"} for number in range(100)]
    return [
        ("issues/assistant-bulk-close", confirmed | {"issue_hints": hints}),
        ("issues/assistant-bulk-add-label", confirmed | {"issue_hints": hints, "label_name": long[:200].replace(",", " ")}),
        ("issues/assistant-batch-create", {"project_hint": "Portail", "milestone_hint": long, "issues": issues, "dry_run": True}),
        ("issues/assistant-create", {"project_hint": "Portail", "milestone_hint": long, "title": issues[3]["title"], "dry_run": True}),
        ("issues/assistant-assign", {"project_hint": "Portail", "issue_hint": long, "assignee_hint": long, "dry_run": True}),
        ("issues/assistant-close", {"project_hint": long, "issue_hint": long, "dry_run": True}),
        ("projects/check-create", {"project_name": long, "target_group_hint": long, "root_hint": "", "limit": 1000}),
        ("projects/assistant-list", {"group_hint": long}),
        ("groups/search", {"query": long, "limit": 1000}),
    ]


def attack(binary, family, issues, groups):
    """The slowest answer, /health/live, and what went wrong."""
    text = FAMILIES[family]
    settings = {"server.request_timeout": f"{TIMEOUT}s"}
    with sandbox(binary, world(text, issues, groups)) as host, bridge(binary, host.address, **settings) as attacked, \
            bridge(binary, host.address) as idle:
        with Liveness(attacked, idle) as liveness:
            answers = together([lambda request=request: attacked.post(*request) for request in attacks(text) * 2])
        slowest = max(answer.seconds for answer in answers)
        odd = sorted({answer.status for answer in answers} - {200, 400, 404, 422, 504})
        held = slowest < TIMEOUT + 1 and liveness.longest - liveness.beside < LIVE and not odd
        figures = f"{family}: answers within {slowest:.2f} s, {odd}, {liveness}, {attacked.processor_seconds():.1f} s of CPU, {attacked.memory():.0f} MiB"
        return slowest, liveness, [] if held else [figures]


def hold(binary, families, issues, groups):
    tried = [attack(binary, family, issues, groups) for family in families]
    slowest, worst = max(each[0] for each in tried), max((each[1] for each in tried), key=lambda liveness: liveness.longest)
    faults = [fault for each in tried for fault in each[2]]
    return "; ".join([f"{len(tried)} kinds of texts: answers within {slowest:.2f} s of {TIMEOUT}, {worst}", *faults]), not faults


@trial("1 texts that take long to compare in hints, titles, labels, milestones, members, groups")
def few(binary):
    return hold(binary, ["long signs", "slips"], 100, 500)


@trial("1 the same, of thirteen kinds, with 1,000 issues and 2,000 groups", smoke=False)
def many(binary):
    return hold(binary, FAMILIES, 1000, 2000)


@trial("1 thousands of labels in one name, of one scope")
def labels(binary):
    names = [f"k::{number}" for number in range(50_000)]
    confirmed = {"confirm": True, "resolved_project_path": "ville/portail"}
    writes = [
        ("issues/assistant-create", confirmed | {"title": "t", "labels": [",".join(names)]}),
        ("issues/assistant-create", confirmed | {"title": "t", "labels": names[:1000]}),
        ("issues/assistant-update", confirmed | {"resolved_issue_iid": 1, "labels": [",".join(names)]}),
        ("issues/assistant-batch-create", confirmed | {"issues": [{"title": "t", "labels": [",".join(names[:30_000])]}]}),
    ]
    made = {"id": 1, "iid": 1, "title": "t", "web_url": "u", "state": "opened", "labels": []}
    project = {"id": 7, "name": "Portail", "path_with_namespace": "ville/portail", "web_url": "u"}
    with Host(lambda call: answer(200, project) if call.path.endswith("ville%2Fportail") else answer(201, made)) as host, \
            bridge(binary, host.address) as attacked, bridge(binary, host.address) as idle:
        with Liveness(attacked, idle) as liveness:
            answers = [attacked.post(*write) for write in writes]
        slowest = max(answer.seconds for answer in answers)
        return f"answers within {slowest:.2f} s, {liveness}", slowest < TIMEOUT and liveness.longest - liveness.beside < LIVE
