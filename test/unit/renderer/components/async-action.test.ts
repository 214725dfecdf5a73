import { expect, test } from 'vitest';
import { createAsyncAction } from '../../../../src/renderer/components/async-action.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';

test('a button that is pressed twice acts once', async () => {
  const work = createAsyncAction();
  const first = Promise.withResolvers<void>();
  const done: string[] = [];
  const startAction = (name: string, until: Promise<void>) => () => until.then(() => void done.push(name));

  const begun = work.run(startAction('first', first.promise));
  expect(work.current().busy).toBe(true);
  await work.run(startAction('second', Promise.resolve()));
  first.resolve();
  await begun;

  expect(done).toEqual(['first']);
  expect(work.current()).toEqual({ busy: false, error: null });
});

test('what must not be lost is done after what is under way, in the order in which it was asked for', async () => {
  const work = createAsyncAction();
  const first = Promise.withResolvers<void>();
  const done: string[] = [];

  void work.run(() => first.promise.then(() => void done.push('first')));
  void work.runInTurn(async () => void done.push('second'));
  const last = work.runInTurn(async () => void done.push('third'));
  await Promise.resolve();
  expect(done).toEqual([]);
  first.resolve();
  await last;

  expect(done).toEqual(['first', 'second', 'third']);
  expect(work.current().busy).toBe(false);
});

test('an error stays to be read when what was asked for after it goes well, and is gone with the next work', async () => {
  const work = createAsyncAction();
  const failed = new PaydeskError('disk-full', 'There is no room');
  void work.run(() => Promise.reject(failed));
  await work.runInTurn(() => Promise.resolve());
  expect(work.current()).toEqual({ busy: false, error: failed });

  await work.run(() => Promise.resolve());
  expect(work.current().error).toBeNull();
});

test('a listener hears of its begin, its error and its end', async () => {
  const work = createAsyncAction();
  const notified: string[] = [];
  const leave = work.subscribe(() => {
    const { busy, error } = work.current();
    notified.push(`${busy ? 'busy' : 'idle'} ${error?.code ?? 'well'}`);
  });
  await work.run(() => Promise.reject(new PaydeskError('disk-full', 'There is no room')));
  leave();
  await work.run(() => Promise.resolve());
  expect(notified).toEqual(['busy well', 'busy disk-full', 'idle disk-full']);
});
