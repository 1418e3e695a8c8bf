/**
 * Pictures of each state of the pages, to be looked at by people:
 * `PASSERELLE=… PICTURES=folder node --test pictures.js`. `CONSOLE_FILES=src/api/faces/console` shows the files as they stand.
 */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { stage, take } from './stage.js';

const FOLDER = process.env.PICTURES;
const KINDS = [['light', 'fr', 1280], ['dark', 'en', 1280], ['dark', 'fr', 390], ['light', 'en', 390]];
const CITIZEN = 'ville/numerique/portail-citoyen';

const { page } = stage();
await mkdir(FOLDER, { recursive: true });

const submit = (page) => page.locator('form:visible button[type=submit]').click();

/** Sends the form and waits for what comes of it. */
async function sent(page) {
  await submit(page);
  await page.locator('.outcome:visible').waitFor();
}

/** Answers an operation with another answer than the bridge's. */
const answering = (page, path, change, status = 200) => page.route(`**/${path}`, async (route) => {
  const response = await route.fetch();
  await route.fulfill({ response, status, json: change(await response.json()) });
});

const refusal = (code, detail) => () => ({ success: false, code, detail });

/** Each state: what leads to it. */
const STATES = {
  'question project': async (page) => { await take(page, 'assistant_close_issue', 'project_clarification_needed'); await sent(page); },
  'question issue': async (page) => { await take(page, 'assistant_close_issue', 'issue_clarification_needed'); await sent(page); },
  'done through a choice': async (page) => {
    await take(page, 'assistant_comment_issue', 'issue_clarification_needed');
    await sent(page);
    await page.locator('.outcome:visible .card button').first().click();
    await page.locator('.outcome.good:visible').waitFor();
  },
  stale: async (page) => {
    await take(page, 'assistant_comment_issue', 'issue_clarification_needed');
    await sent(page);
    await page.locator('form:visible input').first().fill('autre chose');
  },
  'nearest': async (page) => {
    await take(page, 'assistant_assign_issue', 'issue_not_found');
    await sent(page);
  },
  'bulk': async (page) => { await take(page, 'assistant_bulk_close_issues', 'preview'); await sent(page); },
  'bulk all done': async (page) => { await take(page, 'assistant_bulk_add_label', 'processed'); await sent(page); },
  'sweeping': async (page) => { await take(page, 'assistant_add_label_all', 'processed'); await sent(page); },
  'batch, titles alike': async (page) => {
    await take(page, 'assistant_batch_create_issues', 'completed');
    await page.locator('.item input').first().fill('Erreur 500 sur le formulaire de contact');
    await sent(page);
  },
  'batch created': async (page) => { await take(page, 'assistant_batch_create_issues', 'completed'); await sent(page); },
  'milestones': async (page) => { await take(page, 'assistant_batch_create_issues', 'milestone_clarification_needed'); await sent(page); },
  'duplicate': async (page) => { await take(page, 'assistant_create_issue', 'duplicate_warning'); await sent(page); },
  'date': async (page) => { await take(page, 'assistant_set_due_date', 'preview'); await sent(page); },
  'members': async (page) => { await take(page, 'assistant_assign_issue', 'assignee_clarification_needed'); await sent(page); },
  'summary': async (page) => { await take(page, 'project_summary', 'resolved'); await sent(page); },
  'labels': async (page) => { await take(page, 'assistant_list_labels', 'resolved'); await sent(page); },
  'progress': async (page) => { await take(page, 'assistant_project_progress', 'resolved'); await sent(page); },
  'groups': async (page) => { await take(page, 'search_groups', 'resolved'); await sent(page); },
  'project to be checked': async (page) => { await take(page, 'check_create_project', 'ambiguous_group'); await sent(page); },
  'update form': async (page) => { await take(page, 'assistant_update_issue', 'updated'); },
  'no such label': async (page) => {
    await take(page, 'assistant_add_label', 'updated');
    await page.locator('form:visible').getByLabel('tiquette').or(page.locator('form:visible').getByLabel('Label')).first().fill('nulle part');
    await sent(page);
  },
  'token needed': async (page) => {
    await answering(page, 'assistant-list', refusal('unauthorized', 'Jeton absent ou inconnu.'), 401);
    await take(page, 'assistant_list_issues', 'resolved');
    await sent(page);
  },
  'token unknown': async (page) => {
    await answering(page, 'assistant-list', refusal('unauthorized', 'Jeton absent ou inconnu.'), 401);
    await page.route('**/console/about.json', (route) => route.fulfill({ json: { read_only: false, admitted: false, sample: false } }));
    await take(page, 'assistant_list_issues', 'resolved');
    await page.locator('.token summary').click();
    await page.locator('#token').fill('faux');
    await sent(page);
  },
  'outage': async (page) => {
    await answering(page, 'assistant-close', refusal('upstream_unreachable', 'GitLab est injoignable.'), 502);
    await take(page, 'assistant_close_issue', 'issue_clarification_needed');
    await sent(page);
  },
  'field refused': async (page) => {
    await answering(page, 'assistant-list', refusal('invalid_request', 'Le champ « project_hint » est trop long.'), 422);
    await take(page, 'assistant_list_issues', 'resolved');
    await sent(page);
  },
  'issue list': async (page) => { await take(page, 'assistant_list_issues', 'resolved'); await sent(page); },
  'late issues': async (page) => {
    await page.evaluate(() => { location.hash = 'find_issues'; });
    await page.locator('form:visible').waitFor();
    await sent(page);
  },
  'issue read': async (page) => { await take(page, 'assistant_show_issue', 'resolved'); await sent(page); },
  'offers in a field': async (page) => {
    await page.evaluate(() => { location.hash = 'assistant_close_issue'; });
    await page.locator('form:visible [role=combobox]').last().fill('page');
    await page.locator('form:visible .offers [role=option]').first().waitFor();
  },
  'host refuses': async (page) => {
    await answering(page, 'assistant-list', refusal('upstream_unauthorized', 'GitLab refuse le jeton que la passerelle lui présente (401).'), 401);
    await take(page, 'assistant_list_issues', 'resolved');
    await sent(page);
  },
  'no answer': async (page) => {
    await page.route('**/assistant-reopen', (route) => route.abort());
    await take(page, 'assistant_reopen_issue', 'preview');
    await sent(page);
  },
  'at work': async (page) => {
    await page.route('**/assistant-bulk-add-label', () => {});
    await take(page, 'assistant_bulk_add_label', 'processed');
    await submit(page);
    await page.locator('.working').waitFor();
  },
};

test('the picture of README.md', () => page('', async (page) => {
  await page.setViewportSize({ width: 1180, height: 1080 });
  await page.locator('#operations a').first().waitFor();
  await take(page, 'assistant_close_issue', 'project_clarification_needed');
  await sent(page);
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(FOLDER, 'console.png') });
}, { about: { sample: true } }));

for (const [scheme, language, width] of KINDS) {
  const options = { scheme, language, width, expects: ['status of', 'net::ERR'] };
  const shoot = async (page, name) => {
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(FOLDER, `${name.replaceAll(' ', '-')}.${scheme}.${language}.${width}.png`), fullPage: true });
  };

  for (const [name, lead] of Object.entries(STATES)) {
    test(`${name} (${scheme}, ${language}, ${width})`, () => page('', async (page) => {
      await page.locator('#operations a').first().waitFor();
      await lead(page);
      await shoot(page, name);
    }, options));
  }

  test(`the welcome (${scheme}, ${language}, ${width})`, async () => {
    await page('', async (page) => {
      await page.locator('.recent button').first().waitFor();
      await shoot(page, 'welcome');
      await page.locator('#words').fill('page');
      await page.locator('.offers [role=option]').nth(3).waitFor();
      await page.keyboard.press('ArrowDown');
      await shoot(page, 'welcome, words');
    }, { ...options, about: { sample: false } });
    await page('', async (page) => {
      await page.route('**/health/host', (route) => route.fulfill({ status: 503, json: {} }));
      await page.reload();
      await page.locator('.box.note:visible').waitFor();
      await shoot(page, 'host away');
    }, options);
    await page('', async (page) => { await page.locator('.sample').waitFor(); await shoot(page, 'welcome of the demonstration'); }, { ...options, about: { sample: true } });
    await page('#assistant_close_issue', async (page) => {
      await page.locator('.box.note:visible').waitFor();
      await page.locator('form:visible input').first().fill(CITIZEN);
      await page.locator('form:visible input').nth(1).fill('page de connexion');
      await sent(page);
      await shoot(page, 'read-only');
    }, { ...options, about: { read_only: true } });
  });

  test(`the reference (${scheme}, ${language}, ${width})`, () => page('docs', async (page) => {
    await page.locator('#errors').waitFor();
    await shoot(page, 'reference');
    await page.locator('#assistant_close_issue > summary').click();
    await shoot(page, 'reference, one unfolded');
  }, options));
}
