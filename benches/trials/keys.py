"""Repeated writes: what is kept under an `Idempotency-Key`, with a host that does a write and says that it failed."""

import json
import time

from .host import Break, Host, Reset, answer
from .processes import bridge, sandbox, together
from .registry import trial

PROJECT = "ville/portail"
WORLD = {"projects": [{"path": PROJECT, "name": "Portail", "issues": ["Un", "Deux", "Trois"]}]}
CONFIRMED = {"confirm": True, "resolved_project_path": PROJECT}
OPEN = "peut"  # « La modification a peut-être été faite »


def after_the_deed(host, fail):
    """Does each write, then fails."""

    def rule(call):
        if not call.is_write:
            return None
        done = host.pass_on(call)
        call.status = done[0]
        return fail()

    return rule


def lost():
    raise Break(b"HTTP/1.1 201 Created\r\ncontent-length: 5000\r\n\r\n{")


def reset():
    raise Reset


FAILURES = {str(status): lambda status=status: answer(status, {"message": "later"}) for status in (408, 500, 502, 503, 504, 520)}
FAILURES |= {"an answer that breaks off": lost, "a reset": reset, "303": lambda: answer(303, b"", location="/elsewhere"),
             "200 and no JSON": lambda: answer(200, b"<html>")}

WRITES = {
    "create": ("issues/assistant-create", CONFIRMED | {"title": "Nouveau", "description": "d"}),
    "comment": ("issues/assistant-comment", CONFIRMED | {"resolved_issue_iid": 1, "body": "Vu"}),
    "close": ("issues/assistant-close", CONFIRMED | {"resolved_issue_iid": 2}),
    "bulk": ("issues/assistant-bulk-close", CONFIRMED | {"issue_hints": ["Un", "Deux"]}),
    "batch": ("issues/assistant-batch-create", CONFIRMED | {"issues": [{"title": "a"}, {"title": "b"}]}),
}


@trial("3 a keyed write that was perhaps done is reported as unknown, and sent once")
def perhaps_done(binary):
    broken, tried = [], 0
    for failure, fail in FAILURES.items():
        with sandbox(binary, WORLD) as behind, Host(behind=behind.address) as host, bridge(binary, host.address) as bridged:
            host.rule = after_the_deed(host, fail)
            for name, (path, body) in WRITES.items():
                before = len(host.writes)
                answers = [bridged.post(path, body, {"idempotency-key": name}) for _ in range(3)]
                sent = [f"{call.method} {call.target} {call.body}" for call in host.writes[before:]]
                tried += 1
                said = all(OPEN in answer.text.decode() for answer in answers)
                if len(sent) != len(set(sent)) or not said or not all("idempotent-replayed" in answer.headers for answer in answers[1:]):
                    broken.append(f"{name} after {failure}: {len(sent)} writes, {answers[-1].text[:150]}")
    return "; ".join([f"{tried} writes sent three times each: {len(broken)} were done twice or not reported as unknown", *broken]), not broken


@trial("8 a keyed refusal for now is not kept, one for good is")
def refused(binary):
    broken = []
    for status, kept in {401: False, 403: False, 425: False, 429: False, 400: True, 404: True, 409: True, 422: True}.items():
        with sandbox(binary, WORLD) as behind, Host(behind=behind.address) as host, bridge(binary, host.address) as bridged:
            host.rule = lambda call, status=status: answer(status, {"message": "no"}, retry_after="1") if call.is_write else None
            path, body = WRITES["create"]
            first = bridged.post(path, body, {"idempotency-key": "k"})
            host.rule = lambda call: None
            # After a 429 such calls are held back for as long as the host asked.
            time.sleep(1.5 if status == 429 else 0)
            again = bridged.post(path, body, {"idempotency-key": "k"})
            if first.status != status or (again.status == status) != kept or ("idempotent-replayed" in again.headers) != kept:
                broken.append(f"{status}: {again.status} {again.text[:100]}")
    return "; ".join([f"8 refusals, {len(broken)} treated otherwise", *broken]), not broken


@trial("9 another caller's keys push out none of mine")
def pushed_out(binary):
    settings = {"server.auth_tokens": "alice:token-of-alice,mallory:token-of-mallory", "server.idempotency_entries": "1000"}
    bearer = lambda name: {"authorization": f"Bearer token-of-{name}"}  # noqa: E731
    with sandbox(binary, WORLD) as behind, Host(behind=behind.address) as host, bridge(binary, host.address, **settings) as bridged:
        path, body = WRITES["create"]
        mine = bearer("alice") | {"idempotency-key": "mine"}
        bridged.post(path, body, mine)
        # Some that nothing is sent for, some that are done.
        for first in range(0, 1200, 24):
            together([lambda number=number: bridged.post(path, {} if number % 2 else body | {"title": str(number)},
                                                         bearer("mallory") | {"idempotency-key": f"m{number}"})
                      for number in range(first, first + 24)])
        again = bridged.post(path, body, mine)
        done = sum(json.loads(call.body).get("title") == "Nouveau" for call in host.writes)
        return f"1,200 keyed calls of another, my write was done {done} time", done == 1 and "idempotent-replayed" in again.headers


@trial("9 a caller's own keys without a write push out none of its own")
def pushed_out_by_nothing(binary):
    with sandbox(binary, WORLD) as behind, Host(behind=behind.address) as host, \
            bridge(binary, host.address, **{"server.idempotency_entries": "100"}) as bridged:
        path, body = WRITES["create"]
        bridged.post(path, body, {"idempotency-key": "mine"})
        for number in range(500):
            bridged.post(path, {}, {"idempotency-key": f"e{number}"})
        again = bridged.post(path, body, {"idempotency-key": "mine"})
        return f"500 keyed empty bodies, {len(host.writes)} write", len(host.writes) == 1 and "idempotent-replayed" in again.headers
