/** The demo, and a browser that opens it. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';

const ARGUMENTS = [
  // In a container the browser runs as root, and its sandbox does not allow that.
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  // Browsers call their maker unless told not to.
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

/**
 * One demo and one browser for the tests of a file.
 *
 * @param {Object<string, string>} settings of the demo, as environment variables
 */
export function stage(settings = {}) {
  const held = {};

  before(async () => {
    held.demo = spawn(process.env.PASSERELLE, ['demo'], {
      env: { ...process.env, PASSERELLE__SERVER__PORT: '0', PASSERELLE__LOG__FILTER: 'error', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: held.demo.stdout })) {
      held.url = /http:\/\/\S+/.exec(line)?.[0];
      if (held.url) break;
    }
    held.demo.stdout.resume();
    held.profile = await mkdtemp(join(tmpdir(), 'passerelle-console-'));
    held.browser = await chromium.launchPersistentContext(held.profile, {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: ARGUMENTS, reducedMotion: 'reduce', locale: 'fr-FR',
    });
  });

  after(async () => {
    await held.browser?.close();
    held.demo?.kill();
    if (held.profile) await rm(held.profile, { recursive: true, force: true, maxRetries: 5 });
  });

  return {
    get url() { return held.url; },

    /** Posts to an operation without the console. */
    async post(path, body, headers = {}) {
      const response = await fetch(`${held.url}/api/v1/${path}`, {
        method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body),
      });
      return response.json();
    },

    /**
     * Runs a test on a page of its own. It fails where the page calls anyone but the bridge, or where a script fails, and
     * where the browser complains of anything but what the test expects.
     */
    async page(path, run, { width = 1280, scheme = 'light', language = 'fr', about = {}, expects = [], allows = [] } = {}) {
      const page = await held.browser.newPage();
      // What a browser of that language asks for. The rest follows from the document that it gets.
      await page.route('**/openapi.json', (route) => {
        const headers = route.request().headers();
        return route.continue({ headers: { ...headers, 'accept-language': /^(fr|en)$/.test(headers['accept-language']) ? headers['accept-language'] : language } });
      });
      if (Object.keys(about).length > 0) await rewrite(page, '**/console/about.json', (real) => ({ ...real, ...about }));
      if (process.env.CONSOLE_FILES) await serveFrom(process.env.CONSOLE_FILES, page);
      const faults = [];
      page.on('request', (request) => { if (![held.url, ...allows].some((origin) => request.url().startsWith(`${origin}/`))) faults.push(`asked ${request.url()}`); });
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('dialog', (dialog) => { faults.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
      page.on('console', (message) => {
        const isExpected = expects.some((text) => message.text().includes(text));
        if (['error', 'warning'].includes(message.type()) && !isExpected) faults.push(message.text());
      });
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      try {
        await page.goto(`${held.url}/${path}`);
        await run(page);
        assert.deepEqual(faults, []);
      } catch (error) {
        error.message += `\nthe page said: ${await page.locator('.outcome:visible').allInnerTexts()}\nand complained: ${faults.join('; ')}`;
        throw error;
      } finally {
        await page.close();
      }
    },
  };
}

/** Changes a JSON file on its way to the page. */
async function rewrite(page, pattern, change) {
  await page.route(pattern, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

/** Lets the page load the files of a folder instead of those in the program, which need not be built again after each change. */
async function serveFrom(folder, page) {
  await page.route(/\/(console\/[\w.-]+\.(js|css)|docs|)(\?.*)?(#.*)?$/, async (route) => {
    const path = new URL(route.request().url()).pathname;
    const name = { '/': 'index.html', '/docs': 'docs.html' }[path] ?? path.replace('/console/', '');
    const response = await route.fetch();
    const contentType = { js: 'text/javascript', css: 'text/css' }[name.split('.').pop()] ?? 'text/html';
    await route.fulfill({ response, status: 200, contentType, body: await readFile(join(folder, name), 'utf8') });
  });
}

/** The control with this label, needed or not. */
export const field = (page, label) => page.getByLabel(new RegExp(`^${label.replace(/[().]/g, '\\$&')}(\\s\\((nécessaire|needed)\\))?$`));

/** The section of what came of a call. */
export const outcome = (page) => page.getByRole('region', { name: 'Réponse' });

/** Sends the form and waits for what comes of it. */
export async function send(page, title) {
  await submit(page);
  await heading(page, title);
}

/** Sends the form, past the list of a field, which lies over the button. */
export async function submit(page) {
  await page.keyboard.press('Escape');
  await page.locator('form:visible button[type=submit]').click();
}

/** Waits until the outcome has this title. */
export async function heading(page, title) {
  await outcome(page).getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
}

/** The card of a candidate that shows this text. */
export const card = (page, text) => outcome(page).getByRole('listitem').filter({ hasText: text });

/** Waits until this operation is the one shown: the page learns of a new address a moment after it has changed. */
export const opened = (page, operation) => page.locator(`#operations a[href="#${operation}"][aria-current]`).waitFor({ state: 'attached' });

/** Opens an operation and puts its example of this status into the form. */
export async function take(page, operation, status) {
  await page.evaluate((name) => { location.hash = name; }, operation);
  await opened(page, operation);
  await page.evaluate(async ([operation, status]) => {
    const { load } = await import('./console/description.js');
    const { operations } = await load();
    const index = operations.find(({ name }) => name === operation).examples.findIndex((one) => one.status === status);
    document.querySelectorAll('.examples button')[index].click();
  }, [operation, status]);
}
