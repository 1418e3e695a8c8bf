"""Bodies of hostile callers: what they cost in memory."""

import json

from .processes import Liveness, bridge, sandbox, together
from .registry import trial

# Of about 1 MB each, just under `server.body_limit_bytes`.
SIZE = 1_000_000
BODIES = 24
MOST_MEMORY = 64


def filled(opening, piece, closing):
    return opening + piece * ((SIZE - len(opening) - len(closing)) // len(piece)) + closing


def values():
    """JSON values of a megabyte that become much more in memory when they are decoded into a tree."""
    yield "lists", filled("[", "[0],", "[0]]")
    yield "objects", filled("[", '{"a":0},', "{}]")
    yield "empty lists", filled("[", "[],", "[]]")
    yield "numbers", filled("[", "0,", "0]")
    yield "deep", "[" * 120 + filled("", "[],", "0") + "]" * 120
    yield "deeper than anyone reads", "[" * (SIZE // 2) + "]" * (SIZE // 2)
    yield "members", "{" + ",".join(f'"{number:x}":0' for number in range(SIZE // 9)) + "}"
    yield "one member again and again", filled("{", '"a":0,', '"a":0}')
    yield "escapes", filled('"', "\\u0041", '"')
    yield "halves of signs", filled('"', "\\ud800", '"')
    yield "texts", filled("[", '"",', '""]')
    yield "white space", filled("", " ", "0")
    yield "a long number", filled("1", "0", "")


# Where such a value may stand: an operation, and the field.
PLACES = [
    ("/api/v1/issues/assistant-list", '{{"unknown": {}}}'),
    ("/api/v1/issues/assistant-list", '{{"project_hint": {}}}'),
    ("/api/v1/issues/assistant-list", '{{"limit": {}}}'),
    ("/api/v1/issues/assistant-bulk-close", '{{"issue_hints": {}}}'),
    ("/api/v1/issues/assistant-bulk-close", '{{"unknown": {}}}'),
    ("/api/v1/issues/assistant-create", '{{"title": "t", "labels": {}}}'),
    ("/api/v1/issues/assistant-batch-create", '{{"issues": {}}}'),
    ("/api/v1/issues/assistant-batch-create", '{{"issues": [{{"title": {}}}]}}'),
    ("/api/v1/issues/assistant-batch-create", '{{"issues": [{{"title": "t", "unknown": {}}}]}}'),
    ("/api/v1/groups/search", "{}"),
    ("/mcp", '{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {}}}'),
    ("/mcp", '{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {{"name": "search_groups", "arguments": {}}}}}'),
    ("/mcp", '{{"jsonrpc": "2.0", "id": {}, "method": "tools/list"}}'),
    ("/mcp", "{}"),
]
MCP = {"accept": "application/json, text/event-stream"}


def calls(bridged, kinds):
    """One call for each kind and place, half of them with a key."""
    made = []
    for kind, value in kinds:
        for place, (path, body) in enumerate(PLACES):
            headers = MCP if path == "/mcp" else {"idempotency-key": f"{kind}{place}".replace(" ", "")} if place % 2 else {}
            made.append(lambda path=path, body=body.format(value), headers=headers: bridged.post(path, body, headers))
    return made


def bodies(binary, kinds):
    """Sends them all, so many at once."""
    worst, statuses, probes = {}, set(), []
    for kind in kinds:
        with sandbox(binary, {}) as host, bridge(binary, host.address) as bridged, bridge(binary, host.address) as idle:
            todo = calls(bridged, [kind]) * 4
            with Liveness(bridged, idle) as liveness:
                for start in range(0, len(todo), BODIES):
                    statuses |= {answer.status for answer in together(todo[start:start + BODIES])}
            probes.append(liveness)
            worst[kind[0]] = bridged.memory()
    peak = max(worst, key=worst.get)
    odd = sorted(statuses - {200, 202, 400, 413, 415, 422, 503})
    figure = (f"{BODIES} of 1 MB at once, {len(kinds)} kinds in {len(PLACES)} places: {worst[peak]:.0f} MiB at the peak ({peak}), "
              f"answers {sorted(statuses)}, {max(probes, key=lambda probe: probe.longest)}")
    return figure, worst[peak] < MOST_MEMORY and not odd


@trial("5 bodies of small lists stay under 64 MiB")
def lists(binary):
    return bodies(binary, list(values())[:2])


@trial("5 bodies of every kind stay under 64 MiB", smoke=False)
def every_kind(binary):
    return bodies(binary, list(values()))


@trial("5 bodies of callers who left are within the bound", smoke=False)
def left(binary):
    """Callers who send a keyed write and hang up, while the host takes its time."""
    body = json.dumps({"confirm": True, "resolved_project_path": "ville/portail", "title": "t", "description": "d" * 900_000})
    with sandbox(binary, {"projects": [{"path": "ville/portail", "name": "Portail"}]}) as host, bridge(binary, host.address) as bridged:
        head = ("POST /api/v1/issues/assistant-create HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                "idempotency-key: {}\r\ncontent-length: {}\r\n\r\n")
        for number in range(300):
            with bridged.connect() as stream:
                stream.sendall((head.format(f"k{number}", len(body)) + body).encode())
        bridged.post("groups/search", {"query": "ville"})
        peak = bridged.memory()
        return f"300 keyed writes of 0.9 MB whose callers hung up: {peak:.0f} MiB at the peak", peak < 2 * MOST_MEMORY
