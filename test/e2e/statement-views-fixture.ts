/** @file What the short and the long tests of statement views use. */
import { csvOf, inventedRows } from '../fakes/statement-csv.ts';
import type { Paydesk } from './fixture.ts';
import { monthsBefore, type StatementApp } from './statement-company.ts';

export const [earlierMonth = '', month = ''] = monthsBefore(2);
export const walletId = 410_023;
export const rowCount = 60;
export const party = 'Ahlström Konepaja Oy';

export const rowsGrid = ({ page }: Paydesk) => page.getByRole('grid', { name: 'Rows of the statement' });
export const countParty = (lines: readonly (readonly string[])[]) =>
  lines.filter((cells) => cells[3] === party).length;

export function linesOf(statementMonth: string): string[][] {
  return inventedRows({ walletId, currency: 'EUR', month: statementMonth, rows: rowCount });
}

/** Stores two months; the later one has other column names and no column of references. */
export async function storeMonths({ store }: StatementApp): Promise<void> {
  const encode = (lines: string[][]) => new TextEncoder().encode(csvOf(lines));
  const later = linesOf(month).map((cells, index) =>
    (index === 0 ? cells.map((name) => (name === 'Counterparty' ? 'Payee' : name)) : cells).filter(
      (_, column) => column !== 2,
    ),
  );
  await store({ walletId, month: earlierMonth, transactions: rowCount, file: encode(linesOf(earlierMonth)) });
  await store({ walletId, month, transactions: rowCount, file: encode(later) });
}

export async function openMonth({ page }: Paydesk, place: 'first' | 'last'): Promise<void> {
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  const buttons = page.getByRole('grid', { name: 'Statements' }).getByRole('button', { name: 'Review' });
  await (place === 'first' ? buttons.first() : buttons.last()).click();
}

export async function chooseEntry({ page }: Paydesk, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^View(s|:)/ }).click();
  await page.getByRole('menuitem', { name }).click();
}
