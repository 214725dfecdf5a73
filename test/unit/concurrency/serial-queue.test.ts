import { expect, test } from 'vitest';
import { SerialQueue } from '../../../src/main/concurrency/serial-queue.ts';

test('work starts when all earlier work has settled, in the order of the calls', async () => {
  const queue = new SerialQueue();
  const first = Promise.withResolvers<string>();
  const steps: string[] = [];
  const results = [
    queue.run(() => {
      steps.push('first starts');
      return first.promise;
    }),
    queue.run(async () => {
      steps.push('second starts');
      return 'second';
    }),
  ];
  await new Promise((resolve) => setImmediate(resolve));
  expect(steps).toEqual(['first starts']);
  let isIdle = false;
  const idle = queue.whenIdle().then(() => {
    isIdle = true;
  });
  first.resolve('first');
  expect(isIdle).toBe(false);
  await idle;
  expect(steps).toEqual(['first starts', 'second starts']);
  expect(await Promise.all(results)).toEqual(['first', 'second']);
});

test('work that fails rejects its own call only', async () => {
  const queue = new SerialQueue();
  const failed = queue.run(() => Promise.reject(new RangeError('for a test')));
  await expect(failed).rejects.toThrow(RangeError);
  await queue.whenIdle();
  expect(await queue.run(async () => 1)).toBe(1);
});
