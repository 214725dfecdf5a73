/** @file The review on pages: rows with sums and filters, groups and charts, as a file and for printing. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { ReviewFilter } from '../../../src/shared/model/review.ts';
import type { GroupQuery } from '../../../src/shared/model/review-groups.ts';
import { readPages } from '../../fakes/read-pages.ts';
import { onePixel } from './one-pixel.ts';
import { type StatementsFixture, test } from './statements-fixture.ts';

/** Opens a statement, filtered to the rows of one sign. */
async function openFiltered(fixture: StatementsFixture) {
  const statementId = await fixture.storeStatement();
  const { handle, opened, statement } = await fixture.call('review.open', { statementId, options: {} });
  const filters: ReviewFilter[] = [{ kind: 'contains', column: 7, text: '-' }];
  const view = { sort: null, filters, find: '' };
  const { rows } = await fixture.call('review.view', { handle, view });
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(opened.rows);
  return { handle, opened, statement, rows };
}

const linesOf = (pages: Awaited<ReturnType<typeof readPages>>['pages']) =>
  pages.flatMap(({ lines }) => lines);

/** The cells of the rows of a table between its header and the next heading. */
function tableOf(pages: Awaited<ReturnType<typeof readPages>>['pages'], header: RegExp): string[][] {
  const lines = linesOf(pages);
  const start = lines.findIndex((line) => header.test(line));
  expect(start, `the table with the header ${header.source}`).toBeGreaterThan(-1);
  const cells = lines.slice(start + 1).map((line) => line.split('\t'));
  const width = lines[start]?.split('\t').length ?? 0;
  return cells.filter((row) => row.length === width && !header.test(row.join('\t')));
}

describe('a view on pages', () => {
  test('has every row of the view, the sums, the filter and the SHA-256 of the statement', async ({
    fixture,
  }) => {
    const { handle, opened, statement, rows } = await openFiltered(fixture);
    const path = join(fixture.folder, 'view.pdf');
    fixture.platform.answers.savePath = path;
    const { savedAs } = await fixture.call('review.export', {
      action: 'view',
      handle,
      columns: [0, 7],
      format: 'pdf',
    });
    expect(savedAs?.path).toBe(path);
    const { pages, isActive } = await readPages(await readFile(path));
    expect(isActive).toBe(false);
    const table = tableOf(pages, /^Row\t/);
    const { rows: shown } = await fixture.call('review.query', {
      action: 'window',
      handle,
      offset: 0,
      limit: 200,
    });
    const printed = table.slice(0, rows).map(([row, date]) => [row, date]);
    expect(printed).toEqual(shown.map(({ row, cells }) => [String(row + 1), cells[0]]));
    for (const [, , amount] of table.slice(0, rows)) expect(amount).toMatch(/^−\d{1,3}(,\d{3})*\.\d\d$/);

    const text = linesOf(pages).join('\n');
    expect(text).toContain(`Exported rows\t${rows}`);
    expect(text).toContain(`Rows before filtering\t${opened.rows}`);
    expect(text).toContain(`Filters\t${opened.columns[7]?.name} contains “-”`);
    expect(text).toContain(String(statement.wallet.id));
    expect(statement.sha256).toMatch(/^[\da-f]{64}$/);
    expect(text).toContain(statement.sha256 ?? '');
    const { sums } = await fixture.call('review.query', {
      action: 'sums',
      handle,
      column: 7,
      rows: { kind: 'view' },
    });
    expect(sums.length).toBeGreaterThan(0);
    for (const { currency, rows: count } of sums) expect(text).toContain(`${currency}\t${count}\t0.00\t−`);
  });

  test('is printed from an address that can be loaded once', async ({ fixture }) => {
    const { handle } = await openFiltered(fixture);
    const print = { action: 'print' as const, content: 'view' as const, handle, columns: [0, 7] };
    const { address } = await fixture.call('review.export', print);
    const content = await fixture.testApp.app.contents.load(address);
    expect(content?.mediaType).toBe('application/pdf');
    const { pages } = await readPages(content?.bytes ?? new Uint8Array());
    expect(linesOf(pages)).toContain('Rows of a view');
    await expect(fixture.testApp.app.contents.load(address)).rejects.toMatchObject({ code: 'review-closed' });
  });
});

test('groups on pages have the figures of their groups', async ({ fixture }) => {
  const { handle } = await openFiltered(fixture);
  const query: GroupQuery = {
    amount: 7,
    keys: [{ kind: 'sign' }],
    share: 'outgoing',
    sort: { by: 'outgoing', descending: false },
  };
  const path = join(fixture.folder, 'groups.pdf');
  fixture.platform.answers.savePath = path;
  await fixture.call('review.export', { action: 'groups', handle, query, format: 'pdf' });
  const { pages } = await readPages(await readFile(path));
  const { groups } = await fixture.call('review.query', {
    action: 'groups',
    handle,
    query,
    offset: 0,
    limit: 200,
  });
  expect(tableOf(pages, /^In or out\tCurrency\tRows/).map((cells) => cells.slice(0, 3))).toEqual(
    groups.map(({ currency, rows }) => ['Outgoing', currency, String(rows)]),
  );
});

test('a chart on a page stands above the statements that it shows', async ({ fixture }) => {
  const { handle, statement } = await openFiltered(fixture);
  const path = join(fixture.folder, 'chart.pdf');
  fixture.platform.answers.savePath = path;
  const picture = { format: 'pdf', base64: onePixel.toString('base64') } as const;
  await fixture.call('review.export', { action: 'chart', handle, kind: 'balance', picture });
  const { pages } = await readPages(await readFile(path));
  expect(pages.map(({ pictures }) => pictures)).toContain(1);
  expect(linesOf(pages).join('\n')).toContain(statement.sha256 ?? 'none');

  const tooWide = Buffer.from(onePixel);
  tooWide.writeUInt32BE(100_000, 16);
  const refused = { format: 'pdf', base64: tooWide.toString('base64') } as const;
  await expect(
    fixture.call('review.export', { action: 'print', content: 'chart', handle, picture: refused }),
  ).rejects.toMatchObject({ code: 'arguments-invalid' });
});
