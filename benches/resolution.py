#!/usr/bin/env python3
"""Plays labelled hints through the whole bridge, over HTTP, against the sandbox host loaded with the names that they are about.

usage: benches/resolution.py FOLDER [--gone] [--binary target/release/passerelle] [--misses FILE]

FOLDER holds, a JSON object a line:
  projects.jsonl    id, name, path_with_namespace
  groups.jsonl      id, name, full_path
  issues.jsonl      id, title
  milestones.jsonl  id, title
  queries.jsonl     case, kind (project, group, issue, milestone), pool, hint, root_hint, category, and expected: the id that is
                    meant, a list of ids where any of several may be, or null where none is
and pools.json: the ids of each pool, by its name (`projects:…`, `groups:…`, `issues:…`, `milestones:…`).

Projects and groups are asked for to read and to change something, issues and milestones to change something: as a dry run.
`--gone` plays each hint that has an answer once more on a host that lacks that answer, a fifth of them at a time: whatever is
acted on then is wrong.

What an answer is worth             one is meant | any of several | none
  acted on the right one                  1      |   -1 (a guess) |
  asked, the right one among five        0.7     |       1        |  0.6 (asked)
  not found, the right one suggested     0.5     |      0.6       |   1 (not found)
  the right one is not shown              0      |       0        |
  acted on another                       -4      |      -4        |  -4   (-1 where it only read)
V is 100 times the mean worth of what changes something, projects and issues weighing 35 % each, groups and milestones 15 %.
Standard library only; listens on loopback, on free ports, and stops what it started.
"""
import argparse
import collections
import concurrent.futures
import http.client
import json
import os
import pathlib
import random
import subprocess
import tempfile

WEIGHTS = {"project": 0.35, "group": 0.15, "issue": 0.35, "milestone": 0.15}
PLURAL = {kind: kind + "s" for kind in WEIGHTS}
SHOWN = 5  # candidates or suggestions that a person looks at
FOLDS = 5  # parts in which the answers are taken away
WIDE = 8  # requests in flight


class Service:
    """A running command of the bridge's binary."""

    def __init__(self, binary, *arguments, **settings):
        environment = dict(os.environ, PASSERELLE__SERVER__PORT="0", PASSERELLE__LOG__FILTER="error", **settings)
        self.process = subprocess.Popen([binary, *arguments], env=environment, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            raise SystemExit(f"{arguments} did not start: {line}")
        self.address = line.split()[-1].removeprefix("http://")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)

    def post(self, operation, body):
        connection = http.client.HTTPConnection(self.address, timeout=120)
        connection.request("POST", f"/api/v1/{operation}", json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        answer = json.loads(response.read())
        connection.close()
        if response.status != 200:
            raise SystemExit(f"{operation} {body}: {response.status} {answer}")
        return answer


def read(folder):
    """(objects by kind and id, ids of each pool, cases)"""
    lines = lambda name: [json.loads(line) for line in (folder / f"{name}.jsonl").read_text("utf-8").splitlines()]
    objects = {name: {item["id"]: item for item in lines(name)} for name in PLURAL.values()}
    pools = json.loads((folder / "pools.json").read_text("utf-8"))
    return objects, pools, [case for case in lines("queries") if case["kind"] in WEIGHTS]


def host_of(name, pool):
    """A host on which the token sees just these groups or projects."""
    if name == "projects":
        return {"projects": [{"id": p["id"], "path": p["path_with_namespace"], "name": p["name"]} for p in reversed(pool)]}
    seen = {group["full_path"]: {"id": group["id"], "name": group["name"], "visibility": "public"} for group in pool}
    paths = {"/".join(path.split("/")[: end + 1]) for path in seen for end in range(path.count("/") + 1)}
    hidden = lambda path: {"name": path, "visibility": "private"}
    groups = [{"path": path, "foreign": True, **seen.get(path, hidden(path))} for path in paths]
    return {"groups": sorted(groups, key=lambda group: (group["path"].count("/"), group["path"]))}


def folds_of(cases, gone):
    """(ids to take away, [(case, what is meant then)])"""
    if not gone:
        return [(set(), [(case, case["expected"]) for case in cases])]
    single = [case for case in cases if isinstance(case["expected"], int)]
    answers = sorted({case["expected"] for case in single})
    random.Random(7).shuffle(answers)
    parts = [set(answers[fold::FOLDS]) for fold in range(FOLDS)]
    return [(part, [(case, None) for case in single if case["expected"] in part]) for part in parts]


def hosts(objects, pools, cases, gone):
    """(data of a host, ids by what answers show, [(case, its project, what is meant)])"""
    projects, ids, inside = [], {}, []
    for pool, members in pools.items():
        name = pool.split(":")[0]
        for taken, plays in folds_of([case for case in cases if case["pool"] == pool], gone):
            if not plays:
                continue
            left = [objects[name][member] for member in members if member not in taken]
            if name in ("projects", "groups"):
                yield host_of(name, left), {group.get("full_path"): group["id"] for group in left}, [(c, None, e) for c, e in plays]
                continue
            path = f"bench/{name}-{len(projects)}"
            projects.append({"path": path, "name": path.replace("/", " "), name: [item["title"] for item in reversed(left)]})
            ids.update({(path, item["title"]): item["id"] for item in left})
            inside += [(case, path, expected) for case, expected in plays]
    if projects:
        yield {"projects": projects}, ids, inside


def requests_of(case, path):
    """(whether it changes something, operation, body)"""
    hint = {"root_hint": case.get("root_hint") or ""}
    if case["kind"] == "project":
        hint["project_hint"] = case["hint"]
        return [(False, "issues/assistant-list", hint), (True, "issues/assistant-create", {**hint, "title": "Zqx wvk", "dry_run": True})]
    if case["kind"] == "group":
        create = {**hint, "target_group_hint": case["hint"], "project_name": "Zqx wvk", "dry_run": True}
        return [(False, "projects/assistant-list", {**hint, "group_hint": case["hint"]}), (True, "projects/assistant-create", create)]
    if case["kind"] == "issue":
        return [(True, "issues/assistant-close", {"project_hint": path, "issue_hint": case["hint"], "dry_run": True})]
    batch = {"project_hint": path, "milestone_hint": case["hint"], "issues": [{"title": "Zqx wvk"}], "dry_run": True}
    return [(True, "issues/assistant-batch-create", batch)]


def outcome_of(case, path, ids, answer):
    """(acted, asked or missed; the id acted on; the ids shown)"""
    kind = case["kind"]
    id_of = (lambda item: item["id"]) if path is None else (lambda item: ids.get((path, item["title"])))
    lists = [answer.get(f"{what}_{PLURAL[kind]}") or [] for what in ("candidate", "suggested")]
    shown = [id_of(item) for items in lists for item in items][:SHOWN]
    if answer["status"].endswith("clarification_needed"):
        return "asked", None, shown
    if answer["status"].endswith("not_found"):
        return "missed", None, shown
    if kind == "group":
        return "acted", ids.get(answer["resolved_group"]), []
    item = answer.get(kind) or answer[f"candidate_{PLURAL[kind]}"][0]
    return "acted", id_of(item), []


def worth_of(expected, outcome, got, shown, changes):
    """(what it is called, what it is worth)"""
    harm = -4 if changes else -1
    if expected is None:
        return {"acted": ("wrong", harm), "asked": ("asked", 0.6), "missed": ("not found", 1)}[outcome]
    several = isinstance(expected, list)
    right = set(expected) if several else {expected}
    if outcome == "acted":
        return ("wrong", harm) if got not in right else ("guess", -1) if several else ("right", 1)
    if not right & set(shown):
        return "not shown", 0
    return "shown", {"asked": (0.7, 1), "missed": (0.5, 0.6)}[outcome][several]


def play(binary, objects, pools, cases, gone):
    """A row for each request."""
    rows = []
    for data, ids, plays in hosts(objects, pools, cases, gone):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(data, file)
            file.flush()
            host = Service(binary, "sandbox", "--data", file.name)
            settings = {"PASSERELLE__UPSTREAM__BASE_URL": f"http://{host.address}", "PASSERELLE__UPSTREAM__TOKEN": "sandbox-token"}
            with host, Service(binary, "serve", **settings) as bridge, concurrent.futures.ThreadPoolExecutor(WIDE) as threads:

                def answer(one):
                    case, path, expected = one
                    for changes, operation, body in requests_of(case, path):
                        outcome, got, shown = outcome_of(case, path, ids, bridge.post(operation, body))
                        called, worth = worth_of(expected, outcome, got, shown, changes)
                        row = {"kind": case["kind"], "changes": changes, "gone": gone, "called": called, "worth": worth}
                        yield {**row, "expected": expected, "got": got, "hint": case["hint"], "case": case["case"]}

                rows += [row for some in threads.map(lambda one: list(answer(one)), plays) for row in some]
    return rows


def percent(part, whole):
    return f"{100 * part / whole:5.1f} %" if whole else "      -"


def report(rows):
    there = [row for row in rows if not row["gone"]]
    values = {}
    for kind in WEIGHTS:
        for changes in (False, True):
            some = [row for row in there if row["kind"] == kind and row["changes"] == changes]
            if some:
                values[kind, changes] = 100 * sum(row["worth"] for row in some) / len(some)
                called = collections.Counter(row["called"] for row in some)
                told = "  ".join(f"{name} {count}" for name, count in called.most_common())
                print(f"{kind:<10} {'change' if changes else 'read':<7} V {values[kind, changes]:6.2f}  {told}")
    weights = {kind: weight for kind, weight in WEIGHTS.items() if (kind, True) in values}
    value = sum(weight * values[kind, True] for kind, weight in weights.items()) / sum(weights.values())
    changing = [row for row in there if row["changes"]]
    single = [row for row in changing if isinstance(row["expected"], int)]
    right = sum(row["called"] == "right" for row in single)
    shown = sum(row["called"] == "shown" for row in single)
    wrong = sum(row["called"] == "wrong" for row in changing)
    print(f"\nV {value:.2f}   right at once {percent(right, len(single))}   right or shown {percent(right + shown, len(single))}   "
          f"wrong acts {wrong} of {len(changing)}")
    gone = [row for row in rows if row["gone"] and row["changes"]]
    if gone:
        wrong = sum(row["called"] == "wrong" for row in gone)
        print(f"what was meant taken away: acted on another {wrong} of {len(gone)} = {percent(wrong, len(gone))}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--binary", default="target/release/passerelle")
    parser.add_argument("--gone", action="store_true", help="play each hint on a host without its answer too")
    parser.add_argument("--misses", type=pathlib.Path, help="write what was worth less than 1 here, a JSON object a line")
    options = parser.parse_args()
    played = read(options.folder)
    rows = [row for gone in ([False, True] if options.gone else [False]) for row in play(options.binary, *played, gone)]
    report(rows)
    if options.misses:
        misses = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows if row["worth"] < 1)
        options.misses.write_text("".join(misses), "utf-8")


if __name__ == "__main__":
    main()
