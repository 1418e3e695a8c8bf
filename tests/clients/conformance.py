"""Runs the official conformance suite of the Model Context Protocol over `/mcp`, for each revision that it knows and that we serve.
`conformance.py MCP_URL FOLDER`

The suite was made for a server that has tools, prompts and resources of the suite's own. What it asks beyond what the bridge
advertises is named in `OTHERS`, with the reason: any other failure fails, and so does a name in `OTHERS` that passes.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

url, folder = sys.argv[1], Path(sys.argv[2])
HERE = Path(__file__).parent / "node_modules"
REVISIONS = ["2025-06-18", "2025-11-25", "2026-07-28"]

OWN_TOOLS = "calls a test tool of the suite's own"
OTHERS = {
    OWN_TOOLS: """
        tools-call-simple-text tools-call-image tools-call-audio tools-call-embedded-resource tools-call-mixed-content
        tools-call-with-logging tools-call-error tools-call-with-progress tools-call-sampling tools-call-elicitation
        json-schema-2020-12-tool-found elicitation-sep1034-general elicitation-sep1330-general
        sep-2575-server-rejects-undeclared-capability sep-2575-missing-capability-http-400
        sep-2575-http-server-no-independent-requests-on-stream sep-2575-server-no-log-without-loglevel
        sep-2322-elicitation-incomplete sep-2322-sampling-incomplete sep-2322-list-roots-incomplete
        sep-2322-request-state-incomplete sep-2322-multiple-inputs-incomplete sep-2322-multi-round-r1
        sep-2322-result-type-included sep-2322-reject-tampered-state sep-2322-respect-client-capabilities
    """,
    "asks for prompts, which are not advertised": """
        prompts-list prompts-get-simple prompts-get-with-args prompts-get-embedded-resource prompts-get-with-image
        sep-2322-non-tool-incomplete sep-2549-prompts-list-caching-hints
    """,
    "asks for resources, which are not advertised": """
        resources-list resources-read-text resources-read-binary resources-templates-read resources-subscribe
        resources-unsubscribe sep-2549-resources-list-caching-hints sep-2549-resources-templates-list-caching-hints
    """,
    "asks for completions or logging, which are not advertised": "completion-complete logging-set-level",
    "asks for arguments in headers, which no tool has": """
        sep-2243-server-no-xmcp-tool sep-2243-server-decode-base64 sep-2243-server-validate-param-match
        sep-2243-server-reject-invalid-param-chars sep-2243-server-reject-param-mismatch
    """,
}
REASONS = {name: reason for reason, names in OTHERS.items() for name in names.split()}


def run(revision: str) -> list[dict]:
    """Every check of a revision: those of all scenarios that it has."""
    results = folder / revision
    shutil.rmtree(results, ignore_errors=True)
    node = next(HERE.glob("node-linux-*/bin/node"))
    suite = HERE / "@modelcontextprotocol/conformance/dist/index.js"
    command = [node, suite, "server", "--url", url, "--suite", "all", "--spec-version", revision, "-o", results]
    # It ends with 1 if any check fails; which ones is read below.
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False, timeout=300)
    return [check for file in sorted(results.glob("*/checks.json")) for check in json.loads(file.read_text())]


unexpected, seen = [], set()
for revision in REVISIONS:
    checks = run(revision)
    failed = {check["id"]: check.get("errorMessage", "") for check in checks if check["status"] == "FAILURE"}
    passed = sum(check["status"] == "SUCCESS" for check in checks)
    unexpected += [f"{revision} {name}: {message}" for name, message in failed.items() if name not in REASONS]
    seen |= failed.keys()
    print(f"MCP {revision}: {passed} checks pass, {len(failed)} do not apply")
    assert passed, "the suite did not run"
unexpected += [f"{name} passes: {reason} no more" for name, reason in REASONS.items() if name not in seen]
sys.exit("\n".join(unexpected) or None)
