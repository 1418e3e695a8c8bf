"""Heads and names of requests: how much thousands of half heads hold, and which names of this machine are answered."""

import resource
import socket
import time

from .processes import bridge, sandbox
from .registry import trial

# MiB that the process may have had at most.
MOST_MEMORY = 96
LONGEST_HEAD = 10


def descriptors():
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def half_heads(binary, connections, half, pieces=1):
    """Connections that each send these bytes, in pieces."""
    connections = min(connections, descriptors() - 200)
    with sandbox(binary, {}) as host, bridge(binary, host.address) as attacked:
        held = [attacked.connect() for _ in range(connections)]
        step = -(-len(half) // pieces)
        for piece in range(pieces):
            for place, connection in enumerate(held):
                before = b"GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n" if place % 4 == 0 and piece == 0 else b""
                try:
                    connection.settimeout(2)
                    connection.sendall(before + half[piece * step:(piece + 1) * step])
                except OSError:
                    pass
        peak, call = attacked.memory(), attacked.post("groups/search", "{}")
        for connection in held:
            connection.close()
        figure = f"{connections} connections, {peak:.0f} MiB at the peak, a call meanwhile takes {call.seconds:.2f} s"
        return figure, peak < MOST_MEMORY and call.seconds < 2 and call.status == 200


HEAD = b"GET /health/live HTTP/1.1\r\nhost: localhost\r\nx: "


@trial("7 half heads of 16 kB on 10,000 connections stay under 96 MiB", smoke=False)
def many_heads(binary):
    return half_heads(binary, 10_000, HEAD + b"y" * 15_900)


@trial("7 half heads of 16 kB on 2,000 connections", smoke=True)
def some_heads(binary):
    return half_heads(binary, 2_000, HEAD + b"y" * 15_900)


@trial("7 the same in five pieces each", smoke=False)
def heads_in_pieces(binary):
    return half_heads(binary, 10_000, HEAD + b"y" * 15_900, pieces=5)


@trial("7 half heads of 65 kB on 3,500 connections", smoke=False)
def long_heads(binary):
    return half_heads(binary, 3_500, HEAD + b"y" * 65_000)


@trial("7 half heads of many small headers", smoke=False)
def many_headers(binary):
    return half_heads(binary, 5_000, HEAD + b"".join(b"\r\nx%d: y" % number for number in range(95)))


@trial("7 heads that are just short enough, kept open after their answers", smoke=False)
def whole_heads(binary):
    """What a connection keeps of a head after its answer."""
    connections = min(5_000, descriptors() - 200)
    with sandbox(binary, {}) as host, bridge(binary, host.address) as attacked:
        held = [attacked.connect() for _ in range(connections)]
        for connection in held:
            connection.sendall(HEAD + b"y" * 15_000 + b"\r\n\r\n")
        for connection in held:
            try:
                connection.recv(4096)
            except OSError:
                pass
        peak = attacked.memory()
        return f"{connections} connections, {peak:.0f} MiB at the peak", peak < MOST_MEMORY


@trial("7 a head that drips is closed 10 s after its first byte", smoke=False)
def dripping_head(binary):
    with sandbox(binary, {}) as host, bridge(binary, host.address) as attacked, attacked.connect() as stream:
        stream.sendall(b"GET / HTTP/1.1\r\nx: ")
        start = time.monotonic()
        stream.settimeout(0.5)
        while time.monotonic() < start + 2 * LONGEST_HEAD:
            try:
                stream.sendall(b"y")
                if stream.recv(4096) == b"":
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        took = time.monotonic() - start
        return f"closed after {took:.1f} s", LONGEST_HEAD - 1 < took < LONGEST_HEAD + 3


def request(target, *headers, version="1.1"):
    body = b'{"query": "ville"}'
    lines = [f"POST {target} HTTP/{version}", *headers, "content-type: application/json", f"content-length: {len(body)}",
             "connection: close"]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


ROUTES = ("/api/v1/groups/search", "/mcp", "/openapi.json", "/", "/docs", "/metrics", "/console/about.json", "/llms.txt")
OWN = ["127.0.0.1", "127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]", "[::1]:8080"]
FOREIGN = [
    "attacker.example", "attacker.example:8080", "attacker.example.", "localhost.attacker.example", "127.0.0.1.nip.io", "localhost@attacker.example",
    "attacker.example#localhost", "attacker.example?127.0.0.1", "attacker.example/127.0.0.1", "127.0.0.1, attacker.example",
    "localhost attacker.example", "[::ffff:8.8.8.8]", "[fe80::1]", "0.0.0.0", "[::]", "169.254.169.254", "192.168.0.1", "", ":8080",
    "loc\u00e4lhost", "127.0.0.1\tattacker.example", "attacker.example:127.0.0.1", "xn--localhost", "\"localhost\"",
]


@trial("4 without tokens only this machine's own names are answered, in whatever form the name comes")
def names(binary):
    with sandbox(binary) as host, bridge(binary, host.address) as bridged:
        own = [("/api/v1/groups/search", [f"host: {name}"], "1.1") for name in OWN]
        own += [("http://127.0.0.1/api/v1/groups/search", ["host: 127.0.0.1"], "1.1"),
                ("/api/v1/groups/search", ["host: localhost", "origin: http://localhost:3000"], "1.1")]
        foreign = [(route, [f"host: {name}"], "1.1") for name in FOREIGN for route in ROUTES[:2]]
        foreign += [(route, ["host: attacker.example"], "1.1") for route in ROUTES]
        for target in ROUTES[:2]:
            foreign += [
                (target, [], "1.0"),
                (target, ["host: attacker.example"], "1.0"),
                (target, ["host: 127.0.0.1", "host: attacker.example"], "1.1"),
                (target, ["host: attacker.example", "host: 127.0.0.1"], "1.1"),
                (f"http://attacker.example{target}", ["host: 127.0.0.1"], "1.1"),
                (f"http://attacker.example:8080{target}", ["host: 127.0.0.1"], "1.1"),
                (f"http://127.0.0.1{target}", ["host: attacker.example"], "1.1"),
                (f"http://attacker.example@127.0.0.2x{target}", ["host: 127.0.0.1"], "1.1"),
                (target, ["host: 127.0.0.1", "origin: https://attacker.example"], "1.1"),
                (target, ["host: 127.0.0.1", "origin: null"], "1.1"),
                (target, ["host: 127.0.0.1", "origin: http://localhost", "origin: https://attacker.example"], "1.1"),
                (target, ["host: 127.0.0.1", "origin: http://localhost.attacker.example"], "1.1"),
                (target, ["host: attacker.example", "x-forwarded-host: localhost", "forwarded: host=localhost"], "1.1"),
            ]
        opened = [each for each in foreign if b" 200 " in bridged.send_raw(request(each[0], *each[1], version=each[2]))[:16]]
        shut = [each for each in own if b" 200 " not in bridged.send_raw(request(each[0], *each[1], version=each[2]))[:16]]
        alive = b" 200 " in bridged.send_raw(b"GET /health/live HTTP/1.1\r\nhost: attacker.example\r\nconnection: close\r\n\r\n")
        figure = f"{len(foreign) - len(opened)} of {len(foreign)} foreign ones refused, {len(own) - len(shut)} of {len(own)} own ones answered"
        return "; ".join([figure, *map(str, opened + shut)]), not opened and not shut and alive
