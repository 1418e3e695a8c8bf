"""The ways to reach a store: each is tried against a redis-server that lets nobody else in."""

import asyncio
import subprocess
import tempfile
from pathlib import Path

from replicas import Stage, world

SECRET = "s3cret"
# What docs/settings.md says that a user of the store's needs.
RIGHTS = ["on", f">{SECRET}", "~passerelle:*", "+@read", "+@write", "+@scripting", "+time", "+ping"]
USER = ["--user", "default", "off", "--user", "passerelle", *RIGHTS]
TLS = "--port 0 --tls-port {port} --tls-cert-file {folder}/store.pem --tls-key-file {folder}/store.key --tls-auth-clients no".split()
CA = {"STORE__CA_FILE": "{folder}/ca.pem"}

# By name: how the store is started, its address, further settings, whether it is reached.
WAYS = {
    "password": (["--requirepass", SECRET], f"redis://:{SECRET}@127.0.0.1:{{port}}", {}, True),
    "another password": (["--requirepass", SECRET], f"redis://:{SECRET}2@127.0.0.1:{{port}}", {}, False),
    "user": (USER, f"redis://passerelle:{SECRET}@127.0.0.1:{{port}}", {}, True),
    "TLS": (TLS, "rediss://127.0.0.1:{port}", CA, True),
    "TLS and user": (TLS + USER, f"rediss://passerelle:{SECRET}@127.0.0.1:{{port}}", CA, True),
    "TLS of an unknown authority": (TLS, "rediss://127.0.0.1:{port}", {}, False),
    "socket": (["--port", "0", "--unixsocket", "{folder}/store.sock"], "unix://{folder}/store.sock", {}, True),
    "socket and user": (
        ["--port", "0", "--unixsocket", "{folder}/store.sock", *USER],
        f"redis+unix://{{folder}}/store.sock?user=passerelle&pass={SECRET}",
        {},
        True,
    ),
}


def certify(folder):
    """An authority of its own, and a certificate for 127.0.0.1."""

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes".split()
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Store CA", "-days", "2")
    openssl("req", *key, "-keyout", "store.key", "-out", "store.csr", "-subj", "/CN=store")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n")
    signed = "x509 -req -in store.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -days 2 -out store.pem"
    openssl(*signed.split())


class Reached(Stage):
    """A replica that reaches its store in this way."""

    def __init__(self, program, certificates, way):
        self.certificates, (self.options, self.url, self.settings, _) = certificates, way
        super().__init__(program, world([], []))

    def filled(self, text):
        return text.format(port=self.ports["store"], folder=self.certificates)

    def store_options(self):
        return [self.filled(option) for option in self.options]

    def start_replica(self, name):
        if name == "a":
            settings = {key: self.filled(value) for key, value in self.settings.items()}
            super().start_replica(name, settings | {"STORE__URL": self.filled(self.url)})


async def is_reached(stage):
    """Whether the replica is ready, does a keyed write, and answers it from the store again."""
    client = stage.client("a")
    ready, _, _ = await client.call("GET", "/health/ready")
    answers = [await client.create("Essai", "key") for _ in range(2)]
    if ready == 503 and all(body.get("code") == "store_unavailable" for _, _, body in answers):
        return False
    assert ready == 200 and [status for status, _, _ in answers] == [200, 200], (ready, answers)
    assert "idempotent-replayed" in answers[1][1]
    return True


def tried(program):
    """The ways that do not do what they should, each with what came of it."""
    odd = []
    with tempfile.TemporaryDirectory(prefix="passerelle-certificates-") as folder:
        certify(Path(folder))
        for name, way in WAYS.items():
            stage = Reached(program, folder, way)
            try:
                reached = asyncio.run(is_reached(stage))
                told = stage.log()
            finally:
                stage.close()
            if reached != way[-1]:
                odd.append(f"{name}: {'reached' if reached else 'not reached'}")
            if SECRET in told:
                odd.append(f"{name}: the log has the password")
    return odd
