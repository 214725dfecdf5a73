import { expect, test } from 'vitest';
import { createAsyncAction } from '../../../../src/renderer/components/actions/use-async-action.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';

test('an action that is started again while it runs is performed once', async () => {
  const asyncAction = createAsyncAction();
  const first = Promise.withResolvers<void>();
  const done: string[] = [];
  const startAction = (name: string, until: Promise<void>) => () => until.then(() => void done.push(name));

  const running = asyncAction.run(startAction('first', first.promise));
  expect(asyncAction.current().busy).toBe(true);
  await asyncAction.run(startAction('second', Promise.resolve()));
  first.resolve();
  await running;

  expect(done).toEqual(['first']);
  expect(asyncAction.current()).toEqual({ busy: false, error: null });
});

test('queued actions run in order after the running action', async () => {
  const asyncAction = createAsyncAction();
  const first = Promise.withResolvers<void>();
  const done: string[] = [];

  void asyncAction.run(() => first.promise.then(() => void done.push('first')));
  void asyncAction.runQueued(async () => void done.push('second'));
  const last = asyncAction.runQueued(async () => void done.push('third'));
  await Promise.resolve();
  expect(done).toEqual([]);
  first.resolve();
  await last;

  expect(done).toEqual(['first', 'second', 'third']);
  expect(asyncAction.current().busy).toBe(false);
});

test('an error is kept when a queued action succeeds, and is cleared by the next action', async () => {
  const asyncAction = createAsyncAction();
  const diskFullError = new PaydeskError('disk-full', 'There is no room');
  void asyncAction.run(() => Promise.reject(diskFullError));
  await asyncAction.runQueued(() => Promise.resolve());
  expect(asyncAction.current()).toEqual({ busy: false, error: diskFullError });

  await asyncAction.run(() => Promise.resolve());
  expect(asyncAction.current().error).toBeNull();
});
