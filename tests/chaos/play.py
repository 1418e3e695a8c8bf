"""One seed's play: the host and its faults, the replicas and what befalls them, the callers and what they send."""

import collections
import http.client
import json
import os
import random
import signal
import threading
import time

from trials.host import Break, Host, Reset, answer
from trials.processes import Process, TOKEN, sandbox

REPLICAS = 2
CALLERS = 6
REQUESTS = 14
ISSUES = 8
# Of a hundred calls of the host.
FAILING = 15
# How often a caller sends a request whose answer leaves it open.
ANSWERS = 8
# How long it waits for one, and for a replica that is there.
ANSWER_TIMEOUT = 8
LONGEST_ABSENCE = 30
OPEN_STATUSES = {408, 429, 500, 502, 503, 504}


class Life:
    """A replica from a start to its end."""

    def __init__(self, name, process):
        self.name, self.process, self.killed, self.ended = name, process, False, False


class Attempt:
    """A request as it was sent once: to which life, and what came back; no status where nothing did."""

    def __init__(self, life, status, headers, text):
        self.life, self.status, self.headers, self.text = life, status, headers, text


class Request:
    """What a caller asks for, under one key and one trace, and all attempts at it."""

    def __init__(self, trace, path, body, writes):
        self.trace, self.path, self.body, self.writes, self.attempts = trace, path, body, writes, []


class Play:
    def __init__(self, binary, seed):
        self.binary, self.seed, self.lock = binary, seed, threading.Lock()
        self.requests, self.lives, self.answered = [], [], 0
        self.seen = collections.Counter()
        self.current = [None] * REPLICAS

    def choice(self, *what):
        """A source of choices for one thing alone, so that they do not depend on what else is under way."""
        return random.Random("/".join(map(str, (self.seed, *what))))

    def run(self):
        projects = [
            {"path": f"ville/p{caller}", "name": f"Projet {caller}", "issues": [f"Ticket numéro {issue} du {caller}" for issue in range(1, ISSUES + 1)]}
            for caller in range(CALLERS)
        ]
        with sandbox(self.binary, {"projects": projects}) as behind, Host(self.fault, behind.address) as self.host:
            for replica in range(REPLICAS):
                self.start(replica)
            callers = [threading.Thread(target=self.call, args=(caller,)) for caller in range(CALLERS)]
            fate = threading.Thread(target=self.befall, daemon=True)
            for thread in (*callers, fate):
                thread.start()
            for thread in callers:
                thread.join()
            self.over = True
            fate.join()
            # Writes whose callers gave up end before the process does.
            for life in self.lives:
                if not life.ended:
                    self.end(life, signal.SIGTERM)

    over = False

    def figures(self):
        writes = [call for call in self.host.calls if call.is_write]
        failed = sum(hasattr(call, "fault") for call in self.host.calls)
        repeats = sum(len(request.attempts) - 1 for request in self.requests)
        return (f"{len(self.requests)} requests, {repeats} repeats, {len(self.host.calls)} calls of the host, {failed} failed, {len(writes)} writes, "
                f"{len(self.lives)} lives, {sum(life.killed for life in self.lives)} killed")

    # The host.

    def fault(self, call):
        """How a call fails, if it does: by its seed, what it says and how often that was said."""
        _, call.life, target = call.target.split("/", 2)
        target = f"/{target}"
        call.target = target
        call.trace = call.headers.get("traceparent", "")
        # Only what callers send is told apart by their traces.
        said = (call.trace, call.method, target, call.body)
        with self.lock:
            self.seen[said] += 1
            choice = self.choice(*said, self.seen[said])
        if not call.trace or choice.randrange(100) >= FAILING:
            call.status, *rest = self.host.pass_on(call)
            call.done = call.is_write and call.status < 400
            return call.status, *rest
        call.fault = choice.choice(WRITE_FAULTS if call.is_write else READ_FAULTS)
        return FAULTS[call.fault](self.host, call, choice)

    # The replicas.

    def start(self, replica):
        name = f"r{replica}l{len(self.lives)}"
        process = Process([self.binary, "serve"], **{
            "upstream.base_url": f"{self.host.address}/{name}", "upstream.token": TOKEN, "upstream.timeout": "1s", "server.request_timeout": "5s",
            "server.shutdown_grace": "10s", "log.format": "json", "log.filter": "warn,passerelle::audit=info",
        })
        life = Life(name, process)
        with self.lock:
            self.lives.append(life)
            self.current[replica] = life

    def end(self, life, how):
        life.killed = how == signal.SIGKILL
        life.code = life.process.end(how)
        life.ended = True

    def befall(self):
        """Kills and stops replicas after so many answers, and starts them again."""
        choice = self.choice("fate")
        for after in sorted(choice.sample(range(5, CALLERS * REQUESTS - 10), 4)):
            while self.answered < after and not self.over:
                time.sleep(0.005)
            if self.over:
                return
            replica = choice.randrange(REPLICAS)
            time.sleep(choice.random() * 0.1)
            self.end(self.current[replica], choice.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM]))
            time.sleep(choice.random() * 0.3)
            self.start(replica)

    # The callers.

    def call(self, caller):
        choice = self.choice("caller", caller)
        for number in range(REQUESTS):
            request = make(choice, caller, number, self.seed)
            with self.lock:
                self.requests.append(request)
            self.repeat(caller, request, choice)
            self.answered += 1

    def repeat(self, caller, request, choice):
        """Sends a request until its answer is final, or the same again."""
        answers, end = 0, time.monotonic() + LONGEST_ABSENCE
        while answers < ANSWERS and time.monotonic() < end:
            attempt = self.attempt(caller % REPLICAS, request, choice.random() < 0.1)
            request.attempts.append(attempt)
            answers += attempt.status is not None
            if attempt.status is not None and (attempt.status not in OPEN_STATUSES or "idempotent-replayed" in attempt.headers):
                return
            time.sleep(0.1)

    def attempt(self, replica, request, hasty):
        """Sends it once; a hasty caller gives up soon."""
        life = self.current[replica]
        headers = {"content-type": "application/json", "host": "localhost", "traceparent": request.trace}
        if request.writes:
            headers["idempotency-key"] = request.trace
        connection = http.client.HTTPConnection(life.process.address, timeout=0.15 if hasty else ANSWER_TIMEOUT)
        try:
            connection.request("POST", f"/api/v1/{request.path}", json.dumps(request.body), headers)
            response = connection.getresponse()
            return Attempt(life, response.status, response.headers, response.read().decode())
        except (OSError, http.client.HTTPException):
            return Attempt(life, None, {}, "")
        finally:
            connection.close()


def make(choice, caller, number, seed):
    """A request: mostly writes, each of whose writes differ, to the caller's own project."""
    trace = f"00-{seed:08x}{caller:012x}{number + 1:012x}-{caller + 1:016x}-01"
    confirmed = {"confirm": True, "resolved_project_path": f"ville/p{caller}"}
    issue = choice.randint(1, ISSUES)
    one = {"resolved_issue_iid": issue}
    mark = f"{seed}-{caller}-{number}"
    hints = [f"Ticket numéro {choice.randint(1, ISSUES)} du {caller}" for _ in range(4)]
    label = {"label_name": f"étiquette {mark}", "create_label_if_missing": True}
    path, body, writes = choice.choice([
        ("issues/assistant-create", {"title": f"Nouveau {mark}", "description": "d"}, True),
        ("issues/assistant-batch-create", {"issues": [{"title": f"Lot {mark} {place}"} for place in range(4)]}, True),
        ("issues/assistant-comment", one | {"body": f"Vu {mark}"}, True),
        ("issues/assistant-update", one | {"title": f"Ticket {mark}"}, True),
        ("issues/assistant-add-label", one | label, True),
        ("issues/assistant-bulk-add-label", {"issue_hints": hints} | label, True),
        ("issues/assistant-bulk-close", {"issue_hints": hints}, True),
        ("issues/assistant-close", one, True),
        ("issues/assistant-reopen", one, True),
        ("issues/assistant-list", {"state": "all"}, False),
        ("projects/summary", {}, False),
    ])
    return Request(trace, path, confirmed | body, writes)


def refuse(status):
    def fault(_, call, choice):
        call.done = False
        call.status = status
        return answer(status, {"message": "later"}, retry_after="1" if choice.random() < 0.5 else "0")

    return fault


def after(then):
    """The call is served, and then this happens to its answer."""

    def fault(host, call, choice):
        served = host.pass_on(call)
        call.done = call.is_write and served[0] < 400
        call.status = None
        return then(served, choice)

    return fault


def lose(served, choice):
    raise Break(b"HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n" + served[2][: choice.randrange(20)])


def reset(*_):
    raise Reset


def delay(served, choice):
    time.sleep(choice.choice([0.05, 0.2, 1.3]))
    return served


def before(_, call, choice):
    call.done = False
    call.status = None
    raise Reset


FAULTS = {
    "503": refuse(503), "500": refuse(500), "429": refuse(429), "409": refuse(409), "reset before": before,
    "lost": after(lose), "reset after": after(reset), "slow": after(delay), "503 after": after(lambda *_: answer(503, b"<html>")),
    "502 after": after(lambda *_: answer(502, {"message": "gateway"})),
}
READ_FAULTS = ["503", "500", "429", "reset before", "lost", "slow"]
WRITE_FAULTS = ["503", "429", "409", "reset before", "lost", "reset after", "slow", "slow", "503 after", "502 after"]
os.environ.pop("PASSERELLE_CONFIG", None)
