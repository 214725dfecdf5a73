import { describe, expect, test } from 'vitest';
import {
  createToasts,
  maxRecent,
  maxShown,
  type ToastClock,
  toastDurationMs,
} from '../../../src/renderer/app/toasts.ts';
import type { SavedFile } from '../../../src/shared/model/saved-file.ts';

/** A clock that advances only by `pass`. */
function createClock(): ToastClock & { pass(milliseconds: number): void } {
  let now = 1_000_000;
  const timers = new Set<{ readonly at: number; readonly action: () => void }>();
  return {
    now: () => now,
    setTimer(milliseconds, action) {
      const timer = { at: now + milliseconds, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass(milliseconds) {
      now += milliseconds;
      for (const timer of timers) {
        if (timer.at > now || !timers.delete(timer)) continue;
        timer.action();
      }
    },
  };
}

function setUp() {
  const clock = createClock();
  const toasts = createToasts(clock);
  const shown = () => toasts.state.getState().shown.map(({ sentence }) => sentence);
  const recent = () => toasts.state.getState().recent.map(({ sentence }) => sentence);
  return { clock, toasts, shown, recent };
}

const fileAt = (path: string, reference = path): SavedFile => ({
  reference,
  path,
  kind: 'file',
  canOpen: true,
});

describe('the timer', () => {
  test('removes a toast after eight seconds, and keeps it in the recent actions', () => {
    const { clock, toasts, shown, recent } = setUp();
    toasts.show({ sentence: 'Saved nordvik.csv' });
    clock.pass(toastDurationMs - 1);
    expect(shown()).toEqual(['Saved nordvik.csv']);
    clock.pass(1);
    expect(shown()).toEqual([]);
    expect(recent()).toEqual(['Saved nordvik.csv']);
    expect(toastDurationMs).toBe(8_000);
  });

  test('pauses while a toast is hovered or focused or the window is hidden, and continues afterwards', () => {
    const { clock, toasts, shown } = setUp();
    toasts.show({ sentence: 'Saved nordvik.csv' });
    clock.pass(5_000);
    toasts.pause('attended');
    toasts.pause('hidden');
    clock.pass(60_000);
    toasts.resume('attended');
    clock.pass(60_000);
    expect(shown()).toHaveLength(1);
    toasts.resume('hidden');
    clock.pass(2_999);
    expect(shown()).toHaveLength(1);
    clock.pass(1);
    expect(shown()).toEqual([]);
  });

  test('removes the oldest toasts one by one where several do not fit, but never the last toast', () => {
    const { toasts, shown, recent } = setUp();
    for (const sentence of ['first', 'second']) toasts.show({ sentence });
    toasts.dismissOldest();
    expect(shown()).toEqual(['second']);
    toasts.dismissOldest();
    expect(shown()).toEqual(['second']);
    expect(recent()).toEqual(['second', 'first']);
  });

  test('shows a toast that appears in a hidden window for eight seconds after the window is shown', () => {
    const { clock, toasts, shown } = setUp();
    toasts.pause('hidden');
    toasts.show({ sentence: 'Saved nordvik.csv' });
    clock.pass(60_000);
    toasts.resume('hidden');
    clock.pass(toastDurationMs - 1);
    expect(shown()).toHaveLength(1);
  });

  test('does not pause for a toast that was dismissed under the pointer', () => {
    const { clock, toasts, shown } = setUp();
    toasts.show({ sentence: 'Saved nordvik.csv' });
    toasts.pause('attended');
    toasts.dismiss(1);
    toasts.show({ sentence: 'Saved fjord.csv' });
    clock.pass(toastDurationMs);
    expect(shown()).toEqual([]);
  });
});

describe('the number of toasts', () => {
  test('is at most three on the screen, newest first, with the others in the recent actions', () => {
    const { toasts, shown, recent } = setUp();
    for (const name of ['a', 'b', 'c', 'd']) toasts.show({ sentence: name });
    expect(maxShown).toBe(3);
    expect(shown()).toEqual(['d', 'c', 'b']);
    expect(recent()).toEqual(['d', 'c', 'b', 'a']);
  });

  test('is bounded in the recent actions', () => {
    const { toasts, recent } = setUp();
    for (let number = 0; number < 200; number += 1) toasts.show({ sentence: `act ${number}` });
    expect(recent()).toHaveLength(maxRecent);
  });

  test('does not grow when an action is repeated: its toast counts the actions and starts its time again', () => {
    const { clock, toasts } = setUp();
    toasts.show({ sentence: 'Saved nordvik.csv', file: fileAt('/a/nordvik.csv', 'first') });
    clock.pass(7_000);
    toasts.show({ sentence: 'Saved nordvik.csv', file: fileAt('/a/nordvik.csv', 'second') });
    clock.pass(7_000);
    const { shown } = toasts.state.getState();
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ count: 2, file: { reference: 'second' } });
  });

  test('grows for files of the same name in two folders', () => {
    const { toasts, shown } = setUp();
    toasts.show({ sentence: 'Saved nordvik.csv', file: fileAt('/a/nordvik.csv') });
    toasts.show({ sentence: 'Saved nordvik.csv', file: fileAt('/b/nordvik.csv') });
    expect(shown()).toHaveLength(2);
  });

  test('grows when an action is repeated after its toast is gone', () => {
    const { clock, toasts, recent } = setUp();
    toasts.show({ sentence: 'Cell copied' });
    clock.pass(toastDurationMs);
    toasts.show({ sentence: 'Cell copied' });
    expect(toasts.state.getState().shown[0]).toMatchObject({ count: 1 });
    expect(recent()).toHaveLength(2);
  });
});

describe('the undo of an action', () => {
  const undoOf = (done: string[], name: string, scope = 'batch 1') => ({
    scope,
    run: async () => {
      done.push(name);
      return `${name} undone`;
    },
  });

  test('announces what was undone, and cannot be pressed twice', async () => {
    const { toasts, shown } = setUp();
    const done: string[] = [];
    toasts.show({ sentence: 'Assigned', undo: undoOf(done, 'Assignment') });
    await Promise.all([toasts.undo(1), toasts.undo(1)]);
    expect(done).toEqual(['Assignment']);
    expect(shown()).toEqual(['Assignment undone']);
    expect(toasts.findUndoable()).toBeNull();
  });

  test('is available in reverse order within a scope', async () => {
    const { toasts } = setUp();
    const done: string[] = [];
    toasts.show({ sentence: 'First', undo: undoOf(done, 'First') });
    toasts.show({ sentence: 'Second', undo: undoOf(done, 'Second') });
    expect(toasts.state.getState().shown.map(({ undo }) => undo !== null)).toEqual([true, false]);
    await toasts.undo(1);
    expect(done).toEqual([]);
    await toasts.undo(toasts.findUndoable()?.id ?? 0);
    await toasts.undo(toasts.findUndoable()?.id ?? 0);
    expect(done).toEqual(['Second', 'First']);
  });

  test('does not depend on actions of other scopes', async () => {
    const { toasts } = setUp();
    const done: string[] = [];
    toasts.show({ sentence: 'First', undo: undoOf(done, 'First', 'batch 1') });
    toasts.show({ sentence: 'Second', undo: undoOf(done, 'Second', 'batch 2') });
    await toasts.undo(1);
    expect(done).toEqual(['First']);
  });

  test('can be retried after an error', async () => {
    const { toasts } = setUp();
    let fails = true;
    const run = async () => {
      if (fails) throw new Error('offline');
      return 'Assignment undone';
    };
    toasts.show({ sentence: 'Assigned', undo: { scope: 'batch 1', run } });
    await expect(toasts.undo(1)).rejects.toThrow('offline');
    fails = false;
    await toasts.undo(1);
    expect(toasts.state.getState().recent[0]?.sentence).toBe('Assignment undone');
  });

  test('prevents that its toast is merged with an equal toast', () => {
    const { toasts, shown } = setUp();
    toasts.show({ sentence: 'Assigned', undo: undoOf([], 'a') });
    toasts.show({ sentence: 'Assigned', undo: undoOf([], 'b') });
    expect(shown()).toHaveLength(2);
  });

  test('is not available after its scope was withdrawn, for example because the batch was started', () => {
    const { toasts } = setUp();
    toasts.show({ sentence: 'First', undo: undoOf([], 'a') });
    toasts.show({ sentence: 'Second', undo: undoOf([], 'b') });
    toasts.withdrawUndo('batch 1');
    expect(toasts.findUndoable()).toBeNull();
  });

  test('is found as the newest of its scope', () => {
    const { toasts } = setUp();
    toasts.show({ sentence: 'First', undo: undoOf([], 'a') });
    toasts.show({ sentence: 'Second', undo: undoOf([], 'b', 'batch 2') });
    expect(toasts.findNewest('batch 1')?.sentence).toBe('First');
    expect(toasts.findNewest('batch 3')).toBeNull();
  });
});

test('a toast and its undo are hidden in another profile, and return with their profile', () => {
  const { toasts, shown, recent } = setUp();
  toasts.showProfile('a');
  toasts.show({ sentence: 'Assigned', undo: { scope: 'batch 1', run: async () => '' } });
  toasts.showProfile('b');
  expect([shown(), recent(), toasts.findUndoable()]).toEqual([[], [], null]);
  toasts.showProfile('a');
  expect(recent()).toEqual(['Assigned']);
  expect(toasts.findUndoable()).not.toBeNull();
});
