import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { UploadLinkBatcher } from '../../../src/main/features/documents/transfer/upload-link-batcher.ts';
import { acceptLink } from '../../../src/main/service/targets.ts';
import type { UploadTarget } from '../../../src/main/service/uploads.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { createFakeClock } from '../../fakes/clock.ts';

function targetOf(name: string): UploadTarget {
  const link = acceptLink(`https://store.example/${encodeURIComponent(name)}?s=1`, {
    allowHttpLoopback: false,
    storageHosts: [],
  });
  if (link === null) throw new Error('The link is not accepted');
  return { link, key: `key of ${name}`, lifetimeMs: null };
}

/** A service whose responses the test gives. */
function createService() {
  const requests: {
    names: readonly string[];
    signal: AbortSignal | undefined;
    fail(error: Error): void;
    answer(): void;
  }[] = [];
  return {
    requests,
    requestUploadLinks(names: readonly string[], signal?: AbortSignal): Promise<UploadTarget[]> {
      const { promise, resolve, reject } = Promise.withResolvers<UploadTarget[]>();
      requests.push({ names, signal, fail: reject, answer: () => resolve(names.map(targetOf)) });
      return promise;
    },
  };
}

const untilSettled = () => new Promise((resolve) => setImmediate(resolve));

function createBatcher() {
  const service = createService();
  const clock = createFakeClock();
  const batcher = new UploadLinkBatcher(service, clock);
  const abortControllers = new Map<string, AbortController>();
  const requestLink = (name: string) => {
    const abortController = new AbortController();
    abortControllers.set(name, abortController);
    return batcher.requestLink(name, abortController.signal);
  };
  return {
    service,
    clock,
    requestLink,
    abortControllers,
    requestedNames: () => service.requests.map(({ names }) => names),
  };
}

test('names that arrive during requests share the next request, and each gets its own link', async () => {
  const { service, requestLink, requestedNames } = createBatcher();
  const links = ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map(requestLink);
  expect(requestedNames()).toEqual([['1.pdf'], ['2.pdf']]);
  service.requests[0]?.answer();
  await untilSettled();
  expect(requestedNames()[2]).toEqual(['3.pdf', '4.pdf']);
  for (const request of service.requests) request.answer();
  const keys = (await Promise.all(links)).map(({ target }) => target.key);
  expect(keys).toEqual(['key of 1.pdf', 'key of 2.pdf', 'key of 3.pdf', 'key of 4.pdf']);
});

test('one request contains files of one type, because an item does not name its file', async () => {
  const { service, requestLink, requestedNames } = createBatcher();
  const links = ['1.pdf', '2.pdf', 'a.pdf', 'b.png', 'c.pdf'].map(requestLink);
  service.requests[0]?.answer();
  await untilSettled();
  expect(requestedNames()[2]).toEqual(['a.pdf', 'c.pdf']);
  service.requests[1]?.answer();
  await untilSettled();
  expect(requestedNames()[3]).toEqual(['b.png']);
  for (const request of service.requests) request.answer();
  await Promise.all(links);
});

test('each name is requested separately after a refusal of several names', async () => {
  const { service, requestLink, requestedNames } = createBatcher();
  const links = ['1.pdf', '2.pdf', 'good.pdf', 'bad.pdf'].map(requestLink);
  service.requests[0]?.answer();
  await untilSettled();
  service.requests[1]?.answer();
  service.requests[2]?.fail(new PaydeskError('service-refused', 'Refused'));
  await untilSettled();
  expect(requestedNames()[3]).toEqual(['good.pdf']);
  service.requests[3]?.answer();
  await untilSettled();
  service.requests[4]?.fail(new PaydeskError('service-refused', 'Refused'));
  const outcomes = await Promise.allSettled(links);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
});

test('an aborted name is not requested again after a refusal of the names that it shared a request with', async () => {
  const { service, requestLink, abortControllers, requestedNames } = createBatcher();
  const links = ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf'].map(requestLink);
  service.requests[0]?.answer();
  await untilSettled();
  service.requests[1]?.answer();
  abortControllers.get('4.pdf')?.abort();
  await expect(links[3]).rejects.toMatchObject({ code: 'cancelled' });
  service.requests[2]?.fail(new PaydeskError('answer-not-understood', 'Too few'));
  await untilSettled();
  service.requests[3]?.answer();
  await untilSettled();
  service.requests[4]?.answer();
  await Promise.all([links[2], links[4]]);
  expect(requestedNames().slice(3)).toEqual([['3.pdf'], ['5.pdf']]);
});

test('a name that is aborted in the queue is never requested', async () => {
  const { service, requestLink, abortControllers, requestedNames } = createBatcher();
  const links = ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map(requestLink);
  abortControllers.get('3.pdf')?.abort();
  await expect(links[2]).rejects.toMatchObject({ code: 'cancelled' });
  service.requests[0]?.answer();
  await untilSettled();
  expect(requestedNames()[2]).toEqual(['4.pdf']);
  for (const request of service.requests) request.answer();
  await Promise.all([links[0], links[1], links[3]]);
});

test('a name that is aborted before the call is never requested', async () => {
  const service = createService();
  const batcher = new UploadLinkBatcher(service, createFakeClock());
  await expect(batcher.requestLink('1.pdf', AbortSignal.abort())).rejects.toMatchObject({
    code: 'cancelled',
  });
  expect(service.requests).toEqual([]);
});

test('at most sixteen names share a request', async () => {
  const { service, requestLink, requestedNames } = createBatcher();
  const links = Array.from({ length: 22 }, (_, index) => requestLink(`${index}.pdf`));
  service.requests[0]?.answer();
  await untilSettled();
  service.requests[1]?.answer();
  await untilSettled();
  expect(requestedNames().map(({ length }) => length)).toEqual([1, 1, 16, 4]);
  for (const request of service.requests) request.answer();
  await Promise.all(links);
});

test('a name without a link in the response is refused, and the other names get their links', async () => {
  const { promise, resolve } = Promise.withResolvers<UploadTarget[]>();
  const answers = [Promise.resolve([targetOf('1.pdf')]), Promise.resolve([targetOf('2.pdf')]), promise];
  let calls = 0;
  const batcher = new UploadLinkBatcher(
    {
      requestUploadLinks() {
        calls += 1;
        return answers[calls - 1] ?? Promise.reject(new Error('No answer'));
      },
    },
    createFakeClock(),
  );
  const { signal } = new AbortController();
  const links = ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map((name) => batcher.requestLink(name, signal));
  await untilSettled();
  resolve([targetOf('3.pdf')]);
  expect((await links[2])?.target.key).toBe('key of 3.pdf');
  await expect(links[3]).rejects.toMatchObject({ code: 'answer-not-understood' });
});

test('no abort listener stays after a name has its link or was refused', async () => {
  const { service, requestLink, abortControllers } = createBatcher();
  const links = ['1.pdf', '2.pdf'].map(requestLink);
  service.requests[0]?.answer();
  service.requests[1]?.fail(new PaydeskError('timed-out', 'Silence'));
  await Promise.allSettled(links);
  // The remaining listener belongs to the shared request.
  for (const abortController of abortControllers.values()) {
    expect(getEventListeners(abortController.signal, 'abort').length).toBeLessThanOrEqual(1);
  }
});

test('a connection error rejects all names that share a request', async () => {
  const { service, requestLink } = createBatcher();
  const links = ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map(requestLink);
  service.requests[0]?.answer();
  await untilSettled();
  service.requests[1]?.answer();
  service.requests[2]?.fail(new PaydeskError('timed-out', 'Silence', { retryable: true }));
  await expect(links[2]).rejects.toMatchObject({ code: 'timed-out' });
  await expect(links[3]).rejects.toMatchObject({ code: 'timed-out' });
  expect(service.requests).toHaveLength(3);
});

test('an aborted name rejects at once, and a shared request is aborted when all of its names are', async () => {
  const { service, requestLink, abortControllers } = createBatcher();
  const links = ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map(requestLink);
  service.requests[0]?.answer();
  await untilSettled();
  service.requests[1]?.answer();
  abortControllers.get('3.pdf')?.abort();
  await expect(links[2]).rejects.toMatchObject({ code: 'cancelled' });
  expect(service.requests[2]?.signal?.aborted).toBe(false);
  abortControllers.get('4.pdf')?.abort();
  await expect(links[3]).rejects.toMatchObject({ code: 'cancelled' });
  expect(service.requests[2]?.signal?.aborted).toBe(true);
});

test('the age of a link counts from its request, by the clock that shows the longer time', async () => {
  const { service, clock, requestLink } = createBatcher();
  const links = requestLink('1.pdf');
  await clock.advance(20_000);
  service.requests[0]?.answer();
  const { ageMs } = await links;
  expect(ageMs()).toBe(20_000);
  clock.jump(-60_000);
  expect(ageMs()).toBe(40_000);
  await clock.advanceMonotonic(100_000);
  expect(ageMs()).toBe(120_000);
});
