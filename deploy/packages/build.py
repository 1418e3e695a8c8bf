#!/usr/bin/env python3
"""Packages of the binaries of a release, and the entry of the MCP registry that names them.

    deploy/packages/build.py --version 1.2.3 --repository OWNER/NAME --out FOLDER TARGET=BINARY...

Makes a bundle for MCP clients (.mcpb) of all binaries, and for each of them a Debian package (with dpkg-deb, for Linux), a wheel for
PyPI and a package for npm; a package for npm that chooses among these; and server.json. Needs nothing but Python.
"""

import argparse
import base64
import hashlib
import io
import json
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
SUMMARY = "Loose words in, the one GitLab project or issue meant out: it acts, asks, or suggests."
# For each target: Debian's name, npm's system and processor, the tags of a wheel, a bundle's platform. Bundles know no processors.
TARGETS = {
    "x86_64-unknown-linux-musl": ("amd64", ("linux", "x64"), "manylinux2014_x86_64.musllinux_1_1_x86_64", "linux"),
    "aarch64-unknown-linux-musl": ("arm64", ("linux", "arm64"), "manylinux2014_aarch64.musllinux_1_1_aarch64", None),
    "aarch64-apple-darwin": (None, ("darwin", "arm64"), "macosx_11_0_arm64", "darwin"),
    # Intel Macs have the wheel and the npm package: a bundle has room for one macOS program.
    "x86_64-apple-darwin": (None, ("darwin", "x64"), "macosx_10_12_x86_64", None),
    "x86_64-pc-windows-msvc": (None, ("win32", "x64"), "win_amd64", "win32"),
}
EXECUTABLE = 0o755
# What the program is called on a system: a bundle's, npm's.
PROGRAM = {"win32": "passerelle.exe"}
# What README.Debian has copied to /etc/passerelle; the service names the files of the tokens.
SETTINGS = """\
# What differs from the defaults, which default.toml lists.
[upstream]
base_url = "https://gitlab.example.com"
"""


def manifest(version, owner, page, platforms):
    """What a bundle says of itself: manifest 0.3 of MCPB."""
    command = {platform: f"${{__dirname}}/{place(platform)}" for platform in platforms}
    first, *others = platforms
    return {
        "manifest_version": "0.3",
        "name": "passerelle",
        "display_name": "Passerelle",
        "version": version,
        "description": SUMMARY,
        "author": {"name": owner},
        "repository": {"type": "git", "url": f"{page}.git"},
        "documentation": f"{page}/blob/v{version}/docs/mcp.md",
        "license": "MIT",
        "server": {
            "type": "binary",
            "entry_point": place(first),
            "mcp_config": {
                "command": command[first],
                "args": ["mcp"],
                "env": {
                    "PASSERELLE__UPSTREAM__BASE_URL": "${user_config.gitlab_url}",
                    "PASSERELLE__UPSTREAM__TOKEN": "${user_config.gitlab_token}",
                    "PASSERELLE__POLICY__READ_ONLY": "${user_config.read_only}",
                    "PASSERELLE__MESSAGES__LANGUAGE": "${user_config.language}",
                },
                "platform_overrides": {platform: {"command": command[platform]} for platform in others},
            },
        },
        # The server itself lists them, as its policy says.
        "tools_generated": True,
        "compatibility": {"platforms": platforms},
        "user_config": {
            "gitlab_url": {
                "type": "string",
                "title": "GitLab",
                "description": "Address of the GitLab host, like https://gitlab.example.com",
                "required": True,
            },
            "gitlab_token": {
                "type": "string",
                "title": "Token",
                "description": "An access token of that host, with the scope api, or read_api to read only",
                "sensitive": True,
                "required": True,
            },
            "read_only": {
                "type": "boolean",
                "title": "Read only",
                "description": "Change nothing on the host",
                "required": False,
                "default": False,
            },
            "language": {
                "type": "string",
                "title": "Language",
                "description": "Language of the sentences: fr or en",
                "required": False,
                "default": "fr",
            },
        },
    }


def bundle(out, version, owner, page, binaries):
    """The .mcpb of the binaries whose platform a bundle knows."""
    binaries = {TARGETS[target][3]: binary for target, binary in binaries.items() if TARGETS[target][3]}
    path = out / f"passerelle-{version}.mcpb"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        told = manifest(version, owner, page, list(binaries))
        add(bundle, "manifest.json", json.dumps(told, indent=2, ensure_ascii=False).encode())
        add(bundle, "LICENSE", (ROOT / "LICENSE").read_bytes())
        for platform, binary in binaries.items():
            add(bundle, place(platform), binary.read_bytes(), EXECUTABLE)
    return path


def place(platform):
    """Where a bundle has the program of a platform."""
    return f"server/{platform}/{PROGRAM.get(platform, 'passerelle')}"


def add(archive, name, content, mode=0o644):
    """Adds a file without a date of its own: the same sources make the same archive."""
    file = zipfile.ZipInfo(name)
    file.external_attr = (0o100000 | mode) << 16
    file.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(file, content)


def entry(version, owner, page, path):
    """The entry of the MCP registry: server.json."""
    variable = {"isRequired": True, "format": "string"}
    return {
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": f"io.github.{owner}/passerelle",
        "title": "Passerelle",
        "description": SUMMARY,
        "version": version,
        "repository": {"url": page, "source": "github"},
        "packages": [
            {
                "registryType": "mcpb",
                "identifier": f"{page}/releases/download/v{version}/{path.name}",
                "fileSha256": hashlib.sha256(path.read_bytes()).hexdigest(),
                "transport": {"type": "stdio"},
            },
            {
                "registryType": "oci",
                "identifier": f"ghcr.io/{page.removeprefix('https://github.com/').lower()}:{version}",
                "runtimeHint": "docker",
                "transport": {"type": "stdio"},
                "packageArguments": [{"type": "positional", "value": "mcp"}],
                "environmentVariables": [
                    {"name": "PASSERELLE__UPSTREAM__BASE_URL", "description": "Address of the GitLab host", **variable},
                    {"name": "PASSERELLE__UPSTREAM__TOKEN", "description": "Its access token", "isSecret": True, **variable},
                ],
            },
        ],
    }


def debian(out, version, owner, page, architecture, binary):
    """A .deb with the program and the service, which does not start by itself: README.Debian has the steps of its set-up."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        unit = (ROOT / "deploy/systemd/passerelle.service").read_text()
        # The steps at its top are for a machine without the package.
        unit = unit[unit.index("[Unit]") :].replace("/usr/local/bin/", "/usr/bin/")
        put(root / "usr/bin/passerelle", binary.read_bytes(), EXECUTABLE)
        put(root / "usr/lib/systemd/system/passerelle.service", unit.encode())
        put(root / "usr/share/doc/passerelle/copyright", (ROOT / "LICENSE").read_bytes())
        put(root / "usr/share/doc/passerelle/README.Debian", (ROOT / "deploy/packages/README.Debian").read_bytes())
        put(root / "usr/share/doc/passerelle/passerelle.toml", SETTINGS.encode())
        put(root / "usr/share/doc/passerelle/default.toml", (ROOT / "config/default.toml").read_bytes())
        control = {
            "Package": "passerelle",
            "Version": version.replace("-", "~"),
            "Architecture": architecture,
            "Maintainer": f"{owner} <{owner}@users.noreply.github.com>",
            "Installed-Size": str(binary.stat().st_size // 1024),
            "Section": "net",
            "Priority": "optional",
            "Homepage": page,
            "Description": f"bridge between assistants and a GitLab-compatible host\n {SUMMARY}",
        }
        put(root / "DEBIAN/control", "".join(f"{key}: {value}\n" for key, value in control.items()).encode())
        path = out / f"passerelle_{version}_{architecture}.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "--build", root, path], check=True, stdout=subprocess.DEVNULL)


def put(path, content, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)


def wheel(out, version, tags, program, binary):
    """A wheel whose one script is the program: `uvx passerelle-bridge`, `pip install passerelle-bridge`."""
    # PEP 440 writes a pre-release without a hyphen.
    version = version.replace("-", "")
    info = f"passerelle_bridge-{version}.dist-info"
    files = {
        f"passerelle_bridge-{version}.data/scripts/{program}": binary.read_bytes(),
        f"{info}/METADATA": f"Metadata-Version: 2.4\nName: passerelle-bridge\nVersion: {version}\nSummary: {SUMMARY}\n"
        f"License-Expression: MIT\nRequires-Python: >=3.8\n".encode(),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: passerelle\nRoot-Is-Purelib: false\n".encode()
        + "".join(f"Tag: py3-none-{tag}\n" for tag in tags.split(".")).encode(),
    }
    digest = lambda content: base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    record = "".join(f"{name},sha256={digest(content)},{len(content)}\n" for name, content in files.items())
    with zipfile.ZipFile(out / f"passerelle_bridge-{version}-py3-none-{tags}.whl", "w") as wheel:
        for name, content in files.items():
            add(wheel, name, content, EXECUTABLE if "/scripts/" in name else 0o644)
        add(wheel, f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode())


STARTER = """#!/usr/bin/env node
// Starts the program of this system's package.
const { spawnSync } = require('node:child_process');
const name = `@OWNER/passerelle-${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/passerelle${process.platform === 'win32' ? '.exe' : ''}`);
} catch {
  console.error(`passerelle: ${name} is not installed; is there one for this system?`);
  process.exit(1);
}
const { status } = spawnSync(program, process.argv.slice(2), { stdio: 'inherit' });
process.exit(status ?? 1);
"""


def npm(out, version, owner, page, binaries):
    """A package for each system, and one that starts the right one: `npx @OWNER/passerelle`."""
    scope = f"@{owner.lower()}"
    common = {"version": version, "license": "MIT", "repository": {"type": "git", "url": f"git+{page}.git"}}
    names = []
    for target, binary in binaries.items():
        system, processor = TARGETS[target][1]
        name = f"{scope}/passerelle-{system}-{processor}"
        told = {"name": name, "description": SUMMARY, "os": [system], "cpu": [processor], **common}
        pack(out, told, {PROGRAM.get(system, "passerelle"): binary.read_bytes()})
        names.append(name)
    starter = STARTER.replace("@OWNER", scope).encode()
    told = {"name": f"{scope}/passerelle", "description": SUMMARY, "bin": {"passerelle": "start.js"}, **common}
    pack(out, {**told, "optionalDependencies": dict.fromkeys(names, version)}, {"start.js": starter})


def pack(out, told, files):
    """A package as npm packs it."""
    name = told["name"].removeprefix("@").replace("/", "-")
    with tarfile.open(out / f"{name}-{told['version']}.tgz", "w:gz") as archive:
        for file, content in {"package.json": json.dumps(told, indent=2).encode(), **files}.items():
            member = tarfile.TarInfo(f"package/{file}")
            member.size, member.mode = len(content), 0o644 if file == "package.json" else EXECUTABLE
            archive.addfile(member, io.BytesIO(content))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", required=True)
    parser.add_argument("--repository", required=True, metavar="OWNER/NAME")
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("binaries", nargs="+", metavar="TARGET=BINARY")
    given = parser.parse_args()
    version, owner, out = given.version, given.repository.split("/")[0], given.out
    page = f"https://github.com/{given.repository}"
    binaries = {target: Path(path) for target, path in (binary.split("=", 1) for binary in given.binaries)}
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    path = bundle(out, version, owner, page, binaries)
    (out / "server.json").write_text(json.dumps(entry(version, owner, page, path), indent=2) + "\n")
    for target, binary in binaries.items():
        architecture, (system, _), tags, _ = TARGETS[target]
        if architecture:
            debian(out, version, owner, page, architecture, binary)
        wheel(out, version, tags, PROGRAM.get(system, "passerelle"), binary)
    npm(out, version, owner, page, binaries)


if __name__ == "__main__":
    main()
