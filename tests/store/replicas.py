"""Two replicas with a store of their own, in front of a sandbox host, and a client that keeps its connections."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

PROJECT = "ville/portail"
TOKEN = "sandbox-token"


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def world(issues, labels):
    """A project with open issues and labels, for `passerelle sandbox --data`."""
    project = {
        "path": PROJECT,
        "name": "Portail",
        "labels": [{"name": name} for name in labels],
        "issues": [{"title": title} for title in issues],
    }
    return {"groups": [{"path": "ville", "name": "Ville"}], "projects": [project]}


class Stage:
    """The processes of a trial; all end with it."""

    def __init__(self, program, world, host_options=(), settings=None):
        self.program, self.folder = program, Path(tempfile.mkdtemp(prefix="passerelle-store-"))
        self.processes, self.of_replicas = {}, settings or {}
        (self.folder / "world.json").write_text(json.dumps(world))
        self.ports = {name: free_port() for name in ("host", "store", "a", "b")}
        try:
            self.start_store()
            self.start("host", ["sandbox", "--data", str(self.folder / "world.json"), *host_options], {})
            for name in "ab":
                self.start_replica(name)
        except BaseException:
            self.close()
            raise

    def start_replica(self, name, more=None):
        settings = {"UPSTREAM__BASE_URL": f"http://127.0.0.1:{self.ports['host']}", "UPSTREAM__TOKEN": TOKEN}
        settings["STORE__URL"] = f"redis://127.0.0.1:{self.ports['store']}"
        self.start(name, ["serve"], settings | self.of_replicas | (more or {}))

    def start(self, name, command, settings):
        settings |= {"SERVER__PORT": str(self.ports[name]), "LOG__FILTER": os.environ.get("LOG", "warn")}
        environment = os.environ | {f"PASSERELLE__{key}": value for key, value in settings.items()}
        with open(self.folder / "log", "a", encoding="utf-8") as log:
            process = subprocess.Popen([self.program, *command], env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
        line = process.stdout.readline()
        assert line.startswith("listening on"), f"{name} did not start: {line}"
        self.processes[name] = process

    def start_store(self):
        port = str(self.ports["store"])
        # Every answer is in the file before it is acknowledged: a write whose answer a restart forgets would be done twice.
        lasting = ["--appendonly", "yes", "--appendfsync", os.environ.get("FSYNC", "everysec"), "--save", ""]
        command = ["redis-server", "--port", port, "--bind", "127.0.0.1", "--dir", str(self.folder), *lasting, *self.store_options()]
        self.processes["store"] = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        for line in self.processes["store"].stdout:
            if "eady to accept connections" in line:
                # Its later output is read too: a full pipe would block it.
                threading.Thread(target=self.processes["store"].stdout.read, daemon=True).start()
                return
        sys.exit("the store did not start")

    async def redis(self, *command):
        """What the store answers to a command."""
        cli = ["redis-cli", "-p", str(self.ports["store"]), *command]
        process = await asyncio.create_subprocess_exec(*cli, stdout=subprocess.PIPE)
        return (await process.communicate())[0].decode()

    async def keys(self, kind):
        """The keys of this kind in the store."""
        return [key for key in (await self.redis("KEYS", f"*:{kind}:*")).splitlines() if key]

    def store_options(self):
        """What else the store is started with."""
        return []

    def log(self):
        """What all processes wrote to their logs so far."""
        return (self.folder / "log").read_text()

    def end(self, name, how=signal.SIGTERM):
        process = self.processes.pop(name)
        process.send_signal(how)
        process.wait(timeout=40)

    def close(self):
        for name in list(self.processes):
            self.end(name, signal.SIGKILL)
        subprocess.run(["rm", "-r", str(self.folder)], check=True)

    def client(self, name):
        return Client(self.ports[name])


class Client:
    """An HTTP client of one address."""

    def __init__(self, port):
        self.port, self.idle = port, []

    async def call(self, method, path, body=None, headers=None):
        """The status, the headers, and the JSON or the text; `OSError` where the connection breaks."""
        reader, writer = self.idle.pop() if self.idle else await asyncio.open_connection("127.0.0.1", self.port)
        try:
            payload = json.dumps(body).encode() if body is not None else b""
            lines = [f"{method} {path} HTTP/1.1", f"host: 127.0.0.1:{self.port}", f"content-length: {len(payload)}"]
            lines += ["content-type: application/json"] + [f"{k}: {v}" for k, v in (headers or {}).items()]
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + payload)
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            found = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
            text = await reader.readexactly(int(found.get("content-length", 0)))
        except (asyncio.IncompleteReadError, OSError) as error:
            writer.close()
            raise OSError("the connection broke") from error
        self.idle.append((reader, writer))
        status = int(head[0].split()[1])
        return status, found, json.loads(text) if text[:1] in b"{[" and text else text.decode()

    async def operation(self, path, body, key=None):
        headers = {"idempotency-key": key} if key else {}
        return await self.call("POST", f"/api/v1/{path}", body, headers)

    async def create(self, title, key=None):
        return await self.operation("issues/assistant-create", confirmed(title=title), key)

    async def issues(self):
        """All issues of the project, where this is the host's client."""
        found, page = [], "1"
        while page:
            path = f"/api/v4/projects/{PROJECT.replace('/', '%2F')}/issues?per_page=100&page={page}"
            _, headers, issues = await self.call("GET", path, headers={"PRIVATE-TOKEN": TOKEN})
            found += issues
            page = headers.get("x-next-page", "")
        return found


def confirmed(**fields):
    return {"confirm": True, "resolved_project_path": PROJECT, **fields}


async def side_by_side(width, jobs):
    """Runs jobs, so many at once."""
    waiting = iter(jobs)

    async def work():
        for job in waiting:
            await job

    await asyncio.gather(*(work() for _ in range(width)))
