#!/usr/bin/env -S python3 -B
"""Measures one conversation through the bridge and through others that speak to a GitLab, in front of the sandbox, for docs/performance.md.

    benches/load/peers.py PASSERELLE [--rounds 5]

The others are installed into target/peers, which needs npm, and python3 with venv. A model lists the issues of a project, closes one by words,
asks about another that it was told by words that are not in its title, closes that, and lists again.
"""
import argparse, json, os, re, subprocess, sys, time
from pathlib import Path

import page
import run

NODE, LIBRARY = "@zereight/mcp-gitlab@2.1.64", "python-gitlab==8.6.0"
PLACE = run.TARGET / "peers"
TOKEN = "sandbox-token"
DISTANCES = (0, 20, 200)  # ms
MEANT = "Mettre en place la double authentification"  # by "2FA"


class Lines(run.Process):
    """A program that answers a line with a line. Counts the calls of its tools and the bytes that a model reads of their answers."""

    def __init__(self, command, **env):
        super().__init__(subprocess.Popen(command, env={**os.environ, **env}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                          stderr=subprocess.DEVNULL, text=True, encoding="utf-8"))
        self.tools = self.read = self.listed = 0

    def ask(self, message):
        print(json.dumps(message), file=self.process.stdin, flush=True)
        return self.process.stdout.readline()

    def tool(self, name, **arguments):
        text = self.answer(name, arguments)
        self.tools, self.read = self.tools + 1, self.read + len(text.encode())
        return json.loads(re.sub("[⟦⟧]", "", text))

    def stop(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(20)


class Mcp(Lines):
    """A server of the Model Context Protocol over standard input and output. A model reads the texts of its answers."""

    def __init__(self, command, **env):
        super().__init__(command, **env)
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "peers", "version": "1"}}
        self.result("initialize", client)
        print(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}), file=self.process.stdin, flush=True)
        self.listed = len(json.dumps(self.result("tools/list", {})["tools"], ensure_ascii=False, separators=(",", ":")).encode())

    def result(self, method, parameters):
        answer = json.loads(self.ask({"jsonrpc": "2.0", "id": method, "method": method, "params": parameters}))
        while "id" not in answer:  # a notification
            answer = json.loads(self.process.stdout.readline())
        return answer["result"]

    def answer(self, name, arguments):
        return "".join(part["text"] for part in self.result("tools/call", {"name": name, "arguments": arguments})["content"])


class Bridge(Mcp):
    def __init__(self, passerelle, host):
        super().__init__([passerelle, "mcp"], PASSERELLE__UPSTREAM__BASE_URL=host, PASSERELLE__UPSTREAM__TOKEN=TOKEN)

    def talk(self):
        project = {"project_hint": "portail citoyen"}
        self.tool("assistant_list_issues", **project)
        assert self.tool("assistant_close_issue", **project, issue_hint="page de connexion")["status"] == "closed"
        question = self.tool("assistant_close_issue", **project, issue_hint="2FA")
        meant = {"resolved_project_path": question["project"]["path_with_namespace"],
                 "resolved_issue_iid": question["candidate_issues"][0]["iid"]}
        assert MEANT in self.tool("assistant_close_issue", confirm=True, **meant)["message"]
        self.tool("assistant_list_issues", **project)


def one(objects, name, value):
    """What a model picks once it has read everything."""
    [found] = [found for found in objects if found[name] == value]
    return found


class Searching:
    """The conversation with tools that search: the model picks, remembers ids, and thinks of other words where a search finds nothing."""

    def talk(self):
        project = one(self.projects("portail citoyen"), "name", "Portail citoyen")["id"]
        self.issues(project)
        self.close(project, one(self.issues(project, "page de connexion"), "title", "Corriger la page de connexion")["iid"])
        assert self.issues(project, "2FA") == []
        self.close(project, one(self.issues(project, "authentification"), "title", MEANT)["iid"])
        self.issues(project)


class Node(Searching, Mcp):
    def __init__(self, _, host):
        super().__init__(["node", PLACE / "node_modules/@zereight/mcp-gitlab/build/index.js"], GITLAB_API_URL=f"{host}/api/v4",
                         GITLAB_PERSONAL_ACCESS_TOKEN=TOKEN, GITLAB_DISABLE_VERSION_CHECK="true")

    def projects(self, text):
        return self.tool("search_repositories", search=text)["items"]

    def issues(self, project, text=None):
        return self.tool("list_issues", project_id=project, state="opened", scope="all", **({"search": text} if text else {}))

    def close(self, project, issue):
        assert self.tool("update_issue", project_id=project, issue_iid=issue, state_event="close")["state"] == "closed"


class Library(Searching, Lines):
    def __init__(self, _, host):
        super().__init__([PLACE / "venv/bin/python", Path(__file__).with_name("library.py"), host, TOKEN])
        # Imported and connected by then, as the others are by their list of tools.
        assert self.answer("projects", {"search": "portail"})

    def answer(self, name, arguments):
        return self.ask([name, arguments])

    def projects(self, text):
        return self.tool("projects", search=text)

    def issues(self, project, text=None):
        return self.tool("issues", project=project, state="opened", **({"search": text} if text else {}))

    def close(self, project, issue):
        assert self.tool("update", project=project, issue=issue, state_event="close")["state"] == "closed"


PEERS = {"Passerelle": Bridge, f"`{NODE}`": Node, f"`{LIBRARY}`": Library}


def conversation(peer, passerelle, milliseconds):
    with run.Service([passerelle, "sandbox"], "http://127.0.0.1") as sandbox, run.away(sandbox.url, milliseconds / 1000) as host:
        with peer(passerelle, host) as program:
            run.counts_of(host)
            cpu, begun = program.cpu(), time.perf_counter()
            program.talk()
            took = time.perf_counter() - begun
            return {"tools": program.tools, "read": program.read, "listed": program.listed, "ms": took * 1000,
                    "cpu_ms": (program.cpu() - cpu) * 1000, "peak_mib": program.memory("VmHWM"), **run.counts_of(host)}


def measured(peer, passerelle, rounds):
    """The figures near the host, and the milliseconds at each distance."""
    near, *far = ([conversation(peer, passerelle, away) for _ in range(rounds)] for away in DISTANCES)
    figures = {key: run.spread([figures[key] for figures in near]) for key in near[0]}
    return {**figures, "ms": [run.spread([figures["ms"] for figures in talks]) for talks in (near, *far)]}


def install():
    PLACE.mkdir(parents=True, exist_ok=True)
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", PLACE, NODE], check=True)
    subprocess.run([sys.executable, "-m", "venv", PLACE / "venv"], check=True)
    subprocess.run([PLACE / "venv/bin/pip", "install", "--quiet", "--disable-pip-version-check", LIBRARY], check=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("passerelle", type=Path)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--smoke", action="store_true", help="one round, nothing kept")
    options = arguments.parse_args()
    install()
    rounds = 1 if options.smoke else options.rounds
    figures = {name: measured(peer, options.passerelle.resolve(), rounds) for name, peer in PEERS.items()}
    if options.smoke:
        return
    (run.ROOT / "benches/load/peers.json").write_text(json.dumps(figures, indent=1) + "\n")
    page.write(run.ROOT)
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
