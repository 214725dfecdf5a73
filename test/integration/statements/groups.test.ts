/** @file Groups of a stored, sealed statement: pages, copies and exports. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect } from 'vitest';
import type { ReviewFilter } from '../../../src/shared/model/review.ts';
import type { GroupQuery } from '../../../src/shared/model/review-groups.ts';
import { readWorkbook } from '../../fakes/read-workbook.ts';
import { test } from './statements-fixture.ts';

const byCounterparty: GroupQuery = {
  amount: 7,
  keys: [{ kind: 'cell', column: 3 }],
  share: 'outgoing',
  sort: { by: 'outgoing', descending: false },
};

describe('the groups of a stored statement', () => {
  test('add up to its sums, and the filter of a group has its rows', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    const { handle, opened } = await fixture.call('review.open', { statementId, options: {} });
    const page = await fixture.call('review.query', {
      action: 'groups',
      handle,
      query: byCounterparty,
      offset: 0,
      limit: 200,
    });
    const { sums } = await fixture.call('review.query', {
      action: 'sums',
      handle,
      column: 7,
      rows: { kind: 'all' },
    });
    expect(page).toMatchObject({ grouped: opened.rows, of: opened.rows, total: page.groups.length });
    expect(page.groups.length).toBeGreaterThan(1);
    const add = (figure: 'incoming' | 'outgoing' | 'net') =>
      String(page.groups.reduce((sum, group) => sum + BigInt(group[figure]), 0n));
    expect(sums).toMatchObject([{ incoming: add('incoming'), outgoing: add('outgoing'), net: add('net') }]);
    const outgoing = page.groups.map((group) => Number(group.outgoing));
    expect(outgoing).toEqual(outgoing.toSorted((one, two) => one - two));

    const [group] = page.groups;
    const filter = { kind: 'group', amount: 7, keys: byCounterparty.keys, row: group?.row ?? 0 } as const;
    const view = { sort: null, filters: [filter], find: '' };
    expect((await fixture.call('review.view', { handle, view })).rows).toBe(group?.rows);
    const { rows } = await fixture.call('review.query', { action: 'window', handle, offset: 0, limit: 200 });
    expect(new Set(rows.map(({ cells }) => cells[3]))).toEqual(new Set(group?.keys));
  });

  test('are exported and copied in their order, safe for spreadsheets', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    const { handle } = await fixture.call('review.open', { statementId, options: {} });
    const query = { handle, query: byCounterparty, offset: 0, limit: 200 } as const;
    const { groups } = await fixture.call('review.query', { action: 'groups', ...query });
    fixture.platform.answers.savePath = join(fixture.folder, 'groups.csv');
    await fixture.call('review.export', { action: 'groups', handle, query: byCounterparty, format: 'csv' });
    const file = await readFile(join(fixture.folder, 'groups.csv'));
    const [header, ...lines]: string[][] = parse(file, { bom: true });
    expect(header?.slice(0, 4)).toEqual(['Counterparty', 'Currency', 'Rows', 'In']);
    expect(lines.map(([name, currency, rows]) => [name, currency, Number(rows)])).toEqual(
      groups.map(({ keys, currency, rows }) => [keys[0], currency, rows]),
    );
    expect(lines.map((cells) => cells[5]?.replace('.', '').replace(/^(-?)0+(?=\d)/, '$1'))).toEqual(
      groups.map(({ net }) => net),
    );

    const copied = await fixture.call('review.copy', { handle, groups: byCounterparty, place: 1 });
    expect(copied).toEqual({ rows: 1, of: 1 });
    const [names, copiedGroup, ...others] = fixture.platform.seen.copied[0]?.split('\n') ?? [];
    expect(names?.split('\t')).toEqual(header);
    expect(copiedGroup?.split('\t')).toEqual(lines[1]);
    expect(others).toEqual([]);
    await fixture.call('review.copy', { handle, groups: byCounterparty, place: null });
    expect(fixture.platform.seen.copied[1]?.split('\n')).toHaveLength(lines.length + 1);
  });

  test('are exported as a workbook with exact figures and their origin', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    const { handle } = await fixture.call('review.open', { statementId, options: {} });
    const filters: ReviewFilter[] = [
      { kind: 'group', amount: 7, keys: [{ kind: 'sign' }], row: 0 },
      { kind: 'contains', column: 3, text: 'a' },
    ];
    await fixture.call('review.view', { handle, view: { sort: null, filters, find: '' } });
    const query: GroupQuery = {
      ...byCounterparty,
      keys: [{ kind: 'date', column: 0, unit: 'day' }, { kind: 'sign' }],
    };
    for (const format of ['csv', 'xlsx'] as const) {
      fixture.platform.answers.savePath = join(fixture.folder, `groups.${format}`);
      await fixture.call('review.export', { action: 'groups', handle, query, format });
    }
    const csv: string[][] = parse(await readFile(join(fixture.folder, 'groups.csv')), { bom: true });
    const [groups, origin] = readWorkbook(await readFile(join(fixture.folder, 'groups.xlsx')));
    expect(groups).toMatchObject({ name: 'Groups', frozenRows: 1 });
    expect(groups?.rows.map((cells) => cells.map((cell) => cell?.text ?? ''))).toEqual(csv);
    expect(groups?.rows[1]?.map((cell) => cell?.kind)).toEqual([
      'date',
      'text',
      'text',
      ...Array.from({ length: 7 }, () => 'number'),
    ]);
    const texts = origin?.rows.map((cells) => cells.map((cell) => cell?.text)) ?? [];
    expect(texts).toContainEqual(['Grouped by', 'Date (Day) and In or out']);
    expect(texts).toContainEqual(['Order', 'Out, ascending']);
    expect(texts).toContainEqual([
      'Filters',
      expect.stringMatching(/^The row is in the group of row 1: In or out as in “-?[\d.]+”$/),
    ]);
    expect(texts).toContainEqual([undefined, 'Counterparty contains “a”']);
  });
});
