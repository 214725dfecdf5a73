import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { harmReview } from '../../fakes/harmful-review.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';
import { errorOf, eventsOf, startWork, stored, type Work } from './work.ts';

const everything = { sort: null, filters: [], find: '' };
const february = { since: '2026-02-01', till: '2026-02-28' };

afterEach(() => {
  vi.unstubAllEnvs();
});

async function prepare() {
  const keychain = await temporaryFolder();
  onTestFinished(() => keychain.remove());
  vi.stubEnv('PAYDESK_FILE_KEYCHAIN', join(keychain.path, 'keychain.json'));
  const work = await startWork({ keychainEntry: new URL('../../fakes/file-keychain.ts', import.meta.url) });
  const review = harmReview(work.platform.processes);
  const bad = await stored(work, 1001);
  const good = await stored(work, 1002);
  const { sha256 } = await work.call('statements.get', { id: bad });
  return { work, review, bad, good, sha256 };
}

async function isUnreadable(work: Work, id: number): Promise<boolean> {
  return (await work.call('statements.get', { id })).unreadable;
}

/** Searches all statements, and waits for the end. */
async function search(work: Work, text: string) {
  const { search: number } = await work.call('review.search', { text });
  return work.testApp.until('search', (value) => value.search === number && value.state === 'done');
}

describe('a statement that ends the process that reads it', () => {
  test('is tried twice and is unreadable then, also after a restart, without being loaded again', async () => {
    const { work, review, bad, good, sha256 } = await prepare();
    review.harm(sha256);
    expect(await errorOf(work.call('review.open', { statementId: bad, options: {} }))).toMatchObject({
      code: 'statement-unreadable',
    });
    expect(review.readings).toEqual(['open', 'open']);
    expect(await isUnreadable(work, bad)).toBe(true);
    await work.restart();
    expect(await isUnreadable(work, bad)).toBe(true);
    expect(await errorOf(work.call('review.open', { statementId: bad, options: {} }))).toMatchObject({
      code: 'statement-unreadable',
    });
    expect(await search(work, 'invoice')).toMatchObject({ searched: 2, statements: 2, failed: 1 });
    const { handle } = await work.call('review.open', { statementId: good, options: {} });
    await work.call('review.duplicateReferences', { handle });
    expect(review.readings).toEqual(['open', 'open']);
    expect(await isUnreadable(work, good)).toBe(false);
    expect(work.unexpected()).toEqual([]);
  });

  test('is exported as it came all the same', async () => {
    const { work, review, bad, sha256 } = await prepare();
    review.harm(sha256);
    await errorOf(work.call('review.open', { statementId: bad, options: {} }));
    work.platform.answers.saveFile = join(work.folder, 'original.csv');
    await work.call('review.exportOriginal', { statementId: bad });
    expect((await readFile(join(work.folder, 'original.csv'))).length).toBeGreaterThan(0);
  });

  test('is read once more when the clerk wants it, and opens when the harm is gone', async () => {
    const { work, review, bad, sha256 } = await prepare();
    review.harm(sha256);
    await errorOf(work.call('review.open', { statementId: bad, options: {} }));
    await work.call('statements.readAgain', { id: bad });
    expect(await isUnreadable(work, bad)).toBe(false);
    await errorOf(work.call('review.open', { statementId: bad, options: {} }));
    expect(review.readings).toHaveLength(3);
    expect(await isUnreadable(work, bad)).toBe(true);
    review.heal(sha256);
    await work.call('statements.readAgain', { id: bad });
    const { opened } = await work.call('review.open', { statementId: bad, options: {} });
    expect(opened.rows).toBeGreaterThan(0);
  });

  test('is found out by a search, which finds everything in the others', async () => {
    const { work, review, bad, good, sha256 } = await prepare();
    review.harm(sha256);
    const found = await search(work, 'invoice');
    expect(found).toMatchObject({ searched: 2, failed: 1 });
    expect(new Set(found.hits.map(({ statementId }) => statementId))).toEqual(new Set([good]));
    expect(await isUnreadable(work, bad)).toBe(true);
    expect(await isUnreadable(work, good)).toBe(false);
    const before = review.readings.length;
    await search(work, 'rent');
    expect(review.readings).toHaveLength(before);
  });

  test('leaves the statement that is open as it was, sorted and narrowed', async () => {
    const { work, review, bad, good, sha256 } = await prepare();
    const { handle } = await work.call('review.open', { statementId: good, options: {} });
    const view = { ...everything, sort: { column: 7, descending: true } };
    await work.call('review.view', { handle, view });
    const before = await work.call('review.window', { handle, offset: 0, limit: 20 });
    review.harm(sha256);
    await search(work, 'invoice');
    expect(await work.call('review.window', { handle, offset: 0, limit: 20 })).toEqual(before);
    expect(await isUnreadable(work, bad)).toBe(true);
    expect(await isUnreadable(work, good)).toBe(false);
  });

  test('is left out of the comparison with the others of its wallet', async () => {
    const { work, review, good } = await prepare();
    await work.ask([1002], { periods: [february] });
    const other = (await work.list()).find(({ since }) => since === february.since)?.id ?? 0;
    await work.paste(eventsOf(work.simulator, 1002).at(-1) ?? {});
    const { sha256 } = await work.until(other, 'stored');
    const { handle } = await work.call('review.open', { statementId: good, options: {} });
    review.harm(sha256);
    expect(await work.call('review.duplicateReferences', { handle })).toMatchObject({ compared: 0, left: 1 });
    expect(await isUnreadable(work, other)).toBe(true);
    expect(await work.call('review.duplicateReferences', { handle })).toMatchObject({ compared: 0, left: 1 });
    expect(review.readings).toEqual(['duplicateReferences', 'duplicateReferences']);
    expect(await isUnreadable(work, good)).toBe(false);
  });
});
