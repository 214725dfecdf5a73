import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { UploadLinkBatcher } from '../../../../../src/main/features/documents/transfer/upload-link-batcher.ts';
import { acceptLink } from '../../../../../src/main/service/targets.ts';
import type { UploadTarget } from '../../../../../src/main/service/uploads.ts';
import { type ErrorCode, PaydeskError } from '../../../../../src/shared/errors.ts';
import { createFakeClock } from '../../../../fakes/clock.ts';

function targetOf(name: string): UploadTarget {
  const link = acceptLink(`https://store.example/${encodeURIComponent(name)}?s=1`, {
    allowHttpLoopback: false,
    storageHosts: [],
  });
  if (link === null) throw new Error('The link is not accepted');
  return { link, key: `key of ${name}`, lifetimeMs: null };
}

/** A batcher of names whose requests the test answers. */
function createBatcher(...names: readonly string[]) {
  const requests: {
    names: readonly string[];
    signal: AbortSignal | undefined;
    reject(error: Error): void;
    resolve(targets: UploadTarget[]): void;
  }[] = [];
  const clock = createFakeClock();
  const service = {
    requestUploadLinks(requestedNames: readonly string[], signal?: AbortSignal) {
      const { promise, resolve, reject } = Promise.withResolvers<UploadTarget[]>();
      requests.push({ names: requestedNames, signal, reject, resolve });
      return promise;
    },
  };
  const batcher = new UploadLinkBatcher(service, clock);
  const aborts = names.map(() => new AbortController());
  const links = names.map((name, index) => batcher.requestLink(name, aborts[index]?.signal ?? neverAborted));
  // A link may be refused before its test looks at it.
  for (const link of links) link.catch(() => undefined);
  const requestAt = (index: number) => requests[index] ?? expect.fail(`there is no request ${index}`);
  /** Answers requests with the links of their names, one after the other. */
  async function answer(...indexes: readonly number[]): Promise<void> {
    for (const index of indexes) {
      const request = requestAt(index);
      request.resolve(request.names.map(targetOf));
      await untilSettled();
    }
  }
  async function refuse(index: number, code: ErrorCode): Promise<void> {
    requestAt(index).reject(new PaydeskError(code, 'Refused'));
    await untilSettled();
  }
  async function abort(name: string): Promise<void> {
    aborts[names.indexOf(name)]?.abort();
    await expect(links[names.indexOf(name)]).rejects.toMatchObject({ code: 'cancelled' });
  }
  const requestedNames = () => requests.map((request) => request.names);
  return { batcher, clock, requests, requestAt, links, aborts, answer, refuse, abort, requestedNames };
}

const neverAborted = new AbortController().signal;
const untilSettled = () => new Promise((resolve) => setImmediate(resolve));

test('names that arrive during requests share the next request, and each gets its own link', async () => {
  const { links, answer, requestedNames } = createBatcher('1.pdf', '2.pdf', '3.pdf', '4.pdf');
  expect(requestedNames()).toEqual([['1.pdf'], ['2.pdf']]);
  await answer(0);
  expect(requestedNames()[2]).toEqual(['3.pdf', '4.pdf']);
  await answer(1, 2);
  const keys = (await Promise.all(links)).map(({ target }) => target.key);
  expect(keys).toEqual(['key of 1.pdf', 'key of 2.pdf', 'key of 3.pdf', 'key of 4.pdf']);
});

test('one request contains files of one type, because an item does not name its file', async () => {
  const { links, answer, requestedNames } = createBatcher('1.pdf', '2.pdf', 'a.pdf', 'b.png', 'c.pdf');
  await answer(0, 1, 2, 3);
  expect(requestedNames().slice(2)).toEqual([['a.pdf', 'c.pdf'], ['b.png']]);
  await Promise.all(links);
});

test('each name is requested separately after a refusal of several names', async () => {
  const { links, answer, refuse, requestedNames } = createBatcher('1.pdf', '2.pdf', 'good.pdf', 'bad.pdf');
  await answer(0, 1);
  await refuse(2, 'service-refused');
  expect(requestedNames()[3]).toEqual(['good.pdf']);
  await answer(3);
  await refuse(4, 'service-refused');
  const outcomes = await Promise.allSettled(links);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
});

test('an aborted name is not requested again after a refusal of the names that it shared a request with', async () => {
  const batcher = createBatcher('1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf');
  await batcher.answer(0, 1);
  await batcher.abort('4.pdf');
  await batcher.refuse(2, 'answer-not-understood');
  await batcher.answer(3, 4);
  await Promise.all([batcher.links[2], batcher.links[4]]);
  expect(batcher.requestedNames().slice(3)).toEqual([['3.pdf'], ['5.pdf']]);
});

test('a name that is aborted in the queue or before the call is never requested', async () => {
  const { batcher, abort, answer, links, requestedNames } = createBatcher('1.pdf', '2.pdf', '3.pdf', '4.pdf');
  await abort('3.pdf');
  const late = batcher.requestLink('late.pdf', AbortSignal.abort());
  await expect(late).rejects.toMatchObject({ code: 'cancelled' });
  await answer(0, 1, 2);
  expect(requestedNames()).toEqual([['1.pdf'], ['2.pdf'], ['4.pdf']]);
  await Promise.all([links[0], links[1], links[3]]);
});

test('at most sixteen names share a request', async () => {
  const names = Array.from({ length: 22 }, (_, index) => `${index}.pdf`);
  const { links, answer, requestedNames } = createBatcher(...names);
  await answer(0, 1);
  expect(requestedNames().map(({ length }) => length)).toEqual([1, 1, 16, 4]);
  await answer(2, 3);
  await Promise.all(links);
});

test('a host that has asked for a pause gets one request at a time', async () => {
  const { batcher, links, refuse, answer, requestedNames } = createBatcher('1.pdf', '2.pdf');
  await refuse(0, 'service-throttled');
  await expect(links[0]).rejects.toMatchObject({ code: 'service-throttled' });
  const later = ['3.pdf', '4.pdf'].map((name) => batcher.requestLink(name, neverAborted));
  await answer(1, 2);
  expect(requestedNames()).toEqual([['1.pdf'], ['2.pdf'], ['3.pdf', '4.pdf']]);
  await Promise.all(later);
});

test('a name without a link in the response is refused, and the other names get their links', async () => {
  const { links, answer, requestAt } = createBatcher('1.pdf', '2.pdf', '3.pdf', '4.pdf');
  await answer(0, 1);
  requestAt(2).resolve([targetOf('3.pdf')]);
  expect((await links[2])?.target.key).toBe('key of 3.pdf');
  await expect(links[3]).rejects.toMatchObject({ code: 'answer-not-understood' });
});

test('no abort listener stays after a name has its link or was refused', async () => {
  const { links, answer, refuse, aborts } = createBatcher('1.pdf', '2.pdf');
  const settled = Promise.allSettled(links);
  await answer(0);
  await refuse(1, 'timed-out');
  await settled;
  // The remaining listener belongs to the shared request.
  for (const { signal } of aborts) expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(1);
});

test('a connection error rejects all names that share a request', async () => {
  const { links, answer, refuse, requests } = createBatcher('1.pdf', '2.pdf', '3.pdf', '4.pdf');
  const settled = Promise.allSettled(links);
  await answer(0, 1);
  await refuse(2, 'timed-out');
  const rejected = { status: 'rejected', reason: { code: 'timed-out' } };
  expect((await settled).slice(2)).toMatchObject([rejected, rejected]);
  expect(requests).toHaveLength(3);
});

test('an aborted name rejects at once, and a shared request is aborted when all of its names are', async () => {
  const { answer, abort, requestAt } = createBatcher('1.pdf', '2.pdf', '3.pdf', '4.pdf');
  await answer(0, 1);
  await abort('3.pdf');
  expect(requestAt(2).signal?.aborted).toBe(false);
  await abort('4.pdf');
  expect(requestAt(2).signal?.aborted).toBe(true);
});

test('the age of a link counts from its request, by the clock that shows the longer time', async () => {
  const { clock, links, answer } = createBatcher('1.pdf');
  await clock.advance(20_000);
  await answer(0);
  const { ageMs } = (await links[0]) ?? expect.fail('there is no link');
  expect(ageMs()).toBe(20_000);
  clock.jump(-60_000);
  expect(ageMs()).toBe(40_000);
  await clock.advanceMonotonic(100_000);
  expect(ageMs()).toBe(120_000);
});
