/** @file Groups of a statement's rows: by two keys, opened, and filtered by one. */
import { expect, type Paydesk } from '../../../e2e/fixture.ts';
import { layoutJourney } from '../../../e2e/layout/journey.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { test } from '../../../e2e/statements/statement-company.ts';
import { groupRow, groupsOf, openGroups } from '../../../e2e/statements/statement-groups-fixture.ts';

async function choose({ page }: Paydesk, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('the groups are photographed, and axe finds no violation', async ({ statementApp }) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await openGroups(statementApp);
  await expect(page.getByText('Not grouped: 1 total or balance and 1 unreadable amount.')).toBeVisible();
  await photograph(paydesk, 'statement-groups', { layout: layoutJourney(paydesk, 'statements-review') });
  await choose(paydesk, 'Then by', 'Date');
  await expect(groupsOf(paydesk).getByRole('columnheader', { name: 'Date (Month)' })).toBeVisible();
  await groupRow(paydesk, 1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Filter by this group' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Group filters' })).toBeVisible();
  await photograph(paydesk, 'statement-groups-two-keys');
  await groupRow(paydesk, 1).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Back to groups' })).toBeVisible();
  await photograph(paydesk, 'statement-groups-opened');
});
