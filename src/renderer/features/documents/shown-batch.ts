/**
 * @file The batch that the screen shows: by default the newest open one. A batch that ended while the window was open
 * stays until it is dismissed, so that its result is not missed.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type BatchSummary, isOpenBatch } from '../../../shared/model/batch.ts';
import { mirror } from '../../bridge.ts';

/** The batches that were open in this window, and those that were dismissed. */
export interface Seen {
  /** Batches that were open while the window was open. */
  readonly open: ReadonlySet<number>;
  /** Batches whose result the clerk has dismissed. */
  readonly dismissed: ReadonlySet<number>;
}

type Known = Pick<BatchSummary, 'id' | 'state' | 'counts'>;

function newest(batches: readonly Known[]): number | null {
  const ids = batches.map(({ id }) => id);
  return ids.length === 0 ? null : Math.max(...ids);
}

/** True for an open batch, and for one that ended while the window was open, until it is dismissed. */
export function isShown(batch: Known, seen: Seen): boolean {
  return isOpenBatch(batch) || (seen.open.has(batch.id) && !seen.dismissed.has(batch.id));
}

/** Returns the default batch; `null` for the empty state. */
export function batchToShow(batches: readonly Known[], seen: Seen): number | null {
  const open = newest(batches.filter(isOpenBatch));
  if (open !== null) return open;
  return newest(batches.filter((batch) => isShown(batch, seen)));
}

/** Updates the seen batches by a new value of the topic; returns the same object when nothing is new. */
export function withSeen(seen: Seen, batches: readonly Known[]): Seen {
  const fresh = batches.filter((batch) => isOpenBatch(batch) && !seen.open.has(batch.id));
  if (fresh.length === 0) return seen;
  const ids = fresh.map(({ id }) => id);
  return { ...seen, open: new Set([...seen.open, ...ids]) };
}

const nothing: Seen = { open: new Set(), dismissed: new Set() };
const store = createStore<Seen>(() => nothing);
let following = false;

function follow(): void {
  if (following) return;
  following = true;
  const batches = mirror('batches');
  const update = () => store.setState(withSeen(store.getState(), batches.getState().value ?? []), true);
  batches.subscribe(update);
  update();
}

/** Returns the batches seen in this window. */
export function useSeen(): Seen {
  follow();
  return useStore(store);
}

/** Dismisses the result of a batch: it is no longer shown by default, unless it is open. */
export function dismissBatch(batchId: number): void {
  const seen = store.getState();
  store.setState({ ...seen, dismissed: new Set([...seen.dismissed, batchId]) }, true);
}
