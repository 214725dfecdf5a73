import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noFilters } from '../../../src/shared/model/statement-search.ts';
import { errorOf } from '../../fakes/error-of.ts';
import { harmReview } from '../../fakes/harmful-review.ts';
import { type StatementsFixture, startWithKeychain } from './statements-fixture.ts';

const entireView = { sort: null, filters: [], find: '' };
const february = { since: '2026-02-01', till: '2026-02-28' };

async function startWithTwoStatements() {
  const fixture = await startWithKeychain();
  const review = harmReview(fixture.platform.processes);
  const crashingId = await fixture.storeStatement(1001);
  const readableId = await fixture.storeStatement(1002);
  const { sha256 } = await fixture.call('statements.get', { id: crashingId });
  return { fixture, review, crashingId, readableId, sha256 };
}

async function isMarkedUnreadable(fixture: StatementsFixture, id: number): Promise<boolean> {
  return (await fixture.call('statements.get', { id })).unreadable;
}

/** Searches all statements and waits for the end of the search. */
async function search(fixture: StatementsFixture, text: string) {
  const { search: searchNumber } = await fixture.call('review.search', {
    action: 'start',
    text,
    filters: noFilters,
  });
  return fixture.testApp.until('search', (value) => value.search === searchNumber && value.state === 'done');
}

describe('a statement that crashes the process that reads it', () => {
  test('is marked unreadable after two attempts and not loaded again, also after a restart', async () => {
    const { fixture, review, crashingId, readableId, sha256 } = await startWithTwoStatements();
    review.harm(sha256);
    await expect(fixture.call('review.open', { statementId: crashingId, options: {} })).rejects.toMatchObject(
      { code: 'statement-unreadable' },
    );
    expect(review.readings).toEqual(['open', 'open']);
    expect(await isMarkedUnreadable(fixture, crashingId)).toBe(true);
    await fixture.restart();
    expect(await isMarkedUnreadable(fixture, crashingId)).toBe(true);
    await expect(fixture.call('review.open', { statementId: crashingId, options: {} })).rejects.toMatchObject(
      { code: 'statement-unreadable' },
    );
    expect(await search(fixture, 'invoice')).toMatchObject({ searched: 2, statements: 2, failed: 1 });
    const { handle } = await fixture.call('review.open', { statementId: readableId, options: {} });
    await fixture.call('review.query', { action: 'duplicateReferences', handle });
    expect(review.readings).toEqual(['open', 'open']);
    expect(await isMarkedUnreadable(fixture, readableId)).toBe(false);
    expect(fixture.unexpectedLogLines()).toEqual([]);
  });

  test('is still exported unchanged', async () => {
    const { fixture, review, crashingId, sha256 } = await startWithTwoStatements();
    review.harm(sha256);
    await errorOf(fixture.call('review.open', { statementId: crashingId, options: {} }));
    fixture.platform.answers.savePath = join(fixture.folder, 'original.csv');
    await fixture.call('review.export', { action: 'original', statementId: crashingId });
    expect((await readFile(join(fixture.folder, 'original.csv'))).length).toBeGreaterThan(0);
  });

  test('is read once more when the clerk retries, and opens once the cause of the crash is gone', async () => {
    const { fixture, review, crashingId, sha256 } = await startWithTwoStatements();
    review.harm(sha256);
    await errorOf(fixture.call('review.open', { statementId: crashingId, options: {} }));
    await fixture.call('statements.retry', { action: 'read', id: crashingId });
    expect(await isMarkedUnreadable(fixture, crashingId)).toBe(false);
    await errorOf(fixture.call('review.open', { statementId: crashingId, options: {} }));
    expect(review.readings).toHaveLength(3);
    expect(await isMarkedUnreadable(fixture, crashingId)).toBe(true);
    review.heal(sha256);
    await fixture.call('statements.retry', { action: 'read', id: crashingId });
    const { opened } = await fixture.call('review.open', { statementId: crashingId, options: {} });
    expect(opened.rows).toBeGreaterThan(0);
  });

  test('is detected by a search, which still finds all hits in the other statements', async () => {
    const { fixture, review, crashingId, readableId, sha256 } = await startWithTwoStatements();
    review.harm(sha256);
    const searchResult = await search(fixture, 'invoice');
    expect(searchResult).toMatchObject({ searched: 2, failed: 1 });
    expect(new Set(searchResult.hits.map(({ statementId }) => statementId))).toEqual(new Set([readableId]));
    expect(await isMarkedUnreadable(fixture, crashingId)).toBe(true);
    expect(await isMarkedUnreadable(fixture, readableId)).toBe(false);
    const readingCount = review.readings.length;
    await search(fixture, 'rent');
    expect(review.readings).toHaveLength(readingCount);
  });

  test('does not affect the open statement, its order and its filters', async () => {
    const { fixture, review, crashingId, readableId, sha256 } = await startWithTwoStatements();
    const { handle } = await fixture.call('review.open', { statementId: readableId, options: {} });
    const view = { ...entireView, sort: { column: 7, descending: true } };
    await fixture.call('review.view', { handle, view });
    const windowBefore = await fixture.call('review.query', {
      action: 'window',
      handle,
      offset: 0,
      limit: 20,
    });
    review.harm(sha256);
    await search(fixture, 'invoice');
    expect(await fixture.call('review.query', { action: 'window', handle, offset: 0, limit: 20 })).toEqual(
      windowBefore,
    );
    expect(await isMarkedUnreadable(fixture, crashingId)).toBe(true);
    expect(await isMarkedUnreadable(fixture, readableId)).toBe(false);
  });

  test('is excluded from the comparison with other statements of its wallet', async () => {
    const { fixture, review, readableId } = await startWithTwoStatements();
    await fixture.request([1002], { periods: [february] });
    const otherId = (await fixture.list()).find(({ since }) => since === february.since)?.id ?? 0;
    await fixture.pasteEvent(fixture.eventsOf(1002).at(-1) ?? {});
    const { sha256 } = await fixture.until(otherId, 'stored');
    const { handle } = await fixture.call('review.open', { statementId: readableId, options: {} });
    review.harm(sha256);
    expect(await fixture.call('review.query', { action: 'duplicateReferences', handle })).toMatchObject({
      compared: 0,
      left: 1,
    });
    expect(await isMarkedUnreadable(fixture, otherId)).toBe(true);
    expect(await fixture.call('review.query', { action: 'duplicateReferences', handle })).toMatchObject({
      compared: 0,
      left: 1,
    });
    expect(review.readings).toEqual(['duplicateReferences', 'duplicateReferences']);
    expect(await isMarkedUnreadable(fixture, readableId)).toBe(false);
  });
});
