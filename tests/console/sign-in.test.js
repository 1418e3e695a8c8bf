/** People sign in on the page, at a real authorization server. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { after, test } from 'node:test';
import { heading, outcome, send, stage } from './stage.js';

const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = server.address();
    server.close(() => resolve(free));
  });
});
const bridge = `http://127.0.0.1:${port}`;
const folder = fileURLToPath(new URL('../sign-in', import.meta.url));
// The server wants a newer Node.js than some systems have.
const own = `${folder}/node_modules/node-linux-${process.arch}/bin/node`;
const issuing = spawn(existsSync(own) ? own : process.execPath, ['issuer.js', bridge], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
const [issuer] = await once(createInterface({ input: issuing.stdout }), 'line');
after(() => issuing.kill());

const { page } = stage({
  PASSERELLE__SERVER__PORT: String(port), PASSERELLE__SERVER__PUBLIC_URL: bridge,
  PASSERELLE__OAUTH__ISSUER: issuer, PASSERELLE__OAUTH__CONSOLE_CLIENT: 'console',
});
const next = (name) => fetch(`${issuer}/next/${name}`, { method: 'POST' });
const also = { allows: [issuer] };

const panel = (page) => page.locator('.token');
const enter = async (page) => {
  await panel(page).locator('summary').click();
  await panel(page).getByRole('button', { name: 'Se connecter' }).click();
};
const stored = (page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));

test('who signs in may call, is named, and is nobody again after signing out', async () => {
  await next('zoe');
  await page('#assistant_list_issues', async (page) => {
    await page.getByLabel('Projet (quelques mots)').fill('formation');
    await send(page, 'Connexion demandée');
    await outcome(page).getByText('connectez-vous en haut de la page').waitFor();
    await panel(page).getByRole('button', { name: 'Se connecter' }).click();
    await page.locator('#who', { hasText: 'zoe of the tests' }).waitFor();
    assert.equal(page.url(), `${bridge}/#assistant_list_issues`);
    assert.equal(await stored(page), '[{},{},""]');
    await page.getByLabel('Projet (quelques mots)').fill('formation');
    await send(page, 'Trouvé');
    assert.equal((await page.content()).includes('eyJ'), false);
    await panel(page).locator('summary').click();
    await panel(page).getByText('Vous êtes zoe of the tests.').waitFor();
    await panel(page).getByRole('button', { name: 'Se déconnecter' }).click();
    await page.getByText('Vous êtes déconnecté de cette page').waitFor();
    await send(page, 'Connexion demandée');
    // This server has no list of its signed tokens, so it can't revoke one.
  }, { ...also, expects: ['status of 401', 'status of 400'] });
});

test('the call that an address lays out waits for who signs in', async () => {
  await next('zoe');
  await page('#assistant_close_issue?project_hint=portail%20citoyen&issue_hint=erreur%20500', async (page) => {
    await panel(page).getByText('connectez-vous').waitFor();
    await panel(page).getByRole('button', { name: 'Se connecter' }).click();
    await page.locator('#who', { hasText: 'zoe of the tests' }).waitFor();
    await heading(page, 'Quel ticket ?');
    assert.equal(page.url(), `${bridge}/#assistant_close_issue`);
    assert.equal(await stored(page), '[{},{},""]');
  }, also);
});

test('who was signed in for too long is asked to sign in again', async () => {
  await next('zoe');
  await page('#assistant_list_issues', async (page) => {
    await enter(page);
    await page.locator('#who', { hasText: 'zoe of the tests' }).waitFor();
    await page.route('**/assistant-list', (route) => route.fulfill({ status: 401, json: { success: false, code: 'unauthorized', detail: 'Non.' } }));
    await page.getByLabel('Projet (quelques mots)').fill('formation');
    await send(page, 'Connexion demandée');
    await outcome(page).getByText('Votre connexion est terminée').waitFor();
    await panel(page).getByRole('button', { name: 'Se connecter' }).waitFor();
  }, { ...also, expects: ['status of 401'] });
});

test('a person who may only read is told so before anything is sent', async () => {
  await next('reader');
  await page('#assistant_close_issue', async (page) => {
    await enter(page);
    await page.locator('#who', { hasText: 'reader of the tests' }).waitFor();
    await page.getByText('Vous ne pouvez que lire ici').waitFor();
    await page.getByLabel('Projet (quelques mots)').fill('portail citoyen');
    await page.getByLabel('Ticket (quelques mots').fill('#21');
    await send(page, 'Essai à blanc');
  }, also);
});

test('a refused sign-in is said, and the page goes on', async () => {
  await next('nobody');
  await page('', async (page) => {
    await enter(page);
    await page.getByText('Le serveur d’identité a refusé la connexion : nobody consents.').waitFor();
    assert.equal(page.url(), `${bridge}/`);
    assert.equal(await stored(page), '[{},{},""]');
    await page.getByRole('combobox').waitFor();
  }, also);
});

test('an authorization server that is away, and an answer that nobody asked for, are said', async () => {
  await page('', async (page) => {
    await page.route(`${issuer}/**`, (route) => route.abort());
    await enter(page);
    await page.getByText('Le serveur d’identité ne répond pas').waitFor();
  }, { ...also, expects: ['net::ERR_FAILED'] });
  await page('?code=stolen&state=forged', async (page) => {
    await page.getByText('Cette connexion n’a pas été demandée ici').waitFor();
    assert.equal(page.url(), `${bridge}/`);
  }, also);
});
