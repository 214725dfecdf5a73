import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { UploadSlots } from '../../../src/main/features/documents/transfer/upload-slots.ts';

const signal = () => new AbortController().signal;

function sendWell(places: UploadSlots, count: number): void {
  for (let document = 0; document < count; document += 1) places.recordDuration(100);
}

test('no more have a place than may be sent at once, and the next goes when one is done', async () => {
  const places = new UploadSlots(() => 2);
  const first = places.tryAcquire();
  const second = await places.acquire(signal());
  expect(places.tryAcquire()).toBeNull();
  const order: string[] = [];
  const third = places.acquire(signal()).then((release) => {
    order.push('third');
    return release;
  });
  const fourth = places.acquire(signal()).then(() => order.push('fourth'));
  await Promise.resolve();
  expect(order).toEqual([]);
  first?.();
  first?.();
  await third;
  expect(order).toEqual(['third']);
  second();
  await fourth;
  expect(order).toEqual(['third', 'fourth']);
});

test('whoever is taken off its way leaves the line of those who wait', async () => {
  const places = new UploadSlots(() => 1);
  const first = await places.acquire(signal());
  const abort = new AbortController();
  const cancelled = places.acquire(abort.signal);
  const waiting = places.acquire(signal());
  abort.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  await expect(places.acquire(abort.signal)).rejects.toMatchObject({ code: 'cancelled' });
  first();
  await waiting;
});

test('nobody listens any more for the end of a document that got its place', async () => {
  const abort = new AbortController();
  const places = new UploadSlots(() => 1);
  await places.acquire(abort.signal);
  expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
});

test('places that come to be are given at once', async () => {
  let atOnce = 1;
  const places = new UploadSlots(() => atOnce);
  await places.acquire(signal());
  const waiting = places.acquire(signal());
  atOnce = 2;
  places.admit();
  await waiting;
});

test('as many again are prepared while all goes well, and none after trouble or behind slow documents', () => {
  const places = new UploadSlots(() => 4);
  sendWell(places, 7);
  expect(places.maxClaimed).toBe(4);
  sendWell(places, 1);
  expect(places.maxClaimed).toBe(8);
  places.recordDuration(null);
  expect(places.maxClaimed).toBe(4);
  sendWell(places, 8);
  expect(places.maxClaimed).toBe(8);
  places.recordDuration(60_000);
  expect(places.maxClaimed).toBe(4);
});
