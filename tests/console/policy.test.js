/** A bridge that serves three operations. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage } from './stage.js';

const SERVED = ['assistant_list_issues', 'project_summary', 'search_groups'];
const { page } = stage({ PASSERELLE__POLICY__OPERATIONS: SERVED.join(',') });

test('operations that the bridge does not serve are offered nowhere', async () => {
  await page('', async (page) => {
    await page.locator('#operations a').first().waitFor();
    const offered = await page.locator('#operations a').evaluateAll((all) => all.map(({ hash }) => hash.slice(1)));
    assert.deepEqual(offered.sort(), SERVED);
    assert.deepEqual(await page.locator('.trials button').allInnerTexts(), ['Résumer un projet', "Lister les tickets d'un projet"]);
    await page.getByRole('combobox').fill('fermer');
    assert.equal(await page.getByRole('option').count(), 0);
  });
  await page('docs', async (page) => {
    await page.locator('#errors').waitFor();
    assert.equal(await page.locator('details.part').count(), SERVED.length + 2);
  });
});
