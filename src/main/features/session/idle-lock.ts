/** @file Signs out when nobody has been at the machine for a while, or its screen was locked. */
import type { Clock, Power } from '../../platform.ts';

/** Milliseconds between two looks. */
const interval = 15_000;

/** What the lock depends on. */
export interface IdleLockParts {
  readonly power: Pick<Power, 'onLock' | 'idleSeconds'>;
  readonly clock: Pick<Clock, 'after'>;
  /** Minutes without mouse and keyboard; `null` never locks. */
  readonly minutes: number | null;
  /** Whether there is a session to end: also one on its way, and one that was interrupted and is still in view. */
  readonly hasSession: () => boolean;
  readonly onSessionChange: (listener: () => void) => void;
  /** Transfers that run keep the session; it is asked again later. */
  readonly isBusy: () => boolean;
  /** Ends the session, at once. */
  readonly lock: () => void;
}

/** Watches from now on; the returned function ends it. */
export function watchIdle(parts: IdleLockParts): () => void {
  const { power, clock, minutes, hasSession, onSessionChange, isBusy, lock } = parts;
  if (minutes === null) return () => undefined;
  const seconds = minutes * 60;
  let due = false;
  let cancel: () => void = () => undefined;

  // A lock of the screen ends the session of then, and not the next one.
  const forgetDue = () => {
    if (!hasSession()) due = false;
  };

  function look(): void {
    forgetDue();
    if (hasSession() && (due || power.idleSeconds() >= seconds) && !isBusy()) {
      due = false;
      lock();
    }
    cancel = clock.after(interval, look);
  }

  onSessionChange(forgetDue);
  power.onLock(() => {
    due = true;
    cancel();
    look();
  });
  cancel = clock.after(interval, look);
  return () => cancel();
}
