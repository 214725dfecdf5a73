import { expect, test } from 'vitest';
import { Bandwidth } from '../../../src/main/features/documents/transfer/bandwidth.ts';
import { bodyOfBytes } from '../../../src/main/features/documents/transfer/body.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const never = new AbortController().signal;

/** Reads a body to its end and notes after how much time each piece came. */
async function read(
  clock: { monotonic(): number },
  body: { chunks(): AsyncIterable<Uint8Array> },
): Promise<{ pieces: { at: number; length: number }[]; bytes: Buffer }> {
  const start = clock.monotonic();
  const pieces: { at: number; length: number }[] = [];
  const bytes: Uint8Array[] = [];
  for await (const chunk of body.chunks()) {
    pieces.push({ at: clock.monotonic() - start, length: chunk.length });
    bytes.push(Uint8Array.from(chunk));
  }
  return { pieces, bytes: Buffer.concat(bytes) };
}

test('without a limit nothing is cut and nothing waits', async () => {
  const clock = createFakeClock();
  const bytes = Buffer.alloc(200_000, 'a');
  const slowed = new Bandwidth(clock, () => null).slowed(bodyOfBytes(bytes), never);
  const plain = await read(clock, bodyOfBytes(bytes));
  expect(await read(clock, slowed)).toEqual(plain);
  expect(clock.waiting()).toBe(0);
});

test('with a limit the bytes of all documents together stay below it, and none of them waits for long', async () => {
  const clock = createFakeClock();
  const bandwidth = new Bandwidth(clock, () => 16_000);
  const bodies = Array.from({ length: 16 }, (_, index) => Buffer.alloc(20_000, index));
  const reading = Promise.all(
    bodies.map((bytes) => read(clock, bandwidth.slowed(bodyOfBytes(bytes), never))),
  );
  await clock.advance(20_000);
  const all = await reading;
  expect(all.map(({ bytes }) => bytes)).toEqual(bodies);
  const pieces = all.flatMap((one) => one.pieces);
  for (const second of [1, 5, 10, 19]) {
    const sent = pieces.filter(({ at }) => at < second * 1000).reduce((sum, { length }) => sum + length, 0);
    expect(sent).toBeLessThanOrEqual(second * 16_000 + 1_000);
    expect(sent).toBeGreaterThan(second * 16_000 - 2_000);
  }
  const gaps = all.flatMap(({ pieces: own }) => own.map(({ at }, index) => at - (own[index - 1]?.at ?? 0)));
  expect(Math.max(...gaps)).toBeLessThan(5_000);
});

test('a limit that is changed counts from then on', async () => {
  const clock = createFakeClock();
  let limit: number | null = 16_000;
  const bandwidth = new Bandwidth(clock, () => limit);
  const reading = read(clock, bandwidth.slowed(bodyOfBytes(Buffer.alloc(64_000)), never));
  await clock.advance(2_000);
  limit = null;
  await clock.advance(100);
  const { pieces } = await reading;
  expect(pieces.at(-1)?.at).toBeLessThanOrEqual(2_100);
});

test('whoever is stopped waits no longer', async () => {
  const clock = createFakeClock();
  const abort = new AbortController();
  const bandwidth = new Bandwidth(clock, () => 16_000);
  const reading = read(clock, bandwidth.slowed(bodyOfBytes(Buffer.alloc(30_000)), abort.signal));
  await clock.advance(500);
  abort.abort();
  expect((await reading).bytes).toHaveLength(30_000);
  expect(clock.waiting()).toBe(0);
});
