"""What has to hold of a play, from the host's log, the callers' answers and the audit log."""

import collections
import json

from play import CALLERS

DECIDED = {200, 400, 404, 409, 422, 429, 500, 502, 503, 504}
# « La modification a peut-être été faite »
OPEN = "peut-être"


def broken(play):
    """Every promise that did not hold."""
    return [*doubled(play), *undecided(play), *unsaid(play), *untold(play), *unaudited(play), *unwell(play)]


def writes(play):
    return [call for call in play.host.calls if call.is_write]


def doubled(play):
    """A keyed write that one life of a replica sent again, though the host had not refused it for the moment (429)."""
    open_or_done = [call for call in writes(play) if call.status != 429]
    sent = collections.Counter((call.life, call.trace, call.method, call.target, call.body) for call in open_or_done)
    for (life, trace, *said), times in sent.items():
        if times > 1:
            yield f"sent {times} times by {life} under {trace}: {said}"


def undecided(play):
    """An answer of no decided status, without the shape of one, or other than the first under its key."""
    for request in play.requests:
        kept = {}
        for attempt in request.attempts:
            if attempt.status is None:
                # The caller gave up, or nobody was there: what it came to is first heard by a repeat.
                kept.pop(attempt.life, None)
                continue
            body = parsed(attempt.text)
            if body.get("code") == "timeout":
                # The request was given up, and the write goes on: likewise.
                kept.pop(attempt.life, None)
                continue
            if attempt.status not in DECIDED or not isinstance(body.get("success"), bool) or body.get("code") == "internal_error":
                yield f"not decided: {request.path} {attempt.status} {attempt.text[:300]}"
            if "idempotent-replayed" in attempt.headers and kept.get(attempt.life, attempt.text) != attempt.text:
                yield f"another answer under the same key: {request.path} {attempt.text[:200]}, before {kept[attempt.life][:200]}"
            kept[attempt.life] = attempt.text
        if all(attempt.status is None for attempt in request.attempts):
            yield f"never answered: {request.path} {request.trace}"


def parsed(text):
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def answers(play):
    """What each life answered last to each request; nothing where it was killed before it did."""
    last = {(attempt.life.name, request.trace): (request, attempt) for request in play.requests for attempt in request.attempts}
    return {key: said for key, said in last.items() if said[1].status is not None}


def unsaid(play):
    """A write that was done, whose answer was lost, and that is not reported as unknown."""
    told = answers(play)
    for call in writes(play):
        lost = call.done and (call.status is None or call.status >= 500) and getattr(call, "fault", None) != "slow"
        request, attempt = told.get((call.life, call.trace), (None, None))
        if lost and attempt and OPEN not in attempt.text:
            yield f"done and not reported as unknown: {call} ({call.fault}) of {request.path}: {attempt.status} {attempt.text[:600]}"


def untold(play):
    """A success of something that the host never did."""
    done = {(call.life, call.trace) for call in writes(play) if call.done}
    acted = {"created", "commented", "updated", "closed", "reopened"}
    for (life, trace), (request, attempt) in answers(play).items():
        body = parsed(attempt.text)
        claims = body.get("status") in acted or any(item.get("status") in acted for item in body.get("results", []))
        # An issue that was closed before is said to be so, and nothing is sent.
        nothing = "déjà" in attempt.text or "unchanged" in attempt.text
        if request.writes and attempt.status == 200 and claims and not nothing and (life, trace) not in done:
            yield f"told and not done: {request.path} {attempt.text[:300]}"


def unaudited(play):
    """A write without its line in the audit log of the life that sent it. One that was under way when the process was killed may have none,
    and so may the last ones before: no answer waits for its line to be written."""
    told = answers(play)
    for life in play.lives:
        audited = collections.Counter(audit_lines(life))
        sent = collections.Counter()
        own = [call for call in writes(play) if call.life == life.name]
        for place, call in enumerate(own):
            excused = life.killed and ((life.name, call.trace) not in told or place >= len(own) - CALLERS)
            if not excused:
                sent[(call.method, call.path.split("/api/v4")[1])] += 1
        for line, times in sent.items():
            if audited[line] < times:
                yield f"{times} writes, {audited[line]} lines of audit in {life.name}: {line}"


def audit_lines(life):
    for line in life.process.log:
        entry = parsed(line)
        if entry.get("target") == "passerelle::audit":
            fields = entry["fields"]
            yield fields["call"].split(" ")[0], fields["path"]


def unwell(play):
    """A replica that did not end well, or said what it should not."""
    for life in play.lives:
        if not life.killed and life.code != 0:
            yield f"{life.name} ended with {life.code}"
        for line in life.process.log:
            if "panicked" in line or "sandbox-token" in line:
                yield f"{life.name}: {line[:300]}"
