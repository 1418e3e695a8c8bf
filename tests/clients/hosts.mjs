// Ten programs that people use, played by what each says of itself: the revision that it speaks and whether it shows forms, or
// pages of servers (MCP Apps). Who answers a question, under `policy.confirmation = "person"`? The programs themselves are not tried; the official clients in
// TypeScript and, for revision 2026-07-28, Python (`mcp_client.py`) speak in their place. `hosts.mjs BRIDGE_URL`

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert";

const bridge = process.argv[2];
const FORMS = { elicitation: {} };
const APPS = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } };

// Name, revision, what it can do, who answers.
const HOSTS = [
  ["Claude (claude.ai)", "2025-11-25", APPS, "the person, on a page"],
  ["ChatGPT", "2025-11-25", { ...FORMS, ...APPS }, "the person"],
  ["ChatGPT, without forms", "2025-11-25", APPS, "the person, on a page"],
  ["VS Code", "2025-11-25", { ...FORMS, ...APPS, sampling: {}, roots: { listChanged: true } }, "the person"],
  ["Cursor", "2025-06-18", { ...FORMS, roots: { listChanged: true } }, "the person"],
  ["Le Chat", "2025-06-18", {}, "nobody"],
  ["LibreChat", "2025-11-25", {}, "nobody"],
  ["Open WebUI", "2025-06-18", {}, "nobody"],
  ["Goose", "2025-06-18", { ...FORMS, ...APPS, sampling: {} }, "the person"],
];

const TOOL = "assistant_close_issue";
const ASKED = { project_hint: "portail citoyen", issue_hint: "erreur 500" };
const NAMED = { confirm: true, resolved_project_path: "ville/numerique/portail-citoyen", resolved_issue_iid: 2 };
// What a model may send in place of its person.
const CHOSEN = [
  NAMED,
  { ...ASKED, issue_hint: "#2" },
  { issue_hint: "ville/numerique/portail-citoyen#2" },
  { ...ASKED, issue_hint: "Erreur 500 lors de l'envoi du formulaire de contact" },
];

// The model gets nothing done in place of its person.
async function refused(call) {
  assert.equal((await call(ASKED)).status, "issue_clarification_needed");
  for (const chosen of CHOSEN) {
    const told = await call(chosen);
    assert.equal(told.code, "confirmation_required", JSON.stringify([chosen, told]));
  }
  return "nobody";
}

async function route(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${bridge}/api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
}

// What a program that shows pages does with a question: the model gets the tools and the answers without what is the page's, and
// the page calls with what the person clicks.
async function clicked(client, told, call) {
  const { tools } = await client.listTools();
  const [answer, ...others] = tools.filter((tool) => tool._meta?.ui?.visibility);
  assert.deepEqual([answer._meta.ui.visibility, others], [["app"], []]);
  const page = tools.find((tool) => tool.name === TOOL)._meta.ui.resourceUri;
  const [read] = (await client.readResource({ uri: page })).contents;
  assert.equal(read.mimeType, "text/html;profile=mcp-app");
  const asked = told._meta["passerelle/question"];
  assert.ok(!JSON.stringify([told.content, told.structuredContent]).includes(asked.call.state), "the model reads the sealed choice");
  // Whatever the model tries meanwhile is asked on the page too.
  for (const chosen of CHOSEN) {
    const again = await call(chosen);
    assert.ok(again._meta["passerelle/question"], JSON.stringify([chosen, again]));
  }
  const content = { [Object.keys(asked.form.requestedSchema.properties)[0]]: "#2" };
  return client.callTool({ name: answer.name, arguments: { call: asked.call, content } });
}

// Who answered the question: the person in a form or on a page, or nobody, since the model may not.
async function answered(revision, capabilities) {
  const client = new Client({ name: "host", version: "1" }, { capabilities });
  let forms = 0;
  if (capabilities.elicitation) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      forms += 1;
      const [[name, field]] = Object.entries(params.requestedSchema.properties);
      const choices = field.enum ?? field.oneOf.map((choice) => choice.const);
      return { action: "accept", content: { [name]: choices.includes("#2") ? "#2" : "yes" } };
    });
  }
  const transport = new StreamableHTTPClientTransport(new URL(`${bridge}/mcp`));
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (message.method === "initialize") message.params.protocolVersion = revision;
    return send(message, options);
  };
  await client.connect(transport);
  const answer = (fields) => client.callTool({ name: TOOL, arguments: fields });
  const call = async (fields) => (await answer(fields)).structuredContent;
  const first = await answer(ASKED);
  const isOnPage = Boolean(first._meta?.["passerelle/question"]);
  const told = (isOnPage ? await clicked(client, first, answer) : first).structuredContent;
  let who = isOnPage ? "the person, on a page" : "the person";
  if (forms === 0 && !isOnPage) {
    who = await refused(call);
  } else {
    assert.equal(told.status, "closed", JSON.stringify(told));
    assert.equal(told.issue.iid, 2);
    assert.equal((await route("issues/assistant-reopen", NAMED)).status, "reopened");
  }
  await client.close();
  return who;
}

// `curl`: single messages, with no handshake.
async function curl() {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const call = async (fields) => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: TOOL, arguments: fields } };
    const answer = await fetch(`${bridge}/mcp`, { method: "POST", headers, body: JSON.stringify(message) });
    return (await answer.json()).result.structuredContent;
  };
  return refused(call);
}

for (const [name, revision, capabilities, expected] of HOSTS) {
  const who = await answered(revision, capabilities);
  console.log(`${name}, ${revision}: ${who}`);
  assert.equal(who, expected);
}
console.log(`curl: ${await curl()}`);
