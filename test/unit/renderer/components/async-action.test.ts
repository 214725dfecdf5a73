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

test('queued actions run after the running one, in order', async () => {
  const work = createAsyncAction();
  const first = Promise.withResolvers<void>();
  const done: string[] = [];

  void work.run(() => first.promise.then(() => void done.push('first')));
  void work.runQueued(async () => void done.push('second'));
  const last = work.runQueued(async () => void done.push('third'));
  await Promise.resolve();
  expect(done).toEqual([]);
  first.resolve();
  await last;

  expect(done).toEqual(['first', 'second', 'third']);
  expect(work.current().busy).toBe(false);
});

test('an error stays readable when a queued action succeeds, and is cleared by the next action', async () => {
  const work = createAsyncAction();
  const failed = new PaydeskError('disk-full', 'There is no room');
  void work.run(() => Promise.reject(failed));
  await work.runQueued(() => Promise.resolve());
  expect(work.current()).toEqual({ busy: false, error: failed });

  await work.run(() => Promise.resolve());
  expect(work.current().error).toBeNull();
});

test('a listener is notified of the start, the error and the end', async () => {
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
