#!/usr/bin/env -S python3 -B
"""Measures the bridge under load beside its floor, in one run, and draws docs/performance.md from the figures.

    benches/load/run.py [--rounds 5] [--seconds 4] [--smoke]

Builds what ships, makes canned host bodies of real size, and needs nginx and wrk (Debian: nginx-light, wrk). `--smoke` runs everything
once, briefly, with what `cargo build --release --workspace --bins` has built, and keeps nothing. Absolute figures depend on the machine; ratios are taken round by round, medians shown.
"""
import argparse, asyncio, contextlib, json, os, re, shutil, signal, socket, statistics, subprocess, sys, tempfile, time, urllib.request
from pathlib import Path

import distance
import host
import page

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
LIST = "/api/v1/issues/assistant-list"
CLOSE = "/api/v1/issues/assistant-close"
LISTED = {"project_hint": "Portail Citoyen", "limit": 100}
LUA = 'wrk.method = "POST"; wrk.path = "%s"; wrk.headers["Content-Type"] = "application/json"; wrk.body = [[%s]]'


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Process:
    """A process whose cost is read."""

    def __init__(self, process):
        self.process = process

    def cpu(self):
        """Seconds that its threads ran, to the nanosecond; they live as long as it does."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def memory(self, key):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(key + r":\s+(\d+)", status)[1]) / 1024

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Service(Process):
    """A process that says where it listens."""

    def __init__(self, command, upstream, kept=True):
        env = dict(os.environ, PASSERELLE__SERVER__PORT="0", PASSERELLE__UPSTREAM__BASE_URL=upstream,
                   PASSERELLE__UPSTREAM__TOKEN="sandbox-token", PASSERELLE__LOG__FILTER="warn",
                   PASSERELLE__UPSTREAM__REVALIDATE=str(kept).lower())
        begun = time.perf_counter()
        super().__init__(subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True))
        self.url = re.search(r"http://\S+", self.process.stdout.readline())[0]
        self.start = time.perf_counter() - begun

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)

    def post(self, path, body):
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)


class Load:
    def __init__(self, programs, folder, rounds, seconds):
        self.programs, self.folder, self.rounds, self.seconds = programs, folder, rounds, seconds

    def bridge(self, upstream, kept=True):
        return Service([self.programs / "passerelle", "serve"], upstream, kept)

    def floor(self, upstream):
        return Service([self.programs / "floor", upstream], upstream)

    def wrk(self, service, body, callers):
        """One burst: requests a second, CPU a request in µs, latencies in ms."""
        script = self.folder / "load.lua"
        script.write_text(LUA % (LIST, json.dumps(body)))
        before = service.cpu()
        out = subprocess.run(["wrk", "-t1", f"-c{callers}", f"-d{self.seconds}s", "--latency", "--timeout", "30s", "-s", script, service.url],
                             capture_output=True, text=True, check=True).stdout
        count = int(re.search(r"(\d+) requests in", out)[1])
        bad = re.search(r"Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)", out)
        assert not bad, f"{callers} callers: {bad[0]}"
        milliseconds = {"us": 1e-3, "ms": 1, "s": 1e3}
        latency = {part: float(value) * milliseconds[unit] for part, value, unit in re.findall(r"(50|99)%\s+([\d.]+)(us|ms|s)", out)}
        return {"rps": float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1]), "cpu_us": (service.cpu() - before) / count * 1e6,
                "p50_ms": latency["50"], "p99_ms": latency["99"]}

    def rounds_of(self, measure):
        """Median and spread of each figure over the rounds."""
        rounds = [measure() for _ in range(self.rounds)]
        return {key: spread([figures[key] for figures in rounds]) for key in rounds[0]}

    def listing(self, upstream, kept):
        """With kept pages, or with each page read in full. The floor always reads in full."""
        with self.bridge(upstream, kept) as bridge, self.floor(upstream) as floor:
            assert len(bridge.post(LIST, LISTED)["issues"]) == 100
            for service in (bridge, floor):
                self.wrk(service, LISTED, 32)

            def measure():
                ours, theirs = self.wrk(bridge, LISTED, 32), self.wrk(floor, LISTED, 32)
                return {"cpu_ratio": ours["cpu_us"] / theirs["cpu_us"], "throughput_ratio": ours["rps"] / theirs["rps"],
                        "cpu_us": ours["cpu_us"], "floor_cpu_us": theirs["cpu_us"], "p99_ms": ours["p99_ms"]}

            figures = self.rounds_of(measure)
            figures["peak_mib"], figures["floor_peak_mib"] = spread([bridge.memory("VmHWM")]), spread([floor.memory("VmHWM")])
            return figures

    def bytes_of_listings(self, upstream, kept):
        """Bytes that the host sends for a listing that was made before."""
        with away(upstream, 0) as host, self.bridge(host, kept) as bridge:
            bridge.post(LIST, LISTED)
            counts_of(host)
            for _ in range(10):
                bridge.post(LIST, LISTED)
            return counts_of(host)["bytes"] / 10

    def equal(self, upstream, callers):
        """Calls to a host 20 ms away for so many equal listings at once."""
        def measure():
            with away(upstream, 0.02) as host, self.bridge(host) as bridge:
                asyncio.run(at_once(bridge.url, LISTED, callers))
                return {"calls": counts_of(host)["calls"]}
        return self.rounds_of(measure)["calls"]

    def conversation(self, milliseconds, kept):
        """Listing, closing by words, a question, its confirmation, listing: calls, bytes and milliseconds as a whole."""
        with Service([self.programs / "passerelle", "sandbox"], "http://127.0.0.1") as sandbox:
            with away(sandbox.url, milliseconds / 1000) as host, self.bridge(host, kept) as bridge:
                project = {"project_hint": "portail citoyen"}
                begun = time.perf_counter()
                bridge.post(LIST, project)
                assert bridge.post(CLOSE, {**project, "issue_hint": "page de connexion"})["status"] == "closed"
                question = bridge.post(CLOSE, {**project, "issue_hint": "2FA"})
                assert question["status"] == "issue_clarification_needed"
                chosen = {"resolved_project_path": question["project"]["path_with_namespace"],
                          "resolved_issue_iid": question["candidate_issues"][0]["iid"]}
                assert bridge.post(CLOSE, {"confirm": True, **chosen})["status"] == "closed"
                bridge.post(LIST, project)
                return {"ms": (time.perf_counter() - begun) * 1000, **counts_of(host)}

    def conversations(self, distances):
        return {f"{away} ms, {'kept pages' if kept else 'read in full'}": self.rounds_of(lambda: self.conversation(away, kept))
                for away in distances for kept in (True, False)}

    def callers(self, upstream, counts):
        body = {"project_hint": "Portail Citoyen", "limit": 100}
        figures = {}
        for count in counts:
            with self.bridge(upstream) as bridge:
                self.wrk(bridge, body, count)
                figures[count] = self.rounds_of(lambda: self.wrk(bridge, body, count))
                figures[count]["peak_mib"] = spread([bridge.memory("VmHWM")])
        return figures

    def issues(self, upstream):
        with self.bridge(upstream) as bridge:
            self.wrk(bridge, {"project_hint": "Portail Citoyen", "limit": 100}, 32)
            return {size: self.rounds_of(lambda: self.wrk(bridge, {"project_hint": "Portail Citoyen", "limit": size}, 32))
                    for size in host.ISSUES}

    def groups(self, upstream, pages, kept):
        """A search among all groups. Past 20 pages the host's own search narrows, so more are never scored."""
        figures = {}
        for count in pages:
            with self.bridge(f"{upstream}/of-{count}", kept) as bridge:
                bridge.post("/api/v1/groups/search", {"query": "portail citoyen"})
                figures[count * 100] = self.rounds_of(lambda: self.timed(bridge, "/api/v1/groups/search", {"query": "portail citoyen"}))
        return figures

    def timed(self, service, path, body):
        """One call alone: seconds and CPU."""
        cpu, begun = service.cpu(), time.perf_counter()
        assert service.post(path, body)["success"]
        return {"seconds": time.perf_counter() - begun, "cpu_s": service.cpu() - cpu}

    def far(self, upstream):
        """Against the host that is 20 ms away. It sends no tags, so all is read in full."""
        label_all = {"project_hint": "Portail Citoyen", "label_name": "bug"}
        with self.bridge(upstream) as bridge:
            pages = self.rounds_of(lambda: self.timed(bridge, "/api/v1/groups/search", {"query": "portail citoyen"}))
            bulk = self.rounds_of(lambda: self.timed(bridge, "/api/v1/issues/assistant-add-label-all", label_all))
        return {"pages": pages, "bulk": bulk}

    def start(self, upstream):
        def measure():
            with self.bridge(upstream) as bridge:
                return {"start_ms": bridge.start * 1000, "rest_mib": bridge.memory("VmRSS")}
        return self.rounds_of(measure)


def spread(values):
    return [statistics.median(values), min(values), max(values)]


@contextlib.contextmanager
def away(upstream, seconds):
    """The address of a proxy that puts a host this far away."""
    port = free_port()
    with running([sys.executable, distance.__file__, str(port), upstream.rsplit(":", 1)[1], str(seconds)], port):
        yield f"http://127.0.0.1:{port}"


def counts_of(host):
    with urllib.request.urlopen(host + "/counts", timeout=10) as answer:
        return json.load(answer)


async def at_once(url, body, callers):
    """Sends so many equal requests at the same time, over connections that stand already."""
    port, body = int(url.rsplit(":", 1)[1]), json.dumps(body).encode()
    request = (f"POST {LIST} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
               f"Content-Length: {len(body)}\r\n\r\n").encode() + body
    connections = [await asyncio.open_connection("127.0.0.1", port, limit=1 << 25) for _ in range(callers)]
    for _, writer in connections:
        writer.write(request)
    answers = await asyncio.gather(*(reader.read() for reader, _ in connections))
    assert all(answer.startswith(b"HTTP/1.1 200") for answer in answers), "not all were answered"
    for _, writer in connections:
        writer.close()


@contextlib.contextmanager
def running(command, port):
    process = subprocess.Popen(command)
    while process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            break
        time.sleep(0.02)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def built():
    """The folder of both programs, as they ship."""
    for package in ("passerelle", "passerelle-benches"):
        subprocess.run(["cargo", "build", "--locked", "--profile", "dist", "--package", package, "--bins"], cwd=ROOT, check=True)
    return TARGET / "dist"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=int, default=4)
    arguments.add_argument("--smoke", action="store_true")
    options = arguments.parse_args()
    for tool in ("nginx", "wrk"):
        shutil.which(tool) or sys.exit(f"{tool} is missing; on Debian run: apt-get install nginx-light wrk")
    programs = TARGET / "release" if options.smoke else built()
    (programs / "floor").is_file() or sys.exit("build both programs first: cargo build --release --workspace --bins")
    callers, pages = ((1, 10), (1, 20)) if options.smoke else ((1, 10, 100, 1000), (1, 5, 10, 20))
    if options.smoke:
        options.rounds, options.seconds = 1, 1
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as hosts:
        folder, port, far = Path(folder), free_port(), free_port()
        folder.chmod(0o755)
        host.write_bodies(folder / "bodies", max(*pages, 100))
        (folder / "nginx.conf").write_text(host.NGINX.format(folder=folder, bodies=folder / "bodies", port=port))
        hosts.enter_context(running(["nginx", "-c", folder / "nginx.conf"], port))
        hosts.enter_context(running([sys.executable, host.__file__, folder / "bodies", str(far), "20"], far))
        near, far = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{far}"
        load = Load(programs, folder, options.rounds, options.seconds)
        figures = {
            "start": load.start(near), "listing": load.listing(near, kept=True), "listing_in_full": load.listing(near, kept=False),
            "bytes": [load.bytes_of_listings(near, kept) for kept in (True, False)], "equal": {count: load.equal(near, count) for count in ((10,) if options.smoke else (100, 1000))},
            "conversations": load.conversations((0,) if options.smoke else (0, 20, 200)), "far": load.far(far), "groups": load.groups(near, pages, kept=False), "groups_kept": load.groups(near, pages, kept=True),
            "issues": load.issues(near), "callers": load.callers(near, callers),
            "binary_mib": (programs / "passerelle").stat().st_size / 2**20, "rounds": options.rounds, "seconds": options.seconds,
        }
    if not options.smoke:
        (ROOT / "benches/load/figures.json").write_text(json.dumps(figures, indent=1) + "\n")
        page.write(ROOT)
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
