"""The processes of a trial: a sandbox host, and a bridge whose memory and log are looked at."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

TOKEN = "sandbox-token"


class Process:
    """`passerelle` with these settings, listening. Lines of its log are in `log`."""

    def __init__(self, command, port=0, **settings):
        names = {f"PASSERELLE__{key.replace('.', '__').upper()}": value for key, value in settings.items()}
        environment = os.environ | {"PASSERELLE__SERVER__PORT": str(port), "PASSERELLE__LOG__FILTER": "off"} | names
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.log, self.log_bytes = [], 0
        self.reader = threading.Thread(target=self.read_log, daemon=True)
        self.reader.start()
        first = self.process.stdout.readline().decode()
        if "http://" not in first:
            self.process.wait()
            self.reader.join()
            raise RuntimeError(f"{command} did not start: {self.log[-3:]}")
        self.address = first.split("http://")[1].strip()

    def read_log(self):
        for line in self.process.stderr:
            self.log_bytes += len(line)
            self.log.append(line.decode(errors="replace"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def kill(self):
        self.end(signal.SIGKILL)

    def end(self, how):
        """Ends the process and reads its log to the end; its exit code."""
        self.process.send_signal(how)
        code = self.process.wait(60)
        self.reader.join()
        return code

    def memory(self, field="VmHWM"):
        """The peak (VmHWM) or what is resident now (VmRSS), in MiB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(rf"{field}:\s+(\d+)", file.read())[1]) / 1024

    def processor_seconds(self):
        """User and system time so far."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            user, system = file.read().rsplit(")", 1)[1].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def connect(self):
        host, port = self.address.rsplit(":", 1)
        return socket.create_connection((host, int(port)), timeout=120)

    def get(self, path, **headers):
        return self.send("GET", path, None, headers)

    def post(self, path, body, headers=None):
        """An answer to a JSON body, given as text, bytes or an object."""
        text = body if isinstance(body, (str, bytes)) else json.dumps(body)
        path = path if path.startswith("/") else f"/api/v1/{path}"
        return self.send("POST", path, text, {"content-type": "application/json"} | (headers or {}))

    def send(self, method, path, body, headers):
        start = time.monotonic()
        connection = http.client.HTTPConnection(self.address, timeout=120)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read(), time.monotonic() - start)
        finally:
            connection.close()

    def send_raw(self, request):
        """The first bytes that come back, for requests that no library sends."""
        with self.connect() as stream:
            stream.settimeout(10)
            stream.sendall(request)
            answer = b""
            while b"\r\n\r\n" not in answer and (part := stream.recv(65536)):
                answer += part
            return answer


class Answer:
    """What a bridge answered, after how many seconds."""

    def __init__(self, status, headers, text, seconds):
        self.status, self.headers, self.text, self.seconds = status, headers, text, seconds

    @property
    def json(self):
        try:
            return json.loads(self.text)
        except ValueError:
            return {}

    @property
    def detail(self):
        return self.json.get("detail", "")


def sandbox(binary, world=None, **settings):
    """A sandbox host of this world, or of the sample."""
    if world is None:
        return Process([binary, "sandbox"], **settings)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(world, file)
        file.flush()
        return Process([binary, "sandbox", "--data", file.name], **settings)


def bridge(binary, host, port=0, **settings):
    """A bridge in front of the host of this address."""
    address = host if "://" in host else f"http://{host}"
    needed = {"upstream.base_url": address, "upstream.token": TOKEN}
    return Process([binary, "serve"], port, **(needed | settings))


class Liveness:
    """Asks for /health/live of a process, and of one beside it that nobody attacks, as long as it is entered. Then `longest` and
    `beside` are the longest answers, in seconds: what the whole machine does shows in both."""

    def __init__(self, attacked, idle):
        self.addresses, self.longest, self.beside = (attacked.address, idle.address), None, None

    def __enter__(self):
        probe = os.path.join(os.path.dirname(__file__), "probe.py")
        command = [sys.executable, probe, *self.addresses]
        self.probe = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self

    def __exit__(self, *_):
        told, _ = self.probe.communicate()
        self.longest, self.beside = map(float, told.split())

    def __str__(self):
        return f"/health/live within {self.longest * 1000:.0f} ms, {self.beside * 1000:.0f} beside it"


def together(calls):
    """Results of calls made at once."""
    results = [None] * len(calls)

    def run(place, call):
        results[place] = call()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
