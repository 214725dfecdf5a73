import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { errorOf, eventsOf, startWork, stored } from './work.ts';

const everything = { sort: null, filters: [], find: '' };

describe('a stored statement', () => {
  test('shows how its beginning reads under other options, and stays open as it was', async () => {
    const work = await startWork({ simulator: { transactionsPerDay: 100 } });
    const statementId = await stored(work);
    const { handle, opened } = await work.call('review.open', { statementId, options: {} });
    const options = { encoding: 'koi8-r', header: 'none', columns: { 7: { type: 'text' } } } as const;
    const preview = await work.call('review.preview', { handle, options });
    expect(preview.lines[0]?.slice(0, 3)).toEqual(['Date', 'Reference', 'Type']);
    expect(preview.rows[0]).toEqual(preview.lines[0]);
    expect(preview.opened).toMatchObject({ encoding: 'koi8-r', header: null, options });
    expect(preview.found).toMatchObject({ encoding: 'utf-8', separator: ',', header: 0 });
    const { rows } = await work.call('review.window', { handle, offset: 0, limit: 1 });
    expect(rows[0]?.cells.length).toBe(opened.columns.length);
    expect(rows[0]?.cells[0]).not.toBe('Date');
  });

  test('is opened, sorted, narrowed, summed, searched and checked, with the service gone', async () => {
    const work = await startWork();
    const statementId = await stored(work);
    await work.simulator.close();
    const { handle, opened, statement } = await work.call('review.open', { statementId, options: {} });
    expect(opened).toMatchObject({
      rows: statement.transactions,
      encoding: 'utf-8',
      separator: ',',
      header: 0,
      ragged: 0,
    });
    expect(opened.columns.map(({ name, kind, role }) => [name, kind, role])).toEqual([
      ['Date', 'date', 'date'],
      ['Reference', 'text', 'reference'],
      ['Type', 'text', null],
      ['Counterparty', 'text', 'counterparty'],
      ['Account', 'text', null],
      ['Description', 'text', 'description'],
      ['Currency', 'text', 'currency'],
      ['Amount', 'number', 'amount'],
      ['Balance', 'number', 'balance'],
    ]);
    const view = { ...everything, sort: { column: 7, descending: true } };
    expect(await work.call('review.view', { handle, view })).toMatchObject({ rows: opened.rows, hits: 0 });
    const { rows } = await work.call('review.window', { handle, offset: 0, limit: 200 });
    const amounts = rows.map(({ cells }) => Number(cells[7]));
    expect(amounts).toEqual(amounts.toSorted((one, two) => two - one));
    const { sums } = await work.call('review.sums', { handle, column: 7, rows: { kind: 'all' } });
    const cents = amounts.map((amount) => Math.round(amount * 100));
    expect(sums).toMatchObject([
      { currency: 'EUR', rows: opened.rows, net: String(cents.reduce((a, b) => a + b, 0)) },
    ]);
    const found = await work.call('review.view', { handle, view: { ...everything, find: 'INVOICE' } });
    expect(found.rows).toBe(opened.rows);
    expect(found.hits).toBeGreaterThan(0);
    const payments = { kind: 'is', column: 2, text: 'payment' } as const;
    const narrowed = await work.call('review.view', { handle, view: { ...everything, filters: [payments] } });
    expect(narrowed.rows).toBeLessThan(opened.rows);
    const { references } = await work.call('review.references', { handle, rows: { kind: 'view' } });
    expect(references).toHaveLength(narrowed.rows);
    const { points } = await work.call('review.check', { handle });
    expect(points.map(({ id, result }) => [id, result])).toEqual([
      ['length', 'passed'],
      ['unchanged', 'passed'],
      ['seals', 'passed'],
      ['rows', 'passed'],
      ['dates', 'passed'],
      ['belongs', 'cannot'],
      ['amounts', 'passed'],
      ['balance', 'passed'],
      ['references', 'passed'],
      ['encoding', 'passed'],
      ['signature', 'cannot'],
    ]);
  });

  test('is exported as it came, and its view safe for spreadsheets', async () => {
    const work = await startWork();
    const statementId = await stored(work);
    const { handle } = await work.call('review.open', { statementId, options: {} });
    work.platform.answers.saveFile = join(work.folder, 'original.csv');
    await work.call('review.exportOriginal', { statementId });
    const original = await readFile(join(work.folder, 'original.csv'));
    const [event] = eventsOf(work.simulator, 1001);
    const sent = await (await fetch(event?.event.url ?? '')).arrayBuffer();
    expect(original.equals(Buffer.from(sent))).toBe(true);
    work.platform.answers.saveFile = join(work.folder, 'view.csv');
    await work.call('review.exportView', { handle, columns: [1, 7] });
    const view = await readFile(join(work.folder, 'view.csv'), 'utf8');
    expect(view.startsWith('\ufeff"Reference","Amount"\r\n')).toBe(true);
    const rows = { kind: 'some' as const, rows: [0] };
    expect(await work.call('review.copy', { handle, rows, columns: [1], names: false })).toEqual({
      rows: 1,
      of: 1,
    });
    expect(work.platform.seen.copied[0]).toMatch(/^PC1001\d+$/);
    // A signed amount stays a number, in the file and on the clipboard.
    expect(view).toMatch(/,-\d+\.\d\d\r\n/);
  });

  test.each([
    ['signs out', false],
    ['goes over to the practice company', true],
  ])('is not exported when the clerk %s while the place for it is chosen', async (_, explores) => {
    const work = await startWork();
    const statementId = await stored(work);
    const path = join(work.folder, 'original.csv');
    vi.spyOn(work.platform.dialogs, 'saveFile').mockImplementation(async () => {
      await work.call('session.signOut', { forgetKey: false });
      if (explores) await work.call('session.explore', {});
      return path;
    });
    expect(await errorOf(work.call('review.exportOriginal', { statementId }))).toMatchObject({
      code: 'sign-in-needed',
    });
    expect(existsSync(path)).toBe(false);
  });

  test('is copied by places of the view, with the names of the columns', async () => {
    const work = await startWork();
    const { handle } = await work.call('review.open', { statementId: await stored(work), options: {} });
    const sort = { column: 7, descending: false };
    await work.call('review.view', { handle, view: { ...everything, sort } });
    const { rows } = await work.call('review.window', { handle, offset: 2, limit: 3 });
    const places = { kind: 'places', from: 2, to: 4 } as const;
    const copied = await work.call('review.copy', { handle, rows: places, columns: [7, 1], names: true });
    expect(copied).toEqual({ rows: 3, of: 3 });
    const lines = rows.map(({ cells }) => `${cells[7]}\t${cells[1]}`);
    expect(work.platform.seen.copied.at(-1)).toBe(['Amount\tReference', ...lines].join('\n'));
    const { rows: numbers } = await work.call('review.numbers', { handle, from: 2, to: 4 });
    expect(numbers).toEqual(rows.map(({ row }) => row));
  });

  test('is arranged as its wallet’s statements were before, and no other wallet’s is', async () => {
    const work = await startWork();
    const [mine, other] = [await stored(work), await stored(work, 1002)];
    const { handle, layout: none } = await work.call('review.open', { statementId: mine, options: {} });
    expect(none).toBeNull();
    const layout = {
      columns: [{ name: 'Amount', nth: 0, hidden: false, pinned: true, width: 140 }],
      reference: { name: 'Description', nth: 0 },
    };
    await work.call('review.keepLayout', { handle, layout });
    const { references } = await work.call('review.references', {
      handle,
      rows: { kind: 'some', rows: [0] },
    });
    const { rows } = await work.call('review.window', { handle, offset: 0, limit: 1 });
    expect(references).toEqual([rows[0]?.cells[5]?.trim()]);
    expect(await work.call('review.open', { statementId: mine, options: {} })).toMatchObject({ layout });
    expect(await work.call('review.open', { statementId: other, options: {} })).toMatchObject({
      layout: null,
    });
  });

  test('is read as the clerk chose for its wallet, by a search as well, until that is forgotten', async () => {
    const work = await startWork();
    const [mine, other] = [await stored(work), await stored(work, 1002)];
    const options = { header: 'none' as const, columns: { 5: { role: 'reference' as const } } };
    const first = await work.call('review.open', { statementId: mine, options });
    expect(first).toMatchObject({ remembered: 'applied', opened: { header: null, options } });
    expect(await work.call('review.open', { statementId: other, options: null })).toMatchObject({
      remembered: 'none',
      opened: { header: 0, options: {} },
    });
    const again = await work.call('review.open', { statementId: mine, options: null });
    expect(again).toMatchObject({ remembered: 'applied', opened: { header: null, options } });
    // The row that seemed to name the columns is one of data, and is found as one.
    await work.call('review.search', { text: 'Counterparty' });
    const { hits } = await work.testApp.until('search', ({ state }) => state === 'done');
    expect(hits.map(({ statementId, row }) => [statementId, row])).toEqual([[mine, 0]]);
    await work.call('review.open', { statementId: mine, options: {} });
    expect(await work.call('review.open', { statementId: mine, options: null })).toMatchObject({
      remembered: 'none',
      opened: { header: 0, options: {} },
    });
  });

  test('is read as the clerk chose for its wallet after a restart', async () => {
    const work = await startWork();
    const options = { header: 'none' as const };
    await work.call('review.open', { statementId: await stored(work), options });
    await work.restart();
    // Without a keychain the library is a new one: the next statement of the wallet is read like the one before.
    await work.ask([1001], { periods: [{ since: '2026-02-01', till: '2026-02-28' }] });
    const next = (await work.list()).find(({ since }) => since === '2026-02-01')?.id ?? 0;
    const event = eventsOf(work.simulator, 1001).at(-1);
    if (event !== undefined) await work.paste(event);
    await work.until(next, 'stored');
    const again = await work.call('review.open', { statementId: next, options: null });
    expect(again).toMatchObject({ remembered: 'applied', opened: { header: null, options } });
  });

  test('is compared with the others of its wallet: the same booking in an overlap is none too many', async () => {
    const work = await startWork();
    const quarter = { since: '2026-01-01', till: '2026-03-31' };
    await work.ask([1001], { periods: [quarter] });
    const long = (await work.list())[0]?.id ?? 0;
    const event = eventsOf(work.simulator, 1001).at(-1);
    if (event !== undefined) await work.paste(event);
    await work.until(long, 'stored');
    const statementId = await stored(work);
    const { handle } = await work.call('review.open', { statementId, options: {} });
    expect(await work.call('review.duplicateReferences', { handle })).toEqual({
      compared: 1,
      left: 0,
      found: [],
    });
  });

  test('is found by a search over all of them', async () => {
    const work = await startWork();
    const ids = [await stored(work, 1001), await stored(work, 1002), await stored(work, 1005)];
    await work.call('review.search', { text: 'rent' });
    const { hits, statements, failed } = await work.testApp.until('search', ({ state }) => state === 'done');
    expect([statements, failed]).toEqual([3, 0]);
    expect(new Set(hits.map(({ columnName }) => columnName))).toEqual(new Set(['Description']));
    for (const { statementId } of hits) expect(ids).toContain(statementId);
    // They stay to be gone back to, and are nothing for whoever comes next.
    await work.call('session.signOut', { forgetKey: false });
    const left = await work.testApp.until('search', ({ state }) => state === 'idle');
    expect([left.text, left.hits]).toEqual(['', []]);
  });

  test('that is not open any more, or is not stored, says so', async () => {
    const work = await startWork();
    const statementId = await stored(work);
    const first = await work.call('review.open', { statementId, options: {} });
    await work.call('review.open', { statementId, options: { encoding: 'windows-1252' } });
    expect(
      await errorOf(work.call('review.window', { handle: first.handle, offset: 0, limit: 1 })),
    ).toMatchObject({
      code: 'review-closed',
    });
    await work.ask([1002]);
    const waiting = (await work.list()).find(({ state }) => state === 'waiting')?.id ?? 0;
    expect(await errorOf(work.call('review.open', { statementId: waiting, options: {} }))).toMatchObject({
      code: 'statement-not-stored',
    });
  });
});

describe('a stored PDF', () => {
  test('is given whole by an address of its own, with the service gone, and has no rows', async () => {
    const work = await startWork();
    await work.ask([1001], { format: 'pdf' });
    const statementId = (await work.list())[0]?.id ?? 0;
    const [event] = eventsOf(work.simulator, 1001);
    if (event !== undefined) await work.paste(event);
    const { sha256, format } = await work.until(statementId, 'stored');
    expect(format).toBe('pdf');
    await work.simulator.close();
    const { address, statement, points } = await work.call('review.document', { statementId });
    expect(statement.id).toBe(statementId);
    expect(points.map(({ id, result }) => [id, result])).toEqual([
      ['length', 'passed'],
      ['unchanged', 'passed'],
      ['seals', 'passed'],
      ...['rows', 'dates', 'belongs', 'amounts', 'balance', 'references', 'encoding', 'signature'].map(
        (id) => [id, 'cannot'],
      ),
    ]);
    expect(points[1]?.facts).toEqual({ sha256 });
    const content = await work.testApp.app.contents.load(address);
    expect(content?.mediaType).toBe('application/pdf');
    expect(
      createHash('sha256')
        .update(content?.bytes ?? '')
        .digest('hex'),
    ).toBe(sha256);
    expect(await errorOf(work.call('review.open', { statementId, options: {} }))).toMatchObject({
      code: 'arguments-invalid',
    });
  });

  test('is what only a PDF is shown as', async () => {
    const work = await startWork();
    const statementId = await stored(work);
    expect(await errorOf(work.call('review.document', { statementId }))).toMatchObject({
      code: 'arguments-invalid',
    });
  });
});
