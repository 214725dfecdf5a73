import { expect, test } from 'vitest';
import { Progress } from '../../../../../src/main/features/documents/transfer/progress.ts';
import { createFakeClock } from '../../../../fakes/clock.ts';

test('the rate is averaged over the last ten seconds, and unknown for the first two seconds', async () => {
  const clock = createFakeClock();
  const progress = new Progress(clock);
  progress.begin(1, 11, 1_000_000);
  await clock.advance(1_000);
  progress.recordSent(11, 50_000);
  expect(progress.bytesPerSecond()).toBeNull();
  await clock.advance(1_000);
  progress.recordSent(11, 100_000);
  expect(progress.bytesPerSecond()).toBe(50_000);
  for (let second = 1; second <= 12; second += 1) {
    await clock.advance(1_000);
    progress.recordSent(11, 100_000 + second * 1_000);
  }
  expect(progress.bytesPerSecond()).toBe(1_000);
});

test('a document that restarts does not reduce the rate, and an ended one is not counted', async () => {
  const clock = createFakeClock();
  const progress = new Progress(clock);
  progress.begin(1, 11, 5_000);
  await clock.advance(1_000);
  progress.recordSent(11, 4_000);
  progress.recordSent(11, 0);
  progress.begin(2, 12, 5_000);
  await clock.advance(3_000);
  progress.recordSent(11, 1_000);
  expect(progress.bytesPerSecond()).toBe(1_250);
  expect(progress.listTransfers(1)).toEqual([{ documentId: 11, sent: 1_000, size: 5_000 }]);
  progress.end(11);
  progress.recordSent(11, 5_000);
  expect(progress.listTransfers(1)).toEqual([]);
  progress.end(12);
  expect(progress.bytesPerSecond()).toBeNull();
});

test('the rate continues across consecutive documents, and is measured anew after an idle time', async () => {
  const clock = createFakeClock();
  const progress = new Progress(clock);
  for (let document = 1; document <= 8; document += 1) {
    progress.begin(1, document, 5_000);
    await clock.advance(400);
    progress.recordSent(document, 5_000);
    if (document < 8) progress.end(document);
    if (document < 8) await clock.advance(100);
  }
  expect(progress.bytesPerSecond()).toBeGreaterThan(8_000);
  progress.end(8);
  await clock.advance(60_000);
  progress.begin(1, 9, 5_000);
  await clock.advance(1_000);
  expect(progress.bytesPerSecond()).toBeNull();
});
