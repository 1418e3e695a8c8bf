#!/usr/bin/env python3
"""Hostile callers before a real process: what do they cost it in memory, and does it stay alive for others?

    benches/hold.py BINARY

Starts `BINARY sandbox` with a world of long titles and `BINARY serve` before it, attacks, and prints a line an attack. Fails where a bound of
docs/hold.md does not hold.
"""

import http.client
import json
import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time

# One sign that folds to eighteen letters.
LONG_SIGN = "\ufdfa"
HEADS = 10_000
BODIES = 24


class Bridge:
    """A bridge with these settings before a sandbox host of this world."""

    def __init__(self, binary, world, **settings):
        self.processes = []
        with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
            json.dump(world, file)
        host = self.start([binary, "sandbox", "--data", file.name], {})
        os.unlink(file.name)
        self.address = self.start([binary, "serve"], {
            "PASSERELLE__UPSTREAM__BASE_URL": f"http://{host}",
            "PASSERELLE__UPSTREAM__TOKEN": "sandbox-token",
        } | settings)
        self.pid = self.processes[-1].pid

    def start(self, command, settings):
        environment = os.environ | {"PASSERELLE__SERVER__PORT": "0", "PASSERELLE__LOG__FILTER": "off"} | settings
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        self.processes.append(process)
        return process.stdout.readline().split("http://")[1].strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.kill()
            process.wait()

    def memory(self, field):
        """VmRSS or VmHWM (the peak), in MiB."""
        with open(f"/proc/{self.pid}/status", encoding="ascii") as file:
            return int(re.search(rf"{field}:\s+(\d+)", file.read())[1]) / 1024

    def connect(self):
        host, port = self.address.rsplit(":", 1)
        return socket.create_connection((host, int(port)), timeout=120)

    def post(self, path, body, headers=()):
        """Status and seconds of a call."""
        start = time.monotonic()
        connection = http.client.HTTPConnection(self.address, timeout=120)
        connection.request("POST", path, body, {"content-type": "application/json"} | dict(headers))
        status = connection.getresponse().status
        connection.close()
        return status, time.monotonic() - start


class Liveness(threading.Thread):
    """Asks /health/live all the while, and keeps the longest answer."""

    def __init__(self, bridge):
        super().__init__(daemon=True)
        self.bridge, self.ended, self.longest = bridge, threading.Event(), 0.0

    def run(self):
        while not self.ended.wait(0.02):
            start = time.monotonic()
            connection = http.client.HTTPConnection(self.bridge.address, timeout=120)
            connection.request("GET", "/health/live")
            connection.getresponse().read()
            connection.close()
            self.longest = max(self.longest, time.monotonic() - start)

    def end(self):
        self.ended.set()
        self.join()
        return self.longest


def together(calls):
    """Results of calls made at once."""
    results = []
    threads = [threading.Thread(target=lambda call=call: results.append(call())) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def world():
    titles = [f"{number} {LONG_SIGN * 100}" for number in range(100)]
    groups = [{"path": f"g{number}", "name": f"{number} {LONG_SIGN * 100}"} for number in range(500)]
    return {"groups": groups, "projects": [{"path": "ville/portail", "name": "Portail", "issues": titles}]}


def scoring(binary):
    """Long signs in hints and titles: the time-out holds, and liveness answers within 100 ms."""
    with Bridge(binary, world(), PASSERELLE__SERVER__REQUEST_TIMEOUT="2s") as bridge:
        close = json.dumps({
            "confirm": True, "resolved_project_path": "ville/portail", "dry_run": True,
            "issue_hints": [f"{LONG_SIGN * 990} {number}" for number in range(100)],
        })
        search = json.dumps({"query": LONG_SIGN * 990})
        liveness = Liveness(bridge)
        liveness.start()
        answers = together(
            [lambda: bridge.post("/api/v1/issues/assistant-bulk-close", close)] * 2
            + [lambda: bridge.post("/api/v1/groups/search", search)] * 2
        )
        longest, slowest = liveness.end(), max(seconds for _, seconds in answers)
        print(f"long signs in 100 hints, 100 titles, 500 groups: answers {sorted(status for status, _ in answers)} within "
              f"{slowest:.2f} s, /health/live within {longest * 1000:.0f} ms")
        assert slowest < 3 and longest < 0.1


def bodies(binary):
    """Lists of small lists in bodies of 1 MB."""
    lists = "[" + "[0]," * 250_000 + "[0]]"
    requests = [
        ("/api/v1/issues/assistant-list", f'{{"unknown": {lists}}}', {}),
        ("/api/v1/issues/assistant-bulk-close", f'{{"issue_hints": {lists}}}', {}),
        ("/api/v1/issues/assistant-close", f'{{"issue_hint": {lists}}}', {"idempotency-key": "k"}),
        ("/mcp", f'{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {lists}}}',
         {"accept": "application/json, text/event-stream"}),
    ]
    with Bridge(binary, {}) as bridge:
        calls = [lambda request=requests[number % 4]: bridge.post(*request) for number in range(BODIES)]
        statuses = sorted({status for status, _ in together(calls)})
        peak = bridge.memory("VmHWM")
        print(f"{BODIES} bodies of 1 MB of small lists at once: answers {statuses}, {peak:.0f} MiB at the peak")
        assert peak < 64


def heads(binary):
    """Half heads of 16 kB on 10,000 connections."""
    descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
    half = b"GET /health/live HTTP/1.1\r\nhost: localhost\r\nx: " + b"y" * 15_900
    behind = b"GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n" + half
    with Bridge(binary, {}) as bridge:
        held = []
        for number in range(min(HEADS, descriptors - 100)):
            connection = bridge.connect()
            try:
                connection.sendall(behind if number % 4 == 0 else half)
            except OSError:
                pass
            held.append(connection)
        peak = bridge.memory("VmHWM")
        _, seconds = bridge.post("/api/v1/groups/search", "{}")
        print(f"{len(held)} connections with 16 kB of half a head: {peak:.0f} MiB at the peak, a call meanwhile takes {seconds:.2f} s")
        for connection in held:
            connection.close()
        assert peak < 96 and seconds < 2


def main():
    binary = sys.argv[1]
    for attack in (scoring, bodies, heads):
        attack(binary)


if __name__ == "__main__":
    main()
