/** @file Unusual statement files: each is downloaded, sealed and reviewed completely, or refused with a message. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { readWorkbook } from '../../../fakes/files/read-workbook.ts';
import { type StatementsFixture, saveAs, sharedTest as test } from './statements-fixture.ts';

/** Stores a statement that consists of the bytes and of as many transactions as its event announces; opens it. */
async function openFile(fixture: StatementsFixture, bytes: Buffer, transactionCount: number) {
  const { event, id } = await fixture.requestStatement();
  fixture.simulator.faults.set('statementDownload', {
    kind: 'status',
    status: 200,
    headers: { 'content-type': 'text/csv' },
    body: bytes.toString(),
  });
  await fixture.pasteEvent({ ...event, event: { ...event.event, transactionCount } });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(await fixture.until(id, 'stored')).toMatchObject({ size: bytes.length, sha256 });
  const { handle, opened } = await fixture.openStatement(id);
  const { rows } = await fixture.call('viewer.query', { action: 'window', handle, offset: 0, limit: 50 });
  const { points } = await fixture.call('viewer.query', { action: 'check', handle });
  const results = new Map(points.map((point) => [point.id, point.result]));
  return { id, handle, opened, results, cells: rows.map(({ cells }) => cells) };
}

const exportOriginal = (fixture: StatementsFixture, statementId: number) =>
  saveAs(fixture, 'original.csv', () => fixture.call('viewer.export', { action: 'original', statementId }));

describe('a file with', () => {
  test('a byte order mark, NUL bytes, mixed line ends and an unclosed quote is stored unchanged and shown completely', async ({
    fixture,
  }) => {
    const text = '\ufeffDate,Text\r\n2026-01-02,a\u0000b\n2026-01-03,"c\r\nd"\r2026-01-04,"open';
    const bytes = Buffer.from(text);
    const { id, opened, cells, results } = await openFile(fixture, bytes, 3);
    expect(opened).toMatchObject({ rows: 3, header: 0, encoding: 'utf-8', ragged: 0, openQuotes: 1 });
    expect(cells).toEqual([
      ['2026-01-02', 'a\u0000b'],
      ['2026-01-03', 'c\r\nd'],
      ['2026-01-04', '"open'],
    ]);
    for (const check of ['length', 'unchanged', 'seals', 'rows'] as const)
      expect(results.get(check)).toBe('passed');
    expect((await exportOriginal(fixture, id)).equals(bytes)).toBe(true);
  });

  test('a cell that is too long for a workbook is not exported as one, and no file remains', async ({
    fixture,
  }) => {
    const bytes = Buffer.from(`Date,Text\n2026-01-02,${'x'.repeat(32_768)}\n`);
    const { handle, cells } = await openFile(fixture, bytes, 1);
    // A shown cell has at most 2,000 characters and an ellipsis.
    expect(cells[0]?.[1]?.length).toBeLessThanOrEqual(2_001);
    const save = (columns: number[]) =>
      saveAs(fixture, 'view.xlsx', () =>
        fixture.call('viewer.export', { action: 'view', handle, columns, format: 'xlsx' }),
      );
    await expect(save([0, 1])).rejects.toMatchObject({
      code: 'workbook-cell-too-long',
      details: { cell: 'B2' },
    });
    expect(await readdir(fixture.folder)).toEqual([]);
    // The statement stays open, and the other columns can be exported.
    const [rows] = readWorkbook(await save([0]));
    expect(rows?.rows[1]).toEqual([{ kind: 'date', text: '2026-01-02' }]);
  });
});
