"""Drives the tools through the official MCP client: over HTTP to the demo, over standard input and output in front of a
sandbox host; with the handshake of old and without it. `mcp_client.py MCP_URL PASSERELLE SANDBOX_URL SANDBOX_TOKEN`"""

import asyncio
import json
import re
import sys

from mcp import Client, StdioServerParameters
from mcp.types import ElicitResult

url, passerelle, host, token = sys.argv[1:]
settings = {"PASSERELLE__UPSTREAM__BASE_URL": host, "PASSERELLE__UPSTREAM__TOKEN": token}
command = StdioServerParameters(command=passerelle, args=["mcp"], env=settings)


def is_part(short, whole) -> bool:
    """Whether the text of an answer holds nothing that its structured content does not."""
    if isinstance(short, dict):
        return all(field in whole and is_part(value, whole[field]) for field, value in short.items())
    if isinstance(short, list):
        return len(short) == len(whole) and all(map(is_part, short, whole))
    return short == whole


async def drive(client: Client) -> None:
    async def call(tool: str, **arguments):
        result = await client.call_tool(tool, arguments)
        assert not result.is_error, result
        assert is_part(json.loads(re.sub("[⟦⟧]", "", result.content[0].text)), result.structured_content)
        return result.structured_content

    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert tools["assistant_close_issue"].annotations.destructive_hint
    assert tools["search_groups"].annotations.read_only_hint
    assert (await call("search_groups", query="voirie"))["matches"][0]["name"] == "Voirie"

    unclear = await call("assistant_close_issue", project_hint="portail citoyen", issue_hint="erreur 500")
    assert unclear["status"] == "issue_clarification_needed", unclear
    meant = {
        "confirm": True,
        "resolved_project_path": unclear["project"]["path_with_namespace"],
        "resolved_issue_iid": unclear["candidate_issues"][0]["iid"],
    }
    assert (await call("assistant_close_issue", **meant))["issue"]["state"] == "closed"
    assert (await call("assistant_reopen_issue", **meant))["issue"]["state"] == "opened"

    refused = await client.call_tool("assistant_close_issue", {"confirm": True})
    assert refused.is_error and "resolved_project_path" in refused.content[0].text, refused
    assert refused.structured_content["code"] == "invalid_argument", refused
    print(f"MCP {client.protocol_version}: {len(tools)} tools, asked back, confirmed, refused")


async def ask(server, mode: str) -> None:
    """The question goes to the person, who chooses, leaves it, or finds none that fits."""
    shown, answers = [], []

    async def person(_, params) -> ElicitResult:
        shown.append(params)
        return answers.pop()

    async with Client(server, mode=mode, elicitation_callback=person) as client:
        unclear = {"project_hint": "portail citoyen", "issue_hint": "erreur 500"}
        choice = {"choice": "#2"}
        for answer, status, state in [
            (ElicitResult(action="decline"), "issue_clarification_needed", None),
            (ElicitResult(action="accept", content={"choice": "none"}), "issue_clarification_needed", None),
            (ElicitResult(action="accept", content=choice), "closed", "closed"),
        ]:
            answers.append(answer)
            told = (await client.call_tool("assistant_close_issue", unclear)).structured_content
            assert told["status"] == status and (told.get("issue") or {}).get("state") == state, told
        assert len(shown) == 3 and "erreur 500" in shown[0].message, shown
        meant = {"confirm": True, "resolved_project_path": told["project"]["path_with_namespace"]}
        await client.call_tool("assistant_reopen_issue", {**meant, "resolved_issue_iid": 2})
        print(f"MCP {client.protocol_version}: the person declined, found none, chose")


async def main() -> None:
    for mode in ["legacy", "auto"]:
        for server in [url, command]:
            async with Client(server, mode=mode) as client:
                await drive(client)
    for mode in ["auto", "legacy"]:
        for server in [url, command]:
            await ask(server, mode)


asyncio.run(main())
