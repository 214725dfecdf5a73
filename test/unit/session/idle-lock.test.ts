import { describe, expect, test } from 'vitest';
import { watchIdle } from '../../../src/main/features/session/idle-lock.ts';

function startWatch(minutes: number | null) {
  const state = { idle: 0, busy: false, session: true, locks: 0, minutesPassed: 0 };
  let tick: (() => void) | null = null;
  let lockScreen: () => void = () => undefined;
  let sessionChanged: () => void = () => undefined;
  const stop = watchIdle({
    minutes,
    power: {
      idleSeconds: () => state.idle,
      onLock: (listener) => {
        lockScreen = listener;
      },
    },
    clock: {
      monotonic: () => state.minutesPassed * 60_000,
      after(_milliseconds, action) {
        tick = action;
        return () => {
          tick = null;
        };
      },
    },
    hasSession: () => state.session,
    onSessionChange: (listener) => {
      sessionChanged = listener;
    },
    isBusy: () => state.busy,
    lock: () => {
      state.session = false;
      state.locks += 1;
    },
  });
  return {
    state,
    checkIdle: () => tick?.(),
    lockScreen: () => lockScreen(),
    setSession(hasSession: boolean) {
      state.session = hasSession;
      sessionChanged();
    },
    stop,
    isWatching: () => tick !== null,
  };
}

describe('an idle session', () => {
  test('ends once, after the time that the administrator has set', () => {
    const { state, checkIdle } = startWatch(10);
    state.idle = 599;
    checkIdle();
    expect(state.locks).toBe(0);
    state.idle = 600;
    checkIdle();
    checkIdle();
    expect(state.locks).toBe(1);
  });

  test('ends again after activity', () => {
    const { state, checkIdle } = startWatch(10);
    state.idle = 600;
    checkIdle();
    state.idle = 1;
    state.session = true;
    checkIdle();
    state.idle = 600;
    checkIdle();
    expect(state.locks).toBe(2);
  });

  test('that has ended is not affected by a screen lock, and neither is the next session', () => {
    const { state, checkIdle, lockScreen } = startWatch(10);
    state.session = false;
    lockScreen();
    state.session = true;
    checkIdle();
    expect(state.locks).toBe(0);
    state.idle = 600;
    checkIdle();
    expect(state.locks).toBe(1);
  });

  test('that was signed out before a delayed lock does not end the next session', () => {
    const { state, checkIdle, lockScreen, setSession } = startWatch(10);
    state.busy = true;
    lockScreen();
    setSession(false);
    setSession(true);
    state.busy = false;
    checkIdle();
    expect(state.locks).toBe(0);
  });

  test('ends when idle, even after an earlier lock', () => {
    const { state, checkIdle, lockScreen } = startWatch(10);
    state.idle = 600;
    checkIdle();
    lockScreen();
    state.idle = 0;
    state.session = true;
    checkIdle();
    expect(state.locks).toBe(1);
    state.idle = 600;
    checkIdle();
    expect(state.locks).toBe(2);
  });

  test('continues while transfers run, and ends when they are finished', () => {
    const { state, checkIdle } = startWatch(10);
    state.idle = 600;
    state.busy = true;
    checkIdle();
    expect(state.locks).toBe(0);
    state.busy = false;
    checkIdle();
    expect(state.locks).toBe(1);
  });

  test('ends at once when the screen is locked, or as soon as transfers are finished', () => {
    const { state, checkIdle, lockScreen } = startWatch(10);
    lockScreen();
    expect(state.locks).toBe(1);
    checkIdle();
    state.session = true;
    state.busy = true;
    lockScreen();
    expect(state.locks).toBe(1);
    state.busy = false;
    checkIdle();
    expect(state.locks).toBe(2);
  });

  test('never ends without a time limit, and not after the watch has stopped', () => {
    expect(startWatch(null).isWatching()).toBe(false);
    const { stop, isWatching } = startWatch(10);
    stop();
    expect(isWatching()).toBe(false);
  });

  test('ends after an hour at the latest, however long its transfers run', () => {
    const { state, checkIdle } = startWatch(10);
    state.busy = true;
    state.idle = 600;
    checkIdle();
    state.minutesPassed = 59;
    checkIdle();
    expect(state.locks).toBe(0);
    state.minutesPassed = 60;
    checkIdle();
    expect(state.locks).toBe(1);
  });

  test('gets another whole hour for its transfers after activity', () => {
    const { state, checkIdle } = startWatch(10);
    state.busy = true;
    state.idle = 600;
    checkIdle();
    state.minutesPassed = 50;
    state.idle = 0;
    checkIdle();
    state.idle = 600;
    state.minutesPassed = 70;
    checkIdle();
    state.minutesPassed = 129;
    checkIdle();
    expect(state.locks).toBe(0);
  });
});
