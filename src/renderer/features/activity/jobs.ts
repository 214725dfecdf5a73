/** @file State of the integrity check and the export, which start from the screen or the command palette. */
import { create } from 'zustand';
import type { ActivityFilter } from '../../../shared/contract/activity.ts';
import type { CommandResult } from '../../../shared/contract/index.ts';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { toastSaved } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';

export type ChainResult = CommandResult<'activity.verify'>;

/** Running jobs and the last result of each job, until the clerk dismisses the result. */
interface ActivityJobs {
  readonly isVerifying: boolean;
  readonly chain: ChainResult | null;
  readonly isExporting: boolean;
  readonly error: PaydeskError | null;
}

const idle: ActivityJobs = { isVerifying: false, chain: null, isExporting: false, error: null };
export const useActivityJobs = create<ActivityJobs>(() => idle);

function fail(thrown: unknown): void {
  useActivityJobs.setState({ error: toPaydeskError(thrown) });
}

/** Starts the integrity check. */
export function verifyChain(): void {
  if (useActivityJobs.getState().isVerifying) return;
  useActivityJobs.setState({ isVerifying: true, chain: null, error: null });
  call('activity.verify', {})
    .then((chain) => useActivityJobs.setState({ chain }), fail)
    .finally(() => useActivityJobs.setState({ isVerifying: false }));
}

/** Exports the filtered entries to a file that the clerk chooses. */
export function exportActivity(filter: ActivityFilter): void {
  if (useActivityJobs.getState().isExporting) return;
  useActivityJobs.setState({ isExporting: true, error: null });
  call('activity.export', { filter })
    .then(({ savedAs }) => toastSaved(savedAs), fail)
    .finally(() => useActivityJobs.setState({ isExporting: false }));
}

/** Dismisses the result of the integrity check, or the error of a job. */
export function dismissResult(resultKey: 'chain' | 'error'): void {
  useActivityJobs.setState({ [resultKey]: null });
}
