import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { Places } from '../../../src/main/features/documents/transfer/places.ts';

const signal = () => new AbortController().signal;

function sendWell(places: Places, count: number): void {
  for (let document = 0; document < count; document += 1) places.went(100);
}

test('no more have a place than may be sent at once, and the next goes when one is done', async () => {
  const places = new Places(() => 2);
  const first = places.takeFree();
  const second = await places.take(signal());
  expect(places.takeFree()).toBeNull();
  const order: string[] = [];
  const third = places.take(signal()).then((release) => {
    order.push('third');
    return release;
  });
  const fourth = places.take(signal()).then(() => order.push('fourth'));
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
  const places = new Places(() => 1);
  const first = await places.take(signal());
  const abort = new AbortController();
  const cancelled = places.take(abort.signal);
  const waiting = places.take(signal());
  abort.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  await expect(places.take(abort.signal)).rejects.toMatchObject({ code: 'cancelled' });
  first();
  await waiting;
});

test('nobody listens any more for the end of a document that got its place', async () => {
  const abort = new AbortController();
  const places = new Places(() => 1);
  await places.take(abort.signal);
  expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
});

test('places that come to be are given at once', async () => {
  let atOnce = 1;
  const places = new Places(() => atOnce);
  await places.take(signal());
  const waiting = places.take(signal());
  atOnce = 2;
  places.admit();
  await waiting;
});

test('as many again are prepared while all goes well, and none after trouble or behind slow documents', () => {
  const places = new Places(() => 4);
  sendWell(places, 7);
  expect(places.inWork).toBe(4);
  sendWell(places, 1);
  expect(places.inWork).toBe(8);
  places.went(null);
  expect(places.inWork).toBe(4);
  sendWell(places, 8);
  expect(places.inWork).toBe(8);
  places.went(60_000);
  expect(places.inWork).toBe(4);
});
