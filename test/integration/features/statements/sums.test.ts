/** @file Sums of money compared with DuckDB, which reads the same file and adds exact decimals. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RowChoice, StatementSession } from '../../../../src/main/statement-engine/process/session.ts';
import { openTable } from '../../../../src/main/statement-engine/read/table.ts';
import { type DuckDbStatement, duckDbStatement, inOrder } from '../../../bench/duckdb.ts';
import { createNumbers } from '../../../fakes/random-numbers.ts';

const rows = 70_000;
const amountColumn = 2;

/** Returns a CSV file with amounts from cents to billions, some empty, in currencies of different frequency. */
function createRandomFile(): string {
  const random = createNumbers(20_261_121);
  const currencies = ['EUR', 'EUR', 'EUR', 'USD', 'JPY', 'CHF', 'kr.'];
  const lines = Array.from({ length: rows }, (_, row) => {
    const cents = random(10 ** (1 + random(9))) * (1 + random(100));
    const amount =
      random(50) === 0
        ? ''
        : `${random(2) === 0 ? '-' : ''}${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
    const text = random(20) === 0 ? `"Line one, of ${row}\r\nline ""two"""` : `Invoice ${row}`;
    return `${row},${text},${amount},1.00,${currencies[random(currencies.length)] ?? ''}`;
  });
  return `Number,Description,Amount,Balance,Currency\r\n${lines.join('\r\n')}\r\n`;
}

let folder = '';
let duckDb: DuckDbStatement;
let session: StatementSession;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paydesk-sums-'));
  const file = Buffer.from(createRandomFile());
  await writeFile(join(folder, 'statement.csv'), file);
  duckDb = await duckDbStatement(join(folder, 'statement.csv'));
  await duckDb.open();
  session = new StatementSession({ bytes: file, table: openTable(file) });
});

afterAll(async () => {
  duckDb.close();
  await rm(folder, { recursive: true, force: true });
});

const entireView = { sort: null, filters: [], find: '' };
const sumInOrder = (choice: RowChoice) => inOrder(session.sums(amountColumn, choice));

test('the sums of all rows equal the sums of DuckDB, also when the sums are read again', async () => {
  const expected = await duckDb.sums();
  expect(expected.map(({ currency }) => currency)).toEqual(['CHF', 'EUR', 'JPY', 'USD', 'kr.']);
  expect(sumInOrder({ kind: 'all' })).toEqual(expected);
  expect(sumInOrder({ kind: 'all' })).toEqual(expected);
});

test.each([null, { column: amountColumn, descending: true }])(
  'the sums of a filtered view sorted by %o equal the sums of DuckDB, and the sums of all rows are unchanged',
  async (sort) => {
    const filters = [
      { kind: 'between', column: amountColumn, from: -1_000_000, to: 40_000 },
      { kind: 'contains', column: 1, text: '7' },
    ] as const;
    session.setView({ ...entireView, sort, filters: [...filters] });
    expect(sumInOrder({ kind: 'view' })).toEqual(
      await duckDb.sums("Amount between -10000 and 400 and contains(Description, '7')"),
    );
    expect(sumInOrder({ kind: 'all' })).toEqual(await duckDb.sums());
    session.setView({ ...entireView, sort, filters: [{ kind: 'contains', column: 1, text: 'line ONE' }] });
    expect(sumInOrder({ kind: 'view' })).toEqual(await duckDb.sums("Description like 'Line one%'"));
  },
);

test('the sums of selected rows and of all other rows equal the sums of DuckDB', async () => {
  session.setView(entireView);
  const everySeventhRow = Array.from({ length: rows / 7 }, (_, index) => index * 7);
  expect(sumInOrder({ kind: 'some', rows: everySeventhRow })).toEqual(
    await duckDb.sums('Number % 7 = 0 and Number < 69999'),
  );
  expect(sumInOrder({ kind: 'all-except', rows: everySeventhRow })).toEqual(
    await duckDb.sums('not (Number % 7 = 0 and Number < 69999)'),
  );
  const longSelection = Array.from({ length: 50_000 }, (_, index) => index + 10_000);
  expect(sumInOrder({ kind: 'some', rows: longSelection })).toEqual(
    await duckDb.sums('Number between 10000 and 59999'),
  );
});
