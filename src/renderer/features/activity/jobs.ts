/** @file State of the integrity check and the export, which start from the screen or the command palette. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ActivityFilter } from '../../../shared/contract/activity.ts';
import type { CommandResult } from '../../../shared/contract/index.ts';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { toastSaved } from '../../app/toasts.ts';
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
const store = createStore<ActivityJobs>(() => idle);

export function useActivityJobs(): ActivityJobs {
  return useStore(store);
}

function fail(thrown: unknown): void {
  store.setState({ error: toPaydeskError(thrown) });
}

/** Starts the integrity check. */
export function verifyChain(): void {
  if (store.getState().isVerifying) return;
  store.setState({ isVerifying: true, chain: null, error: null });
  call('activity.verify', {})
    .then((chain) => store.setState({ chain }), fail)
    .finally(() => store.setState({ isVerifying: false }));
}

/** Exports the filtered entries to a file that the clerk chooses. */
export function exportActivity(filter: ActivityFilter): void {
  if (store.getState().isExporting) return;
  store.setState({ isExporting: true, error: null });
  call('activity.export', { filter })
    .then(({ savedAs }) => toastSaved(savedAs), fail)
    .finally(() => store.setState({ isExporting: false }));
}

/** Dismisses the result of the integrity check, or the error of a job. */
export function dismissResult(resultKey: 'chain' | 'error'): void {
  store.setState({ [resultKey]: null });
}
