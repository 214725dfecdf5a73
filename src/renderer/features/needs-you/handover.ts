/** @file Saving a handover, which starts from the screen or the command palette. */
import { create } from 'zustand';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { toastSaved } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';

interface HandoverJob {
  readonly isSaving: boolean;
  /** The error of the last job, until the clerk dismisses it. */
  readonly error: PaydeskError | null;
}

export const useHandoverJob = create<HandoverJob>(() => ({ isSaving: false, error: null }));

/** Saves all items of the list, of every profile, to a file that the clerk chooses. */
export function saveHandover(): void {
  if (useHandoverJob.getState().isSaving) return;
  useHandoverJob.setState({ isSaving: true, error: null });
  call('needsYou.items', { action: 'saveHandover' })
    .then(
      ({ savedAs }) => toastSaved(savedAs),
      (thrown: unknown) => useHandoverJob.setState({ error: toPaydeskError(thrown) }),
    )
    .finally(() => useHandoverJob.setState({ isSaving: false }));
}

export function dismissHandoverError(): void {
  useHandoverJob.setState({ error: null });
}
