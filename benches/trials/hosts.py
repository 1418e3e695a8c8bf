"""A host that means harm: what it says, how much it sends, where it leads."""

import gzip
import json
import os
import subprocess

from .host import Break, Host, answer
from .processes import TOKEN, bridge, sandbox, together
from .registry import trial

CALLERS_TOKEN = "token-of-alice"
BEARER = {"authorization": f"Bearer {CALLERS_TOKEN}"}
HARM = f"{TOKEN} {CALLERS_TOKEN}\r\n2026-01-01 INFO forged \x1b[31m\x07\u202e\u2028\x00"
LIST = ("issues/assistant-list", {"confirm": True, "resolved_project_path": "ville/portail"})
CLOSE = ("issues/assistant-close", {"confirm": True, "resolved_project_path": "ville/portail", "resolved_issue_iid": 1})
PROJECT = {"id": 7, "name": "Portail", "path_with_namespace": "ville/portail", "web_url": "u"}
# What the bridge reads about the host and its token when it starts.
AT_THE_START = ("/version", "/personal_access_tokens/self")
CONTROLS = [chr(code) for code in (0, 7, 8, 13, 27, 127, 0x85, 0x9B, 0x2028, 0x202E)]


def odd(text):
    """What must not be in anything that is told."""
    return [repr(sign) for sign in (TOKEN, CALLERS_TOKEN, *CONTROLS) if sign in text]


def hostile(status, key="message", more=""):
    def rule(call):
        if call.path.endswith("ville%2Fportail"):
            return answer(200, PROJECT)
        return answer(status, {key: HARM + more}, x_request_id=f"{TOKEN}{'y' * 4000}", retry_after="0", server=CALLERS_TOKEN)

    return rule


@trial("6 what the host says is clean and short in log, audit log, answers, check and /health/host")
def what_it_says(binary):
    settings = {"log.filter": "info", "server.auth_tokens": f"alice:{CALLERS_TOKEN}"}
    broken, lines = [], 0
    for log_format in ("text", "json"):
        for status, key, more in ((503, "message", ""), (401, "error_description", ""), (400, "error", "x" * 3_000_000), (500, "message", ""), (200, "id", "")):
            with Host(hostile(status, key, more)) as host:
                bridged = bridge(binary, host.address, **settings, **{"log.format": log_format})
                answers = [bridged.post(*request, BEARER) for request in (LIST, CLOSE, ("groups/search", {"query": "x"}))]
                answers += [bridged.get("/health/host"), bridged.get("/health/host", **BEARER), bridged.get("/metrics")]
                bridged.kill()
                log = "".join(bridged.log)
                broken += [f"log at {status}: {sign}" for sign in odd(log)]
                broken += [f"an answer at {status}: {sign}" for each in answers for sign in odd(each.text.decode())]
                lines += len(bridged.log)
                longest = max(map(len, bridged.log), default=0)
                if longest > 4000 or any(len(each.text) > 4000 for each in answers[:5]):
                    broken.append(f"{status}: a line of {longest}")
                told = check(binary, host.address, settings)
                broken += [f"check at {status}: {sign}" for sign in odd(told.replace("\n", ""))]
    return "; ".join([f"{lines} lines of log, 60 answers, 10 runs of check", *sorted(set(broken))]), not broken


def check(binary, address, settings):
    environment = os.environ | {"PASSERELLE__UPSTREAM__BASE_URL": address, "PASSERELLE__UPSTREAM__TOKEN": TOKEN}
    environment |= {f"PASSERELLE__{key.replace('.', '__').upper()}": value for key, value in settings.items()}
    done = subprocess.run([binary, "check"], env=environment, capture_output=True, timeout=60, check=False)
    return (done.stdout + done.stderr).decode(errors="replace")


MILLION = 1_000_000
BODIES = {
    "10^6 small objects": (200, lambda: b"[" + b'{"id":1,"iid":1,"title":""},' * MILLION + b'{"id":1}]'),
    "10^7 empty lists": (200, lambda: b"[" + b"[]," * (10 * MILLION) + b"[]]"),
    "one name of 30 MB": (200, lambda: b'[{"id":1,"iid":1,"name":"' + b"n" * (30 * MILLION) + b'","title":"' + b"t" * 10 + b'"}]'),
    "one title of 30 MB of escapes": (200, lambda: b'[{"id":1,"iid":1,"title":"' + b"\\u00e9" * (5 * MILLION) + b'"}]'),
    "10^6 labels of one issue": (200, lambda: b'[{"id":1,"iid":1,"title":"t","labels":[' + b'"a",' * MILLION + b'"b"]}]'),
    "100 objects of 300 kB": (200, lambda: b"[" + b",".join(b'{"id":%d,"iid":%d,"title":"%s","name":"%s"}' % (n, n, b"t" * 150_000, b"n" * 150_000) for n in range(100)) + b"]"),
    "an object of 10^6 unknown fields": (200, lambda: b"[{" + b",".join(b'"%x":0' % n for n in range(2 * MILLION)) + b"}]"),
    "deep lists": (200, lambda: b"[" * (15 * MILLION)),
    "a 400 with a list of 5*10^6": (400, lambda: b'{"message":[' + b"0," * (5 * MILLION) + b"0]}"),
    "a 400 with a message of 30 MB": (400, lambda: b'{"message":"' + b"m" * (30 * MILLION) + b'"}'),
    "3 GB in 3 MB of gzip": (200, lambda: gzip.compress(b"[" + b" " * (300 * MILLION), 9) * 10),
    "a 503 of 3 GB in 3 MB of gzip": (503, lambda: gzip.compress(b" " * (300 * MILLION), 9) * 10),
}
# Three bodies of 32 MiB at once, what grows beside them, and the process.
MOST_MEMORY = 160


def body_costs(binary, kinds):
    worst, broken = {}, []
    calls = [LIST, ("issues/assistant-list-labels", LIST[1]), ("groups/search", {"query": "x"}), ("projects/assistant-tasks", {"project_hint": "x"})]
    for kind in kinds:
        status, body = BODIES[kind]
        body = body()
        headers = {"content_encoding": "gzip"} if "gzip" in kind else {}

        def rule(call, status=status, body=body, headers=headers):
            # The retries of a 503 would each send it again.
            return answer(200, PROJECT) if call.path.endswith("ville%2Fportail") else answer(status, body, **headers)

        with Host(rule) as host, bridge(binary, host.address, **{"upstream.retries": "0"}) as bridged:
            statuses = {bridged.post(*call).status for call in calls}
            worst[kind] = bridged.memory()
            if worst[kind] > MOST_MEMORY or not statuses <= {200, 400, 404, 502, 503}:
                broken.append(f"{kind}: {worst[kind]:.0f} MiB, {sorted(statuses)}")
    most = max(worst, key=worst.get)
    return "; ".join([f"{len(worst)} bodies of up to 30 MB: {worst[most]:.0f} MiB at the peak ({most})", *broken]), not broken


@trial("10 a body of the host costs little more than its size")
def some_bodies(binary):
    return body_costs(binary, ["10^6 small objects", "a 400 with a list of 5*10^6"])


@trial("10 the same of every kind", smoke=False)
def all_bodies(binary):
    return body_costs(binary, BODIES)


@trial("10 eight large bodies of the host at once", smoke=False)
def eight_bodies(binary):
    body = BODIES["10^6 small objects"][1]()
    with Host(lambda call: answer(200, body)) as host, bridge(binary, host.address) as bridged:
        together([lambda: bridged.post("groups/search", {"query": "x"})] * 8)
        peak = bridged.memory()
        return f"8 of {len(body) / 1e6:.0f} MB: {peak:.0f} MiB at the peak", peak < MOST_MEMORY


@trial("11 a blank variable opens nothing that the file closed")
def blank_settings(binary):
    opened = []
    for key in ("POLICY__ROOTS", "POLICY__OPERATIONS", "SERVER__AUTH_TOKENS", "CALLERS__ALICE__TOKEN", "CALLERS__ALICE__ROOTS", "UPSTREAM__TOKEN"):
        # One comma is an odd token, but no blank one.
        for blank in ("", " ", *((",", " , ") if not key.endswith("TOKEN") else ())):
            needed = {"PASSERELLE__UPSTREAM__BASE_URL": "http://127.0.0.1:1", "PASSERELLE__UPSTREAM__TOKEN": TOKEN, "PASSERELLE__SERVER__PORT": "0"}
            if key.endswith("ROOTS") and "CALLERS" in key:
                needed["PASSERELLE__CALLERS__ALICE__TOKEN"] = "t"
            environment = os.environ | needed | {f"PASSERELLE__{key}": blank}
            process = subprocess.Popen([binary, "serve"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            if process.stdout.readline():
                opened.append(f"{key}={blank!r}")
            process.kill()
            process.wait()
    return "; ".join([f"Blank values in 6 variables, {len(opened)} started a bridge", *opened]), not opened


@trial("11 where the host leads is not followed, what it asks for is bounded, what it made elsewhere is left there")
def leads(binary):
    broken = []
    outside = ["/users/sign_in", "/api/v4/../../users", "/api/v4/%2e%2e/admin", "/api/v4/..%2fadmin", "//attacker.example/api/v4/x", "http://attacker.example/api/v4/x",
               "/api/v40/projects", "/api/v4", "http://127.0.0.2:1/api/v4/projects/7", "file:///etc/passwd", "\\\\attacker.example\\x", "/api/v4\\..\\admin"]
    state = {}

    def rule(call):
        if state["location"] and call.path.endswith("ville%2Fportail"):
            return answer(301, b"", location=state["location"])
        if call.path.endswith("/projects/7"):
            return answer(200, PROJECT)
        if "/groups/" in call.path:
            return answer(200, {"id": 3, "name": "Ville", "full_path": "ville"})
        if call.path.endswith("/issues"):
            return answer(429, b"", retry_after=state["wait"]) if state["wait"] else answer(200, [])
        if call.method == "POST":
            return answer(201, {"id": 77, "name": "x", "path_with_namespace": "autre/projet", "web_url": "u"})
        return answer(200, PROJECT | {"id": 3})

    settings = {"upstream.retries": "0", "policy.roots": "ville"}
    with Host(rule) as host, bridge(binary, host.address, **settings) as bridged:
        for location in outside:
            state.update(location=location, wait=None)
            before = len(host.calls)
            got = bridged.post(*LIST)
            led = [call for call in host.calls[before:] if "ville%2Fportail" not in call.path and not call.path.endswith(AT_THE_START)]
            if got.status != 502 or led:
                broken.append(f"{location}: {got.status}, {led}")
        # Of an address with this host's name only the path counts: a proxy that ends TLS hides scheme and port.
        for location in (host.address.replace("http://", "http://user:pass@") + "/api/v4/projects/7?x=1#y", "https://127.0.0.1:1/api/v4/projects/7"):
            state.update(location=location, wait=None)
            before = host.count("GET /api/v4/projects/7")
            got = bridged.post(*LIST)
            if got.status != 200 or host.count("GET /api/v4/projects/7") == before:
                broken.append(f"{location}: {got.status}, its path was not read here")
        if any("authorization" in call.headers for call in host.calls):
            broken.append("userinfo became a header")
        for wait in ("18446744073709551615", "9" * 30, "Fri, 31 Dec 9999 23:59:59 GMT"):
            state.update(location=None, wait=wait)
            got = bridged.post(*LIST)
            if int(got.headers["retry-after"]) > 3600:
                broken.append(f"Retry-After {got.headers['retry-after']}")
        state.update(location=None, wait=None)
        got = bridged.post("projects/create", {"name": "x", "namespace_path": "ville"})
        if got.status != 409 or any(call.method == "DELETE" for call in host.calls):
            broken.append(f"made elsewhere: {got.status} {got.detail}, {[call for call in host.calls if call.method == 'DELETE']}")
    return "; ".join([f"{len(outside)} redirections, 3 waits, 1 project elsewhere: {len(broken)} followed", *broken]), not broken


@trial("11 garbage, floods of headers and endless answers of the host are 502")
def garbage(binary):
    sent = [b"", b"\x00" * 1000, b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 100_000, b"HTTP/1.1 200 OK\r\nx: " + b"y" * 5_000_000, b"HTTP/1.1 999 x\r\n\r\n",
            b"HTTP/1.1 200 OK\r\ncontent-length: 99999999999999999999\r\n\r\n[]", b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n[]",
            b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n[]", b"HTTP/1.1 100 C\r\n\r\n" * 1000]
    state, statuses = {}, []

    def rule(call):
        raise Break(state["sent"])

    with Host(rule) as host, bridge(binary, host.address, **{"upstream.retries": "0", "upstream.timeout": "2s"}) as bridged:
        for state["sent"] in sent:
            statuses.append(bridged.post(*LIST).status)
        return f"{len(sent)} answers: {sorted(set(statuses))}, {bridged.memory():.0f} MiB at the peak", set(statuses) <= {502, 999} and bridged.memory() < 64
