#!/usr/bin/env python3
"""Plays labelled hints through the whole bridge, over HTTP, against the sandbox host loaded with the names they are about.

usage: benches/resolution.py FOLDER [--split dev] [--binary target/release/passerelle]

FOLDER holds a `bench.py` that exports cases and grades answers, and the split's data. Prints one table with the second look
(`resolution.widen`) and one without. Standard library only; listens on loopback, on free ports, and stops what it started.
"""
import argparse
import concurrent.futures
import http.client
import json
import os
import pathlib
import subprocess
import sys
import tempfile

LIMIT = 10  # candidates that the grading keeps of groups
WIDE = 8  # requests in flight
STATUS = {"resolved": "resolved", "updated": "resolved", "completed": "resolved"}


class Service:
    """A running command of the bridge's binary."""

    def __init__(self, binary, *arguments, **settings):
        environment = dict(os.environ, PASSERELLE__SERVER__PORT="0", PASSERELLE__LOG__FILTER="error", **settings)
        self.process = subprocess.Popen([binary, *arguments], env=environment, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            raise SystemExit(f"{arguments} did not start: {line}")
        self.url = line.split()[-1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)

    def post(self, operation, body):
        connection = http.client.HTTPConnection(self.url.removeprefix("http://"), timeout=60)
        connection.request("POST", f"/api/v1/{operation}", json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        answer = json.loads(response.read())
        connection.close()
        if response.status != 200:
            raise SystemExit(f"{operation} {body}: {response.status} {answer}")
        return answer


def parents(paths):
    """The groups that the paths need but do not list, hidden from the token."""
    known, missing = set(paths), {}
    for path in paths:
        segments = path.split("/")[:-1]
        for end in range(1, len(segments) + 1):
            parent = "/".join(segments[:end])
            if parent not in known:
                missing[parent] = {"path": parent, "name": parent, "visibility": "private", "foreign": True}
    return list(missing.values())


def world_of(kind, pool):
    """A host whose visible groups or projects are the pool."""
    if kind == "groups":
        seen = [{"id": g["id"], "path": g["full_path"], "name": g["name"], "visibility": "public", "foreign": True} for g in pool]
        return {"groups": sorted(parents([g["full_path"] for g in pool]) + seen, key=lambda g: g["path"].count("/"))}
    return {"projects": [{"id": p["id"], "path": p["path_with_namespace"], "name": p["name"]} for p in reversed(pool)]}


def answer_of(answer, resolved, candidates):
    """An answer as the grading wants it."""
    status = answer["status"]
    if status.endswith("clarification_needed"):
        return {"status": "ambiguous", "resolved": None, "candidates": candidates}
    if status.endswith("not_found"):
        return {"status": "not_found", "resolved": None, "candidates": []}
    return {"status": STATUS[status], "resolved": resolved, "candidates": candidates}


def ask_project(bridge, case, _):
    body = {"project_hint": case["hint"], "root_hint": case.get("root_hint", "")}
    answer = bridge.post("issues/assistant-list", body)
    project = answer["project"]
    return answer_of(answer, project and project["id"], [p["id"] for p in answer["candidate_projects"]])


def ask_group(bridge, case, ids):
    body = {"group_hint": case["hint"], "root_hint": case.get("root_hint", ""), "limit": LIMIT}
    answer = bridge.post("projects/assistant-list", body)
    return answer_of(answer, ids.get(answer["resolved_group"]), [g["id"] for g in answer["candidate_groups"]])


def ask_group_search(bridge, case, _):
    body = {"query": case["hint"], "root_hint": case.get("root_hint", ""), "limit": LIMIT}
    return {"matches": [g["id"] for g in bridge.post("groups/search", body)["matches"]]}


def ask_issue(bridge, case, ids):
    body = {"confirm": True, "resolved_project_path": case["project"], "issue_hints": [case["hint"]], "label_name": "bench"}
    item = bridge.post("issues/assistant-bulk-add-label", body)["results"][0]
    issue = item["issue"]
    return answer_of(item, issue and ids[case["project"], issue["title"]], [ids[case["project"], i["title"]] for i in item["candidate_issues"]])


def ask_milestone(bridge, case, ids):
    body = {"project_hint": case["project"], "milestone_hint": case["hint"], "issues": [{"title": "bench"}]}
    answer = bridge.post("issues/assistant-batch-create", body)
    milestone = answer["milestone"]
    candidates = [ids[case["project"], m["title"]] for m in answer["candidate_milestones"]]
    return answer_of(answer, milestone and ids[case["project"], milestone["title"]], candidates)


def ask_duplicate(bridge, case, ids):
    answer = bridge.post("issues/assistant-create", {"project_hint": case["project"], "title": case["hint"]})
    best = answer["duplicate_issues"][:1]
    return {"warning": answer["status"] == "duplicate_warning", "best": ids[case["project"], best[0]["title"]] if best else None}


ASK = {
    "project": ask_project,
    "group": ask_group,
    "group_search": ask_group_search,
    "issue": ask_issue,
    "milestone": ask_milestone,
    "duplicate": ask_duplicate,
}


def worlds(cases, pools):
    """(world, ids, cases) for each host to play: one for each pool of groups or projects, one for all inside projects."""
    inside, ids, hosts, projects = [], {}, {}, {}
    for case in cases:
        if case["kind"] in ("project", "group", "group_search"):
            hosts.setdefault(case["pool"], []).append(case)
            continue
        duplicate = case["kind"] == "duplicate"
        key = case["case"] if duplicate else case["pool"]
        if key not in projects:
            path = f"bench/{case['kind']}-{len(projects)}"
            objects = case["pool"] if duplicate else pools[key]
            titles = [o["title"] for o in reversed(objects)]
            what = {"milestones": titles} if case["kind"] == "milestone" else {"issues": titles, "labels": ["bench"]}
            projects[key] = {"path": path, "name": path.replace("/", " "), **what}
            ids.update({(path, o["title"]): o["id"] for o in objects})
        inside.append(dict(case, project=projects[key]["path"]))
    yield {"projects": list(projects.values())}, ids, inside
    for pool, played in hosts.items():
        objects = pools[pool]
        yield world_of(pool.split(":")[0], objects), {o.get("full_path"): o["id"] for o in objects}, played


def play(binary, cases, pools, widen):
    """The answer to every case."""
    answers = []
    for world, ids, played in worlds(cases, pools):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as data:
            json.dump(world, data)
            data.flush()
            with Service(binary, "sandbox", "--data", data.name) as host, Service(
                binary,
                "serve",
                PASSERELLE__UPSTREAM__BASE_URL=host.url,
                PASSERELLE__UPSTREAM__TOKEN="sandbox-token",
                PASSERELLE__RESOLUTION__WIDEN=str(widen).lower(),
            ) as bridge, concurrent.futures.ThreadPoolExecutor(WIDE) as pool:
                # Creations in one project would be seen by the next case of it; labels change no title.
                for kind in ASK:
                    some = [case for case in played if case["kind"] == kind]
                    asked = pool.map(lambda case: dict(ASK[case["kind"]](bridge, case, ids), case=case["case"]), some)
                    answers.extend(asked)
    return answers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--split", default="dev")
    parser.add_argument("--binary", default="target/release/passerelle")
    arguments = parser.parse_args()
    bench = [sys.executable, str(arguments.folder / "bench.py")]
    with tempfile.TemporaryDirectory() as folder:
        cases_file, pools_file, results = (os.path.join(folder, name) for name in ("cases", "pools", "results"))
        subprocess.run([*bench, "export", "--split", arguments.split, "--out", cases_file, "--pools-out", pools_file], check=True)
        cases = [json.loads(line) for line in open(cases_file, encoding="utf-8")]
        pools = json.load(open(pools_file, encoding="utf-8"))
        for widen in (True, False):
            print(f"\nresolution.widen={str(widen).lower()}", flush=True)
            with open(results, "w", encoding="utf-8") as file:
                file.writelines(json.dumps(answer) + "\n" for answer in play(arguments.binary, cases, pools, widen))
            subprocess.run([*bench, "grade", "--split", arguments.split, "--results", results], check=True)


if __name__ == "__main__":
    main()
