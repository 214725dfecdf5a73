import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { Bandwidth } from '../../../../../src/main/features/documents/transfer/bandwidth.ts';
import { bodyOfBytes } from '../../../../../src/main/features/documents/transfer/send-document.ts';
import type { OutgoingBody } from '../../../../../src/main/service/http/http-messages.ts';
import { createFakeClock, type FakeClock } from '../../../../fakes/clock.ts';

const neverAborted = new AbortController().signal;

/** Reads a body to its end and records the time of each chunk. */
async function readWithTimes(clock: FakeClock, body: OutgoingBody) {
  const start = clock.monotonic();
  const chunks: { at: number; length: number }[] = [];
  const bytes: Uint8Array[] = [];
  for await (const chunk of body.chunks()) {
    chunks.push({ at: clock.monotonic() - start, length: chunk.length });
    bytes.push(Uint8Array.from(chunk));
  }
  return { chunks, bytes: Buffer.concat(bytes) };
}

/** Begins to read a body of zeros below a limit, in bytes per second. */
function startReading(length: number, limit: () => number | null = () => 16_000) {
  const clock = createFakeClock();
  const abort = new AbortController();
  const body = new Bandwidth(clock, limit).throttle(bodyOfBytes(Buffer.alloc(length)), abort.signal);
  return { clock, abort, reading: readWithTimes(clock, body) };
}

test('no chunk is split or delayed without a limit', async () => {
  const clock = createFakeClock();
  const bytes = Buffer.alloc(200_000, 'a');
  const throttled = new Bandwidth(clock, () => null).throttle(bodyOfBytes(bytes), neverAborted);
  const unthrottled = await readWithTimes(clock, bodyOfBytes(bytes));
  expect(await readWithTimes(clock, throttled)).toEqual(unthrottled);
  expect(clock.waiting()).toBe(0);
});

test('all documents together stay below a limit, and none of them waits for long', async () => {
  const clock = createFakeClock();
  const bandwidth = new Bandwidth(clock, () => 16_000);
  const bodies = Array.from({ length: 16 }, (_, index) => Buffer.alloc(20_000, index));
  const reading = Promise.all(
    bodies.map((bytes) => readWithTimes(clock, bandwidth.throttle(bodyOfBytes(bytes), neverAborted))),
  );
  await clock.advance(20_000);
  const all = await reading;
  expect(all.map(({ bytes }) => bytes)).toEqual(bodies);
  const chunks = all.flatMap((one) => one.chunks);
  for (const second of [1, 5, 10, 19]) {
    const sent = chunks.filter(({ at }) => at < second * 1000).reduce((sum, { length }) => sum + length, 0);
    expect(sent).toBeLessThanOrEqual(second * 16_000 + 1_000);
    expect(sent).toBeGreaterThan(second * 16_000 - 2_000);
  }
  const gaps = all.flatMap(({ chunks: documentChunks }) =>
    documentChunks.map(({ at }, index) => at - (documentChunks[index - 1]?.at ?? 0)),
  );
  expect(Math.max(...gaps)).toBeLessThan(5_000);
});

test.each([
  [16_000, 1_000],
  [160_000, 10_000],
  [1_600, 512],
])('at %i bytes per second, a chunk of a sixteenth of a second has %i bytes', async (limit, length) => {
  const { clock, reading } = startReading(length * 3, () => limit);
  await clock.advance(10_000);
  expect((await reading).chunks.map((chunk) => chunk.length)).toEqual([length, length, length]);
});

test('the first chunk after an idle time is sent at once, without a timer', async () => {
  const { clock, reading } = startReading(1_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(clock.waiting()).toBe(0);
  expect((await reading).chunks).toEqual([{ at: 0, length: 1_000 }]);
});

test('no abort listener stays after a document was sent', async () => {
  const { clock, abort, reading } = startReading(8_000);
  await clock.advance(1_000);
  expect((await reading).bytes).toHaveLength(8_000);
  expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
});

test('a changed limit applies from the next chunk on', async () => {
  let limit: number | null = 16_000;
  const { clock, reading } = startReading(64_000, () => limit);
  await clock.advance(2_000);
  limit = null;
  await clock.advance(100);
  expect((await reading).chunks.at(-1)?.at).toBeLessThanOrEqual(2_100);
});

test('an aborted document is not delayed any longer', async () => {
  const { clock, abort, reading } = startReading(30_000);
  await clock.advance(500);
  abort.abort();
  expect((await reading).bytes).toHaveLength(30_000);
  expect(clock.waiting()).toBe(0);
});
