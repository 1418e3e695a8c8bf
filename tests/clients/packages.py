"""Starts the program of an unpacked bundle as its manifest says, reads server.json, the formula and the manifests of winget, and holds
the links of docs/mcp.md to what `passerelle connect` prints. `packages.py BUNDLE FOLDER ARCHIVES PASSERELLE`
"""

import base64
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

bundle, folder, archives, program = map(Path, sys.argv[1:])
manifest = json.loads((bundle / "manifest.json").read_text())
config = manifest["server"]["mcp_config"]
# What a person fills in, and what stands there before.
given = {"gitlab_url": "http://127.0.0.1:9", "gitlab_token": "glpat-none"}
chosen = {name: str(given.get(name, field.get("default"))) for name, field in manifest["user_config"].items()}


def filled(text: str) -> str:
    for name, value in chosen.items():
        text = text.replace(f"${{user_config.{name}}}", value.lower() if value in ("True", "False") else value)
    return text.replace("${__dirname}", str(bundle))


def message(number: int, method: str, **params) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"


client = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bundle", "version": "1"}}
initialized = json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}) + "\n"
said = subprocess.run(
    [filled(config["command"]), *config["args"]],
    env={name: filled(value) for name, value in config["env"].items()},
    input=message(1, "initialize", **client) + initialized + message(2, "tools/list"),
    capture_output=True,
    check=True,
    text=True,
    timeout=60,
).stdout
answers = {answer["id"]: answer["result"] for answer in map(json.loads, said.splitlines())}
tools = answers[2]["tools"]
assert answers[1]["serverInfo"]["version"] == manifest["version"] and len(tools) > 20, answers
assert Path(filled(config["command"])) == bundle / manifest["server"]["entry_point"]
print(f"the bundle starts, with {len(tools)} tools")

entry = json.loads((folder / "server.json").read_text())
(package,) = (package for package in entry["packages"] if package["registryType"] == "mcpb")
file = folder / package["identifier"].rsplit("/", 1)[1]
assert package["fileSha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
assert entry["version"] == manifest["version"]
print(f"server.json names {file.name} by what it holds")

formula = (folder / "passerelle.rb").read_text()
installer = (folder / "example.Passerelle.installer.yaml").read_text()
named = dict(re.findall(r'url "[^"]*/([^"/]*)"\n *sha256 "([^"]*)"', formula))
named |= {name: digest.lower() for name, digest in re.findall(r"InstallerUrl: .*/(\S*)\n *InstallerSha256: (\S*)", installer)}
held = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in archives.glob("*[!6]")}
assert named == held, (named, held)
print(f"the formula and winget's manifest name {len(held)} archives by what they hold")

page = (Path(__file__).parents[2] / "docs/mcp.md").read_text()
links = re.findall(r"\]\((https://[^)]*[?&]config=[^)]*)\)", page)
for link, (client, key) in zip(links, [("vscode", "servers"), ("cursor", "mcpServers")], strict=True):
    query = {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}
    config = query["config"] if query["config"].startswith("{") else base64.b64decode(query["config"])
    command = [program, "connect", client, "--url", "http://127.0.0.1:8080/mcp"]
    printed = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    assert printed[key] == {query["name"]: json.loads(config)}, link
print(f"{len(links)} links add what passerelle connect prints")
