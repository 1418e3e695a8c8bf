/** The picker of MCP Apps, in a host written for the test: a page that frames it, and passes its calls on to the bridge. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stage } from './stage.js';

const demo = stage({ PASSERELLE__POLICY__CONFIRMATION: 'person', PASSERELLE__MESSAGES__LANGUAGE: 'auto' });
const ASKED = { project_hint: 'portail citoyen', issue_hint: 'erreur 500' };
const CAPABILITIES = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
const HOSTILE = '<img src=x onerror="parent.hurt=1"><script>parent.hurt=1</script> & « ‮';

/** A connection to the bridge, as a program that shows pages has one. */
async function connect(language) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'accept-language': language, 'mcp-protocol-version': '2025-11-25' };
  const send = (method, params) => fetch(`${demo.url}/mcp`, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) });
  const started = await send('initialize', { protocolVersion: '2025-11-25', capabilities: CAPABILITIES, clientInfo: { name: 'host', version: '1' } });
  headers['mcp-session-id'] = started.headers.get('mcp-session-id');
  return async (method, params) => {
    const { result, error } = await (await send(method, params)).json();
    if (error) throw new Error(error.message);
    return result;
  };
}

/**
 * Shows the page of a result as a host does: framed, without an origin, and with what the specification lets a page ask for.
 *
 * @returns the frame, and what the page asked for
 */
async function frame(page, send, result, { theme = 'light', variables = {}, away = false } = {}) {
  const { contents: [{ text }] } = await send('resources/read', { uri: 'ui://passerelle/picker.html' });
  const asked = [];
  await page.exposeFunction('handle', async ({ method, params }) => {
    asked.push({ method, params });
    if (method === 'ui/initialize') {
      return { protocolVersion: '2026-01-26', hostInfo: { name: 'host', version: '1' }, hostCapabilities: { serverTools: {}, updateModelContext: { text: {} } }, hostContext: { theme, styles: { variables } } };
    }
    if (method === 'tools/call') {
      if (away) throw new Error('away');
      return send(method, params);
    }
    return {};
  });
  await page.evaluate(({ text, result }) => {
    const view = document.body.appendChild(document.createElement('iframe'));
    view.sandbox = 'allow-scripts';
    view.style.cssText = 'width: 400px; height: 600px';
    addEventListener('message', async ({ source, data }) => {
      if (source !== view.contentWindow) return;
      const answer = (more) => source.postMessage({ jsonrpc: '2.0', id: data.id, ...more }, '*');
      if (data.id === undefined) {
        window.handle(data);
        if (data.method === 'ui/notifications/initialized') source.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: result }, '*');
        return;
      }
      try {
        answer({ result: await window.handle(data) });
      } catch (error) {
        answer({ error: { code: -32000, message: error.message } });
      }
    });
    view.srcdoc = text;
  }, { text, result });
  return { view: page.frameLocator('iframe'), asked };
}

const call = (send, fields) => send('tools/call', { name: 'assistant_close_issue', arguments: fields });
const methods = (asked) => asked.map(({ method }) => method);

describe('the picker', () => {
  it('shows the candidates as buttons, and a click closes just that one and tells the model', async () => {
    await demo.page('console/icon.svg', async (page) => {
      const send = await connect('fr');
      await page.goto('about:blank');
      const { view, asked } = await frame(page, send, await call(send, ASKED));
      const buttons = view.getByRole('button');
      await buttons.first().waitFor();
      const texts = await buttons.allTextContents();
      assert.ok(texts.length >= 3 && texts.at(-1) === 'Aucun de ceux-là', texts);
      assert.equal(await view.locator('html').getAttribute('lang'), 'fr');
      await buttons.nth(1).click();
      await view.getByText('est fermé').waitFor();
      assert.equal(await view.getByRole('button').count(), 0);
      const { params } = asked.find(({ method }) => method === 'ui/update-model-context');
      assert.match(params.content[0].text, /"status":"closed"/);
      assert.equal(methods(asked).filter((method) => method === 'tools/call').length, 1);
    });
  });

  it('asks for consent in the language and the colours of the host, and a no changes nothing', async () => {
    await demo.page('console/icon.svg', async (page) => {
      const send = await connect('en');
      await page.goto('about:blank');
      const named = { confirm: true, resolved_project_path: 'ville/numerique/portail-citoyen', resolved_issue_iid: 4 };
      const variables = { '--color-text-primary': 'rgb(1, 2, 3)', 'color': 'red' };
      const { view } = await frame(page, send, await call(send, named), { theme: 'dark', variables });
      await view.getByRole('button', { name: 'No, do nothing' }).waitFor();
      assert.equal(await view.locator('body').evaluate((body) => getComputedStyle(body).color), 'rgb(1, 2, 3)');
      assert.equal(await view.locator('html').evaluate((root) => root.style.colorScheme), 'dark');
      await view.getByRole('button', { name: 'No, do nothing' }).click();
      await view.getByText('Nothing is done').waitFor();
    });
  });

  it('takes hostile texts for texts, in a question and in an answer', async () => {
    await demo.page('console/icon.svg', async (page) => {
      const send = await connect('fr');
      await page.goto('about:blank');
      const result = await call(send, ASKED);
      const { form } = result._meta['passerelle/question'];
      form.message = HOSTILE;
      form.requestedSchema.properties.choice.title = HOSTILE;
      form.requestedSchema.properties.choice.oneOf[0].title = HOSTILE;
      const { view } = await frame(page, send, result);
      await view.getByRole('button').first().waitFor();
      assert.equal(await view.getByRole('button').first().textContent(), HOSTILE);
      assert.equal(await view.locator('img, main script').count(), 0);
      assert.equal(await page.evaluate('window.hurt'), undefined);
    });
  });

  it('says that an answer may not have arrived, and shows the sentence of a call that asks nothing', async () => {
    await demo.page('console/icon.svg', async (page) => {
      const send = await connect('en');
      await page.goto('about:blank');
      const { view } = await frame(page, send, await call(send, ASKED), { away: true });
      await view.getByRole('button').first().click();
      await view.getByText('may not have arrived').waitFor();
      assert.equal(await view.getByRole('button').first().isDisabled(), true);
    });
    await demo.page('console/icon.svg', async (page) => {
      const send = await connect('en');
      await page.goto('about:blank');
      const { view, asked } = await frame(page, send, { structuredContent: { message: HOSTILE }, content: [] });
      await view.getByText('« ').waitFor();
      assert.ok(methods(asked).includes('ui/notifications/size-changed'));
    });
  });
});
