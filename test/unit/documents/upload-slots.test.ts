import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { UploadSlots } from '../../../src/main/features/documents/transfer/upload-slots.ts';

const signal = () => new AbortController().signal;

function sendWell(places: UploadSlots, count: number): void {
  for (let document = 0; document < count; document += 1) places.recordDuration(100);
}

test('the number of slots is limited, and the next request is served when one is released', async () => {
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

test('an aborted request leaves the queue', async () => {
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

test('no abort listener stays after a document has its slot', async () => {
  const abort = new AbortController();
  const places = new UploadSlots(() => 1);
  await places.acquire(abort.signal);
  expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
});

test('new slots are assigned at once', async () => {
  let atOnce = 1;
  const places = new UploadSlots(() => atOnce);
  await places.acquire(signal());
  const waiting = places.acquire(signal());
  atOnce = 2;
  places.admit();
  await waiting;
});

test('twice as many documents are claimed while uploads are fast, and none in advance after failures or slow uploads', () => {
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
