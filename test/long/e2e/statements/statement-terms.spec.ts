/** @file From a statement whose words are undecided to its sum, remembered for the next month, and undone; with pictures. */
import { expect } from '../../../e2e/fixture.ts';
import { checkLayout } from '../../../e2e/layout/check-layout.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { monthsBefore, test } from '../../../e2e/statements/statement-company.ts';

const [month = '', nextMonth = ''] = monthsBefore(2);

test('the clerk says what words of a file mean, once for all months, and can take it back', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const dialog = page.getByRole('dialog', { name: 'How the file is read' });
  const sums = page.getByRole('region', { name: 'Sums' });
  const linesOf = (of: string, words: readonly string[]) => [
    ['Date', 'Reference', 'Mutation', 'Amount', 'Status'],
    ...words.map((word, row) => [`${of}-0${row + 1}`, `R${row}`, word, `${row + 1}.50`, 'Booked']),
  ];
  const choose = async (word: string, meaning: string) => {
    await dialog.getByRole('button', { name: new RegExp(`Meaning of ${word}`) }).click();
    await page.getByRole('option', { name: meaning }).click();
  };
  await statementApp.storeLines(month, linesOf(month, ['Uitwijk', 'Inwijk', 'Uitwijk']));
  await statementApp.review();
  await expect(
    sums.getByText('3 amounts that may be incoming or outgoing are not in the sums.'),
  ).toBeVisible();
  await photograph(paydesk, 'statement-undecided', { at150: true });
  await sums.getByRole('button', { name: 'Decide…' }).click();
  await expect(dialog.getByRole('button', { name: /Meaning of Uitwijk/ })).toBeFocused();
  await choose('Uitwijk', 'Outgoing');
  await choose('Inwijk', 'Incoming');
  await photograph(paydesk, 'statement-terms', { at150: true });
  await checkLayout(paydesk, 'statement-terms');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(sums.getByRole('cell', { name: '−5.00' })).toBeVisible();
  await expect(sums.getByRole('button', { name: 'Decide…' })).toBeHidden();

  await statementApp.storeLines(nextMonth, linesOf(nextMonth, ['Uitwijk', 'Inwijk', 'Uitwijk', 'Terug']));
  await statementApp.review();
  await expect(sums.getByText('1 amount that may be incoming or outgoing is not in the sums.')).toBeVisible();
  await expect(sums.getByRole('cell', { name: '−5.00' }).first()).toBeVisible();
  await sums.getByRole('button', { name: 'Decide…' }).click();
  await choose('uitwijk', 'Not decided');
  await choose('inwijk', 'Not decided');
  await photograph(paydesk, 'statement-terms-again');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(
    sums.getByText('4 amounts that may be incoming or outgoing are not in the sums.'),
  ).toBeVisible();

  // A table of both months leads to the statement in which the words are decided.
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Search all').click();
  await page.getByRole('searchbox', { name: 'Search all stored statements' }).fill('Uitwijk');
  await page.getByRole('button', { name: 'Open 2 statements as one table' }).click();
  await expect(
    sums.getByText('7 amounts that may be incoming or outgoing are not in the sums.'),
  ).toBeVisible();
  await photograph(paydesk, 'statement-undecided-table', { at150: true });
  await sums.getByRole('button', { name: /^Decide in Operating/ }).click();
  await expect(sums.getByRole('button', { name: 'Decide…' })).toBeVisible();
});
