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
  /** Transfers that run keep the session; it is asked again later. */
  readonly isBusy: () => boolean;
  /** Ends the session. Not called again before somebody was at the machine. */
  readonly lock: () => void;
}

/** Watches from now on; the returned function ends it. */
export function watchIdle({ power, clock, minutes, isBusy, lock }: IdleLockParts): () => void {
  if (minutes === null) return () => undefined;
  const seconds = minutes * 60;
  let due = false;
  let locked = false;
  let cancel: () => void = () => undefined;

  function look(): void {
    const idle = power.idleSeconds() >= seconds;
    if (!idle && !due) locked = false;
    if ((idle || due) && !locked && !isBusy()) {
      due = false;
      locked = true;
      lock();
    }
    cancel = clock.after(interval, look);
  }

  power.onLock(() => {
    due = true;
    cancel();
    look();
  });
  cancel = clock.after(interval, look);
  return () => cancel();
}
