/** @file The first minutes with the practice company: three jobs without the guide, the tour, and starting over. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdf, writeFiles } from '../fakes/files.ts';
import { expect, type Paydesk, test } from './fixture.ts';
import { checkLayout } from './layout/check-layout.ts';
import { photograph } from './photograph.ts';

test.setTimeout(180_000);

const titles = [
  'Drop scans and folders here',
  'Assign documents to beneficiaries',
  'Review, then start',
  'Fetch proofs of payment',
  'Request and review statements',
];

const tourOf = ({ page }: Paydesk, title: string) => page.getByRole('region', { name: title });
const button = ({ page }: Paydesk, name: string | RegExp) => page.getByRole('button', { name });

async function goTo({ page }: Paydesk, place: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByText(place, { exact: true }).click();
}

async function explore(paydesk: Paydesk, { tour } = { tour: false }): Promise<void> {
  if (!tour) expect(await paydesk.call('samples.endTour', {})).toMatchObject({ ok: true });
  await button(paydesk, 'Explore').click();
  await expect(button(paydesk, 'Use sample documents')).toBeVisible();
}

/** Runs in the page: the buttons of the preview that another element covers. */
function coveredInPeek(): (string | null)[] {
  return [...document.querySelectorAll('.peek li > .btn')]
    .filter((button) => {
      const { right, top, bottom } = button.getBoundingClientRect();
      return !button.contains(document.elementFromPoint(right - 8, (top + bottom) / 2));
    })
    .map(({ textContent }) => textContent);
}

test('three jobs are done from Explore without the guide: scans, proofs, one statement reviewed', async ({
  paydesk,
}) => {
  const { page } = paydesk;
  const startedAt = Date.now();
  const steps: { step: string; seconds: number }[] = [];
  const click = async (name: string | RegExp, within = page.locator('body')) => {
    await within.getByRole('button', { name }).first().click();
    steps.push({ step: String(name), seconds: Math.round((Date.now() - startedAt) / 100) / 10 });
  };
  const place = async (name: string) => {
    await goTo(paydesk, name);
    steps.push({ step: `rail: ${name}`, seconds: Math.round((Date.now() - startedAt) / 100) / 10 });
  };

  await click('Explore');
  await click('Skip tour');
  await click('Use sample documents');
  await click('Assign by folder…');
  await click('Assign 7 documents to 4 beneficiaries');
  await click('Review');
  await click(/^Attach 7 documents to 4 beneficiaries/);
  await expect(page.getByRole('heading', { level: 2, name: /attached/ })).toBeVisible();
  steps.push({ step: 'job 1 done', seconds: Math.round((Date.now() - startedAt) / 100) / 10 });

  await place('Proofs');
  await click('Fetch sample references');
  const proofs = page.getByRole('grid').getByRole('row');
  await expect(proofs.filter({ hasText: /Saved|Link only/ })).toHaveCount(7);
  const rail = page.getByRole('navigation', { name: 'Main' });
  await expect(rail.getByRole('button', { name: 'Proofs' }), 'only what failed needs the clerk').toHaveText(
    /1 needs you$/,
  );
  steps.push({ step: 'job 2 done', seconds: Math.round((Date.now() - startedAt) / 100) / 10 });

  await place('Statements');
  await click('Request sample statements');
  await expect(page.locator('.peek li > .btn').first()).toBeVisible();
  await expect.poll(() => page.evaluate(coveredInPeek), { timeout: 5_000 }).toEqual([]);
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  const inbox = page.getByRole('grid', { name: 'Statements' });
  const endsSoon = inbox.getByRole('row').filter({ hasText: /Service\d{1,2}\smin\sleft/ });
  await expect(endsSoon).toBeVisible({ timeout: 60_000 });
  await expect(endsSoon, 'a statement that is not downloaded yet shows the reason').toContainText(
    'The service has a problem',
  );
  await photograph(paydesk, 'first-steps-inbox');
  await click('Review', inbox);
  await expect(page.getByRole('grid', { name: 'Rows of the statement' })).toBeVisible();
  steps.push({ step: 'job 3 done', seconds: Math.round((Date.now() - startedAt) / 100) / 10 });
  await mkdir('test-results', { recursive: true });
  await writeFile(join('test-results', 'first-steps.json'), `${JSON.stringify(steps, null, 2)}\n`);
  expect(steps.filter(({ step }) => !step.endsWith('done')).length).toBeLessThan(16);
});

test('each empty state offers samples, and one sample statement of last month does not add up', async ({
  launch,
}) => {
  const paydesk = await launch({ deviceScaleFactor: 1.5 });
  const { page } = paydesk;
  await explore(paydesk);
  await photograph(paydesk, 'samples-documents');
  await goTo(paydesk, 'Proofs');
  await expect(button(paydesk, 'Fetch sample references')).toBeVisible();
  await photograph(paydesk, 'samples-proofs');
  await goTo(paydesk, 'Statements');
  await expect(button(paydesk, 'Request sample statements')).toBeVisible();
  await photograph(paydesk, 'samples-statements');
  await page.getByLabel('Wallets').fill('1004');
  await button(paydesk, /^Request 1 statement/).focus();
  await page.keyboard.press('Enter');
  await expect(button(paydesk, 'Request sample statements')).toBeHidden();
  await expect(page.locator(':focus'), 'the focus moves to the form').toHaveClass(/request-form/);
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  await page
    .getByRole('grid', { name: 'Statements' })
    .getByRole('button', { name: 'Review' })
    .first()
    .click();
  await expect(page.getByText('The balance does not add up')).toBeVisible();
  await expect(page.getByRole('main'), 'the view is gone on with by keyboard').toBeFocused();
  await photograph(paydesk, 'samples-unbalanced');
});

test('the tour shows five steps at the real controls by keyboard, and does not start again', async ({
  paydesk,
  launch,
}) => {
  await explore(paydesk, { tour: true });
  for (const [index, title] of titles.entries()) {
    const step = tourOf(paydesk, title);
    await expect(step).toBeVisible();
    await expect(step.getByText(`Step ${index + 1} of 5`)).toBeVisible();
    await expect(step.getByRole('button', { name: index === 4 ? 'Done' : 'Next' })).toBeFocused();
    await expect(paydesk.page.locator('[data-tour-here]')).toBeVisible();
    await photograph(paydesk, `tour-${index + 1}`);
    if (index === 0) await checkLayout(paydesk, 'tour');
    await paydesk.page.keyboard.press('Enter');
  }
  await expect(paydesk.page.getByText(/^Step \d of 5$/)).toBeHidden();
  await paydesk.quit();
  const again = await launch();
  await expect(button(again, 'Use sample documents')).toBeVisible();
  await expect(again.page.getByText(/^Step \d of 5$/)).toBeHidden();
});

test('the tour can be skipped at any step, stays skipped after a restart, and can be shown again', async ({
  paydesk,
  launch,
}) => {
  await explore(paydesk, { tour: true });
  await expect(tourOf(paydesk, titles[0] ?? '')).toBeVisible();
  await paydesk.page.keyboard.press('Enter');
  await expect(tourOf(paydesk, titles[1] ?? '').getByRole('button', { name: 'Next' })).toBeFocused();
  await paydesk.page.keyboard.press('Escape');
  await expect(paydesk.page.getByText(/^Step \d of 5$/)).toBeHidden();
  await paydesk.quit();
  const again = await launch();
  await expect(button(again, 'Use sample documents')).toBeVisible();
  await expect(again.page.getByText(/^Step \d of 5$/)).toBeHidden();
  await again.page.keyboard.press('ControlOrMeta+K');
  await expect(again.page.getByRole('dialog').locator('input')).toBeFocused();
  await again.page.keyboard.type('Show the tour');
  await expect(again.page.getByRole('menuitem').first()).toContainText('Show the tour');
  await again.page.keyboard.press('Enter');
  await expect(tourOf(again, titles[0] ?? '').getByRole('button', { name: 'Next' })).toBeFocused();
  await again.page.keyboard.press('F6');
  await again.page.keyboard.press('Shift+F6');
  await expect(tourOf(again, titles[0] ?? '').getByRole('button', { name: 'Next' })).toBeFocused();
});

test('a list of beneficiaries in a dropped folder is offered for import and is not marked as an error', async ({
  launch,
  dataFolder,
}) => {
  const paydesk = await launch({ deviceScaleFactor: 1.5 });
  const folder = join(dataFolder, '..', 'drop');
  await writeFiles(folder, { 'Nordlicht/a.pdf': pdf('a') });
  const lines = Array.from({ length: 12 }, (_, index) => `rcp_${index},Company ${index}`);
  await writeFile(join(folder, 'beneficiaries.csv'), ['recipientId,label', ...lines].join('\n'));
  await explore(paydesk);
  await paydesk.drop('main', [folder]);
  await expect(paydesk.page.getByText('beneficiaries.csv lists 12 beneficiaries.')).toBeVisible();
  await photograph(paydesk, 'list-proposal');
  await button(paydesk, 'Import…').click();
  await expect(paydesk.page.getByRole('dialog')).toBeVisible();
  await checkLayout(paydesk, 'list-import');
  await button(paydesk, 'Import 12 beneficiaries').click();
  await expect(paydesk.page.getByText('beneficiaries.csv lists 12 beneficiaries.')).toBeHidden();
  expect(await paydesk.call('beneficiaries.list', { offset: 0, limit: 1, search: '' })).toMatchObject({
    value: { total: 12 },
  });
});

test('the practice company is reset after a dialog that names what is removed', async ({ paydesk }) => {
  const { page } = paydesk;
  await explore(paydesk);
  await button(paydesk, 'Use sample documents').click();
  await expect(page.getByRole('heading', { level: 2, name: /not assigned$/ })).toBeVisible();
  await page.locator('.profile').click();
  await expect(page.getByRole('menuitem', { name: 'Switch company…' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /leave/i })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Reset the practice company…' }).click();
  const question = page.getByRole('dialog', { name: 'Reset the practice company?' });
  await expect(question.getByText(/its batches, 5 beneficiaries, events and column layouts/)).toBeVisible();
  await photograph(paydesk, 'start-over');
  await checkLayout(paydesk, 'start-over');
  await question.getByRole('button', { name: 'Reset the practice company' }).click();
  await expect(button(paydesk, 'Use sample documents')).toBeVisible();
  expect(await paydesk.call('beneficiaries.list', { offset: 0, limit: 1, search: '' })).toMatchObject({
    value: { total: 0 },
  });
});
