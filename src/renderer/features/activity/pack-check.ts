/** @file The check of an evidence pack, which starts from the screen or the command palette. */
import { create } from 'zustand';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { PackCheck } from '../../../shared/model/evidence.ts';
import { call } from '../../bridge.ts';

interface PackCheckJob {
  /** True from the choice of the folder until the result. */
  readonly isRunning: boolean;
  /** The last result or error, until the clerk closes it. */
  readonly result: PackCheck | null;
  readonly error: PaydeskError | null;
}

const idle: PackCheckJob = { isRunning: false, result: null, error: null };

export const usePackCheck = create<PackCheckJob>(() => idle);

/** Checks a pack in a folder that the clerk chooses. */
export function checkPack(): void {
  if (usePackCheck.getState().isRunning) return;
  usePackCheck.setState({ ...idle, isRunning: true });
  call('evidence.pack', { action: 'check' }).then(
    (result) => usePackCheck.setState({ ...idle, result }),
    (thrown: unknown) => {
      const error = toPaydeskError(thrown);
      usePackCheck.setState({ ...idle, error: error.code === 'cancelled' ? null : error });
    },
  );
}

/** Stops the check; nothing is shown then. */
export function stopPackCheck(): void {
  void call('evidence.pack', { action: 'cancel', job: 'check' }).catch(() => undefined);
}

export function closePackCheck(): void {
  usePackCheck.setState(idle);
}
