/** @file Signs out when nobody has been at the machine for a while, or its screen was locked. */
import type { Clock, Power } from '../../platform.ts';

/** Minutes for which work in flight can put the lock off; trickling answers must not keep a session open for ever. */
const maxBusyMinutes = 60;
/** Milliseconds between two looks. */
const checkIntervalMs = 15_000;

/** What the lock depends on. */
export interface IdleLockDeps {
  readonly power: Pick<Power, 'onLock' | 'idleSeconds'>;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Minutes without mouse and keyboard; `null` never locks. */
  readonly minutes: number | null;
  /** Whether there is a session to end: also one on its way, and one that was interrupted and is still in view. */
  readonly hasSession: () => boolean;
  readonly onSessionChange: (listener: () => void) => void;
  /** Transfers that run keep the session for a limited time; it is asked again later. */
  readonly isBusy: () => boolean;
  /** Ends the session, at once. */
  readonly lock: () => void;
}

/** Watches from now on; the returned function ends it. */
export function watchIdle(deps: IdleLockDeps): () => void {
  const { power, clock, minutes, hasSession, onSessionChange, isBusy, lock } = deps;
  if (minutes === null) return () => undefined;
  const seconds = minutes * 60;
  let due = false;
  let dueSince: number | null = null;
  let cancel: () => void = () => undefined;

  // A lock of the screen ends the session of then, and not the next one.
  const resetDue = () => {
    if (!hasSession()) due = false;
  };

  function check(): void {
    resetDue();
    const isDue = hasSession() && (due || power.idleSeconds() >= seconds);
    dueSince = isDue ? (dueSince ?? clock.monotonic()) : null;
    const isPutOffEnough = dueSince !== null && clock.monotonic() - dueSince >= maxBusyMinutes * 60_000;
    if (isDue && (!isBusy() || isPutOffEnough)) {
      due = false;
      dueSince = null;
      lock();
    }
    cancel = clock.after(checkIntervalMs, check);
  }

  onSessionChange(resetDue);
  power.onLock(() => {
    due = true;
    cancel();
    check();
  });
  cancel = clock.after(checkIntervalMs, check);
  return () => cancel();
}
