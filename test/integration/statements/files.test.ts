/** @file Unusual statement files: each is downloaded, sealed and reviewed completely, or refused with a message. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Opened } from '../../../src/shared/model/review.ts';
import { readWorkbook } from '../../fakes/read-workbook.ts';
import { startHttp } from '../../fakes/servers.ts';
import { type StatementsFixture, startStatementsFixture } from './statements-fixture.ts';

const entireView = { sort: null, filters: [], find: '' };

/** Starts Paydesk and stores a statement of wallet 1001 that consists of the bytes. */
async function storeFile(bytes: Buffer, transactionCount: number) {
  const headers = { 'content-type': 'text/csv' };
  const storage = await startHttp(() => ({ status: 200, headers, body: bytes }));
  const fixture = await startStatementsFixture({ profile: { storageHosts: [new URL(storage.base).host] } });
  await fixture.request([1001]);
  const statementId = (await fixture.list())[0]?.id ?? 0;
  const [event] = fixture.eventsOf(1001);
  await fixture.pasteEvent({
    ...event,
    event: { ...event?.event, transactionCount, url: `${storage.base}/statement.csv` },
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const expectStored = async () =>
    expect(await fixture.call('statements.get', { id: statementId })).toMatchObject({
      state: 'stored',
      size: bytes.length,
      sha256,
    });
  // The download of the file with 200 MB takes long.
  await vi.waitFor(expectStored, { timeout: 100_000, interval: 50 });
  return { fixture, statementId };
}

async function openReview(fixture: StatementsFixture, statementId: number) {
  const { handle, opened } = await fixture.call('review.open', { statementId, options: {} });
  const { rows } = await fixture.call('review.query', { action: 'window', handle, offset: 0, limit: 50 });
  const { points } = await fixture.call('review.query', { action: 'check', handle });
  const findCheck = (id: string) => points.find((check) => check.id === id);
  return { handle, opened, cells: rows.map(({ cells }) => cells), rows, findCheck };
}

async function expectOriginal(fixture: StatementsFixture, statementId: number, bytes: Buffer): Promise<void> {
  fixture.platform.answers.savePath = join(fixture.folder, 'original.csv');
  await fixture.call('review.export', { action: 'original', statementId });
  expect((await readFile(join(fixture.folder, 'original.csv'))).equals(bytes)).toBe(true);
}

const createWideLine = (cell: (index: number) => string) =>
  Array.from({ length: 4_000 }, (_, index) => cell(index)).join(',');

interface FileCase {
  readonly bytes: string | Buffer;
  /** Transactions that the event announces. */
  readonly transactions: number;
  readonly opened: Partial<Opened>;
  readonly cells: readonly (readonly string[])[];
  /** Result of the check that compares the number of rows with the event. */
  readonly rowCheck: 'passed' | 'look' | 'failed';
}

const cases: Readonly<Record<string, FileCase>> = {
  'a header only': {
    bytes: 'Date,Reference,Amount\r\n',
    transactions: 0,
    opened: { rows: 0, header: 0 },
    cells: [],
    rowCheck: 'passed',
  },
  'no header': {
    bytes: '2026-01-02,R1,1.50\n2026-01-03,R2,-2.50\n',
    transactions: 2,
    opened: { rows: 2, header: null },
    cells: [
      ['2026-01-02', 'R1', '1.50'],
      ['2026-01-03', 'R2', '-2.50'],
    ],
    rowCheck: 'passed',
  },
  'a byte order mark': {
    bytes: '\ufeffDate,Amount\n2026-01-02,1.50\n',
    transactions: 1,
    opened: { rows: 1, header: 0, encoding: 'utf-8' },
    cells: [['2026-01-02', '1.50']],
    rowCheck: 'passed',
  },
  'NUL bytes': {
    bytes: 'Date,Text\n2026-01-02,a\u0000b\n2026-01-03,\u0000\n',
    transactions: 2,
    opened: { rows: 2 },
    cells: [
      ['2026-01-02', 'a\u0000b'],
      ['2026-01-03', '\u0000'],
    ],
    rowCheck: 'passed',
  },
  'an unclosed quote': {
    bytes: 'Date,Text\n2026-01-02,"open\n2026-01-03,b\n',
    transactions: 2,
    opened: { rows: 2, openQuotes: 1 },
    cells: [
      ['2026-01-02', '"open'],
      ['2026-01-03', 'b'],
    ],
    rowCheck: 'passed',
  },
  'mixed line ends': {
    bytes: 'Date,Text\r\n2026-01-02,a\n2026-01-03,b\r2026-01-04,"c\r\nd"',
    transactions: 3,
    opened: { rows: 3, ragged: 0 },
    cells: [
      ['2026-01-02', 'a'],
      ['2026-01-03', 'b'],
      ['2026-01-04', 'c\r\nd'],
    ],
    rowCheck: 'passed',
  },
  'duplicate headers': {
    bytes: 'Date,Amount,Amount\n2026-01-02,1.00,2.00\n',
    transactions: 1,
    opened: { rows: 1 },
    cells: [['2026-01-02', '1.00', '2.00']],
    rowCheck: 'passed',
  },
  'closing lines': {
    bytes: 'Date,Text,Amount\n2026-01-02,a,1.00\n\nTotal,,1.00\nEnd of statement\n',
    transactions: 1,
    opened: { ragged: 2 },
    cells: [['2026-01-02', 'a', '1.00'], [''], ['Total', '', '1.00'], ['End of statement']],
    rowCheck: 'failed',
  },
  '4,000 columns': {
    bytes: `${createWideLine((index) => `column ${index}`)}\n${createWideLine(String)}\n`,
    transactions: 1,
    opened: { rows: 1 },
    cells: [Array.from({ length: 4_000 }, (_, index) => String(index))],
    rowCheck: 'passed',
  },
};

describe('a file with', () => {
  test.each(Object.entries(cases))('%s is stored unchanged and shown completely', async (_, expected) => {
    const bytes = Buffer.from(expected.bytes);
    const { fixture, statementId } = await storeFile(bytes, expected.transactions);
    const { opened, cells, findCheck } = await openReview(fixture, statementId);
    expect(opened).toMatchObject(expected.opened);
    expect(cells).toEqual(expected.cells);
    expect(findCheck('rows')?.result).toBe(expected.rowCheck);
    for (const id of ['length', 'unchanged', 'seals']) expect(findCheck(id)?.result).toBe('passed');
    await expectOriginal(fixture, statementId, bytes);
  });

  test('formulas is shown as text, and its export neither runs a formula nor alters a number in a spreadsheet', async () => {
    const formulas = ['=cmd|/c calc!A1', '+1+cmd', '-2+3', '@SUM(A1)', '\t=1', '＝1+1'];
    const lines = formulas.map((text, index) => `2026-01-0${index + 1},"${text}",-${index}.50`);
    const bytes = Buffer.from(`Date,Text,Amount\n${lines.join('\n')}\n`);
    const { fixture, statementId } = await storeFile(bytes, formulas.length);
    const { handle, cells } = await openReview(fixture, statementId);
    expect(cells.map(([, text]) => text)).toEqual(formulas);
    fixture.platform.answers.savePath = join(fixture.folder, 'view.csv');
    await fixture.call('review.export', { action: 'view', handle, columns: [1, 2], format: 'csv' });
    const view = (await readFile(join(fixture.folder, 'view.csv'), 'utf8')).trimEnd().split('\r\n').slice(1);
    expect(view).toEqual(formulas.map((text, index) => `"'${text}",-${index}.50`));
    await expectOriginal(fixture, statementId, bytes);
  });

  test('a cell that is too long for a workbook is not exported as one, and no file remains', async () => {
    const bytes = Buffer.from(`Date,Text\n2026-01-02,${'x'.repeat(32_768)}\n`);
    const { fixture, statementId } = await storeFile(bytes, 1);
    const { handle } = await openReview(fixture, statementId);
    fixture.platform.answers.savePath = join(fixture.folder, 'view.xlsx');
    const columns = [0, 1];
    await expect(
      fixture.call('review.export', { action: 'view', handle, columns, format: 'xlsx' }),
    ).rejects.toMatchObject({ code: 'workbook-cell-too-long', details: { cell: 'B2' } });
    expect(await readdir(fixture.folder)).toEqual([]);
    // The statement stays open, and the other columns can be exported.
    await fixture.call('review.export', { action: 'view', handle, columns: [0], format: 'xlsx' });
    const [rows] = readWorkbook(await readFile(join(fixture.folder, 'view.xlsx')));
    expect(rows?.rows[1]).toEqual([{ kind: 'date', text: '2026-01-02' }]);
  });

  test('a line of 200 MB is stored completely, and the beginning of the line is shown', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Date,Text\n2026-01-02,'),
      Buffer.alloc(200_000_000, 'x'),
      Buffer.from('\n2026-01-03,after\n'),
    ]);
    const { fixture, statementId } = await storeFile(bytes, 2);
    const { handle, opened, cells, findCheck } = await openReview(fixture, statementId);
    expect(opened.rows).toBe(2);
    // A shown cell has at most 2,000 characters and an ellipsis.
    expect(cells[0]?.[1]?.length).toBeLessThanOrEqual(2_001);
    expect(cells[1]).toEqual(['2026-01-03', 'after']);
    expect(findCheck('unchanged')?.result).toBe('passed');
    const searchResult = await fixture.call('review.view', {
      handle,
      view: { ...entireView, find: 'after' },
    });
    expect(searchResult.hits).toBe(1);
  });
});
