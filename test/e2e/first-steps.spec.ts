/** @file The first minutes with the practice company: three jobs without the guide, the tour, and the reset. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openScreen } from './first-steps-fixture.ts';
import { expect, test } from './fixture.ts';
import { photograph } from './photograph.ts';

test.setTimeout(180_000);

/** Finds the buttons of the preview that another element covers. Runs in the page. */
function findCoveredPreviewButtons(): (string | null)[] {
  return [...document.querySelectorAll('[data-part="peek"] li > button')]
    .filter((elementNamed) => {
      const { right, top, bottom } = elementNamed.getBoundingClientRect();
      return !elementNamed.contains(document.elementFromPoint(right - 8, (top + bottom) / 2));
    })
    .map(({ textContent }) => textContent);
}

test('a new clerk sends scans, fetches proofs and reviews a statement from Explore without the guide', async ({
  paydesk,
}) => {
  const { page } = paydesk;
  const startedAt = Date.now();
  /** Steps of the clerk with the seconds since the start, for `first-steps.json`. */
  const steps: { step: string; seconds: number }[] = [];
  const record = (step: string) =>
    steps.push({ step, seconds: Math.round((Date.now() - startedAt) / 100) / 10 });
  const clickAndRecord = async (name: string | RegExp, within = page.locator('body')) => {
    await within.getByRole('button', { name }).first().click();
    record(String(name));
  };
  const openAndRecord = async (name: string) => {
    await openScreen(paydesk, name);
    record(`rail: ${name}`);
  };

  await clickAndRecord('Explore');
  await clickAndRecord('Skip tour');
  await clickAndRecord('Use sample documents');
  await clickAndRecord('Assign by folder…');
  await clickAndRecord('Assign 7 documents to 4 beneficiaries');
  await clickAndRecord('Review');
  await clickAndRecord(/^Attach 7 documents to 4 beneficiaries/);
  await expect(page.getByRole('heading', { level: 2, name: /attached/ })).toBeVisible();
  record('job 1 done');

  await openAndRecord('Proofs');
  await clickAndRecord('Fetch sample references');
  const proofs = page.getByRole('grid').getByRole('row');
  await expect(proofs.filter({ hasText: /Stored|Link only/ })).toHaveCount(7);
  const mainNavigation = page.getByRole('navigation', { name: 'Main' });
  await expect(
    mainNavigation.getByRole('button', { name: 'Proofs' }),
    'only what failed needs the clerk',
  ).toHaveText(/1 needs you$/);
  record('job 2 done');

  await openAndRecord('Statements');
  await clickAndRecord('Request sample statements');
  await expect(page.locator('[data-part="peek"] li > button').first()).toBeVisible();
  await expect.poll(() => page.evaluate(findCoveredPreviewButtons), { timeout: 5_000 }).toEqual([]);
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  const inbox = page.getByRole('grid', { name: 'Statements' });
  const expiringRow = inbox.getByRole('row').filter({ hasText: /Service\d{1,2}\smin\sleft/ });
  await expect(expiringRow).toBeVisible({ timeout: 60_000 });
  await expect(expiringRow, 'a statement that is not downloaded yet shows the reason').toContainText(
    'The service has a problem',
  );
  await photograph(paydesk, 'first-steps-inbox');
  await clickAndRecord('Review', inbox);
  await expect(page.getByRole('grid', { name: 'Rows of the statement' })).toBeVisible();
  record('job 3 done');
  await mkdir('test-results', { recursive: true });
  await writeFile(join('test-results', 'first-steps.json'), `${JSON.stringify(steps, null, 2)}\n`);
  expect(steps.filter(({ step }) => !step.endsWith('done')).length).toBeLessThan(16);
});
