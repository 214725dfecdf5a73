/** @file Signs out when the machine has been idle for a while, or its screen was locked. */
import type { Clock, Power } from '../../platform/platform.ts';

/** Minutes for which work in flight can delay the lock, so that slow answers do not keep a session open forever. */
const maxBusyMinutes = 60;
const checkIntervalMs = 15_000;

interface IdleLockDeps {
  readonly power: Pick<Power, 'onLock' | 'idleSeconds'>;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Minutes without mouse and keyboard input; `null` never locks. */
  readonly minutes: number | null;
  /** True while a session is open, being opened, or interrupted and still shown. */
  readonly hasSession: () => boolean;
  readonly onSessionChange: (listener: () => void) => void;
  /** True while transfers run, which delay the lock for a limited time. */
  readonly isBusy: () => boolean;
  /** Ends the session immediately. */
  readonly lock: () => void;
}

/** Starts watching; the returned function stops it. */
export function watchIdle(deps: IdleLockDeps): () => void {
  const { power, clock, minutes, hasSession, onSessionChange, isBusy, lock } = deps;
  if (minutes === null) return () => undefined;
  const maxIdleSeconds = minutes * 60;
  let wasScreenLocked = false;
  let dueSinceMs: number | null = null;
  let cancelTimer: () => void = () => undefined;

  // A screen lock ends the session that is open at that time, not a later session.
  const resetDue = () => {
    if (!hasSession()) wasScreenLocked = false;
  };

  function checkIdle(): void {
    resetDue();
    const isLockDue = hasSession() && (wasScreenLocked || power.idleSeconds() >= maxIdleSeconds);
    dueSinceMs = isLockDue ? (dueSinceMs ?? clock.monotonic()) : null;
    const hasDelayedEnough = dueSinceMs !== null && clock.monotonic() - dueSinceMs >= maxBusyMinutes * 60_000;
    if (isLockDue && (!isBusy() || hasDelayedEnough)) {
      wasScreenLocked = false;
      dueSinceMs = null;
      lock();
    }
    cancelTimer = clock.after(checkIntervalMs, checkIdle);
  }

  onSessionChange(resetDue);
  power.onLock(() => {
    wasScreenLocked = true;
    cancelTimer();
    checkIdle();
  });
  cancelTimer = clock.after(checkIntervalMs, checkIdle);
  return () => cancelTimer();
}
