import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { watchReview } from '../../fakes/review-process.ts';
import { errorOf, startWork, stored } from './work.ts';

async function twoStored() {
  const work = await startWork();
  const ids = [await stored(work, 1001), await stored(work, 1002)] as const;
  return { work, ids, review: watchReview(work.platform.processes) };
}

describe('a statement that is opened while another one still opens', () => {
  test('stays open when the earlier one comes after it, and that one is closed', async () => {
    const { work, ids, review } = await twoStored();
    const slow = review.hold('open');
    const first = errorOf(work.call('review.open', { statementId: ids[0], options: {} }));
    await eventually(() => expect(slow.isHeld()).toBe(true));
    const { handle } = await work.call('review.open', { statementId: ids[1], options: {} });
    slow.release();
    expect(await first).toMatchObject({ code: 'review-closed' });
    const { rows } = await work.call('review.window', { handle, offset: 0, limit: 1 });
    expect(rows).toHaveLength(1);
    const closed = review.requests.filter(({ name }) => name === 'close').map(({ args }) => args);
    expect(closed).toHaveLength(1);
    expect(review.requests.find(({ name }) => name === 'open')?.args).toMatchObject(Object(closed[0]));
  });

  test('is the only one that stays when the earlier one comes before it', async () => {
    const { work, ids, review } = await twoStored();
    const [early, late] = [review.hold('open'), review.hold('open')];
    const first = errorOf(work.call('review.open', { statementId: ids[0], options: {} }));
    await eventually(() => expect(early.isHeld()).toBe(true));
    const second = work.call('review.open', { statementId: ids[1], options: {} });
    await eventually(() => expect(late.isHeld()).toBe(true));
    early.release();
    expect(await first).toMatchObject({ code: 'review-closed' });
    late.release();
    const { handle } = await second;
    await work.call('review.window', { handle, offset: 0, limit: 1 });
    expect(review.requests.filter(({ name }) => name === 'close')).toHaveLength(1);
  });
});

/** A statement of more rows than are taken at once, sorted, and its references in that order. */
async function sorted() {
  const work = await startWork({ simulator: { transactionsPerDay: 100 } });
  const statementId = await stored(work);
  const review = watchReview(work.platform.processes);
  const { handle } = await work.call('review.open', { statementId, options: {} });
  const byAmount = { sort: { column: 7, descending: true }, filters: [], find: '' };
  const { rows } = await work.call('review.view', { handle, view: byAmount });
  expect(rows).toBeGreaterThan(1_000);
  const { references } = await work.call('review.references', { handle, rows: { kind: 'view' } });
  expect(references).toHaveLength(rows);

  /** Sorts the other way and leaves most rows out, after the first thousand was taken. */
  async function changeOnTheWay(taking: Promise<unknown>): Promise<void> {
    await eventually(() => expect(one.isHeld()).toBe(true));
    const next = review.hold('rows');
    one.release();
    await eventually(() => expect(next.isHeld()).toBe(true));
    const only = { kind: 'is', column: 2, text: 'payment' } as const;
    const view = { sort: { column: 7, descending: false }, filters: [only], find: '' };
    await work.call('review.view', { handle, view });
    next.release();
    await taking;
  }
  const one = review.hold('rows');
  return { work, handle, references, changeOnTheWay };
}

describe('a view that is changed while its rows are taken', () => {
  test('is exported as it was when the clerk asked, each row once', async () => {
    const { work, handle, references, changeOnTheWay } = await sorted();
    const path = join(work.folder, 'view.csv');
    work.platform.answers.saveFile = path;
    await changeOnTheWay(work.call('review.exportView', { handle, columns: [1] }));
    const lines = (await readFile(path, 'utf8')).trim().split('\r\n');
    expect(lines.slice(1)).toEqual(references.map((reference) => `"${reference}"`));
  });

  test('is copied as it was when the clerk asked, each row once', async () => {
    const { work, handle, references, changeOnTheWay } = await sorted();
    const rows = { kind: 'view' } as const;
    await changeOnTheWay(work.call('review.copy', { handle, rows, columns: [1], names: false }));
    expect(work.platform.seen.copied.at(-1)?.split('\n')).toEqual(references);
  });
});
