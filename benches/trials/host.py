"""A host that does as it is told: it answers what a rule says, or hands the call to a sandbox host behind it, and logs all calls."""

import http.client
import http.server
import json
import socket
import struct
import threading


class Call:
    """One call that reached the host."""

    def __init__(self, method, target, headers, body):
        self.method, self.target, self.headers, self.body = method, target, headers, body
        self.status = None

    @property
    def is_write(self):
        return self.method != "GET"

    @property
    def path(self):
        return self.target.split("?")[0]

    @property
    def json(self):
        return json.loads(self.body) if self.body else {}

    def __repr__(self):
        return f"{self.method} {self.target} {self.body[:200]!r}"


class Reset(Exception):
    """The connection is reset instead of an answer."""


class Break(Exception):
    """The connection ends within these bytes of an answer."""

    def __init__(self, sent):
        super().__init__()
        self.sent = sent


def answer(status, body=b"", **headers):
    """What a rule gives: a status, a body (bytes, or what becomes JSON), headers (`retry_after` is `Retry-After`)."""
    if not isinstance(body, bytes):
        body = json.dumps(body).encode()
    return status, {name.replace("_", "-"): value for name, value in headers.items()}, body


class Host:
    """Listens while it is entered. `rule(call)` gives an answer, raises `Reset` or `Break`, or gives `None` for what the host behind
    it answers."""

    def __init__(self, rule=lambda call: None, behind=None):
        self.rule, self.behind, self.calls, self.lock = rule, behind, [], threading.Lock()
        self.server = Server(("127.0.0.1", 0), self.handler())
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    @property
    def writes(self):
        return [call for call in self.calls if call.is_write]

    def count(self, start):
        """Calls that begin so: `POST /api/v4/projects`."""
        return sum(f"{call.method} {call.target}".startswith(start) for call in self.calls)

    def pass_on(self, call, target=None):
        """What the host behind answers."""
        connection = http.client.HTTPConnection(self.behind, timeout=60)
        headers = {name: call.headers[name] for name in ("private-token", "content-type", "if-none-match") if name in call.headers}
        connection.request(call.method, target or call.target, call.body or None, headers)
        response = connection.getresponse()
        body = response.read()
        connection.close()
        hop = ("connection", "content-length", "transfer-encoding", "date")
        return response.status, {name: value for name, value in response.headers.items() if name.lower() not in hop}, body

    def handler(host):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # With Nagle's algorithm each answer would wait for the other side's acknowledgement.
            disable_nagle_algorithm = True
            wbufsize = -1

            def serve(self):
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                call = Call(self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                with host.lock:
                    host.calls.append(call)
                try:
                    status, headers, body = host.rule(call) or host.pass_on(call)
                except Reset:
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.close_connection = True
                    self.connection.close()
                    return
                except Break as broken:
                    self.close_connection = True
                    self.wfile.write(broken.sent)
                    return
                call.status = status
                self.reply(status, headers, body)

            def reply(self, status, headers, body):
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                if status not in (204, 304):
                    self.send_header("content-length", str(len(body)))
                self.end_headers()
                if status not in (204, 304):
                    self.wfile.write(body)

            do_GET = do_POST = do_PUT = do_DELETE = serve

            def log_message(self, *_):
                pass

        return Handler


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_):
        """The bridge may hang up at any time."""
