/** @file Exports, copies and prints of an open statement: its rows, groups and charts as CSV, workbooks, pages and pictures. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, vi } from 'vitest';
import { formatViewFile } from '../../../../src/main/features/statements/views/saved-views.ts';
import type { CommandResult } from '../../../../src/shared/contract/index.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import type { StatementFilter, View } from '../../../../src/shared/model/statements/open-statement.ts';
import { namedViewSchema } from '../../../../src/shared/model/statements/saved-view.ts';
import type { GroupQuery } from '../../../../src/shared/model/statements/statement-groups.ts';
import { codeOf } from '../../../fakes/error-of.ts';
import { readPages } from '../../../fakes/files/read-pages.ts';
import { readWorkbook } from '../../../fakes/files/read-workbook.ts';
import { records } from '../../../host/records.ts';
import { type StatementsFixture, saveAs, sharedTest as test } from './statements-fixture.ts';

const entireView: View = { sort: null, filters: [], find: '' };

/** The smallest PNG image. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const byCounterparty: GroupQuery = {
  amount: 7,
  keys: [{ kind: 'cell', column: 3 }],
  share: 'outgoing',
  sort: { by: 'outgoing', descending: false },
};

/** Opens January with a view. */
async function openView(fixture: StatementsFixture, view: Partial<View> = {}) {
  const opened = await fixture.openStatement();
  const { rows } = await fixture.call('viewer.view', {
    handle: opened.handle,
    view: { ...entireView, ...view },
  });
  return { ...opened, rows };
}

const openOutgoing = (fixture: StatementsFixture) =>
  openView(fixture, { filters: [{ kind: 'contains', column: 7, text: '-' }] });

async function listGroups({ call }: StatementsFixture, handle: number, query: GroupQuery) {
  return call('viewer.query', { action: 'groups', handle, query, offset: 0, limit: 200 });
}

async function windowOf({ call }: StatementsFixture, handle: number, offset = 0, limit = 200) {
  return (await call('viewer.query', { action: 'window', handle, offset, limit })).rows;
}

const minorUnits = (value = '') => value.replace('.', '').replace(/^(-?)0+(?=\d)/, '$1');

describe('a stored statement', () => {
  test('is exported unchanged, and its view in a form that is safe for spreadsheets', async ({ fixture }) => {
    const statementId = await fixture.januaryStatement();
    const { handle } = await openView(fixture);
    const original = await saveAs(fixture, 'original.csv', () =>
      fixture.call('viewer.export', { action: 'original', statementId }),
    );
    const [event] = fixture.eventsOf(1001);
    const sentBytes = await (await fetch(event?.event.url ?? '')).arrayBuffer();
    expect(original.equals(Buffer.from(sentBytes))).toBe(true);
    const view = await saveAs(fixture, 'view.csv', () =>
      fixture.call('viewer.export', { action: 'view', handle, columns: [1, 7], format: 'csv' }),
    );
    expect(view.toString()).toMatch(/^\ufeff"Reference","Amount"\r\n/);
    // A signed amount stays a number.
    expect(view.toString()).toMatch(/,-\d+\.\d\d\r\n/);
  });

  test('is exported as a workbook with its origin and the cells of the CSV', async ({ fixture }) => {
    const filters: StatementFilter[] = [{ kind: 'between', column: 7, from: -1_000_000, to: null }];
    const view = { sort: { column: 7, descending: true }, filters };
    const { handle, opened, rows: count, statement } = await openView(fixture, view);
    const columns = opened.columns.map((_, index) => index);
    const save = (format: 'csv' | 'xlsx') =>
      saveAs(fixture, `view.${format}`, () =>
        fixture.call('viewer.export', { action: 'view', handle, columns, format }),
      );
    const csv: string[][] = parse(await save('csv'), { bom: true });
    const [rows, origin] = readWorkbook(await save('xlsx'));
    expect(count).toBeGreaterThan(10);
    expect(rows?.rows).toHaveLength(count + 1);
    expect(rows?.rows.map((cells) => columns.map((column) => cells[column]?.text ?? ''))).toEqual(csv);
    expect(rows?.rows[1]?.map((cell) => cell?.kind)).toEqual(
      opened.columns.map(({ kind, role }) => (role === 'reference' ? 'text' : kind)),
    );
    const facts = new Map(origin?.rows.map(([name, value]) => [name?.text, value?.text]));
    expect(facts.get('Exported rows')).toBe(String(count));
    expect(facts.get('Rows before filtering')).toBe(String(opened.rows));
    expect(facts.get('Order')).toBe('Amount, descending');
    expect(facts.get('Filters')).toBe('Amount is at least -10000.00');
    expect(facts.get('Exported at')).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} [+-]\d{2}:\d{2}$/);
    const { wallet, sha256 } = statement;
    expect(origin?.rows.at(-1)?.map((cell) => cell?.text)).toEqual([
      wallet.name ?? undefined,
      '1001',
      '2026-01-01',
      '2026-01-31',
      wallet.currency ?? undefined,
      sha256,
    ]);
  });

  test.for([
    ['signs out', false],
    ['switches to the practice company', true],
  ] as const)('is not exported when the clerk %s meanwhile', async ([, isSwitching], { fixture }) => {
    const statementId = await fixture.januaryStatement();
    const path = join(fixture.folder, 'original.csv');
    const dialog = vi.spyOn(fixture.platform.dialogs, 'chooseSavePath').mockImplementation(async () => {
      if (isSwitching) await fixture.switchToPractice();
      else await fixture.call('session.signOut', { forgetKey: false });
      return path;
    });
    await expect(fixture.call('viewer.export', { action: 'original', statementId })).rejects.toMatchObject({
      code: 'sign-in-needed',
    });
    expect(existsSync(path)).toBe(false);
    dialog.mockRestore();
    if (isSwitching) await fixture.call('session.signOut', { forgetKey: false });
    await fixture.signIn();
  });
});

test.for([
  ['chooseSavePath', 'views.json', ({ call }) => call('viewer.views', { action: 'export', ids: ['one'] })],
  [
    'chooseFileToOpen',
    'views.json',
    ({ call }) => call('viewer.views', { action: 'import', walletId: null }),
  ],
  ['chooseFileToOpen', 'books.csv', ({ call }) => call('viewer.ledger', { action: 'choose' })],
] as const satisfies [string, string, (fixture: StatementsFixture) => Promise<unknown>][])(
  '%s of %s does nothing when the clerk signs out meanwhile',
  async ([dialog, name, run], { fixture }) => {
    const path = join(fixture.folder, name);
    const before =
      name === 'books.csv'
        ? 'Date,Amount\n2026-01-05,1.00\n'
        : formatViewFile([namedViewSchema.parse({ name: 'A', view: {} })]);
    await writeFile(path, before);
    const spy = vi.spyOn(fixture.platform.dialogs, dialog).mockImplementation(async () => {
      await fixture.call('session.signOut', { forgetKey: false });
      return path;
    });
    expect(await codeOf(run(fixture))).toBe('sign-in-needed');
    spy.mockRestore();
    await fixture.signIn();
    expect(await readFile(path, 'utf8')).toBe(before);
    expect(await fixture.call('viewer.views', { action: 'list', walletId: null })).toEqual({ views: [] });
    expect(await fixture.call('viewer.ledger', { action: 'list' })).toEqual({ ledgers: [] });
  },
);

describe('the groups of a stored statement', () => {
  test('are exported and copied in their order, safe for spreadsheets', async ({ fixture }) => {
    const { handle } = await openView(fixture);
    const { groups } = await listGroups(fixture, handle, byCounterparty);
    const file = await saveAs(fixture, 'groups.csv', () =>
      fixture.call('viewer.export', { action: 'groups', handle, query: byCounterparty, format: 'csv' }),
    );
    const [header, ...lines]: string[][] = parse(file, { bom: true });
    expect(header?.slice(0, 4)).toEqual(['Counterparty', 'Currency', 'Rows', 'In']);
    expect(lines.map(([name, currency, rows]) => [name, currency, Number(rows)])).toEqual(
      groups.map(({ keys, currency, rows }) => [keys[0], currency, rows]),
    );
    expect(lines.map((cells) => minorUnits(cells[5]))).toEqual(groups.map(({ net }) => net));

    const copied = await fixture.call('viewer.copy', { handle, groups: byCounterparty, place: 1 });
    expect(copied).toEqual({ rows: 1, of: 1 });
    const copiedLines = fixture.platform.seen.copied[0]?.split('\n').map((line) => line.split('\t'));
    expect(copiedLines).toEqual([header, lines[1]]);
    await fixture.call('viewer.copy', { handle, groups: byCounterparty, place: null });
    expect(fixture.platform.seen.copied[1]?.split('\n')).toHaveLength(lines.length + 1);
  });
});

test('charts are saved as the bytes of their pictures, and nothing else is', async ({ fixture }) => {
  const { handle } = await openView(fixture);
  const save = (name: string, bytes: Buffer) => {
    const picture = bytes.toString('base64');
    const chart = { action: 'chart', handle, kind: 'balance', format: 'png', picture } as const;
    return saveAs(fixture, name, () => fixture.call('viewer.export', chart));
  };
  expect(await save('a.png', png)).toEqual(png);
  await expect(save('b.png', Buffer.from('<svg/>'))).rejects.toMatchObject({ code: 'arguments-invalid' });
  expect(existsSync(join(fixture.folder, 'b.png'))).toBe(false);
});

type Pages = Awaited<ReturnType<typeof readPages>>['pages'];

const linesOf = (pages: Pages) => pages.flatMap(({ lines }) => lines);

/** The cells of the rows of a table between its header and the next heading. */
function tableOf(pages: Pages, header: RegExp): string[][] {
  const lines = linesOf(pages);
  const start = lines.findIndex((line) => header.test(line));
  expect(start, `the table with the header ${header.source}`).toBeGreaterThan(-1);
  const cells = lines.slice(start + 1).map((line) => line.split('\t'));
  const width = lines[start]?.split('\t').length ?? 0;
  return cells.filter((row) => row.length === width && !header.test(row.join('\t')));
}

describe('on pages', () => {
  test('a view has its rows, sums and filter, and the SHA-256 of the statement', async ({ fixture }) => {
    const { handle, opened, statement, rows } = await openOutgoing(fixture);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(opened.rows);
    let saved: CommandResult<'viewer.export'> | null = null;
    const file = await saveAs(fixture, 'view.pdf', async () => {
      saved = await fixture.call('viewer.export', {
        action: 'view',
        handle,
        columns: [0, 7],
        format: 'pdf',
      });
    });
    expect(saved).toMatchObject({ savedAs: { path: join(fixture.folder, 'view.pdf') } });
    const { pages, isActive } = await readPages(file);
    expect(isActive).toBe(false);
    const table = tableOf(pages, /^Row\t/);
    const shown = await windowOf(fixture, handle);
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
    const shownRows = { kind: 'view' } as const;
    const { sums } = await fixture.call('viewer.query', {
      action: 'sums',
      handle,
      column: 7,
      rows: shownRows,
    });
    expect(sums.length).toBeGreaterThan(0);
    for (const { currency, rows: count } of sums) expect(text).toContain(`${currency}\t${count}\t0.00\t−`);
  });

  test('a view is printed as the document that is saved', async ({ fixture }) => {
    const { handle } = await openOutgoing(fixture);
    const print = { action: 'print' as const, content: 'view' as const, handle, columns: [0, 7] };
    await fixture.call('viewer.export', print);
    const { pages } = await readPages(Buffer.from(records.printed.at(-1) ?? '', 'base64'));
    expect(pages[0]?.size).toEqual([842, 595]);
    expect(linesOf(pages)).toContain('Rows of a view');
  });

  test('pages that are being made are cancelled by the clerk, and nothing is saved', async ({ fixture }) => {
    const { handle } = await openOutgoing(fixture);
    const { platform } = fixture.testApp;
    const path = join(fixture.folder, 'cancelled.pdf');
    platform.answers.savePath = path;
    const printing = vi.spyOn(platform.pages, 'toPdf').mockImplementation(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new PaydeskError('cancelled', 'Cancelled')));
        }),
    );
    const saving = fixture.call('viewer.export', { action: 'view', handle, columns: [0], format: 'pdf' });
    const refusal = expect(saving).rejects.toMatchObject({ code: 'cancelled' });
    await fixture.testApp.until('pages', (progress) => progress !== null);
    await fixture.call('proofs.save', { action: 'cancel' });
    await refusal;
    printing.mockRestore();
    expect(fixture.testApp.topic('pages')).toBeNull();
    expect(existsSync(path)).toBe(false);
  });

  test('groups have their figures', async ({ fixture }) => {
    const { handle } = await openOutgoing(fixture);
    const query: GroupQuery = { ...byCounterparty, keys: [{ kind: 'sign' }] };
    const file = await saveAs(fixture, 'groups.pdf', () =>
      fixture.call('viewer.export', { action: 'groups', handle, query, format: 'pdf' }),
    );
    const { pages } = await readPages(file);
    const { groups } = await listGroups(fixture, handle, query);
    expect(tableOf(pages, /^In or out\tCurrency\tRows/).map((cells) => cells.slice(0, 3))).toEqual(
      groups.map(({ currency, rows }) => ['Outgoing', currency, String(rows)]),
    );
  });

  test('a chart stands above the statements that it shows', async ({ fixture }) => {
    const { handle, statement } = await openOutgoing(fixture);
    const chart = { action: 'chart', handle, kind: 'balance', format: 'pdf' } as const;
    const picture = png.toString('base64');
    const file = await saveAs(fixture, 'chart.pdf', () =>
      fixture.call('viewer.export', { ...chart, picture }),
    );
    const { pages } = await readPages(file);
    expect(pages.map(({ pictures }) => pictures)).toContainEqual(['top left']);
    expect(linesOf(pages).join('\n')).toContain(statement.sha256 ?? 'none');

    const tooWide = Buffer.from(png);
    tooWide.writeUInt32BE(100_000, 16);
    const refused = tooWide.toString('base64');
    await expect(
      fixture.call('viewer.export', { action: 'print', content: 'chart', handle, picture: refused }),
    ).rejects.toMatchObject({ code: 'arguments-invalid' });
  });
});
