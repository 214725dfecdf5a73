import { expect, test } from 'vitest';
import { createCallSlots, createQuery } from '../../../../src/renderer/components/layout/query.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';

const settle = () => new Promise((done) => setImmediate(done));

/** Creates queries of one component, whose calls the test answers. */
function createComponent() {
  const slots = createCallSlots(1);
  const calls: { key: string; answer: PromiseWithResolvers<string> }[] = [];
  const create = (key: string) =>
    createQuery<string>({
      load: () => {
        const answer = Promise.withResolvers<string>();
        calls.push({ key, answer });
        return answer.promise;
      },
      wantedParts: () => [0],
      slots,
      revision: 0,
    });
  return { calls, create, keys: () => calls.map(({ key }) => key) };
}

test('the query of a new key waits for the running call, and queries of keys in between never call', async () => {
  const { calls, create, keys } = createComponent();
  const [first, second, third] = [create('first'), create('second'), create('third')];
  for (const query of [first, second, third]) query.start();
  expect(keys()).toEqual(['first']);
  calls[0]?.answer.resolve('late');
  await settle();
  expect(keys()).toEqual(['first', 'third']);
  expect(third.newest()).toBeNull();
});

test('a retry loads again without an error, and after the running call', async () => {
  const { calls, create } = createComponent();
  const query = create('only');
  query.start();
  query.retry();
  expect(calls).toHaveLength(1);
  calls[0]?.answer.reject(new PaydeskError('database-unavailable', 'gone'));
  await settle();
  expect(query.error()?.code).toBe('database-unavailable');
  query.retry();
  calls[1]?.answer.resolve('loaded');
  await settle();
  expect([query.newest(), query.error()]).toEqual(['loaded', null]);
  query.retry();
  expect(calls).toHaveLength(3);
});
