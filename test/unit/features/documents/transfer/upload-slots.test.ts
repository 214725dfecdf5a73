import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { UploadSlots } from '../../../../../src/main/features/documents/transfer/upload-slots.ts';

const createSignal = () => new AbortController().signal;

function recordFastUploads(slots: UploadSlots, count: number): void {
  for (let document = 0; document < count; document += 1) slots.recordDuration(100);
}

test('the number of slots is limited, and the next request is served when a slot is released', async () => {
  const slots = new UploadSlots(() => 2);
  const first = slots.tryAcquire();
  const second = await slots.acquire(createSignal());
  expect(slots.tryAcquire()).toBeNull();
  const order: string[] = [];
  const third = slots.acquire(createSignal()).then((release) => {
    order.push('third');
    return release;
  });
  const fourth = slots.acquire(createSignal()).then(() => order.push('fourth'));
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
  const slots = new UploadSlots(() => 1);
  const first = await slots.acquire(createSignal());
  const abort = new AbortController();
  const cancelled = slots.acquire(abort.signal);
  const waiting = slots.acquire(createSignal());
  abort.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  await expect(slots.acquire(abort.signal)).rejects.toMatchObject({ code: 'cancelled' });
  first();
  await waiting;
});

test('no abort listener stays after a document has its slot', async () => {
  const abort = new AbortController();
  const slots = new UploadSlots(() => 1);
  await slots.acquire(abort.signal);
  expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
});

test('waiting requests get their slots at the next release when the limit has grown', async () => {
  let limit = 1;
  const slots = new UploadSlots(() => limit);
  const release = await slots.acquire(createSignal());
  const waiting = [slots.acquire(createSignal()), slots.acquire(createSignal())];
  limit = 2;
  release();
  await Promise.all(waiting);
});

test('twice as many documents are claimed while uploads are fast, and none in advance after a slow upload', () => {
  const slots = new UploadSlots(() => 4);
  recordFastUploads(slots, 7);
  expect(slots.maxClaimed).toBe(4);
  recordFastUploads(slots, 1);
  expect(slots.maxClaimed).toBe(8);
  slots.recordDuration(60_000);
  expect(slots.maxClaimed).toBe(4);
});
