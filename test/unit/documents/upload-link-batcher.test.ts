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

/** A service whose answers a test gives by hand. */
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

const settled = () => new Promise((resolve) => setImmediate(resolve));

function createDesk() {
  const service = createService();
  const clock = createFakeClock();
  const testApp = new UploadLinkBatcher(service, clock);
  const aborts = new Map<string, AbortController>();
  const ask = (name: string) => {
    const abort = new AbortController();
    aborts.set(name, abort);
    return testApp.requestLink(name, abort.signal);
  };
  return { service, clock, ask, aborts, namesAsked: () => service.requests.map(({ names }) => names) };
}

test('whoever comes while requests are under way shares the next one, and gets the link of its own name', async () => {
  const { service, ask, namesAsked } = createDesk();
  const asked = ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map(ask);
  expect(namesAsked()).toEqual([['1.pdf'], ['2.pdf']]);
  service.requests[0]?.answer();
  await settled();
  expect(namesAsked()[2]).toEqual(['3.pdf', '4.pdf']);
  for (const request of service.requests) request.answer();
  const keys = (await Promise.all(asked)).map(({ target }) => target.key);
  expect(keys).toEqual(['key of 1.pdf', 'key of 2.pdf', 'key of 3.pdf', 'key of 4.pdf']);
});

test('one request is for files of one type, because an item does not name its file', async () => {
  const { service, ask, namesAsked } = createDesk();
  const asked = ['1.pdf', '2.pdf', 'a.pdf', 'b.png', 'c.pdf'].map(ask);
  service.requests[0]?.answer();
  await settled();
  expect(namesAsked()[2]).toEqual(['a.pdf', 'c.pdf']);
  service.requests[1]?.answer();
  await settled();
  expect(namesAsked()[3]).toEqual(['b.png']);
  for (const request of service.requests) request.answer();
  await Promise.all(asked);
});

test('a refusal of several says nothing of any of them: each is asked for alone', async () => {
  const { service, ask, namesAsked } = createDesk();
  const asked = ['1.pdf', '2.pdf', 'good.pdf', 'bad.pdf'].map(ask);
  service.requests[0]?.answer();
  await settled();
  service.requests[1]?.answer();
  service.requests[2]?.fail(new PaydeskError('service-refused', 'Refused'));
  await settled();
  expect(namesAsked()[3]).toEqual(['good.pdf']);
  service.requests[3]?.answer();
  await settled();
  service.requests[4]?.fail(new PaydeskError('service-refused', 'Refused'));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
});

test('a refusal of several is not asked about again for one that was taken off its way', async () => {
  const { service, ask, aborts, namesAsked } = createDesk();
  const asked = ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf'].map(ask);
  service.requests[0]?.answer();
  await settled();
  service.requests[1]?.answer();
  aborts.get('4.pdf')?.abort();
  await expect(asked[3]).rejects.toMatchObject({ code: 'cancelled' });
  service.requests[2]?.fail(new PaydeskError('answer-not-understood', 'Too few'));
  await settled();
  service.requests[3]?.answer();
  await settled();
  service.requests[4]?.answer();
  await Promise.all([asked[2], asked[4]]);
  expect(namesAsked().slice(3)).toEqual([['3.pdf'], ['5.pdf']]);
});

test('one that leaves before its turn is never asked for', async () => {
  const { service, ask, aborts, namesAsked } = createDesk();
  const asked = ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map(ask);
  aborts.get('3.pdf')?.abort();
  await expect(asked[2]).rejects.toMatchObject({ code: 'cancelled' });
  service.requests[0]?.answer();
  await settled();
  expect(namesAsked()[2]).toEqual(['4.pdf']);
  for (const request of service.requests) request.answer();
  await Promise.all([asked[0], asked[1], asked[3]]);
});

test('one that has left already is not asked for at all', async () => {
  const service = createService();
  const testApp = new UploadLinkBatcher(service, createFakeClock());
  await expect(testApp.requestLink('1.pdf', AbortSignal.abort())).rejects.toMatchObject({
    code: 'cancelled',
  });
  expect(service.requests).toEqual([]);
});

test('no more than sixteen share a request', async () => {
  const { service, ask, namesAsked } = createDesk();
  const asked = Array.from({ length: 22 }, (_, index) => ask(`${index}.pdf`));
  service.requests[0]?.answer();
  await settled();
  service.requests[1]?.answer();
  await settled();
  expect(namesAsked().map(({ length }) => length)).toEqual([1, 1, 16, 4]);
  for (const request of service.requests) request.answer();
  await Promise.all(asked);
});

test('one for which the answer has no link is refused, and the others get theirs', async () => {
  const { promise, resolve } = Promise.withResolvers<UploadTarget[]>();
  const answers = [Promise.resolve([targetOf('1.pdf')]), Promise.resolve([targetOf('2.pdf')]), promise];
  let asked = 0;
  const testApp = new UploadLinkBatcher(
    {
      requestUploadLinks() {
        asked += 1;
        return answers[asked - 1] ?? Promise.reject(new Error('Not asked for'));
      },
    },
    createFakeClock(),
  );
  const { signal } = new AbortController();
  const links = ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map((name) => testApp.requestLink(name, signal));
  await settled();
  resolve([targetOf('3.pdf')]);
  expect((await links[2])?.target.key).toBe('key of 3.pdf');
  await expect(links[3]).rejects.toMatchObject({ code: 'answer-not-understood' });
});

test('nobody listens any more for the end of one that has its link, or was refused', async () => {
  const { service, ask, aborts } = createDesk();
  const asked = ['1.pdf', '2.pdf'].map(ask);
  service.requests[0]?.answer();
  service.requests[1]?.fail(new PaydeskError('timed-out', 'Silence'));
  await Promise.allSettled(asked);
  // What is left is the request's own, which ends with it.
  for (const abort of aborts.values()) {
    expect(getEventListeners(abort.signal, 'abort').length).toBeLessThanOrEqual(1);
  }
});

test('what is wrong with the way to the service is wrong for all who share a request', async () => {
  const { service, ask } = createDesk();
  const asked = ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map(ask);
  service.requests[0]?.answer();
  await settled();
  service.requests[1]?.answer();
  service.requests[2]?.fail(new PaydeskError('timed-out', 'Silence', { retryable: true }));
  await expect(asked[2]).rejects.toMatchObject({ code: 'timed-out' });
  await expect(asked[3]).rejects.toMatchObject({ code: 'timed-out' });
  expect(service.requests).toHaveLength(3);
});

test('one that is taken off its way leaves at once; a request goes on for the others, and ends with the last', async () => {
  const { service, ask, aborts } = createDesk();
  const asked = ['1.pdf', '2.pdf', '3.pdf', '4.pdf'].map(ask);
  service.requests[0]?.answer();
  await settled();
  service.requests[1]?.answer();
  aborts.get('3.pdf')?.abort();
  await expect(asked[2]).rejects.toMatchObject({ code: 'cancelled' });
  expect(service.requests[2]?.signal?.aborted).toBe(false);
  aborts.get('4.pdf')?.abort();
  await expect(asked[3]).rejects.toMatchObject({ code: 'cancelled' });
  expect(service.requests[2]?.signal?.aborted).toBe(true);
});

test('the age of a link counts from when it was asked for, by whichever clock says more', async () => {
  const { service, clock, ask } = createDesk();
  const asked = ask('1.pdf');
  await clock.advance(20_000);
  service.requests[0]?.answer();
  const { ageMs: age } = await asked;
  expect(age()).toBe(20_000);
  clock.jump(-60_000);
  expect(age()).toBe(40_000);
  await clock.advanceMonotonic(100_000);
  expect(age()).toBe(120_000);
});
