// Ten programs that people use, played by what each says of itself: the revision that it speaks and whether it shows forms, or
// pages of servers (MCP Apps). Who answers a question, under `policy.confirmation = "person"`? The programs themselves are not tried; the official clients in
// TypeScript and, for revision 2026-07-28, Python (`mcp_client.py`) speak in their place. Where a program shows its person nothing of
// a server's but text, they open the address in it in a browser. `hosts.mjs BRIDGE_URL`, which is the bridge's `server.public_url`

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert";
import { createRequire } from "node:module";

const { chromium } = createRequire(new URL("../console/package.json", import.meta.url))("playwright-core");

const bridge = process.argv[2];
// In a container the browser runs as root, and its sandbox does not allow that.
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update"],
});
const IN_CONSOLE = "the person, in the console";
const FORMS = { elicitation: {} };
const APPS = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } };

// Name, revision, what it can do, who answers.
const HOSTS = [
  ["Claude (claude.ai)", "2025-11-25", APPS, "the person, on a page"],
  ["ChatGPT", "2025-11-25", { ...FORMS, ...APPS }, "the person"],
  ["ChatGPT, without forms", "2025-11-25", APPS, "the person, on a page"],
  ["VS Code", "2025-11-25", { ...FORMS, ...APPS, sampling: {}, roots: { listChanged: true } }, "the person"],
  ["Cursor", "2025-06-18", { ...FORMS, roots: { listChanged: true } }, "the person"],
  ["Le Chat", "2025-06-18", {}, IN_CONSOLE],
  ["LibreChat", "2025-11-25", {}, IN_CONSOLE],
  ["Open WebUI", "2025-06-18", {}, IN_CONSOLE],
  ["Goose", "2025-06-18", { ...FORMS, ...APPS, sampling: {} }, "the person"],
];

const TOOL = "assistant_close_issue";
const ASKED = { project_hint: "portail citoyen", issue_hint: "erreur 500" };
const NAMED = { confirm: true, resolved_project_path: "ville/numerique/portail-citoyen", resolved_issue_iid: 2 };
// What a model may send in place of the person.
const CHOSEN = [
  NAMED,
  { ...ASKED, ...NAMED },
  { ...ASKED, issue_hint: "#2" },
  { issue_hint: "ville/numerique/portail-citoyen#2" },
  { ...ASKED, issue_hint: "Erreur 500 lors de l'envoi du formulaire de contact" },
];

// The model gets nothing done in place of its person, who decides in the console.
async function refused(call) {
  const asked = await call(ASKED);
  assert.equal(asked.status, "issue_clarification_needed");
  const addresses = new Set([addressIn(asked.message)]);
  for (const chosen of CHOSEN) {
    const told = await call(chosen);
    assert.equal(told.code, "confirmation_required", JSON.stringify([chosen, told]));
    const address = addressIn(told.detail);
    assert.ok(!/resolved|confirm/.test(address), address);
    if (chosen.issue_hint === ASKED.issue_hint) addresses.add(address);
  }
  assert.equal(addresses.size, 1, "the question and the refusals of it lead to one place");
  for (const address of addresses) await decided(address);
  return IN_CONSOLE;
}

// The address that programs make a link of.
function addressIn(sentence) {
  const [address] = /https?:\/\/\S+/.exec(sentence) ?? assert.fail(sentence);
  assert.ok(address.startsWith(`${bridge}/#${TOOL}`), address);
  return address;
}

// A person opens the address and takes another issue than the model: that one is closed, and no other.
async function decided(address) {
  const page = await browser.newPage({ locale: "fr-FR" });
  await page.goto(address);
  await page.getByRole("listitem").filter({ hasText: "#3 " }).getByRole("button", { name: "Choisir" }).click();
  const act = page.getByRole("button", { name: "Faire pour de bon" });
  await act.waitFor();
  assert.deepEqual(await open(2, 3), [true, true]);
  await act.click();
  await page.getByRole("heading", { name: "Fermé", exact: true }).waitFor();
  assert.deepEqual(await open(2, 3), [true, false]);
  await page.close();
  const { status } = await route("issues/assistant-reopen", { ...NAMED, resolved_issue_iid: 3 });
  assert.equal(status, "reopened");
}

// Whether each of these issues is open.
async function open(...iids) {
  const { issues } = await route("issues/assistant-list", { project_hint: NAMED.resolved_project_path, limit: 100 });
  return iids.map((iid) => issues.some((issue) => issue.iid === iid));
}

async function route(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${bridge}/api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
}

// What a program that shows pages does with a question: the model gets the tools and the answers without the parts for the page,
// and the page calls with what the person clicks.
async function clicked(client, told, call) {
  const { tools } = await client.listTools();
  const [answer, ...others] = tools.filter((tool) => tool._meta?.ui?.visibility);
  assert.deepEqual([answer._meta.ui.visibility, others], [["app"], []]);
  const page = tools.find((tool) => tool.name === TOOL)._meta.ui.resourceUri;
  const [read] = (await client.readResource({ uri: page })).contents;
  assert.equal(read.mimeType, "text/html;profile=mcp-app");
  const asked = told._meta["passerelle/question"];
  assert.ok(!JSON.stringify([told.content, told.structuredContent]).includes(asked.call.state), "the model reads the sealed choice");
  // Whatever else the model tries is asked on the page too.
  for (const chosen of CHOSEN) {
    const again = await call(chosen);
    assert.ok(again._meta["passerelle/question"], JSON.stringify([chosen, again]));
  }
  const content = { [Object.keys(asked.form.requestedSchema.properties)[0]]: "#2" };
  return client.callTool({ name: answer.name, arguments: { call: asked.call, content } });
}

// Who answered the question: the person in a form, on a page, or in the console, since the model may not.
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
await browser.close();
