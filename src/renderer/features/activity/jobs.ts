/** @file State of the integrity check and the export, which start from the screen or the command palette. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ActivityFilter } from '../../../shared/contract/activity.ts';
import type { CommandResult } from '../../../shared/contract/index.ts';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { toastSaved } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';

export type ChainResult = CommandResult<'activity.verify'>;

/** Running jobs and the last result of each, until it is dismissed. */
interface ActivityJobs {
  readonly verifying: boolean;
  readonly chain: ChainResult | null;
  readonly exporting: boolean;
  readonly error: PaydeskError | null;
}

const idle: ActivityJobs = { verifying: false, chain: null, exporting: false, error: null };
const store = createStore<ActivityJobs>(() => idle);

export function useActivityJobs(): ActivityJobs {
  return useStore(store);
}

function fail(thrown: unknown): void {
  store.setState({ error: toPaydeskError(thrown) });
}

/** Starts the integrity check. */
export function verifyChain(): void {
  if (store.getState().verifying) return;
  store.setState({ verifying: true, chain: null, error: null });
  call('activity.verify', {})
    .then((chain) => store.setState({ chain }), fail)
    .finally(() => store.setState({ verifying: false }));
}

/** Exports the filtered entries to a file that the clerk chooses. */
export function exportActivity(filter: ActivityFilter): void {
  if (store.getState().exporting) return;
  store.setState({ exporting: true, error: null });
  call('activity.export', { filter })
    .then(({ savedAs }) => toastSaved(savedAs), fail)
    .finally(() => store.setState({ exporting: false }));
}

/** Dismisses the result of a check, or an error. */
export function dismiss(what: 'chain' | 'error'): void {
  store.setState({ [what]: null });
}
