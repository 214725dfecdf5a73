import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { errorOf } from '../../fakes/error-of.ts';
import { eventually } from '../../fakes/eventually.ts';
import { watchReview } from '../../fakes/review-process.ts';
import { type StatementsFixture, startStatementsFixture, test } from './statements-fixture.ts';

async function storeTwoStatements(fixture: StatementsFixture) {
  const ids = [await fixture.storeStatement(1001), await fixture.storeStatement(1002)] as const;
  return { ids, review: watchReview(fixture.platform.processes) };
}

describe('a statement opened while another statement is still opening', () => {
  test('stays open when the other statement finishes opening later, and the other statement is closed', async ({
    fixture,
  }) => {
    const { ids, review } = await storeTwoStatements(fixture);
    const delayedOpen = review.delayNext('open');
    const firstError = errorOf(fixture.call('review.open', { statementId: ids[0], options: {} }));
    await eventually(() => expect(delayedOpen.isDelayed()).toBe(true));
    const { handle } = await fixture.call('review.open', { statementId: ids[1], options: {} });
    delayedOpen.release();
    expect(await firstError).toMatchObject({ code: 'review-closed' });
    const { rows } = await fixture.call('review.query', { action: 'window', handle, offset: 0, limit: 1 });
    expect(rows).toHaveLength(1);
    const closedHandles = review.requests.filter(({ name }) => name === 'close').map(({ args }) => args);
    expect(closedHandles).toHaveLength(1);
    expect(review.requests.find(({ name }) => name === 'open')?.args).toMatchObject(Object(closedHandles[0]));
  });

  test('is the only open statement when the other statement finishes opening first', async ({ fixture }) => {
    const { ids, review } = await storeTwoStatements(fixture);
    const [firstOpen, secondOpen] = [review.delayNext('open'), review.delayNext('open')];
    const firstError = errorOf(fixture.call('review.open', { statementId: ids[0], options: {} }));
    await eventually(() => expect(firstOpen.isDelayed()).toBe(true));
    const secondOpening = fixture.call('review.open', { statementId: ids[1], options: {} });
    await eventually(() => expect(secondOpen.isDelayed()).toBe(true));
    firstOpen.release();
    expect(await firstError).toMatchObject({ code: 'review-closed' });
    secondOpen.release();
    const { handle } = await secondOpening;
    await fixture.call('review.query', { action: 'window', handle, offset: 0, limit: 1 });
    expect(review.requests.filter(({ name }) => name === 'close')).toHaveLength(1);
  });
});

/** Opens a sorted statement with more rows than are read at once; returns its references in the sorted order. */
async function openSorted() {
  const fixture = await startStatementsFixture({ simulator: { transactionsPerDay: 100 } });
  const statementId = await fixture.storeStatement();
  const review = watchReview(fixture.platform.processes);
  const { handle } = await fixture.call('review.open', { statementId, options: {} });
  const viewByAmount = { sort: { column: 7, descending: true }, filters: [], find: '' };
  const { rows } = await fixture.call('review.view', { handle, view: viewByAmount });
  expect(rows).toBeGreaterThan(1_000);
  const { references } = await fixture.call('review.query', {
    action: 'references',
    handle,
    rows: { kind: 'view' },
  });
  expect(references).toHaveLength(rows);

  /** Reverses the order and filters out most rows after the first thousand was read. */
  async function changeViewDuring(reading: Promise<unknown>): Promise<void> {
    await eventually(() => expect(firstRead.isDelayed()).toBe(true));
    const secondRead = review.delayNext('rows');
    firstRead.release();
    await eventually(() => expect(secondRead.isDelayed()).toBe(true));
    const paymentFilter = { kind: 'is', column: 2, text: 'payment' } as const;
    const view = { sort: { column: 7, descending: false }, filters: [paymentFilter], find: '' };
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
    fixture.platform.answers.savePath = path;
    await changeViewDuring(
      fixture.call('review.export', { action: 'view', handle, columns: [1], format: 'csv' }),
    );
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
