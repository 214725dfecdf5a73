import { signIn, test } from '../../e2e/company.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { callsOf } from '../../e2e/launch/calls.ts';
import { badge, createUnfinishedWork, rowWith } from '../../e2e/needs-you-fixture.ts';
import { photograph } from '../../e2e/photograph.ts';
import { compareNeedsYou, needsOf } from '../../fakes/compare-needs-you.ts';

async function openList({ page }: Paydesk): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /^Needs you/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Needs you' })).toBeVisible();
}

test('each button opens the screen that resolves its item', async ({ company, paydesk }) => {
  const { page } = paydesk;
  await signIn(paydesk, company);
  await createUnfinishedWork(paydesk, company);
  const actions: [string | RegExp, string, RegExp][] = [
    ['unknown outcome', 'Settle outcome', /Beneficiaries/],
    ['Castel & Fils: draft', 'Open beneficiary', /Beneficiaries/],
    ['not started', 'Open batch 2', /Documents/],
    [/Batch 1: .* failed/, 'Open batch 1', /Documents/],
    ['request refused', 'Show in inbox', /Statements/],
    ['Statement event', 'Review event', /Statements/],
    ['2 proofs failed', 'Show proofs', /Proofs/],
  ];
  for (const [text, action, screen] of actions) {
    await openList(paydesk);
    await rowWith(paydesk, text).getByRole('button', { name: action }).click();
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
  }
});

test('a dismissed item leaves the list and the badge', async ({ company, paydesk }) => {
  const { page } = paydesk;
  await signIn(paydesk, company);
  await createUnfinishedWork(paydesk, company);
  const countBefore = (await needsOf({ call: callsOf(paydesk) })).needs.length;
  await openList(paydesk);
  for (const [index, text] of ['request refused', '2 proofs failed'].entries()) {
    await rowWith(paydesk, text).click();
    await page.getByRole('button', { name: 'Close…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    await expect(rowWith(paydesk, text)).toHaveCount(0);
    await expect(badge(paydesk)).toHaveAccessibleName(new RegExp(`${countBefore - index - 1} need you`));
  }
  await compareNeedsYou({ call: callsOf(paydesk) });
});

test('the empty list says that nothing needs the clerk', async ({ company, launch }) => {
  const paydesk = await launch({ keyring: true });
  await signIn(paydesk, company);
  await openList(paydesk);
  await expect(paydesk.page.getByRole('heading', { name: 'Nothing needs you' })).toBeVisible();
  await photograph(paydesk, 'needs-you-empty');
});
