/**
 * @file Which batch the screen shows. Without a choice it is the newest open one, also after a restart; a batch that was
 * finished while the window was open stays until it is put away, so that its result is not missed.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type BatchSummary, isOpenBatch } from '../../../shared/model/batch.ts';
import { mirror } from '../../bridge.ts';

/** What the window remembers of batches. */
export interface Seen {
  /** Batches that were open at some time while the window was open. */
  readonly live: ReadonlySet<number>;
  /** Batches whose result the clerk has put away. */
  readonly putAway: ReadonlySet<number>;
}

type Known = Pick<BatchSummary, 'id' | 'state' | 'counts'>;

function newest(batches: readonly Known[]): number | null {
  const ids = batches.map(({ id }) => id);
  return ids.length === 0 ? null : Math.max(...ids);
}

/** True for an open batch, and for one that was finished while the window was open, until it is put away. */
export function isShown(batch: Known, seen: Seen): boolean {
  return isOpenBatch(batch) || (seen.live.has(batch.id) && !seen.putAway.has(batch.id));
}

/** The batch to show when the clerk has chosen none; `null` when there is nothing to show but an empty place. */
export function batchToShow(batches: readonly Known[], seen: Seen): number | null {
  const open = newest(batches.filter(isOpenBatch));
  if (open !== null) return open;
  return newest(batches.filter((batch) => isShown(batch, seen)));
}

/** What is remembered after a new value of the topic; the same object when nothing is new. */
export function withSeen(seen: Seen, batches: readonly Known[]): Seen {
  const fresh = batches.filter((batch) => isOpenBatch(batch) && !seen.live.has(batch.id));
  if (fresh.length === 0) return seen;
  const ids = fresh.map(({ id }) => id);
  return { ...seen, live: new Set([...seen.live, ...ids]) };
}

const nothing: Seen = { live: new Set(), putAway: new Set() };
const store = createStore<Seen>(() => nothing);
let following = false;

function follow(): void {
  if (following) return;
  following = true;
  const batches = mirror('batches');
  const look = () => store.setState(withSeen(store.getState(), batches.getState().value ?? []), true);
  batches.subscribe(look);
  look();
}

/** What the window remembers of batches. */
export function useSeen(): Seen {
  follow();
  return useStore(store);
}

/** The result of a batch was taken note of: it is no longer shown by itself, unless it is open. */
export function putAway(batchId: number): void {
  const seen = store.getState();
  store.setState({ ...seen, putAway: new Set([...seen.putAway, batchId]) }, true);
}
