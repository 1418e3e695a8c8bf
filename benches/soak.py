#!/usr/bin/env python3
"""Mixed load on a bridge in front of a host that fails 10 % of its calls: is every answer decided, does anything leak?

    benches/soak.py BINARY [SECONDS]

Starts `BINARY sandbox --fail 10` and `BINARY serve`, sends mixed requests from 16 callers for SECONDS (60), some of whom hang up,
and samples the bridge's memory, descriptors, threads, tasks and requests in flight. Fails where an answer is not decided, where the memory
of the last quarter is more than a fifth above that of the second, or where requests, tasks or descriptors are left once the host is gone,
and with it the idle connections to it.
"""

import collections
import http.client
import json
import os
import random
import re
import socket
import subprocess
import sys
import threading
import time

CALLERS = 16
PAUSE = 0.02
SAMPLES = 20
LEAKS = ("descriptors", "tasks", "in flight")
DECIDED = {200, 400, 404, 409, 422, 429, 500, 502, 503}
PROJECTS = ("portail citoyen", "formation", "portail", "régie", "signalements", "zzz", "")
ISSUES = ("page de connexion", "formulaire de contact", "double authentification", "erreur 500", "#1", "là")


def requests(choice):
    """One request after the other: reads and writes, clear and unclear."""
    while True:
        project, issue = {"project_hint": choice.choice(PROJECTS)}, {"issue_hint": choice.choice(ISSUES)}
        label = {"label_name": "urgent"}
        yield choice.choice([
            ("issues/assistant-list", project | {"state": "all"}),
            ("issues/assistant-list-labels", project),
            ("issues/assistant-show", project | issue),
            ("projects/assistant-members", project),
            ("projects/assistant-tasks", project),
            ("projects/summary", project),
            ("groups/search", {"query": "ville"}),
            ("issues/assistant-close", project | issue),
            ("issues/assistant-reopen", project | issue),
            ("issues/assistant-add-label", project | issue | label),
            ("issues/assistant-bulk-add-label", project | label | {"issue_hints": list(ISSUES)}),
            ("issues/assistant-comment", project | issue | {"body": "Vu.", "dry_run": True}),
        ])


class Bridge:
    """A host that fails, and a bridge before it."""

    def __init__(self, binary):
        self.host, host = self.start([binary, "sandbox", "--fail", "10"], {})
        self.bridge, self.address = self.start([binary, "serve"], {
            "PASSERELLE__UPSTREAM__BASE_URL": f"http://{host}",
            "PASSERELLE__UPSTREAM__TOKEN": "sandbox-token",
            # Full within seconds, so that what it takes does not look like a leak.
            "PASSERELLE__SERVER__IDEMPOTENCY_ENTRIES": "500",
            "PASSERELLE__UPSTREAM__KEPT_BYTES": "1MiB",
        })
        self.pid = self.bridge.pid

    def start(self, command, settings):
        environment = os.environ | {"PASSERELLE__SERVER__PORT": "0", "PASSERELLE__LOG__FILTER": "error"} | settings
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        return process, process.stdout.readline().split("http://")[1].strip()

    def sample(self):
        with open(f"/proc/{self.pid}/status", encoding="ascii") as file:
            status = dict(re.findall(r"(\w+):\s+(\d+)", file.read()))
        connection = http.client.HTTPConnection(self.address, timeout=30)
        connection.request("GET", "/metrics")
        metrics = dict(re.findall(r"^passerelle_(\w+) (\d+)$", connection.getresponse().read().decode(), re.MULTILINE))
        connection.close()
        return {
            "memory, MiB": round(int(status["VmRSS"]) / 1024, 1),
            "descriptors": len(os.listdir(f"/proc/{self.pid}/fd")),
            "threads": int(status["Threads"]),
            "tasks": int(metrics["tasks"]),
            "in flight": int(metrics["requests_in_flight"]),
        }

    def stop_host(self):
        return self.end(self.host)

    def stop(self):
        return self.end(self.bridge)

    @staticmethod
    def end(process):
        """Ends a process; whether it ended well."""
        process.terminate()
        return process.wait(60) == 0


class Callers:
    """Send for some time and count what they read."""

    def __init__(self, address, seconds):
        self.address, self.end = address, time.monotonic() + seconds
        self.statuses, self.odd, self.lock = collections.Counter(), [], threading.Lock()
        self.threads = [threading.Thread(target=self.send, args=(seed,)) for seed in range(CALLERS)]
        for thread in self.threads:
            thread.start()

    def send(self, seed):
        choice = random.Random(seed)
        connection = http.client.HTTPConnection(self.address, timeout=90)
        for path, body in requests(choice):
            if time.monotonic() > self.end:
                return connection.close()
            time.sleep(PAUSE)
            if choice.random() < 0.02:
                self.hang_up(path, body)
                continue
            headers = {"content-type": "application/json"}
            if choice.random() < 0.5:
                headers["idempotency-key"] = f"{seed}-{choice.random()}"
            connection.request("POST", f"/api/v1/{path}", json.dumps(body), headers)
            answer = connection.getresponse()
            self.read(path, answer.status, json.loads(answer.read()))

    def hang_up(self, path, body):
        """A caller who is gone before the answer."""
        host, port = self.address.split(":")
        text = json.dumps(body)
        head = f"POST /api/v1/{path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {len(text)}\r\n\r\n"
        with socket.create_connection((host, int(port))) as stream:
            stream.sendall((head + text).encode())
        self.count("hung up")

    def read(self, path, status, body):
        # Its own 500 is never decided; the host's may be passed on.
        decided = status in DECIDED and isinstance(body.get("success"), bool) and body.get("code") != "internal_error"
        self.count(status)
        if not decided:
            self.odd.append(f"not decided: {path} {status} {body}")

    def count(self, status):
        with self.lock:
            self.statuses[status] += 1


def row(cells):
    print("|", " | ".join(str(cell) for cell in cells), "|", flush=True)


def main():
    binary, seconds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
    bridge = Bridge(binary)
    first = bridge.sample()
    callers = Callers(bridge.address, seconds)
    row(["after", "answers", *first])
    row("---" for _ in range(len(first) + 2))
    row(["0 s", 0, *first.values()])
    samples, start = [], time.monotonic()
    for step in range(1, SAMPLES + 1):
        time.sleep(max(0, start + step * seconds / SAMPLES - time.monotonic()))
        samples.append(bridge.sample())
        row([f"{step * seconds // SAMPLES} s", callers.statuses.total(), *samples[-1].values()])
    for thread in callers.threads:
        thread.join()
    faults = callers.odd[:5]
    memory = [sample["memory, MiB"] for sample in samples]
    if max(memory[SAMPLES * 3 // 4:]) > 1.2 * max(memory[SAMPLES // 4:SAMPLES // 2]):
        faults.append("the memory grows")
    # Idle connections to it would be kept for a minute, and look as if something were left.
    if not bridge.stop_host():
        faults.append("the host did not end well")
    left, deadline = bridge.sample(), time.monotonic() + 30
    while any(left[kind] > first[kind] + 1 for kind in LEAKS) and time.monotonic() < deadline:
        time.sleep(1)
        left = bridge.sample()
    row(["at rest", callers.statuses.total(), *left.values()])
    print("answers by status:", ", ".join(f"{status}: {count}" for status, count in sorted(callers.statuses.items(), key=str)))
    for kind in LEAKS:
        if left[kind] > first[kind] + 1:
            faults.append(f"{kind} are left: {left[kind]}, {first[kind]} at the start")
    if not bridge.stop():
        faults.append("the bridge did not end well")
    print("\n".join(faults) or "nothing leaks, every answer is decided")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
