#!/usr/bin/env python3
"""What Homebrew and winget read of the archives of a release.

    deploy/packages/managers.py --version 1.2.3 --repository OWNER/NAME --archives FOLDER --out FOLDER

Writes passerelle.rb, a formula for a tap, and the three manifests of winget, each with the addresses that the release will have and the
checksums that stand beside the archives. Needs nothing but Python.
"""

import argparse
from pathlib import Path

SUMMARY = "Loose words in, the one GitLab project or issue meant out"
FORMULA = """\
class Passerelle < Formula
  desc "{summary}"
  homepage "{page}"
  version "{version}"
  license "MIT"

  on_macos do
    on_arm do
{aarch64-apple-darwin}
    end
    on_intel do
{x86_64-apple-darwin}
    end
  end
  on_linux do
    on_arm do
{aarch64-unknown-linux-musl}
    end
    on_intel do
{x86_64-unknown-linux-musl}
    end
  end

  def install
    bin.install "passerelle"
    bash_completion.install "passerelle.bash" => "passerelle"
    fish_completion.install "passerelle.fish"
    zsh_completion.install "passerelle.zsh" => "_passerelle"
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/passerelle --version")
  end
end
"""
WINDOWS = "x86_64-pc-windows-msvc"
# Of winget's three files: the end of the name, and what it holds beside the package, its version and the version of the form.
WINGET = {
    "": ("version", "DefaultLocale: en-US\n"),
    ".locale.en-US": (
        "defaultLocale",
        "PackageLocale: en-US\nPublisher: {owner}\nPackageName: Passerelle\nPackageUrl: {page}\nLicense: MIT\n"
        "ShortDescription: {summary}\n",
    ),
    ".installer": (
        "installer",
        "InstallerType: zip\nNestedInstallerType: portable\nNestedInstallerFiles:\n"
        "- RelativeFilePath: {name}\\passerelle.exe\n  PortableCommandAlias: passerelle\n"
        "Installers:\n- Architecture: x64\n  InstallerUrl: {address}\n  InstallerSha256: {digest}\n",
    ),
}
FORM = "1.10.0"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", required=True)
    parser.add_argument("--repository", required=True, metavar="OWNER/NAME")
    parser.add_argument("--archives", required=True, type=Path)
    parser.add_argument("--out", required=True, type=Path)
    given = parser.parse_args()
    version, owner = given.version, given.repository.split("/")[0]
    page = f"https://github.com/{given.repository}"

    def archive(target, ending):
        """The archive of a target: its name, its address, its checksum."""
        name = f"passerelle-v{version}-{target}"
        digest = (given.archives / f"{name}.{ending}.sha256").read_text().split()[0]
        return name, f"{page}/releases/download/v{version}/{name}.{ending}", digest

    def lines(target):
        _, address, digest = archive(target, "tar.gz")
        return f'      url "{address}"\n      sha256 "{digest}"'

    targets = [f"{processor}-{system}" for processor in ("aarch64", "x86_64") for system in ("apple-darwin", "unknown-linux-musl")]
    told = {"summary": SUMMARY, "page": page, "version": version, "owner": owner}
    (given.out / "passerelle.rb").write_text(FORMULA.format_map(told | {target: lines(target) for target in targets}))
    name, address, digest = archive(WINDOWS, "zip")
    package = f"{owner}.Passerelle"
    for ending, (kind, rest) in WINGET.items():
        head = f"PackageIdentifier: {package}\nPackageVersion: {version}\n"
        rest = rest.format_map(told | {"name": name, "address": address, "digest": digest.upper()})
        foot = f"ManifestType: {kind}\nManifestVersion: {FORM}\n"
        (given.out / f"{package}{ending}.yaml").write_text(head + rest + foot)


if __name__ == "__main__":
    main()
