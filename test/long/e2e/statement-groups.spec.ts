import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { layoutJourney } from '../../e2e/layout/journey.ts';
import { photograph } from '../../e2e/photograph.ts';
import { test } from '../../e2e/statement-company.ts';
import { groupRow, groupsOf, openGroups } from '../../e2e/statement-groups-fixture.ts';

async function choose({ page }: Paydesk, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a clerk groups by month and sign, filters by a group and copies the groups', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await openGroups(statementApp);
  await choose(paydesk, 'Group by', 'Date');
  await choose(paydesk, 'Then by', 'Incoming or outgoing');
  await expect(page.getByText('3 groups of 242 of 244 rows by Date (Month) and In or out.')).toBeVisible();
  await choose(paydesk, 'Period of the first group', 'Day');
  await expect(groupsOf(paydesk).getByRole('columnheader', { name: 'Date (Day)' })).toBeVisible();

  await groupRow(paydesk, 1).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(groupRow(paydesk, 2)).toHaveCount(0);
  const filters = page.getByRole('list', { name: 'Group filters' });
  await expect(filters.getByRole('listitem')).toHaveCount(1);
  await choose(paydesk, 'Group by', 'Type');
  await expect(
    page.getByText(/^\d groups? of (?:all|\d+ of) \d+ rows? by Type and In or out\.$/),
  ).toBeVisible();
  await filters.getByRole('button').press('Enter');
  await expect(filters).toHaveCount(0);
  await expect(page.getByText(/of 242 of 244 rows by Type and In or out\./)).toBeVisible();

  await page.getByRole('button', { name: 'Copy groups' }).click();
  await expect(page.getByText(/^\d+ groups copied$/).first()).toBeVisible();
  const copied = (await paydesk.clipboard()).split('\n');
  expect(copied[0]).toBe(
    'Type\tIn or out\tCurrency\tRows\tIn\tOut\tNet\tSmallest\tLargest\tShare of out in %',
  );
  expect(copied.length).toBeGreaterThan(3);
});

test('the groups are photographed, and axe finds no violation', async ({ statementApp }) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await openGroups(statementApp);
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
  await paydesk.resize(960, 720);
  await page.getByRole('button', { name: 'Back to groups' }).click();
  await photograph(paydesk, 'statement-groups-narrow');
});
