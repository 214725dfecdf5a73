import { expect, test } from 'vitest';
import { Holds } from '../../../src/main/features/documents/transfer/holds.ts';
import { Pace, saysTooMuch } from '../../../src/main/features/documents/transfer/pace.ts';
import { createFakeClock } from '../../fakes/clock.ts';

function storeAll(pace: Pace, count: number): void {
  for (let document = 0; document < count; document += 1) pace.stored();
}

test('one more is sent at once after twenty clean sends, up to sixteen', () => {
  const pace = new Pace();
  expect(pace.atOnce).toBe(8);
  storeAll(pace, 19);
  expect(pace.atOnce).toBe(8);
  storeAll(pace, 1);
  expect(pace.atOnce).toBe(9);
  storeAll(pace, 2_000);
  expect(pace.atOnce).toBe(16);
});

test('trouble halves it, once for all that were on their way together, and down to one', () => {
  const pace = new Pace();
  const together = [pace.begin(), pace.begin(), pace.begin()];
  for (const begun of together) pace.tooMuch(begun);
  expect(pace.atOnce).toBe(4);
  for (let again = 0; again < 5; again += 1) pace.tooMuch(pace.begin());
  expect(pace.atOnce).toBe(1);
});

test('trouble starts the count of clean sends anew', () => {
  const pace = new Pace();
  storeAll(pace, 19);
  pace.tooMuch(pace.begin());
  storeAll(pace, 19);
  expect(pace.atOnce).toBe(4);
  storeAll(pace, 1);
  expect(pace.atOnce).toBe(5);
});

test.each([
  ['no-answer', undefined, true],
  ['service-busy', 429, true],
  ['service-busy', 503, true],
  ['service-busy', 500, false],
  ['connection-lost', undefined, false],
] as const)('%s with status %s means too much at once: %s', (code, status, too) => {
  const facts = status === undefined ? {} : { status };
  expect(saysTooMuch({ kind: 'retry', reason: { code, facts }, waitAtLeast: 0 })).toBe(too);
});

test('a document that was stored, or failed for good, says nothing of too much', () => {
  expect(saysTooMuch({ kind: 'stored', milliseconds: 90_000 })).toBe(false);
  expect(saysTooMuch({ kind: 'fail', reason: { code: 'no-answer', facts: { status: 503 } } })).toBe(false);
});

test('of several hosts that wait, the one that waits the longest counts, whichever asked first', () => {
  const holds = new Holds(createFakeClock());
  holds.add('short', 10_000);
  holds.add('long', 60_000);
  holds.add('middle', 30_000);
  expect(holds.longest()).toEqual({ host: 'long', left: 60_000 });
});

test('a host is left alone for as long as it asked, whatever the wall clock says', async () => {
  const clock = createFakeClock();
  const holds = new Holds(clock);
  holds.add('a', 60_000);
  holds.add('a', 1_000);
  holds.add('b', 10_000);
  holds.add('c', 0);
  clock.jump(86_400_000);
  await clock.advance(9_999);
  expect(holds.longest()).toEqual({ host: 'a', left: 50_001 });
  expect(holds.longest('b')).toEqual({ host: 'b', left: 1 });
  expect(holds.longest('c')).toBeNull();
  await clock.advance(50_001);
  expect(holds.longest()).toBeNull();
});

test('the clerk can have it tried at once', () => {
  const holds = new Holds(createFakeClock());
  holds.add('a', 60_000);
  holds.release();
  expect(holds.longest()).toBeNull();
});
