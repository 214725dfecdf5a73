/** @file Needs you is shown first while work waits for the clerk, counts as many items as its badge, and has working buttons. */
import { compareNeedsYou, needsOf } from '../fakes/compare-needs-you.ts';
import { signIn, test } from './company.ts';
import { expect } from './fixture.ts';
import { callsOf } from './launch/calls.ts';
import { layoutJourney } from './layout/journey.ts';
import { badge, createUnfinishedWork, rowWith } from './needs-you-fixture.ts';
import { photograph } from './photograph.ts';

test('after a sign-in, Needs you is shown first, with as many items as its badge counts', async ({
  company,
  paydesk: firstRun,
  launch,
}) => {
  await signIn(firstRun, company);
  await expect(firstRun.page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
  await createUnfinishedWork(firstRun, company);
  await firstRun.close();

  const paydesk = await launch();
  const { page } = paydesk;
  await signIn(paydesk, company);
  await expect(page.getByRole('heading', { level: 1, name: 'Needs you' })).toBeVisible();
  const call = callsOf(paydesk);
  await compareNeedsYou({ call });
  const { needs } = await needsOf({ call });
  await expect(badge(paydesk)).toHaveAccessibleName(new RegExp(`${needs.length} need you`));
  await expect(page.getByText(`${needs.length} items`)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(needs.length + 1);
  await expect(page.getByRole('region', { name: 'Transfers' })).toContainText(`${needs.length} need you`);
  const layout = layoutJourney(paydesk, 'needs-you');
  await photograph(paydesk, 'needs-you', { layout });
  await rowWith(paydesk, 'request refused').click();
  await expect(page.getByRole('button', { name: 'Close…' })).toBeVisible();
  await photograph(paydesk, 'needs-you-panel', { layout });
  await page.getByRole('button', { name: 'Close…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await layout.check('needs-you-close');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  layout.end();
  await page.keyboard.press('Escape');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /^Activity/ })
    .click();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(`Show what needs you (${needs.length})`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Needs you' })).toBeVisible();
  await rowWith(paydesk, 'request refused').click();
  // The button of each item is visible beside the panel and in a small window.
  const actionButton = rowWith(paydesk, 'request refused').getByRole('button');
  await expect(actionButton).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Close panel' }).click();
  for (const width of [640, 853, 960]) {
    await paydesk.resize(width, 600);
    await expect(actionButton, `${width} pixels`).toBeInViewport({ ratio: 1 });
  }
});
