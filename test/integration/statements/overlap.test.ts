import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { watchReview } from '../../fakes/review-process.ts';
import { errorOf, startStatementsFixture, storeStatement } from './statements-fixture.ts';

async function storeTwo() {
  const fixture = await startStatementsFixture();
  const ids = [await storeStatement(fixture, 1001), await storeStatement(fixture, 1002)] as const;
  return { fixture, ids, review: watchReview(fixture.platform.processes) };
}

describe('a statement opened while another one is still opening', () => {
  test('stays open when the earlier one finishes later, which is closed', async () => {
    const { fixture, ids, review } = await storeTwo();
    const slow = review.delayNext('open');
    const first = errorOf(fixture.call('review.open', { statementId: ids[0], options: {} }));
    await eventually(() => expect(slow.isDelayed()).toBe(true));
    const { handle } = await fixture.call('review.open', { statementId: ids[1], options: {} });
    slow.release();
    expect(await first).toMatchObject({ code: 'review-closed' });
    const { rows } = await fixture.call('review.window', { handle, offset: 0, limit: 1 });
    expect(rows).toHaveLength(1);
    const closed = review.requests.filter(({ name }) => name === 'close').map(({ args }) => args);
    expect(closed).toHaveLength(1);
    expect(review.requests.find(({ name }) => name === 'open')?.args).toMatchObject(Object(closed[0]));
  });

  test('is the only one left open when the earlier one finishes first', async () => {
    const { fixture, ids, review } = await storeTwo();
    const [early, late] = [review.delayNext('open'), review.delayNext('open')];
    const first = errorOf(fixture.call('review.open', { statementId: ids[0], options: {} }));
    await eventually(() => expect(early.isDelayed()).toBe(true));
    const second = fixture.call('review.open', { statementId: ids[1], options: {} });
    await eventually(() => expect(late.isDelayed()).toBe(true));
    early.release();
    expect(await first).toMatchObject({ code: 'review-closed' });
    late.release();
    const { handle } = await second;
    await fixture.call('review.window', { handle, offset: 0, limit: 1 });
    expect(review.requests.filter(({ name }) => name === 'close')).toHaveLength(1);
  });
});

/** Opens a sorted statement with more rows than are read at once; returns its references in that order. */
async function openSorted() {
  const fixture = await startStatementsFixture({ simulator: { transactionsPerDay: 100 } });
  const statementId = await storeStatement(fixture);
  const review = watchReview(fixture.platform.processes);
  const { handle } = await fixture.call('review.open', { statementId, options: {} });
  const byAmount = { sort: { column: 7, descending: true }, filters: [], find: '' };
  const { rows } = await fixture.call('review.view', { handle, view: byAmount });
  expect(rows).toBeGreaterThan(1_000);
  const { references } = await fixture.call('review.references', { handle, rows: { kind: 'view' } });
  expect(references).toHaveLength(rows);

  /** Reverses the order and filters out most rows after the first thousand was read. */
  async function changeViewDuring(reading: Promise<unknown>): Promise<void> {
    await eventually(() => expect(firstRead.isDelayed()).toBe(true));
    const secondRead = review.delayNext('rows');
    firstRead.release();
    await eventually(() => expect(secondRead.isDelayed()).toBe(true));
    const only = { kind: 'is', column: 2, text: 'payment' } as const;
    const view = { sort: { column: 7, descending: false }, filters: [only], find: '' };
    await fixture.call('review.view', { handle, view });
    secondRead.release();
    await reading;
  }
  const firstRead = review.delayNext('rows');
  return { fixture, handle, references, changeViewDuring };
}

describe('a view that changes while its rows are read', () => {
  test('is exported in its state at the start of the export, each row once', async () => {
    const { fixture, handle, references, changeViewDuring } = await openSorted();
    const path = join(fixture.folder, 'view.csv');
    fixture.platform.answers.saveFile = path;
    await changeViewDuring(fixture.call('review.exportView', { handle, columns: [1] }));
    const lines = (await readFile(path, 'utf8')).trim().split('\r\n');
    expect(lines.slice(1)).toEqual(references.map((reference) => `"${reference}"`));
  });

  test('is copied in its state at the start of the copy, each row once', async () => {
    const { fixture, handle, references, changeViewDuring } = await openSorted();
    const rows = { kind: 'view' } as const;
    await changeViewDuring(fixture.call('review.copy', { handle, rows, columns: [1], names: false }));
    expect(fixture.platform.seen.copied.at(-1)?.split('\n')).toEqual(references);
  });
});
