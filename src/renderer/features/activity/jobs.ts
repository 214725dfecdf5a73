/** @file The check of the chain and the export: started from the screen or from the palette, shown on the screen. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ActivityFilter } from '../../../shared/contract/activity.ts';
import type { CommandResult } from '../../../shared/contract/index.ts';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { toastSaved } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';

/** What the check found. */
export type ChainResult = CommandResult<'activity.verify'>;

/** What runs, and what came of it; the last of each until it is put away. */
export interface ActivityJobs {
  readonly verifying: boolean;
  readonly chain: ChainResult | null;
  readonly exporting: boolean;
  readonly error: PaydeskError | null;
}

const idle: ActivityJobs = { verifying: false, chain: null, exporting: false, error: null };
const store = createStore<ActivityJobs>(() => idle);

/** See {@link ActivityJobs}. */
export function useActivityJobs(): ActivityJobs {
  return useStore(store);
}

function fail(thrown: unknown): void {
  store.setState({ error: toPaydeskError(thrown) });
}

/** Computes the chain of all entries again. */
export function verifyChain(): void {
  if (store.getState().verifying) return;
  store.setState({ verifying: true, chain: null, error: null });
  call('activity.verify', {})
    .then((chain) => store.setState({ chain }), fail)
    .finally(() => store.setState({ verifying: false }));
}

/** Asks for a place and writes the entries under a filter there. */
export function exportActivity(filter: ActivityFilter): void {
  if (store.getState().exporting) return;
  store.setState({ exporting: true, error: null });
  call('activity.export', { filter })
    .then(({ savedAs }) => toastSaved(savedAs), fail)
    .finally(() => store.setState({ exporting: false }));
}

/** Puts away what came of a check, or what went wrong. */
export function dismiss(what: 'chain' | 'error'): void {
  store.setState({ [what]: null });
}
