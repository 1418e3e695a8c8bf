#!/usr/bin/env python3
"""Says what each rule of the matching is worth: switches it off and plays labelled sets again.

usage: ablation.py SET... [--only NAME...] [--check]

A rule is a function of `src/matching` that decides or adds something: it returns `bool`, `Option` or nothing. Off, it returns `false`, `None` or nothing; a
copy of the sources is built once, with a switch in each. A set is one of:
  a folder  `projects|groups|issues|milestones.jsonl`, `pools.json` (pool -> ids), `queries.jsonl` ({kind, pool, hint, root_hint?, expected: id | [ids] | null}); each hint is
            played once more with its object taken away
  a file    lines "kind | family | name | traps | mirrors", several parted by ";;": a trap must not act, a mirror must (`src/matching/tests/pairs.txt`)
Prints for each rule what changes, a column a set: V (100 x mean worth), wrong acts `w`, acts on what was taken away `g`; of pairs traps `t` and mirrors `m` that act. Rules
that change nothing on any set come last, without columns. `--check` fails if there are any. Standard library and cargo only.
"""
import argparse, concurrent.futures, json, os, pathlib, random, re, resource, shutil, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEIGHT = {"project": .35, "group": .15, "issue": .35, "milestone": .15}
BESIDE = {"member": ["Lucie Aubry", "Tom Baker"], "milestone": ["Kick-off", "Été 2031"], "project": ["Météo marine", "Zoo tickets"],
          "group": ["Météo marine", "Comptabilité"], "issue": ["Tondre la pelouse", "Zoo visit planning"]}
SIGNATURE = re.compile(r"^( *)(?:pub(?:\([^)]*\))? )?fn (\w+)(?:<[^{;]*?>)?\(([^{;]*?)\)(?: -> ([^{;]*?))? \{\n", re.M)


def object_of(kind, name, path=""):
    if kind in ("issue", "milestone"): return {"title": name}
    slug = re.sub(r"\W+", "-", name.lower()).strip("-")
    return {"name": name, "username": path or slug.replace("-", ".")} if kind == "member" else {"name": name, "path": path or "w/" + slug}


def pairs(file):
    for line in filter(None, file.read_text(encoding="utf-8").split("\n")):
        if line.startswith("#"): continue
        kind, _, name, traps, mirrors = (part.strip() for part in line.split(" | "))
        yield {"pool": [object_of(kind, other) for other in BESIDE[kind]] + [object_of(kind, name)]}
        for hints, expected in ((traps, None), (mirrors, [2])):
            for hint in filter(None, (hint.strip().removeprefix("* ") for hint in hints.split(";;"))):
                yield {"kind": kind, "hint": hint, "pair": True, "expected": expected}


def folder(path):
    rows = lambda name: [json.loads(line) for line in open(path / name, encoding="utf-8")]
    objects = {kind: {o["id"]: o for o in rows(kind + "s.jsonl")} for kind in WEIGHT}
    asked = [c for c in rows("queries.jsonl") if c["kind"] in WEIGHT]
    for pool, ids in json.load(open(path / "pools.json", encoding="utf-8")).items():
        kind, mine = pool.split(":")[0].removesuffix("s"), [c for c in asked if c["pool"] == pool]
        targets = sorted({c["expected"] for c in mine if isinstance(c["expected"], int)})
        random.Random(7).shuffle(targets)
        for away in [set(), *(set(targets[fold::5]) for fold in range(5))]:
            left = [objects[kind][i] for i in ids if i not in away]
            yield {"pool": [object_of(kind, o.get("name") or o["title"], o.get("path_with_namespace") or o.get("full_path") or "") for o in left]}
            place = {o["id"]: number for number, o in enumerate(left)}
            for c in mine:
                if away and c["expected"] not in (away if isinstance(c["expected"], int) else ()): continue
                expected = None if away or c["expected"] is None else [place[i] for i in (c["expected"] if isinstance(c["expected"], list) else [c["expected"]])]
                yield {"kind": kind, "hint": c["hint"], "root_hint": c.get("root_hint") or "", "expected": expected, "away": bool(away), "several": isinstance(c["expected"], list)}


def worth(row, answer):
    if answer["how"] == "acted":
        return -4 if row["expected"] is None or answer["got"] not in row["expected"] else -1 if row.get("several") else 1
    asked, several = answer["how"] == "asked", row.get("several")
    if row["expected"] is None: return .6 if asked else 1
    return (1 if several else .7) if asked and set(row["expected"]) & set(answer["offered"]) else (.6 if several else .5) if set(row["expected"]) & set(answer["offered"]) else 0


def play(binary, rows, off):
    lines = "".join(json.dumps({k: v for k, v in row.items() if k in ("pool", "kind", "hint", "root_hint")}) + "\n" for row in rows)
    out = subprocess.run([binary], input=lines, capture_output=True, text=True, check=True, env={**os.environ, "OFF": off}).stdout
    asked = [row for row in rows if "hint" in row]; answers = [json.loads(line) for line in out.splitlines()]
    scored = [(row, worth(row, answer), answer["how"] == "acted") for row, answer in zip(asked, answers)]
    if asked[0].get("pair"):
        acts = lambda trap: sum(acted for row, _, acted in scored if (row["expected"] is None) == trap)
        return {"t": acts(True), "m": acts(False)}
    there = [s for s in scored if not s[0]["away"]]; value = weight = 0
    for kind, share in WEIGHT.items():
        mine = [w for row, w, _ in there if row["kind"] == kind]
        if mine: value += share * 100 * sum(mine) / len(mine); weight += share
    return {"V": value / weight, "w": sum(w == -4 for _, w, _ in there), "g": sum(acted for row, _, acted in scored if row["away"])}


def build(at):
    """Copies the sources with a switch in each rule; returns the player and the rules."""
    rules = []
    shutil.copytree(ROOT / "src/matching", at / "src/matching"); shutil.copy(ROOT / "src/matching.rs", at / "src/matching.rs")
    # The build script reads the word lists by modules without switches.
    shutil.copytree(ROOT / "src/matching", at / "tables/matching")
    for file in sorted((at / "src/matching").rglob("*.rs")):
        if "tests" in file.parts or file.name in ("tests.rs", "build.rs", "reader.rs"): continue
        text = file.read_text(); code, cut, rest = text.partition("#[cfg(test)]\nmod tests {")
        def switch(found):
            returned = found[4] or ""
            # An argument may be a function.
            while returned.count(")") > returned.count("("): returned = returned.partition(") -> ")[2]
            returned = returned.strip()
            value = {"": "", "bool": "false"}.get(returned, "None" if returned.startswith("Option<") else None)
            if value is None or found[2] == "drop": return found[0]
            name = f"{file.relative_to(at / 'src/matching')}:{found[2]}"; rules.append(name)
            return f'{found[0]}{found[1]}    if crate::off("{name}") {{ return {value}; }}\n'
        file.write_text(SIGNATURE.sub(switch, code) + cut + rest)
    switch = 'static OFF: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| std::env::var("OFF").unwrap_or_default());\npub(crate) fn off(name: &str) -> bool { *OFF == name }\n'
    (at / "src/lib.rs").write_text("#![allow(warnings)]\npub mod matching;\n" + switch)
    shutil.copy(ROOT / "examples/score.rs", at / "src/main.rs")
    wanted = ("memchr", "rapidfuzz", "serde", "serde_json", "unicode-normalization")
    listed = "\n".join({line for line in (ROOT / "Cargo.toml").read_text().splitlines() if line.split(" ")[0] in wanted})
    (at / "Cargo.toml").write_text(f'[package]\nname = "passerelle"\nversion = "0.0.0"\nedition = "2024"\nbuild = "tables/matching/lexicon/build.rs"\n[dependencies]\n{listed}\n[build-dependencies]\nunicode-normalization = "0.1"\n[workspace]\n')
    shutil.copy(ROOT / "Cargo.lock", at)
    subprocess.run(["cargo", "build", "--quiet", "--release"], cwd=at, check=True)
    return at / "target/release/passerelle", rules


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", type=pathlib.Path); parser.add_argument("--only", nargs="*", default=[]); parser.add_argument("--check", action="store_true")
    chosen = parser.parse_args(); sets = {path.stem: list(folder(path) if path.is_dir() else pairs(path)) for path in chosen.sets}
    with tempfile.TemporaryDirectory() as at, concurrent.futures.ThreadPoolExecutor(2) as threads:
        binary, rules = build(pathlib.Path(at))
        # Without a rule that ends a loop the player takes all memory there is.
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        rules = [rule for rule in rules if not chosen.only or any(word in rule for word in chosen.only)]
        def results(off):
            try: return {name: play(binary, rows, off) for name, rows in sets.items()}
            except subprocess.CalledProcessError: return None
        base = results(""); idle = []
        print(f"{'rule':<48}", *(f"{name:>24}" for name in sets))
        print(f"{'(all)':<48}", *(f"{' '.join(f'{k}{v:.2f}' if k == 'V' else f'{k}{v}' for k, v in base[name].items()):>24}" for name in sets), flush=True)
        for rule, found in zip(rules, threads.map(results, rules)):
            if found is None: print(f"{rule:<48}", "the player fails without it", flush=True); continue
            changed = {name: {k: v - base[name][k] for k, v in found[name].items() if abs(v - base[name][k]) >= .005} for name in sets}
            if not any(changed.values()): idle.append(rule); continue
            cells = (" ".join(f"{k}{v:+.2f}" if k == "V" else f"{k}{v:+d}" for k, v in changed[name].items()) or "." for name in sets)
            print(f"{rule:<48}", *(f"{cell:>24}" for cell in cells), flush=True)
        print(f"{len(idle)} of {len(rules)} change nothing:", *idle)
    sys.exit(1 if chosen.check and idle else 0)


if __name__ == "__main__": main()
