/**
 * @file Moves the clock and the timers of a process. Only code that runs after the installation is affected, and only
 * `Date.now`, `performance.now`, `setTimeout` and `clearTimeout`, on which Paydesk's clock is built.
 */
import { performance } from 'node:perf_hooks';

/** A clock that follows real time and can be moved. */
interface MovingTime {
  /** Advances the clock; timers that become due run immediately, in order. */
  move(milliseconds: number): void;
}

interface PendingTimer {
  /** Monotonic time in milliseconds. */
  readonly dueAt: number;
  readonly run: () => void;
}

/** Replaces the time of this process. */
export function installMovingTime(): MovingTime {
  const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;
  const wallNow = Date.now;
  const monotonicNow = performance.now.bind(performance);
  const pendingTimers = new Map<unknown, PendingTimer>();
  let movedMs = 0;
  const monotonic = () => monotonicNow() + movedMs;

  function setMovingTimeout(action: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]) {
    const timer = startTimer(() => run(), delayMs);
    const run = () => {
      stopTimer(timer);
      if (pendingTimers.delete(timer)) action(...args);
    };
    pendingTimers.set(timer, { dueAt: monotonic() + delayMs, run });
    return timer;
  }

  function clearMovingTimeout(timer: Parameters<typeof stopTimer>[0]): void {
    stopTimer(timer);
    pendingTimers.delete(timer);
  }

  Date.now = () => wallNow() + movedMs;
  Object.defineProperty(performance, 'now', { value: monotonic, configurable: true, writable: true });
  Reflect.set(globalThis, 'setTimeout', Object.assign(setMovingTimeout, startTimer));
  Reflect.set(globalThis, 'clearTimeout', clearMovingTimeout);

  return {
    move(milliseconds) {
      movedMs += milliseconds;
      const due = [...pendingTimers.values()].filter(({ dueAt }) => dueAt <= monotonic());
      for (const { run } of due.toSorted((first, second) => first.dueAt - second.dueAt)) run();
    },
  };
}
