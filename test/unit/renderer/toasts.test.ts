import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createToasts,
  maxRecent,
  type ToastClock,
  toastDurationMs,
} from '../../../src/renderer/app/toasts/toasts.ts';
import type { SavedFile } from '../../../src/shared/model/saved-file.ts';

/** A clock whose time passes only by `vi.advanceTimersByTime`. */
const clock: ToastClock = {
  now: () => Date.now(),
  setTimer(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};
const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function setUp() {
  const toasts = createToasts(clock);
  const getShown = () => toasts.state.getState().shown.map(({ sentence }) => sentence);
  const getRecent = () => toasts.state.getState().recent.map(({ sentence }) => sentence);
  return { toasts, getShown, getRecent };
}

const fileAt = (path: string, reference = path): SavedFile => ({
  reference,
  path,
  kind: 'file',
  canOpen: true,
});

describe('the timer', () => {
  test('removes a toast after eight seconds, and keeps it in the recent actions', () => {
    const { toasts, getShown, getRecent } = setUp();
    toasts.show({ sentence: 'Saved nordvik.csv' });
    pass(toastDurationMs - 1);
    expect(getShown()).toEqual(['Saved nordvik.csv']);
    pass(1);
    expect(getShown()).toEqual([]);
    expect(getRecent()).toEqual(['Saved nordvik.csv']);
    expect(toastDurationMs).toBe(8_000);
  });

  test('pauses while a toast is hovered or focused or the window is hidden, and continues afterwards', () => {
    const { toasts, getShown } = setUp();
    toasts.show({ sentence: 'Saved nordvik.csv' });
    pass(5_000);
    toasts.pause('attended');
    toasts.pause('hidden');
    pass(60_000);
    toasts.resume('attended');
    pass(60_000);
    expect(getShown()).toHaveLength(1);
    toasts.resume('hidden');
    pass(2_999);
    expect(getShown()).toHaveLength(1);
    pass(1);
    expect(getShown()).toEqual([]);
  });

  test('does not stay paused after a hovered toast was dismissed', () => {
    const { toasts, getShown } = setUp();
    toasts.show({ sentence: 'Saved nordvik.csv' });
    toasts.pause('attended');
    toasts.dismiss(1);
    toasts.show({ sentence: 'Saved fjord.csv' });
    pass(toastDurationMs);
    expect(getShown()).toEqual([]);
  });
});

describe('the number of toasts', () => {
  test('is one on the screen, which the next action ends, and limited in the recent actions', () => {
    const { toasts, getShown, getRecent } = setUp();
    for (const name of ['a', 'b', 'c', 'd']) toasts.show({ sentence: name });
    expect(getShown()).toEqual(['d']);
    expect(getRecent()).toEqual(['d', 'c', 'b', 'a']);
    for (let number = 0; number < 200; number += 1) toasts.show({ sentence: `act ${number}` });
    expect(getRecent()).toHaveLength(maxRecent);
  });

  test('does not grow when an action is repeated: the toast of the action counts the repetitions and its timer restarts', () => {
    const { toasts } = setUp();
    toasts.show({ sentence: 'Saved nordvik.csv', file: fileAt('/a/nordvik.csv', 'first') });
    pass(7_000);
    toasts.show({ sentence: 'Saved nordvik.csv', file: fileAt('/a/nordvik.csv', 'second') });
    pass(7_000);
    const { shown } = toasts.state.getState();
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ count: 2, file: { reference: 'second' } });
  });

  test('grows for files of the same name in two folders, and for actions that can be undone', () => {
    const { toasts, getRecent } = setUp();
    toasts.show({ sentence: 'Saved nordvik.csv', file: fileAt('/a/nordvik.csv') });
    toasts.show({ sentence: 'Saved nordvik.csv', file: fileAt('/b/nordvik.csv') });
    expect(getRecent()).toHaveLength(2);
    const undo = { scope: 'batch 1', run: async () => '' };
    for (let time = 0; time < 2; time += 1) toasts.show({ sentence: 'Assigned', undo });
    expect(getRecent().slice(0, 2)).toEqual(['Assigned', 'Assigned']);
  });

  test('grows when an action is repeated after its toast disappeared', () => {
    const { toasts, getRecent } = setUp();
    toasts.show({ sentence: 'Cell copied' });
    pass(toastDurationMs);
    toasts.show({ sentence: 'Cell copied' });
    expect(toasts.state.getState().shown[0]).toMatchObject({ count: 1 });
    expect(getRecent()).toHaveLength(2);
  });
});

describe('the undo of an action', () => {
  const createUndo = (undone: string[], name: string, scope = 'batch 1') => ({
    scope,
    run: async () => {
      undone.push(name);
      return `${name} undone`;
    },
  });

  test('shows what was undone, and runs once when it is pressed twice', async () => {
    const { toasts, getShown } = setUp();
    const undone: string[] = [];
    toasts.show({ sentence: 'Assigned', undo: createUndo(undone, 'Assignment') });
    await Promise.all([toasts.undo(1), toasts.undo(1)]);
    expect(undone).toEqual(['Assignment']);
    expect(getShown()).toEqual(['Assignment undone']);
    expect(toasts.findUndoable()).toBeNull();
  });

  test('is available only for the newest action of a scope, then for the action before', async () => {
    const { toasts } = setUp();
    const undone: string[] = [];
    toasts.show({ sentence: 'First', undo: createUndo(undone, 'First') });
    toasts.show({ sentence: 'Second', undo: createUndo(undone, 'Second') });
    expect(toasts.state.getState().recent.map(({ undo }) => undo !== null)).toEqual([true, false]);
    await toasts.undo(1);
    expect(undone).toEqual([]);
    await toasts.undo(toasts.findUndoable()?.id ?? 0);
    await toasts.undo(toasts.findUndoable()?.id ?? 0);
    expect(undone).toEqual(['Second', 'First']);
  });

  test('can be retried after an error', async () => {
    const { toasts } = setUp();
    let isOffline = true;
    const run = async () => {
      if (isOffline) throw new Error('offline');
      return 'Assignment undone';
    };
    toasts.show({ sentence: 'Assigned', undo: { scope: 'batch 1', run } });
    await expect(toasts.undo(1)).rejects.toThrow('offline');
    isOffline = false;
    await toasts.undo(1);
    expect(toasts.state.getState().recent[0]?.sentence).toBe('Assignment undone');
  });

  test('is not available after its scope was withdrawn, for example because the batch was started', () => {
    const { toasts } = setUp();
    toasts.show({ sentence: 'First', undo: createUndo([], 'a') });
    toasts.show({ sentence: 'Second', undo: createUndo([], 'b') });
    toasts.withdrawUndo('batch 1');
    expect(toasts.findUndoable()).toBeNull();
  });

  test('does not depend on actions of other scopes, and is found as the newest of its scope', async () => {
    const { toasts } = setUp();
    const undone: string[] = [];
    toasts.show({ sentence: 'First', undo: createUndo(undone, 'First') });
    toasts.show({ sentence: 'Second', undo: createUndo(undone, 'Second', 'batch 2') });
    expect(toasts.findNewest('batch 1')?.sentence).toBe('First');
    expect(toasts.findNewest('batch 3')).toBeNull();
    await toasts.undo(1);
    expect(undone).toEqual(['First']);
  });
});

test('a toast and its undo are hidden in another profile, and return with their profile', () => {
  const { toasts, getShown, getRecent } = setUp();
  toasts.showProfile('a');
  toasts.show({ sentence: 'Assigned', undo: { scope: 'batch 1', run: async () => '' } });
  toasts.showProfile('b');
  expect([getShown(), getRecent(), toasts.findUndoable()]).toEqual([[], [], null]);
  toasts.showProfile('a');
  expect(getRecent()).toEqual(['Assigned']);
  expect(toasts.findUndoable()).not.toBeNull();
});
